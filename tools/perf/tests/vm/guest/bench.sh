# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
# Compares the CPU time of two recorders, in the guest or outside. $1 is a title, $2 our command, $3 the other
# command, $4 the number of measured runs.
#
# Both record the same two busy processes with the same buffers at the same rate, which is the highest of
# $rates at which one of them loses nothing. After a run of each to warm up, the measured runs alternate. CPU
# time is user and system time of the recorder's process. "At rest" is the CPU time of a recording without
# samples. "Per sample" is the rest divided by the samples; it is a small difference of large numbers, so it is
# only printed. Prints the medians. Fails if pairs of runs show that ours loses more or needs more CPU time (see
# pairs.sh).
title=$1
ours=$2
other=$3

runs=$4
seconds=2
rates='100000 64000 32000 16000 8000 4000'
pages=128
stopwatch=${STOPWATCH:-/stopwatch}
perf_defer=${PERF_DEFER:-perf-defer}
syscalls=${PERF_DEFER_WORKLOADS:-/workloads}/syscalls
work=$(mktemp -d)
. "${PERF_DEFER_GUEST:-/guest}/pairs.sh"
trap 'rm -rf "$work"' EXIT

# start_load SECONDS: starts the two processes that are recorded.
start_load() {
	$syscalls $(($1 * 1000)) &
	first=$!
	$syscalls $(($1 * 1000)) &
	second=$!
}

stop_load() {
	kill $first $second 2>/dev/null
	wait $first $second 2>/dev/null
}

# one RECORDER SECONDS RATE: runs once, and prints "CPU-ns kept lost".
one() {
	rm -f "$work"/data*
	start_load 60
	$stopwatch $1 -e cpu-clock -F "$3" -m "$pages" -p "$first,$second" -o "$work/data" \
		-- sleep "$2" >"$work/times" 2>"$work/err" || {
		cat "$work/err" >&2
		stop_load
		return 1
	}
	stop_load
	"$perf_defer" audit --json -i "$work/data" 2>"$work/err" | awk -v times="$(cat "$work/times")" '
		/"samples":/ && kept == "" { kept = $2 + 0 }
		/"losses":/ { on = 1 }
		on && /"records":/ && lost == "" { lost = $2 + 0 }
		END {
			split(times, t, " ")
			print t[2], kept + 0, lost + 0
			exit kept == "" || lost == ""
		}'
}

# Sets $rate to the first rate at which a recorder loses nothing.
find_rate() {
	for rate in $rates; do
		for recorder in "$ours" "$other"; do
			line=$(one "$recorder" 1 "$rate") || exit 1
			[ "${line##* }" != 0 ] || return 0
		done
	done
}

# row NAME FILE RESTFILE: prints a row of the table.
row() {
	awk -v who="$1" -v cpu="$(median 1 "$2")" -v kept="$(median 2 "$2")" \
		-v lost="$(median 3 "$2")" -v rest="$(median 1 "$3")" -v each="$(per_sample "$2" "$3")" '
		BEGIN {
			printf "  %-12s %10d %10d %9.1f ms %9.1f ms %9.2f us\n", who, kept, lost, cpu / 1e6,
				rest / 1e6, each / 1e3
		}'
}

# per_sample FILE RESTFILE: prints the CPU time for each sample, in ns.
per_sample() {
	awk -v cpu="$(median 1 "$1")" -v kept="$(median 2 "$1")" -v rest="$(median 1 "$2")" 'BEGIN {
		printf "%d\n", (kept && cpu > rest) ? (cpu - rest) / kept : 0
	}'
}

# no_more WHAT UNIT COLUMN DIVISOR FORMAT: judges a column, of which less is better.
no_more() {
	awk -v col="$3" -v by="$4" '{ print $col / by }' "$work/ours" >"$work/ours-column"
	awk -v col="$3" -v by="$4" '{ print $col / by }' "$work/other" |
		paste -d ' ' "$work/ours-column" - | no_worse "$1" "$2" "$5" -1 || failed=1
}

find_rate
echo "$title, -F $rate -m $pages, ${seconds} s, $runs runs each"
run=0
while [ $run -le "$runs" ]; do
	for who in ours other; do
		recorder=$ours
		[ $who = ours ] || recorder=$other
		one "$recorder" 0 "$rate" >"$work/line-rest" || exit 1
		one "$recorder" "$seconds" "$rate" >"$work/line" || exit 1
		[ $run = 0 ] && continue
		cat "$work/line" >>"$work/$who"
		cat "$work/line-rest" >>"$work/$who-rest"
	done
	run=$((run + 1))
done

printf '  %-12s %10s %10s %12s %12s %12s\n' median kept lost 'CPU, all' 'at rest' 'per sample'
row 'perf defer' "$work/ours" "$work/ours-rest"
row 'perf' "$work/other" "$work/other-rest"
failed=0
no_more lost records 3 1 %d
no_more 'CPU time' ms 1 1e6 %.1f
exit $failed
