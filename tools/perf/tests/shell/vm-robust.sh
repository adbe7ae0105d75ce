#!/bin/sh
# Kills, full disks, lost CPUs and the like while a kernel that defers is recorded
# SPDX-License-Identifier: GPL-2.0-only
set -u

cd "$(dirname "$0")/../../../.." 2>/dev/null && [ -f tools/perf/tests/vm/common.sh ] || {
	echo "no source tree" >&2
	exit 2
}
. tools/perf/tests/vm/common.sh
vm_or_skip
perf_defer=${PERF_DEFER:?}

# VM_TRIALS='kill stop' chooses, VM_RECORDER as in vm-record.sh.
recorder=${VM_RECORDER:-perf-defer record --call-graph fp,defer}
traces=$PERF_DEFER_VM/robust
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# killed NAME END BEGIN: killed at END, and events since BEGIN. All is there but the last second.
killed() {
	last=$("$perf_defer" script -i "$traces/$1.data" -F time 2>/dev/null | tr -d ' :' | tail -n 1)
	says "$1: begun $3, killed $2: $samples samples, the last ${last:-never}"
	awk -v end="$2" -v last="${last:-$3}" 'BEGIN { exit !(end - last <= 1) }' ||
		fail "$1: more than a second is missing"
}

vm_run -t 240 tools/perf/tests/vm/guest/robust.sh "$traces" "$recorder" ${VM_TRIALS:-} ||
	failures=$((failures + 1))

for data in "$traces"/*.data; do
	name=${data##*/}
	name=${name%.data}
	classes "$name" || continue
	agree "$name"
	[ ! -e "$traces/$name.end" ] || killed "$name" $(cat "$traces/$name.end")
	[ ! -e "$traces/$name.produced" ] || accounted "$name" "$(cat "$traces/$name.produced")"
done
verdict
