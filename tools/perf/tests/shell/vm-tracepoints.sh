#!/bin/sh
# Text, filters and blocked times of tracepoints, on a kernel that defers
# SPDX-License-Identifier: GPL-2.0-only
set -u

cd "$(dirname "$0")/../../../.." 2>/dev/null && [ -f tools/perf/tests/vm/common.sh ] || {
	echo "no source tree" >&2
	exit 2
}
. tools/perf/tests/vm/common.sh
vm_or_skip

vm_run -t 240 tools/perf/tests/vm/guest/tracepoints.sh "$PERF_DEFER_VM/tracepoints" \
	"perf-defer record" ${VM_TRIALS:-}
