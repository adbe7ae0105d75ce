#!/bin/sh
# Groups that read counters, many tracepoints, ends and limits on a kernel that defers
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/lib/test.sh"
need_source
# shellcheck source=../vm/common.sh
. "$top/tools/perf/tests/vm/common.sh"
need_vm

# VM_TRIALS='group exits' chooses.
vm_run 300 events.sh "$PERF_DEFER_VM/events" \
	"perf-defer record --call-graph fp,defer" ${VM_TRIALS:-} ||
	fail "a trial has failed in the guest"
verdict
