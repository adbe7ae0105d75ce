#!/bin/sh
# Text, filters and blocked times of tracepoints, on a kernel that defers
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/lib/test.sh"
need_source
# shellcheck source=../vm/common.sh
. "$top/tools/perf/tests/vm/common.sh"
need_vm

vm_run 240 tracepoints.sh "$PERF_DEFER_VM/tracepoints" \
	"perf-defer record" ${VM_TRIALS:-} ||
	fail "a trial has failed in the guest"
verdict
