# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=dash
# Trials of the events that are opened, for which tasks, and of the time that the start and the end take. $1 is
# the command that records, the others are names of trials.
# shellcheck source=lib.sh
. /guest/lib.sh

# Records {a,b}:S of two tasks that do the same. perf must count the same as ours for each of them.
trial_group() {
	cat >/tmp/family <<-'END'
		#!/bin/sh
		work() {
			i=0
			while [ $i -lt 3000 ]; do
				i=$((i + 1))
			done
		}
		work &
		work
		wait
	END
	chmod +x /tmp/family
	record group -e '{cpu-clock,page-faults}:S' /tmp/family
	! grep -q 'left out' /out/group.record || fail "group: tasks are said to be left out"
	# The sum of each event's periods in each task.
	sums='{ sum[$1 " " $3] += $2 } END { for (key in sum) print key, sum[key] }'
	perf-defer script -i /out/group.data -F tid,period,event 2>/tmp/err | awk "$sums" | sort >/tmp/ours
	tasks=$(grep -c cpu-clock /tmp/ours)
	perf script -i /out/group.data -F tid,period,event 2>/tmp/err >/tmp/perfs.text
	# perf sometimes forgets the last value of a counter, and counts backward: almost 2^64. Then only the
	# other sums can be compared.
	awk "$sums" /tmp/perfs.text | awk '$3 > 1e18 { print $1, $2 }' | sort >/tmp/wrong
	awk "$sums" /tmp/perfs.text | awk '$3 <= 1e18' | sort >/tmp/perfs
	[ "$(wc -l </tmp/wrong)" -le 1 ] || fail "group: perf counts backward in more than one sum"
	grep -vFf /tmp/wrong /tmp/ours >/tmp/kept
	[ ! -s /tmp/wrong ] || mv /tmp/kept /tmp/ours
	cmp -s /tmp/ours /tmp/perfs || {
		fail "group: perf's sums are not ours:"
		diff /tmp/ours /tmp/perfs
	}
	says "group: $(tr '\n' ';' </tmp/ours)"
	[ "$tasks" = 2 ] || fail "group: $tasks tasks"
}

# start_of RECORDER...: records all system calls. Sets $start to the time until the command begins, in milliseconds.
start_of() {
	begun=$(now)
	"$@" -q -o /tmp/calls.data -e 'syscalls:sys_enter_*' sh -c 'cat /proc/uptime >/tmp/began' \
		>/tmp/calls.record 2>&1 || fail "tracepoints: $*: $(cat /tmp/calls.record)"
	start=$(($(awk '{ printf "%d\n", $1 * 1000 }' /tmp/began) - begun))
	says "tracepoints: $* starts after $start ms and is at its end after $(($(now) - begun)) ms"
}

# The command must not start later than under perf. A busy machine may hold up one of them, but not each time.
trial_tracepoints() {
	for _ in 1 2 3 4; do
		# shellcheck disable=SC2086 # a command and its options
		start_of $recorder
		ours=$start
		start_of perf record -g
		[ "$ours" -gt $((start * 5 / 4 + 500)) ] || return 0
	done
	fail "tracepoints: the start takes $ours ms, perf's $start"
}

# A task that has exited owes no record, so the recorder must not wait for it. Its sample at exit_group() has a
# cookie for which no record comes.
trial_exits() {
	record exits --drain 9000 -e syscalls:sys_enter_exit_group sh -c '(:); (:); exit 0'
	says "exits: $took ms, $(grep -o '[0-9]* deferred samples.*' /out/exits.record)"
	grep -q 'not for [1-9]' /out/exits.record || fail "exits: no record was owed, so this proves nothing"
	[ "$took" -lt 8000 ] || fail "exits: the recording waits for tasks that have exited"
	rm -f /out/exits.data
}

# Requires a message if the kernel hides its symbols, which it may do from root too.
trial_names() {
	record shown -e cpu-clock true
	! grep -q 'no names' /out/shown.record || fail "names: a message says that they are hidden, but they are not"
	echo 2 >/proc/sys/kernel/kptr_restrict
	record hidden -e cpu-clock true
	echo 0 >/proc/sys/kernel/kptr_restrict
	grep -q 'no names: .*kptr_restrict is 2' /out/hidden.record || fail "names: no message says that they are hidden"
	rm -f /out/shown.data /out/hidden.data
}

# Requires that the message about an impossible size names one that is possible here.
trial_sizes() {
	$recorder -o /out/sizes.data -e cpu-clock -m 1000G true >/tmp/sizes.record 2>&1 &&
		fail "sizes: -m 1000G is accepted"
	fits=$(sed -n 's/^   -> -m \([0-9]*[KMG]\).*/\1/p' /tmp/sizes.record)
	says "sizes: $(grep '1\. ' /tmp/sizes.record): $fits"
	$recorder -o /out/sizes.data -e cpu-clock -m "${fits:-none}" true >/tmp/sizes.record 2>&1 ||
		fail "sizes: -m $fits was suggested, but fails: $(cat /tmp/sizes.record)"
	rm -f /out/sizes.data*
}

# Requires that root's recorder raises its limit of files, and that its command keeps the old limit.
trial_files() {
	got=$(ulimit -n 12 && $recorder -o /out/files.data -e cpu-clock sh -c 'ulimit -n' 2>/tmp/files.record)
	says "files: the command has the limit ${got:-nothing}, set was 12"
	[ "$got" = 12 ] || fail "files: $(cat /tmp/files.record)"
	rm -f /out/files.data
}

trials "$@"
