#!/bin/bash
# inject from stream to stream keeps tables in memory, not the trace; INJECT_TIMES=60 takes 400 MB
# SPDX-License-Identifier: GPL-2.0-only
set -o pipefail
. "$(dirname "$0")/lib/test.sh"
need_data

case $perf_defer in
*/asan/* | */tsan/*) skip "sanitizers use memory of their own" ;;
esac

times=${INJECT_TIMES:-8}
trace=$data/burn1.pipe
header=16 # bytes before the first record of a stream

# A long stream: the same records again and again.
stream()
{
	cat "$trace"
	for _ in $(seq 2 "$times"); do
		tail -c +$((header + 1)) "$trace"
	done
}

# Reads slowly enough for the peak of memory to be seen before the process ends.
mkfifo in out
stream >in &
"$perf_defer" inject <in >out 2>err &
pid=$!
exec 8<out
size=$(head -c 1000000 <&8 | wc -c)
peak=$(sed -n 's/^VmHWM:[^0-9]*\([0-9]*\) kB/\1/p' /proc/$pid/status)
size=$((size + $(wc -c <&8)))
exec 8<&-
wait $pid || fail "inject fails: $(cat err)"

given=$((($(stat -c %s "$trace") - header) * times / 1024))
allowed=$((32 * 1024 + given / 2))
echo "a stream of $given kB became one of $((size / 1024)) kB with $peak kB of memory"
[ $((size / 1024)) -gt $((given / 2)) ] || fail "records are missing"
[ "$peak" -gt 1000 ] || fail "the memory was not measured"
[ "$peak" -lt $allowed ] || fail "more than $allowed kB of memory"

verdict
