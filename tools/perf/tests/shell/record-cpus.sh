#!/bin/bash
# record opens its events on the CPUs that were asked for, and on no other
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/lib/record.sh"

cpus=$(getconf _NPROCESSORS_ONLN)
last=$(sed 's/.*[-,]//' /sys/devices/system/cpu/online)
if [ "$cpus" -lt 2 ]; then
	skip "this needs two CPUs"
fi
need_recording
evidence=log

# ids WANT ARGS...: recorded with ARGS, every event has so many ids, which is so many buffers.
ids() {
	want=$1
	shift
	if ! "$perf_defer" record -e cpu-clock -o data "$@" -- true >log 2>&1; then
		[ "$*" = "" ] || ! grep -q 'perf_event_paranoid' log || skip "not allowed here"
		fail "record $*:"
		return
	fi
	"$perf_defer" report --header-only -i data 2>>log | sed -n 's/.*event : name = .* id = {\([^}]*\)}.*/\1/p' |
		awk -F, -v want="$want" -v args="$*" '
			NF != want { print "record " args ": an event with " NF " ids, not " want; bad = 1 }
			END {
				if (!NR)
					print "record " args ": no events"
				exit bad || !NR
			}' >&2 || fail "record $*: not $want ids:"
}

ids "$cpus"
ids 1 --per-thread
ids "$cpus" -a
ids 1 -C "$last"
ids 2 -C "0,$last"

# No sample of another CPU either.
"$perf_defer" record -e cpu-clock -F 10000 -C "$last" -o data -- sleep 0.2 >log 2>&1
other=$("$perf_defer" script -i data -F cpu 2>>log | grep -vcxE " *\[0*$last\] *")
[ "$other" = 0 ] || fail "record -C $last: $other samples of other CPUs:"
verdict
