# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=dash
# Trials of tracepoints: their text, filters, and the time that tasks are blocked. $1 is the command that records,
# the others are names of trials. perf reads the files on the machine that recorded them, and must show the same.
# shellcheck source=lib.sh
. /guest/lib.sh

# lines FILE REGEX: prints how many lines match.
lines() {
	grep -cE -e "$2" "$1"
}

# between LEAST NUMBER MOST: compares integers of any size.
between() {
	awk -v least="$1" -v n="$2" -v most="$3" 'BEGIN { exit !(n >= least && n <= most) }'
}

# ---- text ----

# texts FILE [SED]: requires that perf prints the same text for all samples, after SED has edited both. Leaves
# ours in /tmp/text. perf prints a sample when it has seen its user callchain, so the order differs, and perf may
# have forgotten the task.
texts() {
	perf-defer script -q -G -F tid,time,event,trace -i "$1" >/tmp/text 2>/tmp/err ||
		fail "$1: $(cat /tmp/err)"
	[ -s /tmp/text ] || fail "$1: there are no samples"
	sed "${2:-}" /tmp/text | sort >/tmp/ours
	perf script -G -F tid,time,event,trace -i "$1" 2>/tmp/err | sed "${2:-}" | sort >/tmp/perfs
	cmp -s /tmp/ours /tmp/perfs || {
		fail "$1: perf's text is not ours: $(grep -v Ignoring /tmp/err)"
		diff /tmp/ours /tmp/perfs | head -n 8
	}
}

# has_texts NAME: requires strings by address (rcu), names of functions (hrtimer), and numbers.
has_texts() {
	for some in 'prev_comm=sleepers .*next_pid=' 'sys_enter_nanosleep: rqtp: 0x' \
		'rcu_utilization: [SE][a-z]+ [a-z]+' 'function=hrtimer_wakeup'; do
		[ "$(lines /tmp/text "$some")" -gt 0 ] || fail "$1: no text is like $some"
	done
	says "$1: $(wc -l </tmp/text) samples"
}

trial_text() {
	events="-e sched:sched_switch -e syscalls:sys_enter_nanosleep -e rcu:rcu_utilization"
	events="$events -e timer:hrtimer_start"
	record file $events -- sleepers 3 20
	texts /out/file.data
	has_texts file
	record file-z -z $events -- sleepers 3 20
	texts /out/file-z.data
	has_texts file-z
	$recorder -o - $events -- sleepers 3 20 >/out/stream.data 2>/out/stream.record
	# In a stream, perf does not know the functions of the kernel.
	texts /out/stream.data 's/function=[^ ]*//'
	has_texts stream
}

# Kills the recorder. The file then has only the headers that were written at the start.
trial_killed() {
	$recorder -o /out/killed.data -e sched:sched_switch -- sleepers 3 100000 >/dev/null 2>&1 &
	pid=$!
	wait_for 60 has_samples /out/killed.data || fail "killed: it does not begin"
	kill -9 $pid
	wait $pid 2>/dev/null
	killall sleepers
	texts /out/killed.data
	perf-defer report --stdio -g none -i /out/killed.data 2>/dev/null |
		grep -q "of event 'sched:sched_switch'" || fail "killed: report does not know the event"
}

# ---- filters ----

# samples NAME REGEX: prints how many samples match.
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
	# Each filter belongs to the -e before it.
	record filter-two $write --filter 'count == 7' -e syscalls:sys_enter_read \
		--filter 'count == 7 && fd == 9999' -- dd if=/dev/zero of=/dev/null bs=7 count=50
	check "the filter of another event" [ "$(samples filter-two .)" = 50 ]

	status=0
	$recorder -o /out/filter-bad.data $write --filter 'nosuch == 1' -- touch /tmp/ran \
		>/out/filter-bad.record 2>&1 || status=$?
	check "a field that is not there: status $status" [ "$status" = 2 ]
	check "its filter is named" grep -q 'nosuch == 1.*sys_enter_write' /out/filter-bad.record
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

