#!/bin/sh
# Every workload is recorded on a kernel that defers, and shows its stacks
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/lib/test.sh"
need_source
# shellcheck source=../vm/common.sh
. "$top/tools/perf/tests/vm/common.sh"
need_vm

# VM_RECORDER='perf record -g --call-graph fp,defer' shows what another recorder does.
recorder=${VM_RECORDER:-perf-defer record --call-graph fp,defer}
traces=$PERF_DEFER_VM/traces

# books NAME: where the kernel lost nothing, all that could come came.
books() {
	says "$1: $samples samples: $merged merged, $merged_back merged-back, $inline inline," \
		"$kernel kernel, $exec exec, $exited exited, $lost lost, $pending pending"
	[ "$samples" -gt 50 ] || fail "$1: only $samples samples"
	[ $((merged + merged_back)) -gt 0 ] || fail "$1: no sample has a deferred stack"
	# Neither a task that began another program nor one that exited went back to user space.
	back=$((samples - inline - kernel - exec - exited - not_unwound - dumps - not_asked))
	# Of all tasks some still wait when the recording ends: the shell for the recorder, for one.
	[ "$1" != systemwide ] || back=$((back - pending))
	if [ "$told" = 0 ] && [ $(((merged + merged_back) * 1000)) -lt $((back * 999)) ]; then
		fail "$1: of $back samples whose task went on, $((merged + merged_back)) have" \
			"their stack, though nothing was lost"
	fi
}

report() {
	name=$1
	shift
	"$perf_defer" report --stdio -i "$traces/$name.data" --kallsyms "$traces/kallsyms" \
		--symfs "$traces/symfs" --max-stack 512 --no-children -s comm \
		-g folded,0,caller "$@" 2>err
}

# path NAME REGEX: report shows this chain, folded, from the program's main down into the kernel.
path() {
	report "$1" --no-inline >folded || fail "$1: report: $(cat err)"
	grep -qE "$2" folded || {
		fail "$1: no chain is like $2"
		head -n 20 folded | cut -c1-200
	}
}

# no_path NAME COMM REGEX: no stack of these threads is like this.
no_path() {
	report "$1" --no-inline -c "$2" >folded || fail "$1: report: $(cat err)"
	if grep -E "$3" folded >wrong; then
		fail "$1: threads named $2 have stacks that are not theirs:"
		head -n 5 wrong | cut -c1-200
	fi
}

says "recording with: $recorder"
vm_run 240 record.sh "$traces" "$recorder" || die "the guest has failed"
mkdir -p "$traces/symfs"
cp -r "$PERF_DEFER_WORKLOADS" "$traces/symfs/workloads"

for data in "$traces"/*.data; do
	name=${data##*/}
	name=${name%.data}
	if classes "$name"; then
		books "$name"
		agree "$name"
	fi
done

# From user space into the kernel.
down='entry_SYSCALL_64_after_hwframe;do_syscall_64;'
path syscalls "main;run;level1;level2;level3;$down.*ksys_read"
path forkexec "main;storm;spawn;reap;$down.*wait4"
path forkexec "main;after_exec;short_life;$down"
path sleepers "sleeper;doze;$down.*nanosleep.*schedule"
path signals "main;run;work;$down.*ksys_read"
path signals "handler;in_handler;$down.*ksys_read"
path migrate "main;tour;hop;move;$down.*sched_setaffinity"
path recurse "main;run;(descend;){300}bottom;$down.*ksys_read"
path inlines "main;.*fill<long>.*;.*Shelf<long>::put.*;$down.*ksys_read"
path savevm "main;migrate;in_running;save_round;save_block;write_block;$down.*ksys_write"
path savevm "main;migrate;in_stop_copy;save_round;save_block;write_block;$down.*ksys_write"
path count 'main;work;one'
path tidreuse "main;life;even_work;$down.*ksys_read"
path tidreuse "main;life;odd_work;$down.*ksys_read"
path systemwide "main;run;level1;level2;level3;$down.*ksys_read"

# Inlined functions have their frames too.
report inlines >folded
grep -qE 'Shelf<long>::put.*;[^;]*flush[^;]*\(inlined\);[^;]*transfer[^;]*\(inlined\);' folded ||
	fail "inlines: no inlined frames"

# No stack is better than a wrong stack.
no_path forkexec forkexec 'after_exec|short_life'
no_path forkexec exe 'storm|spawn|reap'
no_path tidreuse even odd_work
no_path tidreuse odd even_work
no_path savevm savevm 'in_(stop|done);.*save_'

# An event has its own way, whatever its neighbours do.
classes mixed && { [ "$merged" -gt 20 ] && [ "$dumps" -gt 20 ] && [ "$not_asked" -gt 5 ]; } ||
	fail "mixed: $merged merged, $dumps of dumps, $not_asked not-asked"

# What is produced is kept, or lost where buffers are small.
classes count && [ "$told" = 0 ] && accounted count 20000
classes count-lost && [ "$told" != 0 ] && accounted count-lost 20000

verdict
