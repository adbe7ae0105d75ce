#!/bin/bash
# What record writes is read by the perfs that are here: whole, cut short, compressed, streamed
# SPDX-License-Identifier: GPL-2.0-only
set -eu -o pipefail

perf_defer=${PERF_DEFER:?}
data=${PERF_DEFER_TEST_DATA:?}
export PERF_BUILDID_DIR=/nonexistent
unset DEBUGINFOD_URLS
dir=$(mktemp -d)
peer=
trap 'rm -rf "$dir"; [ -z "$peer" ] || rm -rf "$peer/tmp/record-file.$$"' EXIT

fail()
{
	echo "$*" >&2
	exit 1
}

# The suites leave their files.
PERF_DEFER_TEST_KEEP=$dir "$perf_defer" test output >"$dir/log" 2>&1 || {
	cat "$dir/log" >&2
	exit 1
}

# A perf of 7.2 or later, in a folder of its own.
scripts=$(cd "$(dirname "$0")/../../../.." && pwd)/tools/scripts
build=$(cd "$data/../.." && pwd)
for candidate in "${PERF_DEFER_PEER:-}" "$build/peer/trixie"; do
	if [ -n "$candidate" ] && [ -e "$candidate/.complete" ] && [ "$(id -u)" = 0 ]; then
		peer=$candidate
		break
	fi
done

new_perf()
{
	"$scripts/peer.sh" run "$peer" perf "$@" </dev/null
}

# samples FILE NUMBER [WARNING]: so many, each with its merged callchain, and no other complaint.
samples()
{
	new_perf script -i "/tmp/record-file.$$/$1" >"$dir/out" 2>"$dir/err" ||
		fail "$1: perf script fails: $(cat "$dir/err")"
	got=$(grep -c '^program .* cpu-clock: $' "$dir/out") || :
	[ "$got" = "$2" ] || fail "$1: $got samples, not $2"
	got=$(grep -c '^[[:space:]]*4003.. .*program' "$dir/out") || :
	[ "$got" = "$2" ] || fail "$1: $got callchains, not $2"
	grep -v "${3:-^$}" "$dir/err" >"$dir/complaints" || :
	[ ! -s "$dir/complaints" ] || fail "$1: $(cat "$dir/complaints")"
}

has_header()
{
	new_perf report --header-only -I -i "/tmp/record-file.$$/$1" >"$dir/out" 2>"$dir/err" ||
		fail "$1: perf report --header-only fails: $(cat "$dir/err")"
	[ ! -s "$dir/err" ] || fail "$1: $(cat "$dir/err")"
	for line in "hostname : $(uname -n)" "os release : $(uname -r)" "perf version : 1.2.3" \
		"nrcpus online : $(getconf _NPROCESSORS_ONLN)" "cmdline : .* record -g -- a program" \
		"event : name = cpu-clock, , id = { 100, 101 }.*defer_callchain = 1" \
		"event : name = dummy:u, , id = { 200, 201 }.*defer_output = 1" "node0 meminfo" \
		"pmu mappings: .*software = 1" "sibling threads"; do
		grep -q "$line" "$dir/out" || fail "$1: no '$line' in the header"
	done
}

if [ -n "$peer" ]; then
	mkdir "$peer/tmp/record-file.$$"
	cp "$dir"/*.data "$dir"/*.pipe "$peer/tmp/record-file.$$/"

	for file in file.data compressed.data stream.pipe compressed.pipe; do
		samples $file 12
		has_header $file
	done
	new_perf buildid-list -i "/tmp/record-file.$$/file.data" >"$dir/out" 2>&1
	grep -q '^\(ab\)\{20\} /nowhere/bin/program$' "$dir/out" || fail "no build id of the program"

	new_perf report --header-only -I -i "/tmp/record-file.$$/domains.data" >"$dir/out" 2>"$dir/err"
	grep -q 'Domain cpu list  *: 0,2,36-39' "$dir/out" || fail "no domains of the scheduler"
	[ ! -s "$dir/err" ] || fail "domains.data: $(cat "$dir/err")"

	# Nobody finished these. Where no feature is needed to read them, there is none.
	samples killed.data 12 'missing HEADER_NRCPUS'
	samples compressed-killed.data 12

	for file in tracepoint.data tracepoint-killed.data; do
		new_perf script -i "/tmp/record-file.$$/$file" >"$dir/out" 2>"$dir/err"
		[ "$(grep -c 'prev_pid=4711' "$dir/out")" = 5 ] || fail "$file: formats are not known"
		[ ! -s "$dir/err" ] || fail "$file: $(cat "$dir/err")"
	done

	# Real recordings, as they were and written again.
	for trace in forky-systemwide cxx; do
		cp "$data/$trace.data" "$peer/tmp/record-file.$$/"
		new_perf script -i "/tmp/record-file.$$/$trace.data" >"$dir/was" 2>&1
		for file in "$dir"/*-$trace.data; do
			new_perf script -i "/tmp/record-file.$$/${file##*/}" >"$dir/is" 2>&1
			cmp -s "$dir/was" "$dir/is" || fail "${file##*/}: not what $trace.data has"
		done
	done
fi

# The perf of this system. One that knows no deferral reads what has none, and refuses the rest.
if command -v perf >/dev/null && perf --version >/dev/null 2>&1; then
	perf script -i "$dir/in-place.data" >"$dir/out" 2>"$dir/err" ||
		fail "in-place.data: $(cat "$dir/err")"
	# perf 6.12 complains so of any file in a chroot, and reads it.
	sed -i '/assertion failed at util\/namespaces.c/d' "$dir/err"
	[ "$(grep -c '^program .* cpu-clock: $' "$dir/out")" = 5 ] || fail "in-place.data: not 5 samples"
	[ ! -s "$dir/err" ] || fail "in-place.data: $(cat "$dir/err")"
	perf report --header-only -I -i "$dir/in-place.data" >"$dir/out" 2>&1
	grep -q "hostname : $(uname -n)" "$dir/out" || fail "in-place.data: no host name"
elif [ -z "$peer" ]; then
	echo "no perf is here to read with"
	exit 2
fi
