#!/bin/sh
# The rule that finds a sample's stack, where the kernel replaces registers and where clocks are set back
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/lib/test.sh"
need_source
# shellcheck source=../vm/common.sh
. "$top/tools/perf/tests/vm/common.sh"
need_vm

traces=$PERF_DEFER_VM/rule
trials=${VM_TRIALS:-signals steps}

vm_run 400 rule.sh "$traces" "perf-defer record --call-graph fp,defer" $trials || die "the guest has failed"
mkdir -p "$traces/symfs"
cp -r "$PERF_DEFER_WORKLOADS" "$traces/symfs/workloads"

# of_script NAME OPTION...: prints what script does.
of_script() {
	name=$1
	shift
	"$perf_defer" script -q --kallsyms "$traces/kallsyms" --symfs "$traces/symfs" -i "$traces/$name.data" "$@" 2>err ||
		fail "$name: script $*: $(cat err)"
}

# ---- signals ----

# in_sigreturn: prints one line for each deferred sample of `perf report -D`: whether an address of its kernel
# half, as the file has it, is in a function of sigreturn by the guest's list. Addresses are compared as text.
in_sigreturn() {
	LC_ALL=C awk '
	FILENAME ~ /kallsyms$/ {
		if (from != "" && $1 > from) {
			begin[++nr] = from
			end[nr] = $1
			from = ""
		}
		if ($3 ~ /^__(x64_sys_rt|do_sys_rt|ia32_sys|ia32_sys_rt|do_compat_sys|do_compat_sys_rt|ia32_compat_sys|ia32_compat_sys_rt|x64_compat_sys_x32_rt)_sigreturn$/)
			from = $1
		next
	}
	function finish() {
		if (deferred)
			print inside + 0
		deferred = inside = 0
	}
	/PERF_RECORD_/ { finish(); sample = /PERF_RECORD_SAMPLE/ }
	sample && $1 ~ /^\.+$/ && $2 ~ /^[0-9]+:$/ {
		if ($3 == "fffffffffffffd80")
			deferred = 1
		for (i = 1; i <= nr && !deferred; i++)
			inside = inside || ($3 >= begin[i] && $3 < end[i])
	}
	END { finish() }' "$traces/sorted.kallsyms" -
}

check_signals() {
	sort "$traces/kallsyms" >"$traces/sorted.kallsyms"
	vm_perf report -D -f -i "$traces/signals.data" 2>/dev/null | in_sigreturn >inside
	in=$(grep -c 1 inside)
	of_script signals -F class -G >classes
	ours=$(grep -c sigreturn classes)
	says "signals: $(wc -l <inside) deferred samples, $in in sigreturn by perf's dump, $ours by class"
	check "signals: some samples are in sigreturn" [ "$in" -gt 10 ]
	check "signals: these, and no others, have that class" [ "$in" = "$ours" ]
	of_script signals -F class,ip,sym >stacks
	check "signals: these have no user frames" [ "$(awk '
		/^ *[a-z-]+ *$/ { inside = $1 == "sigreturn"; next }
		inside && NF && $1 !~ /^ffff/ && $2 != "[sigreturn]"' stacks | wc -l)" = 0 ]
	check "signals: other samples have" grep -q '^	 *[0-9a-f]* in_handler' stacks
}

# ---- clocks ----

# behind: prints the pending samples of "tid time" in the file "pending" whose task's EXIT is behind them in the
# stream, which perf prints in its order.
behind() {
	awk '
	FILENAME == "pending" { pending[$1 " " $2] = 1; next }
	match($0, /PERF_RECORD_EXIT\([0-9]+:[0-9]+\)/) {
		split(substr($0, RSTART, RLENGTH), part, /[(:)]/)
		exited[part[3]] = NR
	}
	/PERF_RECORD_SAMPLE\(/ {
		for (i = 1; i <= NF; i++)
			if ($i ~ /^[0-9]+\/[0-9]+:$/)
				break
		split($i, part, /[\/:]/)
		at[part[2] " " $2] = NR
	}
	END {
		for (key in pending) {
			split(key, part, " ")
			if (!at[key])
				print "unknown: " key
			else if (exited[part[1]] > at[key])
				print "exited: " key
		}
	}' pending "$1"
}

check_steps() {
	"$perf_defer" audit -i "$traces/steps.data" >audit 2>err || fail "steps: audit: $(cat err)"
	check "steps: the clock was seen to go back" grep -q 'went backward' audit
	of_script steps -F tid,time,class -G --ns | awk '{ sub(/:$/, "", $NF) } / pending / { split($NF, t, "."); print $1, t[1] t[2] }' |
		sed 's/ 0*/ /' >pending
	vm_perf script --dump-unsorted-raw-trace -f -i "$traces/steps.data" >dump 2>err </dev/null || fail "steps: perf: $(cat err)"
	behind dump >dead
	says "steps: $(grep -c PERF_RECORD_SAMPLE dump) samples, $(wc -l <pending) pending, $(wc -l <dead) of dead tasks; $(grep backward audit)"
	sed -n '/^  merged /,/^  total /p' audit
	check "steps: no pending sample is of a task that has exited: $(head -n 3 dead)" [ ! -s dead ]
	report_of() {
		"$perf_defer" report --stdio -q --kallsyms "$traces/kallsyms" --symfs "$traces/symfs" --no-children \
			--no-inline -g folded,0,caller -s comm -c "$1" -i "$traces/steps.data" 2>err
	}
	# Where a clock goes back by seconds, few stacks before an exec are beyond doubt.
	check "steps: there are stacks" [ "$(report_of forkexec,exe | grep -cE 'storm;spawn|after_exec')" -gt 0 ]
	check "steps: none before it is of the program after it" [ "$(report_of forkexec | grep -cE 'after_exec|short_life')" = 0 ]
	check "steps: none after it is of the program before it" [ "$(report_of exe | grep -cE 'storm|spawn|reap')" = 0 ]
}

for trial in $trials; do
	"check_$trial"
done
verdict