# blocked NAME COMM: prints how long these tasks were blocked, in ns.
blocked() {
	perf-defer report --stdio -q -g none --no-children -s comm -F period,comm -c "$2" \
		-i "/out/$1.data" 2>/dev/null | awk '/^ *[0-9]/ { n += $1 } END { printf "%.0f\n", n }'
}

# is_blocked NAME COMM LEAST MOST: requires a blocked time between these, in ms.
is_blocked() {
	ns=$(blocked "$1" "$2")
	says "$1: $2 was blocked for $ns ns"
	between "$3"000000 "$ns" "$4"000000 || fail "$1: that is not $3 to $4 ms"
}

trial_off_cpu() {
	record off-task --off-cpu -- sh -c 'sleep 0.5; syscalls 300'
	is_blocked off-task sleep 450 800
	record off-all --off-cpu -a --exclude-perf -F 99 -- sh -c 'sleep 0.5; syscalls 300'
	is_blocked off-all sleep 450 800
	check "the recorder is left out" [ "$(blocked off-all perf-defer)" = 0 ]
	# Preempted tasks were not blocked.
	for name in off-task off-all; do
		check "$name: all blocked" [ "$(samples $name .)" = \
			"$(samples $name '(prev_state=[SD]|prev_state=0x[123])')" ]
	done
	texts /out/off-task.data

	# A shell that waits for its child when the recording begins, and when it ends.
	sh -c 'while :; do sleep 0.2; done' &
	pid=$!
	sleep 1
	record off-pid --off-cpu -p $pid -- sleep 2
	is_blocked off-pid sh 1600 2300
	record off-thread --off-cpu --per-thread -p $pid -- sleep 2
	is_blocked off-thread sh 1600 2300
	kill $pid
	# A blocked task has its callers.
	perf-defer report --stdio -q --no-children -s comm -g folded,0,caller -i /out/off-task.data \
		-c sleep >/tmp/folded 2>/dev/null
	check "callers of a blocked task" grep -q 'do_syscall_64;.*nanosleep;.*schedule' /tmp/folded
}

# ---- entries into the kernel ----

