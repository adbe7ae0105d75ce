#!/bin/bash
# INT, TERM and HUP end a recording to a stream that nobody reads
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/lib/record.sh"

need_recording
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
exec sleep 60
END
chmod +x fill

# ends NAME SIGNAL PID: within 15 seconds, long before the command does, and not with success.
ends()
{
	SECONDS=0
	kill -"$2" "$3"
	wait_for is_gone "$3"
	[ $SECONDS -lt 15 ] || fail "$1: $2 ends it after $SECONDS s:"
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
	sleep 100 9<stuck &
	reader=$!
	rm -f filled
	"$perf_defer" record -e page-faults -c 1 -m 1M -o - -- ./fill >stuck 2>err &
	pid=$!
	wait_for test -e filled || fail "the command does not come to its end:"
	sleep 1
	ends "a reader that has stopped" $signal $pid
	grep -q 'has stopped reading' err || fail "it does not say why the stream ended:"
	kill $reader
	wait $reader 2>/dev/null
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
"$perf_defer" report --stdio -i late.data >out 2>>err || fail "what a late reader got is not whole:"
verdict
