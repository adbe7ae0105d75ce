#!/bin/sh
# The demo needs no compiler for C++, and shows no frame that is not there
# SPDX-License-Identifier: GPL-2.0-only
set -eu

cd "$(dirname "$0")/../../../.."
if [ -z "${PERF_DEFER_MAKE:-}" ] || [ ! -e tools/perf/Makefile.perf ]; then
	echo "no source tree to build from" >&2
	exit 2
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# All that would be done where nothing is built yet.
eval "$PERF_DEFER_MAKE" BUILD="$work" OUT="$work" V=1 -n demo >"$work/plan" 2>"$work/err" || {
	cat "$work/err" >&2
	exit 1
}
grep -q 'workloads/syscalls\.c' "$work/plan"
grep -q 'demo\.sh' "$work/plan"
if grep -nE '(g|clang|c)\+\+|\.cc\b' "$work/plan" >&2; then
	echo "the lines above need a compiler for C++" >&2
	exit 1
fi

# What it records, and the whole of what it shows of that.
env -u MAKEFLAGS -u MFLAGS make -f tools/perf/tests/workloads/Makefile OUT="$work" SANITIZE= \
	"$work/workloads/syscalls" >"$work/log" 2>&1 || {
	cat "$work/log" >&2
	exit 1
}
data=${PERF_DEFER_TEST_DATA:?}
tools/scripts/demo.sh "${PERF_DEFER:?}" "$data" "$work/workloads" >"$work/shown" 2>"$work/log" || {
	cat "$work/shown" "$work/log" >&2
	exit 1
}
if [ ! -s "$work/demo.data" ]; then
	echo "all but the live part: this machine does not let us record"
	exit 2
fi
if grep -nE '^[ |-]*(0x[0-9a-e]|\[unknown\]|[0-9a-f]{8,}$)|__do_global' "$work/shown" >&2; then
	echo "the lines above of the demo are no functions" >&2
	exit 1
fi

# Stacks, outermost function first: the chain that the program is written as. Where a function
# begins and ends it has no frame, and its caller is missing; that is a sample in hundreds.
"$PERF_DEFER" script -i "$work/demo.data" -F ip,sym 2>>"$work/log" | awk -v RS= '
	{
		n = split($0, line, "\n")
		stack = ""
		for (i = n; i; i--) {
			sub(/^[ \t]*[0-9a-f]+ /, "", line[i])
			stack = stack line[i] ";"
		}
		all++
		whole += stack ~ /^[a-z_]+;main;run;(level1|is_before)/
		odd += stack ~ /spin \(inlined\);[^;]|;main;.*\[unknown\]/
		odd += stack ~ /level2/ && stack !~ /;run;level1;level2;/
		odd += stack ~ /level3/ && stack !~ /;level2;level3;/
	}
	END {
		print whole + 0 " of " all + 0 " stacks are whole, " odd + 0 " odd"
		exit all < 50 || whole < 0.9 * all || odd > 0.02 * all
	}' >"$work/stacks" || {
	cat "$work/stacks" >&2
	exit 1
}
