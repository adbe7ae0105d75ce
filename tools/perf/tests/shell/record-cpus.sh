#!/bin/sh
# record opens its events on the CPUs that were asked for, and on no other
# SPDX-License-Identifier: GPL-2.0-only
set -u

perf_defer=${PERF_DEFER:?}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1
export PERF_CONFIG=/dev/null
failed=0
cpus=$(getconf _NPROCESSORS_ONLN)
last=$(sed 's/.*[-,]//' /sys/devices/system/cpu/online)
if [ "$cpus" -lt 2 ]; then
	echo "this needs two CPUs"
	exit 2
fi

# ids WANT ARGS...: recorded with ARGS, every event has so many ids, which is so many buffers.
ids() {
	want=$1
	shift
	if ! "$perf_defer" record -e cpu-clock -o data "$@" -- true >log 2>&1; then
		cat log >&2
		if [ "$*" != "" ] && grep -q 'perf_event_paranoid' log; then
			echo "not allowed here"
			exit 2
		fi
		failed=1
		return
	fi
	"$perf_defer" report --header-only -i data 2>>log | sed -n 's/.*event : name = .* id = {\([^}]*\)}.*/\1/p' |
		awk -F, -v want="$want" -v args="$*" '
			NF != want { print "record " args ": an event with " NF " ids, not " want; bad = 1 }
			END {
				if (!NR)
					print "record " args ": no events"
				exit bad || !NR
			}' >&2 || failed=1
}

ids "$cpus"
ids 1 --per-thread
ids "$cpus" -a
ids 1 -C "$last"
ids 2 -C "0,$last"

# No sample of another CPU either.
"$perf_defer" record -e cpu-clock -F 10000 -C "$last" -o data -- sleep 0.2 >log 2>&1
other=$("$perf_defer" script -i data -F cpu 2>>log | grep -vcxE " *\[0*$last\] *")
if [ "$other" != 0 ]; then
	cat log >&2
	echo "record -C $last: $other samples of other CPUs" >&2
	failed=1
fi
exit $failed
