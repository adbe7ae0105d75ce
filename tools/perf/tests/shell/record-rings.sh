#!/bin/bash
# A burst of samples costs no record of a task: those have buffers of their own
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/lib/record.sh"

need_recording

# Their records come in several parts.
execs=150
cat >burn <<'END'
#!/bin/sh
: >"$1"
trap 'exit 0' TERM
while :; do :; done
END
cat >seldom <<'END'
#!/bin/sh
exit 0
END
chmod +x burn seldom

# overrun OPTIONS...: stands still while samples fill a page each, and tasks come and go.
overrun()
{
	rm -f begun
	"$perf_defer" record -e cpu-clock -F 2000 -m 1 -o burst.data "$@" -- ./burn begun >out 2>err &
	pid=$!
	wait_for test -e begun || fail "$*: the command does not begin:"
	sleep 0.2
	kill -STOP $pid
	for _ in $(seq $execs); do
		./seldom
	done
	sleep 0.5
	kill -CONT $pid
	sleep 0.2
	kill -INT $pid
	wait $pid 2>/dev/null
}

# counted WHAT NUMBER: of the lines in events.
counted()
{
	got=$(grep -c "$1" events) || :
	[ "$got" = "$2" ] || fail "$got of $2 records '$1':"
}

if "$perf_defer" record -q -a -e cpu-clock -o try.data true 2>/dev/null; then
	# Others on this machine may start thousands of programs while the recorder stands still.
	for _ in 1 2 3; do
		overrun -a
		grep -q 'LOST .* user callchains' err || break
	done
	grep -q 'LOST .* because buffers were full' err || fail "no sample was lost, which proves nothing:"
	! grep -q 'LOST .* user callchains' err || fail "records of tasks were lost:"
	"$perf_defer" script -i burst.data --show-task-events >events 2>err || fail "script fails:"
	counted 'PERF_RECORD_COMM exec: seldom:' $execs
	tids=$(sed -n 's/.*PERF_RECORD_COMM exec: seldom:\([0-9]*\).*/\1/p' events)
	for tid in $tids; do
		grep -q "PERF_RECORD_EXIT($tid:$tid)" events || fail "no EXIT of $tid:"
	done
	if has_perf; then
		spared perf script -i burst.data --show-task-events >events 2>err
		status=$?
		# perf 6.1 may be unable to read it at all: see there.
		[ $status -ge 128 ] || [ $status = 0 ] || unlike_perf "perf script fails:"
		[ $status -ge 128 ] || counted 'PERF_RECORD_COMM exec: seldom:' $execs
		# A CPU of a virtual machine may stand still between an event and its record: that is
		# one now and then. Buffers that are read in the wrong order make thousands.
		late=$(sed -n 's/^ *\([0-9]*\) out of order events.*/\1/p' err)
		[ "${late:-0}" -lt 10 ] || unlike_perf "perf finds events out of order:"
	fi
fi

# read_back OPTIONS: records with these, and reads it.
read_back()
{
	eval "\"\$perf_defer\" record -e cpu-clock,page-faults $1 -o both.data \
		sh -c 'i=0; while [ \$i -lt 50000 ]; do i=\$((i+1)); done; ./seldom' >out 2>err" ||
		fail "record $1:"
	"$perf_defer" script -i both.data --show-task-events >events 2>err
}

# All that is there can be recorded with buffers of both kinds: each reads back. Where two recordings of
# all tasks have page-faults at once, the kernel (seen in 6.18) writes samples of one with the ids of the
# other: others may record on this machine.
for options in '' -a --per-thread --overwrite '-a --overwrite' -z '-p $$' '-t $$' '-C 0' '-m 4M'; do
	for _ in 1 2 3 4 5; do
		status=0
		read_back "$options" || status=$?
		[ $status != 0 ] && grep -q 'No event has the id' err || break
	done
	[ $status = 0 ] || fail "$options: script:"
	case $options in
	*'$$' | -C* | --per-thread) ;;
	*) grep -q 'PERF_RECORD_COMM exec: seldom:' events || fail "$options: no exec:" ;;
	esac
	case $options in
	-p* | -t*) ;;
	*) grep -q 'cpu-clock' events || fail "$options: no sample:" ;;
	esac
done

# Events without times could not be placed among execs of another buffer.
"$perf_defer" record --dry-run -e cpu-clock/time=0/ true 2>err
grep -q 'no separate buffers for tasks and user callchains: an event has no timestamps' err ||
	fail "cpu-clock/time=0/:"
! grep -q 'as many of' err || fail "cpu-clock/time=0/:"

verdict
