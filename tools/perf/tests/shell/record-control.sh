#!/bin/bash
# Commands to a recording are done and answered as perf does
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/lib/record.sh"

export HOME=$dir

need_recording

open_control

# begin FILE COMMAND...: a recorder of a busy shell that waits for commands.
begin()
{
	out=$1
	shift
	"$@" -o "$out" --control fifo:ctl,ack -- sh -c 'echo $$ >busy; while :; do :; done' >out 2>err &
	pid=$!
}

# end: the recorder stops, and its command with it, unless the recorder fails at that.
end()
{
	say stop
	wait $pid
	[ ! -s busy ] || kill "$(cat busy)" 2>/dev/null
	rm -f busy
}

commands='evlist
evlist -g
evlist -F
evlist -x
enable page-faults
enable no-such-event
disable page-faults
disable
enable'

# talk COMMAND...: what a recorder of these events says to all commands, without what is not about them.
talk()
{
	begin talk.data "$@" -D -1 -e cpu-clock,page-faults -e '{task-clock,faults}'
	while read -r command; do
		say "$command"
	done <<<"$commands"
	end
	# perf 6.1 fails at its end where BPF programs are loaded; what it said before counts.
	grep -v '^\[ perf\|dummy\|^Warning\|^workload\|^$\|^assertion failed\|^\*\*\*' err
}

talk "$perf_defer" record --no-defer >ours
[ "$(grep -c . ours)" -gt 15 ] || fail "little is said:"
for line in 'cpu-clock' '{task-clock,faults}' 'page-faults: sample_freq=4000' 'failed: wrong command' \
	'Event page-faults enabled' 'Event page-faults disabled' "failed: can't find 'no-such-event' event" \
	'Events disabled' 'Events enabled'; do
	grep -qxF "$line" ours || fail "nobody says '$line':"
done
if has_perf; then
	talk perf record >perfs
	cmp -s ours perfs || unlike_perf "perf answers otherwise: $(diff perfs ours)"
fi

# All of an attr, in perf's order.
begin verbose.data "$perf_defer" record -F 99 -e cpu-clock
say 'evlist -v'
end
grep -q '^cpu-clock: type: 1 (PERF_TYPE_SOFTWARE), size: [0-9]*, config: 0 (PERF_COUNT_SW_CPU_CLOCK), { sample_period, sample_freq }: 99, sample_type: IP|TID|TIME|.*, read_format: ID.*, disabled: 1, inherit: 1,.* freq: 1,' err ||
	fail "evlist -v says little:"
grep -q '^dummy:u: type: 1 .*(PERF_COUNT_SW_DUMMY)' err || fail "evlist -v has not all events:"

# One event is switched, and the other stays as it is.
begin one.data "$perf_defer" record -D -1 -c 1000000 -e cpu-clock,task-clock
say 'enable task-clock'
wait_for test -s busy
let_burn "$(cat busy)" 50
say 'disable task-clock'
say 'enable cpu-clock'
say 'disable cpu-clock'
end
"$perf_defer" script -i one.data -F event >events 2>>err || fail "script fails:"
[ "$(grep -c task-clock events)" -gt 10 ] || fail "$(grep -c task-clock events) samples of the event that was enabled:"
[ "$(grep -c cpu-clock events)" -lt "$(grep -c task-clock events)" ] || fail "$(grep -c cpu-clock events) samples of the event that was not:"

# Tasks and maps are recorded whatever is said.
begin tracking.data "$perf_defer" record -e cpu-clock
say 'disable dummy:u'
end
grep -q "^failed: can't find 'dummy:u' event" err || fail "the tracking event can be disabled:"

verdict
