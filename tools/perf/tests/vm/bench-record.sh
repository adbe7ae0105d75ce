#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Do we lose more than perf record, or use more CPU time? On this machine against its own perf, and
# in a guest that defers against the perf of that kernel. Each comparison says what it does; the
# last line is the verdict. BENCH_RUNS=5 runs of each count. Needs the rights to record the kernel.
set -u

cd "$(dirname "$0")/../../../.." || exit 1
: "${PERF_DEFER:?run this with make bench-record}" "${PERF_DEFER_VM:?}" "${PERF_DEFER_WORKLOADS:?}"
STOPWATCH=$(dirname "$PERF_DEFER")/peer-tools/stopwatch
export STOPWATCH
runs=${BENCH_RUNS:-5}
failed=0

echo "$("$PERF_DEFER" --version), $(nproc) CPUs"
perf_version=$(perf --version) || exit 1
sh tools/perf/tests/vm/guest/bench.sh "here, against $perf_version" "$PERF_DEFER record --call-graph fp" \
	'perf record --call-graph fp' "$runs" || failed=$((failed + 1))

# In a guest nothing but the script's own arguments come from here.
tools/perf/tests/vm/run.sh -t 600 -f "$STOPWATCH=/stopwatch" tools/perf/tests/vm/guest/bench.sh \
	"$PERF_DEFER_VM/bench" \
	"Linux $(cat "$PERF_DEFER_VM/kernel/release" 2>/dev/null), deferred, against its perf" \
	'perf-defer record --call-graph fp,defer' 'perf record --call-graph fp,defer' "$runs" ||
	failed=$((failed + 1))

echo "$((2 - failed)) passed, $failed failed"
[ $failed = 0 ]
