#!/bin/bash
# What record writes is read by the perfs that are here: whole, cut short, compressed, streamed
# SPDX-License-Identifier: GPL-2.0-only
set -e -o pipefail
. "$(dirname "$0")/lib/test.sh"
need_data

# The suites leave their files.
PERF_DEFER_TEST_KEEP=$dir "$perf_defer" test output >"$dir/log" 2>&1 || {
	cat log >&2
	exit 1
}

# A perf of 7.2 or later, in a folder of its own.
peer=
build=$(cd "$data/../.." && pwd)
for candidate in "${PERF_DEFER_PEER:-}" "$build/peer/trixie"; do
	if [ -n "$candidate" ] && [ -e "$candidate/.complete" ] && [ "$(id -u)" = 0 ]; then
		peer=$candidate
		break
	fi
done

new_perf()
{
	"$top/tools/scripts/peer.sh" run "$peer" perf "$@" </dev/null
}

# samples FILE NUMBER [WARNING]: so many, each with its merged callchain, and no other complaint.
samples()
{
	new_perf script -i "/tmp/record-file.$$/$1" >out 2>err ||
		unlike_perf "$1: perf script fails: $(cat err)"
	got=$(grep -c '^program .* cpu-clock: $' out) || :
	[ "$got" = "$2" ] || unlike_perf "$1: $got samples, not $2"
	got=$(grep -c '^[[:space:]]*4003.. .*program' out) || :
	[ "$got" = "$2" ] || unlike_perf "$1: $got callchains, not $2"
	grep -v "${3:-^$}" err >complaints || :
	[ ! -s complaints ] || unlike_perf "$1: $(cat complaints)"
}

has_header()
{
	new_perf report --header-only -I -i "/tmp/record-file.$$/$1" >out 2>err ||
		unlike_perf "$1: perf report --header-only fails: $(cat err)"
	[ ! -s err ] || unlike_perf "$1: $(cat err)"
	for line in "hostname : $(uname -n)" "os release : $(uname -r)" "perf version : 1.2.3" \
		"nrcpus online : $(getconf _NPROCESSORS_ONLN)" "cmdline : .* record -g -- a program" \
		"event : name = cpu-clock, , id = { 100, 101, 102, 103 }.*defer_callchain = 1" \
		"event : name = dummy:u, , id = { 200, 201, 202, 203 }.*defer_output = 1" "node0 meminfo" \
		"pmu mappings: .*software = 1" "sibling threads"; do
		grep -q "$line" out || unlike_perf "$1: no '$line' in the header"
	done
}

if [ -n "$peer" ]; then
	THROUGH_PERF=new_perf
	at_exit 'rm -rf "$peer/tmp/record-file.$$"'
	mkdir "$peer/tmp/record-file.$$"
	cp "$dir"/*.data "$dir"/*.pipe "$peer/tmp/record-file.$$/"

	for file in file.data compressed.data stream.pipe compressed.pipe; do
		samples $file 12
		has_header $file
	done
	new_perf buildid-list -i "/tmp/record-file.$$/file.data" >out 2>&1
	grep -q '^\(ab\)\{20\} /nowhere/bin/program$' out || unlike_perf "no build id of the program"

	# Nobody finished these. Where no feature is needed to read them, there is none.
	samples killed.data 12 'missing HEADER_NRCPUS'
	samples compressed-killed.data 12

	for file in tracepoint.data tracepoint-killed.data; do
		new_perf script -i "/tmp/record-file.$$/$file" >out 2>err
		[ "$(grep -c 'prev_pid=4711' out)" = 5 ] || unlike_perf "$file: formats are not known"
		[ ! -s err ] || unlike_perf "$file: $(cat err)"
	done

	# Real recordings, as they were and written again.
	for trace in forky-systemwide cxx; do
		cp "$data/$trace.data" "$peer/tmp/record-file.$$/"
		new_perf script -i "/tmp/record-file.$$/$trace.data" >was 2>&1
		for file in "$dir"/*-$trace.data; do
			new_perf script -i "/tmp/record-file.$$/${file##*/}" >is 2>&1
			cmp -s was is || unlike_perf "${file##*/}: not what $trace.data has"
		done
	done
fi

THROUGH_PERF=
# The perf of this system. One that knows no deferral reads what has none, and refuses the rest.
if has_perf; then
	perf script -i in-place.data >out 2>err ||
		unlike_perf "in-place.data: $(cat err)"
	# perf 6.12 complains so of any file in a chroot, and reads it.
	sed -i '/assertion failed at util\/namespaces.c/d' err
	[ "$(grep -c '^program .* cpu-clock: $' out)" = 5 ] || unlike_perf "in-place.data: not 5 samples"
	[ ! -s err ] || unlike_perf "in-place.data: $(cat err)"
	perf report --header-only -I -i in-place.data >out 2>&1
	grep -q "hostname : $(uname -n)" out || unlike_perf "in-place.data: no host name"
elif [ -z "$peer" ]; then
	skip "no perf is here to read with"
fi
verdict
