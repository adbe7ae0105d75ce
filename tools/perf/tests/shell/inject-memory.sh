#!/bin/bash
# inject from stream to stream keeps neither the trace nor its deferred records in memory; INJECT_TIMES=60 takes 400 MB
# SPDX-License-Identifier: GPL-2.0-only
set -o pipefail
. "$(dirname "$0")/lib/test.sh"
need_data

case $perf_defer in
*/asan/* | */tsan/*) skip "sanitizers use memory of their own" ;;
esac

trace=$data/burn1.pipe
header=16 # bytes before the first record of a stream

# stream TIMES: a long stream, the same records again and again.
stream()
{
	cat "$trace"
	for _ in $(seq 2 "$1"); do
		tail -c +$((header + 1)) "$trace"
	done
}

# field NAME: a field of the process's status, in kB.
field()
{
	sed -n "s/^$1:[^0-9]*\([0-9]*\) kB/\1/p" status
}

# inject TIMES LIMIT: injects a stream, with at most LIMIT kB of memory that is no file. Reads slowly enough for
# the memory to be seen before the process ends: all that is kept of the stream is there when the output begins.
inject()
{
	rm -f in out
	mkfifo in out
	stream "$1" >in &
	(
		ulimit -d "$2"
		exec "$perf_defer" inject <in >out 2>err
	) &
	pid=$!
	exec 8<out
	size=$(head -c 1000000 <&8 | wc -c)
	cat /proc/$pid/status >status
	size=$((size + $(wc -c <&8)))
	exec 8<&-
	wait $pid || fail "inject of $1 times the records fails: $(cat err)"
	given=$((($(stat -c %s "$trace") - header) * $1 / 1024))
	[ $((size / 1024)) -gt $((given / 2)) ] || fail "records are missing"
	[ "$(field RssAnon)" -gt 1000 ] || fail "the memory was not measured"
	echo "a stream of $given kB became one of $((size / 1024)) kB with $(field RssAnon) kB of memory" \
		"and $(field RssFile) kB of files in memory"
}

# In a file a stream is not copied, and its records are in memory: what is written is the same.
stream 4 >stream.data
"$perf_defer" inject -q stream.data >whole 2>err || fail "inject of a file fails:"
stream 4 | "$perf_defer" inject -q 2>err | cmp - whole || fail "a stream becomes another one than in a file"
rm stream.data whole

inject 4 unlimited
anon=$(field RssAnon)

# In 24 MB more there is room for each thread's memory to grow, but not for 50 bytes a deferred record.
inject "${INJECT_TIMES:-24}" $(($(field VmData) + 24 * 1024))
[ "$(field RssAnon)" -lt $((anon + 4 * 1024)) ] || fail "the memory grew from $anon kB to $(field RssAnon) kB"
allowed=$((32 * 1024 + given / 2))
[ "$(field VmHWM)" -lt $allowed ] || fail "more than $allowed kB of memory and files in memory"

verdict
