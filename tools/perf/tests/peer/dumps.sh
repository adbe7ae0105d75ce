# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh disable=SC2154 # common.sh sets the variables
# Recordings with stack dumps of this machine's programs, for the comparisons; to be sourced after common.sh.

# record_dumps NAME BYTES COMMAND...: records it to $dumps/NAME.data, and copies what was mapped to below $dumps/symfs.
record_dumps() {
	dump=$dumps/$1.data
	bytes=$2
	shift 2
	mkdir -p "$dumps/symfs"
	"$PERF_DEFER" record -q -N -e cpu-clock -F 2000 --call-graph "dwarf,$bytes" -o "$dump" -- "$@" >/dev/null 2>"$dumps/err" || {
		cat "$dumps/err" >&2
		return 1
	}
	"$PERF_DEFER" script --show-mmap-events -i "$dump" | sed -n 's/^.*PERF_RECORD_MMAP2.* \(\/.*\)$/\1/p' | sort -u |
		while read -r file; do
			[ ! -f "$file" ] || cmp -s "$file" "$dumps/symfs$file" ||
				{ mkdir -p "$dumps/symfs${file%/*}" && cp -fL "$file" "$dumps/symfs$file"; }
		done
}

# Programs of C without frame pointers, of C++, that come and go, and with signals.
each_dumps() {
	"$@" perl 8192 perl -e 'my %h; $h{$_ % 1000} .= "x" for 1 .. 1000000; print length join ",", map { sprintf "%s", $_ } sort keys %h'
	"$@" compiler 32768 g++ -O1 -c -o /dev/null -I tools/perf tools/perf/tests/workloads/inlines.cc
	"$@" processes 16384 sh -c 'for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
		gcc -O1 -c -o /dev/null -I tools/perf tools/perf/tests/workloads/recurse.c; done'
	for workload in syscalls signals inlines; do
		"$@" $workload 16384 "$out/workloads/$workload" 500
	done
}
