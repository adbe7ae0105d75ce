#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Compares the losses and the cost of recording with perf's: on this machine with its own perf, and in a guest
# that defers with the perf of that kernel. Each comparison prints what it does; the last line is the verdict.
# BENCH_RUNS=10 sets the number of measured runs. Needs the right to record the kernel.
set -u

cd "$(dirname "$0")/../../../.." || exit 1
: "${PERF_DEFER:?run this with make bench-record}" "${PERF_DEFER_VM:?}" "${PERF_DEFER_WORKLOADS:?}"
STOPWATCH=$(dirname "$PERF_DEFER")/peer-tools/stopwatch
PERF_DEFER_GUEST=tools/perf/tests/vm/guest
export STOPWATCH PERF_DEFER_GUEST
runs=${BENCH_RUNS:-10}
passed=0
failed=0

# compare COMMAND...: runs a comparison, which fails if ours is worse.
compare() {
	if "$@"; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
	fi
}

# here COMMAND...: runs the command on this machine, with a tracefs of its own if none is mounted.
here() {
	unshare -m sh -c '[ -e /sys/kernel/tracing/events ] ||
		mount -t tracefs tracefs /sys/kernel/tracing || exit 1
		exec "$@"' sh "$@"
}

# in_guest SCRIPT ARGUMENT...: runs the script in the guest. No other setting of this machine reaches it.
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
# This bypasses the script that runs perf in the guest, because its shell would add to the time of the start.
guest_perf='/perf/ld-linux-x86-64.so.2 --argv0 perf --library-path /perf /perf/perf'
for script in bench.sh overload.sh; do
	compare in_guest $script "Linux $release, deferred, against its perf" \
		'perf-defer record --call-graph fp,defer' \
		"$guest_perf record --call-graph fp,defer" "$runs"
done

echo "$passed passed, $failed failed"
[ $failed = 0 ]
