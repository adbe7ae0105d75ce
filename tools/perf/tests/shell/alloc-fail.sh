#!/bin/sh
# no allocation that fails makes it crash, hang or lie; ALLOC_STEP=1 tries them all
# SPDX-License-Identifier: GPL-2.0-only
set -u

data=${PERF_DEFER_TEST_DATA:-}
tools=${PERF_DEFER_ALLOC_TOOLS:-}
step=${ALLOC_STEP:-100}
if [ ! -e "$data/forky-systemwide.data" ] || [ ! -e "$tools/fail.so" ]; then
	echo "the test data or tools are not there"
	exit 2
fi
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
failed=0

# drive [--exact] WORDS...: perf-defer, with other allocations to fail from day to day
drive() {
	exact=
	[ "$1" != --exact ] || { exact=$1 && shift; }
	# shellcheck disable=SC2086
	"$tools/drive" $exact "$tools/fail.so" "$step" $((1 + $(date +%j | sed 's/^0*//') % step)) \
		"$PERF_DEFER" "$@" >"$tmp/out" 2>&1 || {
		echo "perf-defer $*:" >&2
		head -n 40 "$tmp/out" >&2
		failed=1
	}
	echo "$(tail -n 1 "$tmp/out"): $1"
}

export PERF_BUILDID_DIR=/nonexistent
unset DEBUGINFOD_URLS
drive --exact audit --json -i "$data/forky-systemwide.data"
drive --exact script -F comm,tid,cpu,time,event -i "$data/tracepoints.data"
drive script --show-task-events --show-mmap-events --show-lost-events -i "$data/overrun.data"
drive report --stdio -i "$data/forky-systemwide.data"
drive report --stdio -s comm,sym,srcline --symfs "$data/symfs" -i "$data/cxx.data"
drive report --header-only -i "$data/burn1.pipe"

exit $failed
