#!/bin/sh
# Groups that read counters, many tracepoints, ends and limits on a kernel that defers
# SPDX-License-Identifier: GPL-2.0-only
set -u

cd "$(dirname "$0")/../../../.." 2>/dev/null && [ -f tools/perf/tests/vm/common.sh ] || {
	echo "no source tree" >&2
	exit 2
}
. tools/perf/tests/vm/common.sh
vm_or_skip

# VM_TRIALS='group exits' chooses.
# shellcheck disable=SC2086 # names of trials
vm_run -t 300 tools/perf/tests/vm/guest/events.sh "$PERF_DEFER_VM/events" \
	"perf-defer record --call-graph fp,defer" ${VM_TRIALS:-}
