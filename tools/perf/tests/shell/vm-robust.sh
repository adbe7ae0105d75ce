#!/bin/sh
# Kills, full disks, lost CPUs and the like while a kernel that defers is recorded
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/lib/test.sh"
need_source
# shellcheck source=../vm/common.sh
. "$top/tools/perf/tests/vm/common.sh"
need_vm

# VM_TRIALS='kill stop' chooses, VM_RECORDER as in vm-record.sh.
recorder=${VM_RECORDER:-perf-defer record --call-graph fp,defer}
traces=$PERF_DEFER_VM/robust

# killed NAME END BEGIN: killed at END, and events since BEGIN. All is there but the last second.
killed() {
	last=$("$perf_defer" script -i "$traces/$1.data" -F time 2>/dev/null | tr -d ' :' | tail -n 1)
	says "$1: begun $3, killed $2: $samples samples, the last ${last:-never}"
	awk -v end="$2" -v last="${last:-$3}" 'BEGIN { exit !(end - last <= 1) }' ||
		fail "$1: more than a second is missing"
}

vm_run 240 robust.sh "$traces" "$recorder" ${VM_TRIALS:-} ||
	fail "a trial has failed in the guest"

for data in "$traces"/*.data; do
	name=${data##*/}
	name=${name%.data}
	classes "$name" || continue
	agree "$name"
	if [ -e "$traces/$name.end" ]; then
		read -r end begin <"$traces/$name.end"
		killed "$name" "$end" "$begin"
	fi
	[ ! -e "$traces/$name.produced" ] || accounted "$name" "$(cat "$traces/$name.produced")"
done
verdict
