#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# How often diff finds a change among equal runs of real programs: 12 runs of each of three, recorded here by turns,
# are split into 3 before and 3 after, again and again. See Documentation/statistics.md.
#
# Then the function emit of `slowed` is 10 and 30 % slower in five runs than in five others: it must be found by its share,
# which is what it has of a run however slow that is, with the change that follows from the work within the interval.
#
# SPLITS=N splits of each program and reference (60). RUNS=DIR: recordings are kept and found there. GUEST=1: they are
# made in the guest, deferred. The programs run for 1.5 s, so that a loaded machine does more in one run than in another.
set -eu
: "${PERF_DEFER:?run this with make prove-diff REAL=1}" "${PERF_DEFER_WORKLOADS:?}"
here=$(cd "$(dirname "$0")" && pwd)

runs=12
splits=${SPLITS:-60}
programs='recurse inlines savevm'
dir=${RUNS:-$(mktemp -d)}
[ -n "${RUNS:-}" ] || trap 'rm -rf "$dir"' EXIT
symbols=
if [ -n "${GUEST:-}" ]; then
	symbols="--kallsyms $dir/kallsyms --symfs $dir/symfs"
	# shellcheck disable=SC2086 # a list of words
	[ -e "$dir/kallsyms" ] ||
		"$here/../../vm/run.sh" -t 1200 "$here/../../vm/guest/equal-runs.sh" "$dir" 'perf-defer record' $runs $programs
	mkdir -p "$dir/symfs"
	cp -r "$PERF_DEFER_WORKLOADS" "$dir/symfs/workloads"
fi
mkdir -p "$dir"
cd "$dir"

# record NAME PROGRAM ARGUMENT
record() {
	"$PERF_DEFER" record -q -N -F 5000 -e cpu-clock -g -o "$1.data" "$PERF_DEFER_WORKLOADS/$2" "$3" \
		>/dev/null 2>record.err || {
		cat record.err >&2
		exit 1
	}
}

# Prints the runs of $splits random splits, those before first.
draw() {
	awk -v nr="$splits" -v runs=$runs 'BEGIN {
		srand(27)
		while (nr-- > 0) {
			for (i = 1; i <= runs; i++)
				run[i] = i
			for (i = 1; i <= 6; i++) {
				j = i + int(rand() * (runs - i + 1))
				t = run[i]; run[i] = run[j]; run[j] = t
			}
			print run[1], run[2], run[3], run[4], run[5], run[6]
		}
	}'
}

# Prints of one comparison: rows with q, those with q < 5 %, and those that the rule of decision 0069 calls a change.
count() {
	awk -F, -v hit=200000 '
		{
			split($8, period, " ")
			before[NR] = period[1] / hit
			after[NR] = period[2] / hit
			all_before += before[NR]
			all_after += after[NR]
			q[NR] = $7
		}
		END {
			for (i = 1; i <= NR; i++) {
				if (q[i] == "-")
					continue
				rows++
				found += q[i] < 0.05
				a = before[i] / all_before
				b = after[i] / all_after
				d = a > b ? a - b : b - a
				old += d > 0 && d >= 2 * sqrt(a / all_before + b / all_after)
			}
			print rows + 0, found + 0, old + 0
		}'
}

split() {
	program=$1
	per=$2
	draw | while read -r a b c d e f; do
		# shellcheck disable=SC2086 # a list of words
		"$PERF_DEFER" diff -q -t, -p --per "$per" $symbols "$program$a.data" "$program$b.data" "$program$c.data" -- \
			"$program$d.data" "$program$e.data" "$program$f.data" </dev/null >rows.csv 2>rows.err && count <rows.csv
	done | awk -v name="$program" -v per="$per" -v splits="$splits" '
		{ rows += $1; found += $2; old += $3; any += $2 > 0; any_old += $3 > 0 }
		END {
			if (NR != splits || !rows)
				exit 2
			printf "| %s | %s | %d | %.0f | %.1f %% | %.2f %% | %.1f %% | %.1f %% |\n", name, per, NR, rows / NR,
				100 * any / NR, 100 * found / rows, 100 * any_old / NR, 100 * old / rows
			exit any > 0.1 * NR
		}'
}

# Compares runs in which emit does this percentage of its work with those in which it does all.
compare_slowed() {
	"$PERF_DEFER" diff -q -t, --per share slowed100-?.data -- "slowed$1"-?.data </dev/null 2>rows.err |
		awk -F, -v work="$1" '$NF ~ / emit$/ {
			truth = 100 * (work / (100 + $1 / 100 * (work - 100)) - 1)
			split($5, ends, "%..")
			printf "| %+d %% | %+.1f %% | %s | %s | %s |\n", work - 100, truth, $4, $5, $7
			found = $7 != "-" && $7 < 0.05 && ends[1] + 0 <= truth && truth <= ends[2] + 0
		}
		END { exit !found }'
}

# Prints what is found of emit; in the guest there are no such runs.
slowed() {
	[ -z "${GUEST:-}" ] || return 0
	for run in 1 2 3 4 5; do
		for work in 100 110 130; do
			[ -e "slowed$work-$run.data" ] || record "slowed$work-$run" slowed $work
		done
	done
	printf '\n| work of emit | its share | is found to be | interval | q |\n|---:|---:|---:|---:|---:|\n'
	compare_slowed 110 && compare_slowed 130
}

run=1
while [ $run -le $runs ]; do
	for program in $programs; do
		[ -e "$program$run.data" ] || record "$program$run" "$program" 1500
	done
	run=$((run + 1))
done
echo '| program | per | splits | rows with q | any q < 5 % | rows | old rule: any | old rule: rows |'
echo '|---|---|---:|---:|---:|---:|---:|---:|'
status=0
for program in $programs; do
	for per in share run; do
		split "$program" $per || status=1
	done
done
[ $status = 0 ] || echo "A comparison has failed, or more than 10 % of the splits of a program have a discovery." >&2
slowed || {
	echo "A slower function is not found, or its change is not in the interval." >&2
	status=1
}
exit $status
