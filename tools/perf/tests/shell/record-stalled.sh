#!/bin/bash
# INT, TERM and HUP end a recording to a stream that nobody reads
# SPDX-License-Identifier: GPL-2.0-only
set -u

perf_defer=${PERF_DEFER:?}
dir=$(mktemp -d)
reader=
trap '[ -z "$reader" ] || kill $reader 2>/dev/null; rm -rf "$dir"' EXIT
cd "$dir" || exit 1
failed=0

export PERF_CONFIG=/dev/null

fail()
{
	echo "$*" >&2
	sed 's/^/    /' err >&2
	failed=1
}

"$perf_defer" record -q -e cpu-clock -o try.data true 2>err || {
	grep -q 'no permission\|without perf events' err && echo "this user may not record here" && exit 2
	cat err >&2
	exit 1
}
mkfifo fifo stuck
# More samples than a pipe holds.
cat >fill <<'END'
#!/bin/sh
dd if=/dev/zero of=/dev/null bs=32M count=1 status=none
i=0
while [ $i -lt 30 ]; do
	/bin/true
	i=$((i + 1))
done
: >filled
exec sleep 15
END
chmod +x fill

# ends NAME SIGNAL PID: within 6 seconds, not with success.
ends()
{
	kill -"$2" "$3"
	for _ in $(seq 60); do
		kill -0 "$3" 2>/dev/null || break
		sleep 0.1
	done
	if kill -0 "$3" 2>/dev/null; then
		kill -9 "$3"
		fail "$1: $2 does not end it"
	fi
	wait "$3" 2>/dev/null && fail "$1: success after $2"
}

for signal in INT TERM HUP; do
	# While it waits for somebody to open the FIFO: nothing was recorded, the command not begun.
	rm -f begun
	"$perf_defer" record -e cpu-clock -o fifo -- touch begun >out 2>err &
	pid=$!
	sleep 0.5
	ends "a FIFO without a reader" $signal $pid
	[ ! -e begun ] || fail "the command ran without a recording"

	# A reader that has it open and takes nothing.
	sleep 100 <stuck &
	reader=$!
	rm -f filled
	"$perf_defer" record -e page-faults -c 1 -m 1M -o - -- ./fill >stuck 2>err &
	pid=$!
	for _ in $(seq 100); do
		[ -e filled ] && break
		sleep 0.1
	done
	sleep 1
	ends "a reader that has stopped" $signal $pid
	grep -q 'has stopped reading' err || fail "it does not say why the stream ended:"
	kill $reader
	wait $reader 2>/dev/null
	reader=
done

# One that is slow, but reads, gets all of it.
"$perf_defer" record -e cpu-clock -F 5000 -o - -- sh -c 'i=0; while [ $i -lt 200000 ]; do i=$((i + 1)); done' \
	2>err | {
	sleep 1
	cat
} >slow.data
"$perf_defer" report --stdio -i slow.data >out 2>>err || fail "what a slow reader got is not whole:"

# A FIFO whose reader comes late has all.
(
	sleep 0.5
	cat fifo >late.data
) &
reader=$!
"$perf_defer" record -e cpu-clock -o fifo -- true 2>err || fail "a reader that comes late:"
wait $reader
reader=
"$perf_defer" report --stdio -i late.data >out 2>>err || fail "what a late reader got is not whole:"
exit $failed
