# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
# Compares two recorders that have more to record than they can, in the guest or outside. $1 is a title, $2 our
# command, $3 the other command, $4 the number of measured runs. The rows are the sizes of buffers (-m) in $5,
# default 1, 16 and 128, for each number of producers in $6, default 1 and 2. The producers make $7 calls, default
# 60,000.
#
# Producers make these write() calls together, each of which is an event, and never sleep. After a run of each
# recorder to warm up, the measured runs alternate. The columns are:
#   kept   share of the calls that are in the file
#   lost   samples that the kernel counts as lost; if all events share buffers, records of tasks and user
#          callchains as well
#   tasks  lost records of tasks and user callchains, if these have buffers of their own
#   start  time from the recorder's start to that of its command
#   CPU    user and system time, without the command's
# perf-defer audit counts for both. Prints the medians. Fails if pairs of runs show that ours keeps less (see
# pairs.sh), or if ours loses a record of a task at -m 1.
title=$1
ours=$2
other=$3
runs=$4
sizes=${5:-1 16 128}
producers=${6:-1 2}
calls=${7:-60000}
stopwatch=${STOPWATCH:-/stopwatch}
perf_defer=${PERF_DEFER:-perf-defer}
count=${PERF_DEFER_WORKLOADS:-/workloads}/count
work=$(mktemp -d)
. "${PERF_DEFER_GUEST:-/guest}/pairs.sh"
trap 'rm -rf "$work"' EXIT
failed=0

# The command that is recorded. It counts the descriptors that the recorder has when the command starts.
cat >"$work/command" <<END
ls /proc/\$PPID/fd | wc -l >$work/fds
exec $stopwatch $count \$1 \$2 >$work/inner
END

# Prints how many records of tasks and user callchains our recorder reported as lost.
lost_tasks() {
	sed -n 's/.*LOST \([0-9,]*\) records of tasks.*/\1/p' "$work/err" | tr -d ,
}

# one RECORDER PAGES PRODUCERS: runs once, and prints "kept lost start-ns CPU-ns KiB descriptors tasks".
one() {
	rm -f "$work"/data*
	$stopwatch $1 -e syscalls:sys_enter_write -c 1 -m "$2" -o "$work/data" -- \
		sh "$work/command" $((calls / $3)) "$3" >"$work/outer" 2>"$work/err" &&
		[ -s "$work/inner" ] || {
		cat "$work/err" >&2
		return 1
	}
	"$perf_defer" audit --json -i "$work/data" 2>/dev/null >"$work/json"
	cat "$work/outer" "$work/inner" "$work/fds" "$work/json" | awk -v tasks="$(lost_tasks)" '
		NR == 1 { cpu = $2; kib = $3 }
		NR == 2 { cpu -= $2; start = $5 }
		NR == 3 { fds = $1 }
		NR > 3 && /"samples":/ && kept == "" { kept = $2 + 0 }
		/"losses":/ { on = 1 }
		on && /"samples":/ && lost == "" { lost = $2 + 0 }
		END {
			printf "%d %d %.0f %.0f %d %d %d\n", kept, lost, start, cpu, kib, fds, tasks
			exit kept == "" || lost == ""
		}'
}

# row NAME FILE: prints a row of the table.
row() {
	awk -v name="$1" -v calls="$calls" -v kept="$(median 1 "$2")" -v lost="$(median 2 "$2")" \
		-v start="$(median 3 "$2")" -v cpu="$(median 4 "$2")" -v kib="$(median 5 "$2")" \
		-v fds="$(median 6 "$2")" -v tasks="$(median 7 "$2")" 'BEGIN {
		printf "  %-20s %8.1f %% %8d %8d %8.1f ms %8.1f ms %8.2f us %7.1f MB %4d\n", name,
			100 * kept / calls, lost, tasks, start / 1e6, cpu / 1e6, cpu / kept / 1e3,
			kib / 1024, fds
	}'
}

# shares FILE: prints the percentage that each run kept.
shares() {
	awk -v calls="$calls" '{ print 100 * $1 / calls }' "$1"
}

# compare PAGES PRODUCERS: measures, prints and judges two rows.
compare() {
	rm -f "$work/ours" "$work/other"
	run=0
	while [ $run -le "$runs" ]; do
		for who in ours other; do
			recorder=$ours
			[ $who = ours ] || recorder=$other
			# perf 6.1 sometimes aborts while it collects build ids at the end, so it gets a second chance.
			one "$recorder" "$1" "$2" >"$work/line" ||
				one "$recorder" "$1" "$2" >"$work/line" || exit 1
			[ $run = 0 ] || cat "$work/line" >>"$work/$who"
		done
		run=$((run + 1))
	done
	row "-m $1, $2: perf defer" "$work/ours"
	row "-m $1, $2: perf" "$work/other"
	shares "$work/ours" >"$work/ours-shares"
	shares "$work/other" | paste -d ' ' "$work/ours-shares" - |
		no_worse kept points %.1f 1 || failed=1
	[ "$1" = 1 ] && awk '$7 { lost = 1 } END { exit !lost }' "$work/ours" || return 0
	echo "  FAILED: records of tasks or user callchains were lost"
	failed=1
}

echo "$title: $calls calls, -c 1, $runs runs each"
printf '  %-20s %10s %8s %8s %11s %11s %11s %10s %4s\n' 'median' kept lost tasks start CPU \
	'CPU, kept' memory fds
for size in $sizes; do
	for nr in $producers; do
		compare "$size" "$nr"
	done
done
exit $failed
