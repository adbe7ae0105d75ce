#!/bin/sh
# no allocation that fails makes it crash, hang or lie; ALLOC_STEP=1 tries them all
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/lib/test.sh"
need_data

tools=${PERF_DEFER_ALLOC_TOOLS:-}
step=${ALLOC_STEP:-100}
[ -e "$tools/fail.so" ] || skip "what makes allocations fail is not there"

# drive [--exact] WORDS...: perf-defer, with other allocations to fail from day to day
drive() {
	exact=
	[ "$1" != --exact ] || { exact=$1 && shift; }
	drive_step "$step" $exact "$@"
}

# drive_step STEP [--exact] WORDS...: one of STEP allocations fails
drive_step() {
	every=$1
	exact=
	shift
	[ "$1" != --exact ] || { exact=$1 && shift; }
	"$tools/drive" $exact "$tools/fail.so" "$every" $((1 + $(date +%j | sed 's/^0*//') % every)) \
		"$perf_defer" "$@" >out 2>&1 || {
		head -n 40 out >err
		fail "perf-defer $*:"
	}
	echo "$(tail -n 1 out): $1"
}

drive --exact audit --json -i "$data/forky-systemwide.data"
drive --exact script -F comm,tid,cpu,time,event -i "$data/tracepoints.data"
# Two workers: what one of them cannot finish, the other must not use.
drive_step $((step < 5 ? step : 5)) script --show-task-events --show-mmap-events --show-lost-events -i "$data/overrun.data"
drive report --stdio -i "$data/forky-systemwide.data"
drive report --stdio -s comm,sym,srcline --symfs "$data/symfs" -i "$data/cxx.data"
drive report --header-only -i "$data/burn1.pipe"
if "$perf_defer" record -q -B -N -e cpu-clock -o try.data true 2>err; then
	drive_step $((step < 5 ? step : 5)) record -q -B -N --synth=no --call-graph fp,repair \
		-e cpu-clock,page-faults -z -o new.data -- true
fi

verdict
