#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Compares the time that the newest perf and perf defer take for the same trace with the same options.
#
# It measures whole processes from exec to exit, with their output discarded. The programs alternate: after a run
# of each to warm up, BENCH_RUNS (5) of each are measured, and the medians compared. Fails if `report` takes more
# than a tenth of perf's time. The last line is the verdict.
set -eu

. tools/perf/tests/peer/common.sh

runs=${BENCH_RUNS:-5}
passed=0
failed=0

# median FILE COLUMN: prints the median; the lower middle one of an even number.
median() {
	awk -v col="$2" '{ print $col }' "$1" | sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'
}

row() {
	awk -v who="$1" -v wall="$(median "$2" 1)" -v cpu="$(median "$2" 2)" \
		-v kib="$(median "$2" 3)" -v insn="$(median "$2" 4)" 'BEGIN {
			printf "  %-10s %9.1f ms %9.1f ms %9.1f MiB  %s\n", who, wall / 1e6, cpu / 1e6,
				kib / 1024, insn == "-" ? "-" : sprintf("%.0f million", insn / 1e6)
		}'
}

run_perf() {
	in_peer /t/stopwatch perf "$verb" -f -i "/t/$trace" --kallsyms "/t/$kallsyms" "$@"
}

run_ours() {
	"$tools/stopwatch" "$PERF_DEFER" "$verb" -i "$data/$trace" --kallsyms "$data/$kallsyms" \
		--symfs "$data/symfs" "$@"
}

# compare LEAST VERB TRACE KALLSYMS OPTION...: fails if perf takes less than LEAST times as long as ours.
compare() {
	least=$1
	verb=$2
	trace=$3
	kallsyms=$4
	shift 4

	echo "$verb $* $trace"
	: >"$work/perf"
	: >"$work/ours"
	run=0
	while [ "$run" -le "$runs" ]; do
		for who in perf ours; do
			if ! line=$(run_$who "$@" 2>"$work/$who.err"); then
				cat "$work/$who.err"
				failed=$((failed + 1))
				return
			fi
			[ "$run" = 0 ] || echo "$line" >>"$work/$who"
		done
		run=$((run + 1))
	done

	printf '  %-10s %12s %12s %13s  %s\n' median wall CPU 'peak memory' 'user instructions'
	row 'perf' "$work/perf"
	row 'perf defer' "$work/ours"
	if awk -v perf="$(median "$work/perf" 1)" -v ours="$(median "$work/ours" 1)" \
		-v least="$least" 'BEGIN {
			printf "  ratio: %.1f%s\n", perf / ours, least ? ", at least " least " wanted" : ""
			exit perf < least * ours
		}'; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "  FAILED: too slow"
	fi
}

prepare
work=$out/bench
mkdir -p "$work"
echo "$perf_version against $("$PERF_DEFER" --version), $(nproc) CPUs, $runs runs each"

compare 10 report burn2.data kallsyms-boot1 --stdio
compare 0 report cxx.data kallsyms-boot2 --stdio
compare 0 script burn2.data kallsyms-boot1

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
