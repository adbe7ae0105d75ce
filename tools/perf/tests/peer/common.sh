# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh disable=SC2034 # the comparisons read the variables
# Functions and settings that the comparisons share; to be sourced at the top of the tree. The Makefile sets the
# environment.

: "${PERF_DEFER:?run this with make parity or make bench}"
: "${PERF_DEFER_TEST_DATA:?}" "${PERF_DEFER_PEER:?}"

data=$PERF_DEFER_TEST_DATA
peer=$PERF_DEFER_PEER
out=$(dirname "$PERF_DEFER")
here=tools/perf/tests/peer
tools=$out/peer-tools

# Symbols must come from the files given, not from others that this machine has.
export LC_ALL=C PERF_BUILDID_DIR=/dev/null PERF_CONFIG=/dev/null
unset DEBUGINFOD_URLS

in_peer() {
	tools/scripts/peer.sh run "$peer" "$@"
}

# Copies the traces into the peer, and the recorded programs to the paths that they had.
fill_peer() {
	mkdir -p "$peer/t"
	for file in "$data"/*.data "$data"/*.pipe "$data"/kallsyms-boot?; do
		cmp -s "$file" "$peer/t/${file##*/}" || cp -f "$file" "$peer/t/"
	done
	for file in "$data"/symfs/usr/bin/*; do
		cmp -s "$file" "$peer/usr/bin/${file##*/}" || cp -f "$file" "$peer/usr/bin/"
	done
	cp -f "$tools/stopwatch" "$peer/t/"
}

prepare() {
	env -u MAKEFLAGS -u MFLAGS make -s --no-print-directory -f $here/Makefile OUT="$out" SANITIZE= all
	fill_peer
	perf_version=$(in_peer perf --version </dev/null)
}
