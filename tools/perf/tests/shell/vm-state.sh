#!/bin/sh
# BPF programs, buffers that are written over, and code in memory, on a kernel that defers
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/lib/test.sh"
need_source
# shellcheck source=../vm/common.sh
. "$top/tools/perf/tests/vm/common.sh"
need_vm

traces=$PERF_DEFER_VM/state
trials=${VM_TRIALS:-bpf overwrite kcore}

vm_run 240 state.sh "$traces" "perf-defer record" $trials || die "the guest has failed"
mkdir -p "$traces/symfs"
cp -r "$PERF_DEFER_WORKLOADS" "$traces/symfs/workloads"

report() {
	"$perf_defer" report --stdio -q --no-children --no-inline --kallsyms "$traces/kallsyms" \
		--symfs "$traces/symfs" "$@" 2>err || fail "report $*: $(cat err)"
}

# functions NAME: as perf has them.
functions() {
	vm_perf report -D -f -i "$traces/$1.data" 2>/dev/null |
		sed -n 's/.*PERF_RECORD_KSYMBOL addr \([0-9a-f]*\) len \([0-9]*\) .* name \(bpf_.*\)/\1 \2 \3/p' |
		sort
}

check_bpf() {
	functions bpf >ours
	functions bpf-perf >perfs
	check "BPF: five functions" [ "$(grep -c bpf_prog_ ours)" -ge 5 ]
	diff ours perfs || fail "BPF: perf tells of other functions"
	# The same in its profile, by either; no sample of the workload has no name.
	report -g none -s sym,dso -c bpf -i "$traces/bpf.data" >rows
	vm_perf report --stdio -q --no-children -g none -s sym,dso -c bpf -f \
		--kallsyms "$traces/kallsyms" -i "$traces/bpf.data" >perf-rows 2>/dev/null
	for name in hot_entry hot_loop F alone; do
		for rows in rows perf-rows; do
			check "BPF: $name is in $rows" grep -q "bpf_prog_[0-9a-f]*_$name " "$dir/$rows"
		done
	done
	check "BPF: all samples have a name" [ "$(grep -c '0xffff' rows)" = 0 ]
	# From the loop through its caller and the system call up to main.
	report -g folded,0,caller -s comm -c bpf -i "$traces/bpf.data" >folded
	check "BPF: a whole stack" grep -q \
		'main;run;.*do_syscall_64;.*bpf_test_run;bpf_prog_[0-9a-f]*_hot_entry;bpf_prog_[0-9a-f]*_hot_loop' \
		folded
}

# stacks NAME COMM REGEX: so many stacks of these tasks are like this.
stacks() {
	report -g folded,0,caller -s comm -c "$2" -i "$traces/$1.data" | grep -cE "$3"
}

check_overwrite() {
	classes over || return
	check "overwrite: $samples samples are not all" [ "$samples" -lt 3000 ]
	went_on=$((samples - exec - exited - inline))
	check "overwrite: $((merged + merged_back)) of $went_on samples whose task went on have stacks" \
		[ $(((merged + merged_back) * 100)) -ge $((went_on * 95)) ]
	agree over
	check "overwrite: stacks before an exec" [ "$(stacks over forkexec 'storm;spawn')" -gt 0 ]
	check "overwrite: stacks after an exec" [ "$(stacks over exe after_exec)" -gt 0 ]
	check "overwrite: none before it is of the program after it" \
		[ "$(stacks over forkexec 'after_exec|short_life')" = 0 ]
	check "overwrite: none after it is of the program before it" \
		[ "$(stacks over exe 'storm|spawn|reap')" = 0 ]
	report -g none -s comm -i "$traces/over.data" >rows
	check "overwrite: all tasks have names" [ "$(grep -c '% *:' rows)" = 0 ]
	classes over-all || return
	check "overwrite -a: $merged stacks are merged" [ "$merged" -gt 50 ]
	agree over-all
}

check_kcore() {
	check "kcore: it was read in the guest" grep -q 'ok: kcore: the test was there' "$traces/log"
}

for trial in $trials; do
	says "== $trial"
	check_"$trial"
done
verdict
