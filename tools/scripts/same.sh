#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Compares the output of two builds: a change of structure changes no output. The runs are those of tests/outputs;
# SAME_RUNS= is another list.
#
#   same.sh OLD NEW DATA
#
# OLD and NEW are executables, DATA is the folder of unpacked test data. Prints the differences, and
# fails if there are any.
set -u

[ $# -eq 3 ] || {
	echo "usage: $0 OLD NEW DATA" >&2
	exit 1
}
old=$(realpath "$1")
new=$(realpath "$2")
runs=$(realpath "$(dirname "$0")/../perf/tests/outputs")
cd "$3" || exit 1
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
export PERF_CONFIG=/dev/null PERF_BUILDID_DIR=/dev/null TZ=UTC LC_ALL=C
unset DEBUGINFOD_URLS

count=0 differ=0
while IFS=$'\t' read -r _ args; do
	for build in old new; do
		program=$old
		[ $build = old ] || program=$new
		# shellcheck disable=SC2086 # The arguments are words.
		"$program" $args >"$tmp/$build" 2>"$tmp/$build.err" </dev/null
		echo "exit $?" >>"$tmp/$build.err"
	done
	count=$((count + 1))
	for what in '' .err; do
		cmp -s "$tmp/old$what" "$tmp/new$what" && continue
		differ=$((differ + 1))
		echo "== $args${what:+ (standard error)}"
		diff -u --label old --label new "$tmp/old$what" "$tmp/new$what" | head -n 20
	done
done < <(awk -f "$runs/expand.awk" "${SAME_RUNS:-$runs/runs}")
echo "$count runs, $differ differences"
[ "$differ" -eq 0 ]
