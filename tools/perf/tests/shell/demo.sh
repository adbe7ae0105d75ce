#!/bin/sh
# The demo needs no compiler for C++, and shows no frame that is not there
# SPDX-License-Identifier: GPL-2.0-only
set -e
. "$(dirname "$0")/lib/test.sh"
need_data
need_source
[ -n "${PERF_DEFER_MAKE:-}" ] || skip "not run by make test"
evidence=log
cd "$top" || exit 1

# All that would be done where nothing is built yet.
eval "$PERF_DEFER_MAKE" BUILD="$dir" OUT="$dir" V=1 -n demo >"$dir/plan" 2>"$dir/log" ||
	fail "make demo has no plan:"
grep -q 'workloads/syscalls\.c' "$dir/plan" || fail "the demo does not build what it records"
grep -q 'demo\.sh' "$dir/plan" || fail "the demo does not run its script"
! grep -nE '(g|clang|c)\+\+|\.cc\b' "$dir/plan" >"$dir/log" || fail "these need a compiler for C++:"

# What it records, and the whole of what it shows of that.
env -u MAKEFLAGS -u MFLAGS make -f tools/perf/tests/workloads/Makefile OUT="$dir" SANITIZE= \
	"$dir/workloads/syscalls" >"$dir/log" 2>&1 || fail "what is recorded cannot be built:"
tools/scripts/demo.sh "$perf_defer" "$data" "$dir/workloads" >"$dir/shown" 2>"$dir/log" ||
	fail "the demo fails after: $(tail -n 20 "$dir/shown")"
[ -s "$dir/demo.data" ] || skip "all but the live part: this machine does not let us record"
! grep -nE '^[ |-]*(0x[0-9a-e]|\[unknown\]|[0-9a-f]{8,}$)|__do_global' "$dir/shown" >"$dir/log" ||
	fail "these lines of the demo are no functions:"

# Stacks, outermost function first: the chain that the program is written as. Where a function
# begins and ends it has no frame, and its caller is missing; that is a sample in hundreds.
"$perf_defer" script -i "$dir/demo.data" -F ip,sym 2>>"$dir/log" | awk -v RS= '
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
	}' >"$dir/stacks" || fail "$(cat "$dir/stacks")"
verdict
