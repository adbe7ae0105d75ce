#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Do we lose more than perf record, or use more? On this machine against its own perf, and in a guest
# that defers against the perf of that kernel. Each comparison says what it does; the last line is the
# verdict. BENCH_RUNS=10 runs of each count. Needs the rights to record the kernel.
set -u

cd "$(dirname "$0")/../../../.." || exit 1
: "${PERF_DEFER:?run this with make bench-record}" "${PERF_DEFER_VM:?}" "${PERF_DEFER_WORKLOADS:?}"
STOPWATCH=$(dirname "$PERF_DEFER")/peer-tools/stopwatch
PERF_DEFER_GUEST=tools/perf/tests/vm/guest
export STOPWATCH PERF_DEFER_GUEST
runs=${BENCH_RUNS:-10}
passed=0
failed=0

# compare COMMAND...: is ours no worse?
compare() {
	if "$@"; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
	fi
}

# here COMMAND...: where tracepoints can be named, mounted for it alone if need be.
here() {
	unshare -m sh -c '[ -e /sys/kernel/tracing/events ] ||
		mount -t tracefs tracefs /sys/kernel/tracing || exit 1
		exec "$@"' sh "$@"
}

# In a guest nothing but the script's own arguments come from here.
in_guest() {
	script=$1
	shift
	tools/perf/tests/vm/run.sh -t 3600 -f "$STOPWATCH=/stopwatch" \
		"tools/perf/tests/vm/guest/$script" "$PERF_DEFER_VM/bench" "$@"
}

echo "$("$PERF_DEFER" --version), $(nproc) CPUs"
perf_version=$(perf --version) || exit 1
for script in bench.sh overload.sh; do
	compare here sh "tools/perf/tests/vm/guest/$script" "here, against $perf_version" \
		"$PERF_DEFER record --call-graph fp" 'perf record --call-graph fp' "$runs"
done

release=$(cat "$PERF_DEFER_VM/kernel/release" 2>/dev/null)
# Without the script that stands for it, whose shell would be in its start.
guest_perf='/perf/ld-linux-x86-64.so.2 --argv0 perf --library-path /perf /perf/perf'
for script in bench.sh overload.sh; do
	compare in_guest $script "Linux $release, deferred, against its perf" \
		'perf-defer record --call-graph fp,defer' \
		"$guest_perf record --call-graph fp,defer" "$runs"
done

echo "$passed passed, $failed failed"
[ $failed = 0 ]
