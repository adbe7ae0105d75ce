#!/bin/sh
# The demo is built with what `make demo` installs, which is no compiler for C++
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
