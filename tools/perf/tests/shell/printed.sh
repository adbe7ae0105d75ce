#!/bin/bash
# What commands print for the traces of the tests: not a byte of it changes unnoticed
# SPDX-License-Identifier: GPL-2.0-only
#
# Runs what tests/outputs/runs lists, see the README there. OUTPUTS_UPDATE=1 writes its sums anew.
set -e -o pipefail
. "$(dirname "$0")/lib/test.sh"
need_data

outputs=$shell/../outputs
[ -e "$outputs/runs" ] || skip "no list of runs beside the tests"
JOBS=2 # runs at once

export PERF_CONFIG=/dev/null PERF_BUILDID_DIR=$dir/cache TZ=UTC LC_ALL=C COLUMNS=80
unset DEBUGINFOD_URLS PAGER

# Prints for each run of part $1: number, line of the list, sum of what it prints, not compressed.
sum_up()
{
	local nr line args

	while IFS=$'\t' read -r nr line args; do
		# shellcheck disable=SC2086 # The arguments are words.
		"$perf_defer" $args < /dev/null > "$dir/out$1" 2> "$dir/err$1" || echo "status $?" >> "$dir/err$1"
		echo "$nr $line $(gzip -cdf "$dir/out$1" | cat - "$dir/err$1" | cksum)"
	done
}

awk -f "$outputs/expand.awk" "$outputs/runs" | nl -w 1 > runs
for ((job = 0; job < JOBS; job++)); do
	awk -v job=$job -v jobs=$JOBS 'NR % jobs == job' runs > "runs$job"
	(cd "$data" && sum_up $job) < "runs$job" > "sums$job" &
done
wait
# A line's sum is of the sums of its runs.
sort -n sums[0-9]* | awk '{ sum[$2] = (sum[$2] * 31 + $3) % 4294967291 } END { for (i in sum) printf "%d\t%.0f\n", i, sum[i] }' > sums
awk 'BEGIN { FS = OFS = "\t" } FILENAME == "sums" { sum[$1] = $2; next } FNR in sum { $1 = sum[FNR] } { print }' \
	sums "$outputs/runs" > now
if [ -n "${OUTPUTS_UPDATE:-}" ]; then
	cp now "$outputs/runs"
elif ! diff "$outputs/runs" now > differ; then
	fail "other output than known; make same BASE=COMMIT shows how it differs: $(grep '^>' differ)"
fi
verdict