# entry SYSCALL LEAST MOST: requires that naps was so long in that system call, in ms, and that its user code is
# known. Reads /tmp/json.
entry() {
	ns=$(awk -v call="\"$1\"," '
		$1 == "\"remaining_ns\":" { ns = $2 + 0 }
		$1 == "\"comm\":" { comm = $2 }
		$1 == "\"syscall\":" && $2 == call && comm == "\"naps\"," && ns > most { most = ns }
		END { printf "%.0f\n", most }' /tmp/json)
	says "naps was in $1 for $ns ns"
	between "$2"000000 "$ns" "$3"000000 || fail "naps: $1 took $ns ns, not $2 to $3 ms"
	check "naps: the user code of $1" grep -q "nap_in_$1" /tmp/json
}

trial_entries() {
	record naps -e sched:sched_switch -- naps
	perf-defer report --entries --json --comms naps --kallsyms /out/kallsyms -i /out/naps.data >/tmp/json 2>/tmp/err ||
		fail "naps: $(cat /tmp/err)"
	entry nanosleep 119 150
	entry poll 229 260
	entry clock_nanosleep 339 370
	entry read 449 480
}

# kind_of_reads NAME: reads the kind of the reads of `lengths` in a trace into variables; its own clock's into own_*.
kind_of_reads() {
	read -r own_nr own_total own_median own_longest </tmp/own
	perf-defer report --entries --by kind,caller --json --no-inline --comms lengths --kallsyms /out/kallsyms \
		-i "/out/$1.data" >/tmp/json 2>/tmp/err || fail "$1: $(cat /tmp/err)"
	awk '
		/^      "[a-z_0-9]+": / { name = $1; gsub(/[":]/, "", name); value[name] = $2 + 0; word[name] = $2 }
		in_user && /"read_timed/ && word["syscall"] == "\"read\"," {
			print value["entries"], value["total_ns"], value["median_ns"], value["longest_ns"], word["exact"]
		}
		{ in_user = $1 == "\"user\":" }' /tmp/json >/tmp/kind
	read -r nr total median longest exact </tmp/kind || fail "$1: no kind of read_timed"
	exact=${exact%,}
	says "$1: $nr of $own_nr reads, $total of $own_total ns, median $median of $own_median," \
		"longest $longest of $own_longest"
	# No time is longer than what the program sees of it.
	between 1 "$total" "$own_total" || fail "$1: $total ns in all of $own_total"
	between 1 "$longest" "$own_longest" || fail "$1: the longest takes $longest ns of $own_longest"
}

# By the program's own clock: all entries if each is marked by an event, and some otherwise, rather the long ones.
trial_clock() {
	record exact -e syscalls:sys_enter_read -- sh -c 'lengths 1100 >/tmp/own'
	kind_of_reads exact
	check "exact: it says so" [ "$exact" = true ]
	check "exact: all $own_nr reads are there" [ "$nr" = "$own_nr" ]
	between $((own_total * 8 / 10)) "$total" "$own_total" || fail "exact: $total ns in all of $own_total"
	between $((own_median / 2)) "$median" "$own_median" || fail "exact: median $median of $own_median"
	between $((own_longest / 2)) "$longest" "$own_longest" || fail "exact: longest $longest of $own_longest"

	record sampled -e cpu-clock -F 997 -- sh -c 'lengths 1100 >/tmp/own'
	kind_of_reads sampled
	check "sampled: it says so" [ "$exact" = false ]
	check "sampled: $nr of $own_nr reads are not all" [ "$nr" -lt "$own_nr" ]
	check "sampled: and not none" [ "$nr" -gt 20 ]
	check "sampled: long ones are likelier to be there" [ "$((total / nr))" -gt "$((own_total / own_nr / 2))" ]
}

# ---- cgroups ----

# Requires that a sample in a cgroup has its stack although the task has left the cgroup when the stack comes: the
# sampled write moves it out.
trial_cgroup() {
	mount -t cgroup2 cgroup2 /sys/fs/cgroup && mkdir /sys/fs/cgroup/in ||
		fail "cgroup: none can be made"
	# A cgroup has the controller perf_event once the root enables any controller for its children.
	perf-defer record -a -e cpu-clock -G in -o /tmp/refused -- true >/tmp/err 2>&1 &&
		fail "cgroup: recorded without perf_event"
	check "the message tells what is missing" grep -q 'echo +pids >/sys/fs/cgroup/cgroup.subtree_control' /tmp/err
	echo +pids >/sys/fs/cgroup/cgroup.subtree_control
	record cgroup -a -e syscalls:sys_enter_write -G in --all-cgroups -- sh -c '
		n=0
		while [ $n -lt 40 ]; do
			echo $$ >/sys/fs/cgroup/in/cgroup.procs
			echo $$ >/sys/fs/cgroup/cgroup.procs
			n=$((n + 1))
		done'
	perf-defer audit --json -i /out/cgroup.data >/tmp/json 2>/tmp/err ||
		fail "cgroup: $(cat /tmp/err)"
	samples=$(number samples /tmp/json)
	merged=$(($(number merged /tmp/json classes) + $(number merged-back /tmp/json classes)))
	says "cgroup: $samples samples, $merged with their stacks"
	[ "$samples" -ge 40 ] || fail "cgroup: some writes have no sample"
	[ "$merged" = "$samples" ] || fail "cgroup: stacks of tasks that left are lost"
	perf-defer report --stdio -q --no-children -s cgroup -g none -i /out/cgroup.data 2>/tmp/err | sed 's/ *$//; /^$/d' >/tmp/ours
	perf report --stdio -q --no-children -s cgroup -g none -i /out/cgroup.data 2>/tmp/err | sed 's/ *$//; /^$/d' >/tmp/perfs
	cmp -s /tmp/ours /tmp/perfs || fail "cgroup: $(cat /tmp/ours) and perf $(cat /tmp/perfs)"
	grep -q '100.00%.* /in$' /tmp/ours || fail "cgroup: $(cat /tmp/ours)"
}

trials "$@"
