# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
# Tracepoints: their text, filters, and the time that tasks are blocked. $1 is the command that
# records. What perf makes of the files is compared with what we do, here where they come from.
. /guest/lib.sh
recorder=$1

# record NAME OPTIONS...: into /out/NAME.data.
record() {
	name=$1
	shift
	status=0
	$recorder -o "/out/$name.data" "$@" >"/out/$name.record" 2>&1 || status=$?
	[ "$status" = 0 ] || {
		fail "$name: status $status"
		cat "/out/$name.record"
	}
}

# lines FILE REGEX: so many lines match.
lines() {
	grep -cE -e "$2" "$1"
}

# between LEAST NUMBER MOST: integers of any size.
between() {
	awk -v least="$1" -v n="$2" -v most="$3" 'BEGIN { exit !(n >= least && n <= most) }'
}

# ---- text ----

# texts FILE: perf's text of all samples is ours; it is left in $text.
texts() {
	text=/tmp/text
	perf-defer script -q -F comm,tid,time,event,trace -G -i "$1" >$text 2>/tmp/err ||
		fail "$1: $(cat /tmp/err)"
	perf script -F comm,tid,time,event,trace -i "$1" >/tmp/by-perf 2>/tmp/err ||
		fail "$1: perf: $(grep -v ignoring /tmp/err)"
	[ -s $text ] || fail "$1: there are no samples"
	if ! cmp -s $text /tmp/by-perf; then
		fail "$1: perf's text is not ours:"
		diff $text /tmp/by-perf | head -n 6
	fi
}

# With strings by address (rcu), names of functions (hrtimer) and numbers.
trial_text() {
	events="-e sched:sched_switch -e syscalls:sys_enter_nanosleep -e rcu:rcu_utilization"
	events="$events -e timer:hrtimer_start -e ftrace:function --filter ip==0"
	for form in file file-z stream; do
		case $form in
		file) record $form $events -- sleepers 3 20 ;;
		file-z) record $form -z $events -- sleepers 3 20 ;;
		stream) $recorder -o - $events -- sleepers 3 20 >/out/stream.data 2>/out/stream.record ;;
		esac
		texts /out/$form.data
		for some in 'prev_comm=sleepers .*next_pid=' 'sys_enter_nanosleep: rqtp: 0x' \
			'rcu_utilization: [SE][a-z]+ [a-z]+' 'function=hrtimer_wakeup'; do
			[ "$(lines $text "$some")" -gt 0 ] || fail "$form: no text is like $some"
		done
	done
	says "text: $(wc -l <$text) samples"
}

# The recorder is killed: the file has only what was written ahead.
trial_killed() {
	$recorder -o /out/killed.data -e sched:sched_switch -- sleepers 3 100000 >/dev/null 2>&1 &
	pid=$!
	sleep 2
	kill -9 $pid
	wait $pid 2>/dev/null
	killall sleepers
	texts /out/killed.data
	perf-defer report --stdio -g none -i /out/killed.data 2>/dev/null |
		grep -q "of event 'sched:sched_switch'" || fail "killed: report does not know the event"
}

# ---- filters ----

# samples FILE REGEX: so many samples are like this.
samples() {
	perf-defer script -q -F comm,tid,event,trace -G -i "/out/$1.data" >/tmp/text
	lines /tmp/text "$2"
}

trial_filter() {
	write="-e syscalls:sys_enter_write"
	record filter $write --filter 'count == 7' -- dd if=/dev/zero of=/dev/null bs=7 count=50
	check "50 writes of 7 bytes" [ "$(samples filter .)" = 50 ]
	record filter-none $write --filter 'count == 7777' -- \
		dd if=/dev/zero of=/dev/null bs=7 count=50
	check "none of 7777 bytes" [ "$(samples filter-none .)" = 0 ]
	# Each is for the -e before it.
	record filter-two $write --filter 'count == 7' -e syscalls:sys_enter_read \
		--filter 'count == 7 && fd == 9999' -- dd if=/dev/zero of=/dev/null bs=7 count=50
	check "the filter of another event" [ "$(samples filter-two .)" = 50 ]

	status=0
	$recorder -o /out/filter-bad.data $write --filter 'nosuch == 1' -- touch /tmp/ran \
		>/out/filter-bad.record 2>&1 || status=$?
	check "a field that is not there: status $status" [ "$status" = 2 ]
	check "is named" grep -q 'nosuch == 1.*sys_enter_write' /out/filter-bad.record
	check "nothing has begun" [ ! -e /out/filter-bad.data ] && [ ! -e /tmp/ran ]
}

trial_exclude_perf() {
	write="-a -e syscalls:sys_enter_write"
	record perf-too $write -- dd if=/dev/zero of=/dev/null bs=7 count=50
	check "the recorder writes" [ "$(samples perf-too '^ *perf-defer ')" -gt 0 ]
	record perf-not $write --exclude-perf -- dd if=/dev/zero of=/dev/null bs=7 count=50
	check "and is left out" [ "$(samples perf-not '^ *perf-defer ')" = 0 ]
	check "others are not" [ "$(samples perf-not '^ *dd .*(count=|count: 0x0*)7')" -ge 50 ]
}

# ---- blocked time ----

# blocked NAME COMM: ns.
blocked() {
	perf-defer report --stdio -q -g none --no-children -s comm -F period,comm -c "$2" \
		-i "/out/$1.data" 2>/dev/null | awk '/^ *[0-9]/ { n += $1 } END { printf "%.0f\n", n }'
}

# is_blocked NAME COMM MS: no less, and not much more.
is_blocked() {
	ns=$(blocked "$1" "$2")
	says "$1: $2 was blocked for $ns ns"
	between "$3"000000 "$ns" $(($3 + 300))000000 || fail "$1: that is not $3 ms"
}

trial_off_cpu() {
	record off-task --off-cpu -- sh -c 'sleep 0.5; syscalls 300'
	is_blocked off-task sleep 500
	record off-all --off-cpu -a --exclude-perf -F 99 -- sh -c 'sleep 0.5; syscalls 300'
	is_blocked off-all sleep 500
	check "the recorder is left out" [ "$(blocked off-all perf-defer)" = 0 ]
	# Those that were only moved aside are no part of it.
	for name in off-task off-all; do
		check "$name: all blocked" [ "$(samples $name .)" = \
			"$(samples $name '(prev_state=[SD]|prev_state=0x[123])')" ]
	done
	texts /out/off-task.data

	# One that waits for another, and is so when the recording begins and ends.
	sh -c 'while :; do sleep 0.2; done' &
	pid=$!
	sleep 1
	record off-pid --off-cpu -p $pid -- sleep 2
	is_blocked off-pid sh 1400
	record off-thread --off-cpu --per-thread -p $pid -- sleep 2
	is_blocked off-thread sh 1400
	kill $pid
	# With its callers.
	perf-defer report --stdio -q --no-children -s comm -g folded,0,caller -i /out/off-task.data \
		-c sleep >/tmp/folded 2>/dev/null
	check "callers of the blocked" grep -q 'do_syscall_64;.*nanosleep;.*schedule' /tmp/folded
}

for trial in text killed filter exclude_perf off_cpu; do
	says "== $trial"
	trial_$trial
done
verdict
