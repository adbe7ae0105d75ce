#!/bin/sh
# Cuts of --switch-output on a busy machine leave samples and their stacks in one file
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/lib/test.sh"
need_source
# shellcheck source=../vm/common.sh
. "$top/tools/perf/tests/vm/common.sh"
need_vm

# VM_CUTS is the number of cuts of each trial; VM_TRIALS='size time' chooses, VM_RECORDER as in vm-record.sh.
recorder=${VM_RECORDER:-perf-defer record --call-graph fp,defer}
traces=$PERF_DEFER_VM/cuts
cuts=${VM_CUTS:-2}

vm_run $((300 + 100 * cuts)) cuts.sh "$traces" "$recorder" "$cuts" ${VM_TRIALS:-} ||
	fail "a trial has failed in the guest"

# At a cut, few tasks are in the kernel with samples. Their stacks are in the next file, those of all others in the
# same one. A task that is not running then may have several samples in its entry.
for data in "$traces"/*.data; do
	name=${data##*/}
	name=${name%.data}
	classes "$name" || continue
	entries=0
	[ "$pending" = 0 ] || entries=$(number entries "$name.json" 'class": "pending')
	says "$name: $samples samples, $merged merged, $lost lost, $pending pending in $entries entries, $told told"
	[ "$samples" -gt 0 ] || fail "$name: no samples"
	[ "$lost" = 0 ] || fail "$name: $lost samples have lost their stack"
	[ "$entries" -le 5 ] || fail "$name: $entries entries are pending"
done

# All parts of a trial are one recording: only a task that does not come out of the kernel any more has no stack.
for data in "$traces"/*-100.data; do
	name=${data##*/}
	name=${name%-100.data}
	"$perf_defer" script -q -F class "$traces/$name"-*.data >"$name.classes" 2>"$name.err" ||
		fail "$name: the parts are not read as one: $(cat "$name.err")"
	lost=$(grep -c lost "$name.classes")
	pending=$(grep -c pending "$name.classes")
	ambiguous=$(grep -c ambiguous "$name.classes")
	samples=$(wc -l <"$name.classes")
	says "$name as one: $samples samples, $lost lost, $pending pending, $ambiguous ambiguous"
	[ $((ambiguous * 100)) -le "$samples" ] || fail "$name as one: $ambiguous samples are ambiguous"
	[ "$lost" = 0 ] || fail "$name as one: $lost samples have lost their stack"
	[ "$pending" -le 5 ] || fail "$name as one: $pending samples are pending"
done
verdict
