#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# How long does a user of `report --tui` wait? Measured on a pseudo terminal, from the key, or from
# exec, to the bytes that draw what he waits for.
#
# large.data is burn2.data repeated up to 380 MB, which are two million samples. rows.data is as large,
# and has 100,000 threads with names of their own: more than a million rows. Both stay in build/bench. BENCH_RUNS=5 starts count.
# Fails if a limit is broken; the last line is the verdict.
set -u

: "${PERF_DEFER:?run this with make bench-tui}" "${PERF_DEFER_TEST_DATA:?}" "${PERF_DEFER_BENCH:?}"

data=$PERF_DEFER_TEST_DATA
bench=$PERF_DEFER_BENCH
tools=$(dirname "$PERF_DEFER")/tui-tools
here=tools/perf/tests/tui
runs=${BENCH_RUNS:-5}
passed=0
failed=0

export LC_ALL=C.UTF-8 PERF_BUILDID_DIR=/nonexistent PERF_CONFIG=/dev/null
unset DEBUGINFOD_URLS

# $1: name; then what to generate of burn2.data
generate() {
	name=$1
	shift
	[ "$bench/$name" -nt "$PERF_DEFER" ] && [ "$bench/$name" -nt "$data/burn2.data" ] && return
	"$PERF_DEFER_GENERATE" -o "$bench/$name" --size 380M "$@" "$data/burn2.data" 2>/dev/null
}

# "class samples", a line each; fails as audit does where anything is wrong with the trace.
classes() {
	"$PERF_DEFER" audit --json -i "$1" >"$bench/audit.json" || return
	sed -n '1,/}/s/^    "\([a-z-]*\)": \([0-9]*\),*$/\1 \2/p' "$bench/audit.json"
}

# It is burn2.data, so many times.
check_classes() {
	if classes "$data/burn2.data" >"$bench/once" && classes "$bench/large.data" >"$bench/often" &&
		awk 'NR == FNR { once[$1] = $2; next }
			!nr && once[$1] { nr = $2 / once[$1] }
			{ wrong += $2 != nr * once[$1]; all += $2 }
			END {
				printf "  %d samples, each class %g times what it was\n", all, nr
				exit wrong || nr < 2
			}' "$bench/once" "$bench/often"; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "  FAILED: the trace is not what it was made of"
	fi
}

# $1: what, $2: of which trace, $3: how often and such; then further options of report
watch() {
	what=$1
	trace=$2
	args=$3
	shift 3
	if "$tools/watch" "$what" $args "$PERF_DEFER" report --tui -i "$bench/$trace" \
		--kallsyms "$data/kallsyms-boot1" --symfs "$data/symfs" "$@"; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
	fi
}

mkdir -p "$bench"
generate large.data && generate rows.data --sleepers 100000 --names || exit 1
echo "$("$PERF_DEFER" --version), $(nproc) CPUs, a terminal of 50 rows and 160 columns"

check_classes
echo "$(($(wc -c <"$bench/large.data") / 1000000)) MB, $runs starts"
watch start large.data "$runs" <"$here/start.bench"
echo "The same without the first page: rows come as early as its first sentence, but for 20 ms"
watch start large.data "$runs" --no-summary <"$here/start.bench"
echo "Leaving while 380 MB are read"
watch leave large.data "10 1500" </dev/null
echo "Other views of 380 MB"
watch keys large.data "" <"$here/views.bench"
echo "A million rows"
watch keys rows.data "" --percent-limit 0 <"$here/rows.bench"
watch keys rows.data "" --percent-limit 0 --hierarchy <"$here/levels.bench"

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
