# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
# Two recorders with more to record than they can: $1 is a title, $2 our command, $3 the other's,
# $4 how many runs count; in the guest or outside. The table is for -m 1, 16 and 128, or what $5
# lists, each with one producer and with two, or as many as $6 lists, which make 60,000 calls, or $7.
#
# Producers make so many write() calls together, each of which is an event, and never sleep. In turn,
# a run of each recorder to warm up, then pairs of those that count. "kept" is the share of these calls that is
# in the file, "lost" what the kernel counts: samples, and with buffers that all events share, records of
# tasks and user callchains too, which are "tasks" where they have their own. One reader counts for both.
# Start is from the recorder's begin to its command's. CPU time is user and system without the
# command's. Prints the medians; fails if pairs of runs show that ours keeps less (see pairs.sh), or if
# it loses a record of tasks at -m 1.
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

# What the recorder runs. Its descriptors are those that it has when the command begins.
cat >"$work/command" <<END
ls /proc/\$PPID/fd | wc -l >$work/fds
exec $stopwatch $count \$1 \$2 >$work/inner
END

# What ours says that it lost of tasks and user callchains.
lost_tasks() {
	sed -n 's/.*LOST \([0-9,]*\) records of tasks.*/\1/p' "$work/err" | tr -d ,
}

# one RECORDER PAGES PRODUCERS: "kept lost start-ns CPU-ns KiB descriptors tasks" of one run.
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

# row NAME FILE
row() {
	awk -v name="$1" -v calls="$calls" -v kept="$(median 1 "$2")" -v lost="$(median 2 "$2")" \
		-v start="$(median 3 "$2")" -v cpu="$(median 4 "$2")" -v kib="$(median 5 "$2")" \
		-v fds="$(median 6 "$2")" -v tasks="$(median 7 "$2")" 'BEGIN {
		printf "  %-20s %8.1f %% %8d %8d %8.1f ms %8.1f ms %8.2f us %7.1f MB %4d\n", name,
			100 * kept / calls, lost, tasks, start / 1e6, cpu / 1e6, cpu / kept / 1e3,
			kib / 1024, fds
	}'
}

# shares FILE: what each run kept, in percent.
shares() {
	awk -v calls="$calls" '{ print 100 * $1 / calls }' "$1"
}

# compare PAGES PRODUCERS
compare() {
	rm -f "$work/ours" "$work/other"
	run=0
	while [ $run -le "$runs" ]; do
		for who in ours other; do
			recorder=$ours
			[ $who = ours ] || recorder=$other
			# perf 6.1 now and then aborts over its build ids when all is recorded.
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
