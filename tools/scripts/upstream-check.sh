#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Builds the patches of tools/perf/upstream one after the other in the newest kernel source that Debian
# offers, and checks each: upstream-check.sh DIR SOURCES
#
# DIR is the folder of tree, objects and output; SOURCES is that of downloads. Both are kept, so that
# the next run builds little. The last line is the verdict. The Makefile sets the environment.
#
#   LINUX=DIR   takes a copy of this tree instead
#   JOBS=2      compilers at a time
set -eu -o pipefail

die() {
	echo "upstream-check: $*" >&2
	exit 1
}

passed=0
failed=0

# verdict STATUS TEXT: counts and prints a check.
verdict() {
	if [ "$1" = 0 ]; then
		passed=$((passed + 1))
		echo "  $2"
	else
		failed=$((failed + 1))
		echo "  FAILED: $2"
	fi
}

# ---- the tree -----------------------------------------------------------------------------------

# Sets version, and makes $dir/tree of the newest source, if it is not there.
fetch_tree() {
	version=$(cat "$dir/tree/.version" 2>/dev/null || :)
	if [ -n "${LINUX:-}" ]; then
		[ "$version" = "$LINUX" ] || copy_tree
		return
	fi
	if sources_init "$sources_dir" "$debian_suites"; then
		read -r newest package revision _ < <(sources_offered | tail -n 1)
		[ "$version" = "$newest" ] || unpack_newest
		sources_exit
	fi
	[ -n "$version" ] || die "no kernel source can be fetched: $(tail -n 5 "$log")"
}

unpack_newest() {
	echo "Fetching $package $revision" >&2
	source_fetch "$newest" "$package" "$revision" || die "$package: $(tail -n 5 "$log")"
	source_unpack "$newest" "$dir/tree"
	begin_tree "$newest"
}

copy_tree() {
	rm -rf "$dir/tree"
	mkdir -p "$dir/tree"
	(cd "$LINUX" && tar -c Makefile arch/arm64/tools scripts tools) | tar -x -C "$dir/tree"
	begin_tree "$LINUX"
}

# Remembers the tree as it is without patches.
begin_tree() {
	version=$1
	rm -rf "$dir/obj"
	git init -q "$dir/tree"
	in_tree add -A -f .
	in_tree -c core.hooksPath=/dev/null commit -q -m "Linux $version"
	echo "$version" >"$dir/tree/.version"
}

in_tree() {
	git -C "$dir/tree" -c user.name=check -c user.email=check@localhost -c commit.gpgsign=false "$@"
}

# ---- build and test -----------------------------------------------------------------------------

# Builds perf; what it needs no kernel, Python or Rust for is enough here.
build() {
	env -u MAKEFLAGS -u MFLAGS -u MAKEOVERRIDES -u OUT -u BUILD -u V -u EXTRA_CFLAGS -u SANITIZE \
		-u PREFIX -u DESTDIR make -C "$dir/tree/tools/perf" -j"${JOBS:-2}" O="$dir/obj" \
		NO_RUST=1 NO_LIBPYTHON=1 NO_LIBPERL=1 NO_LIBBPF=1 BUILD_BPF_SKEL=0 NO_JVMTI=1 \
		NO_LIBLLVM=1 NO_JEVENTS=1 NO_SHELLCHECK=1 >"$dir/build.log" 2>&1
}

# Runs the suite; prints "PASSED FAILED".
run_suite() {
	"$dir/obj/perf" test "Deferred callchains" >"$dir/test.log" 2>&1 || :
	awk '/^ *[0-9]+(\.[0-9]+)?:.*: Ok/ { ok++ } /^ *[0-9]+(\.[0-9]+)?:.*FAILED!/ { bad++ }
		END { print ok + 0, bad + 0 }' "$dir/test.log"
}

# Applies a part of a patch, by options of git apply.
apply() {
	in_tree apply "$@"
}

# Is the patch's test in the tree, and does it fail without the rest of it?
fails_before() {
	if ! grep -q '^+.*TEST_CASE(' "$1"; then
		echo "no new test"
		return
	fi
	apply --include='tools/perf/tests/*' "$1"
	if build; then
		read -r ok bad < <(run_suite)
		echo "$bad of $((ok + bad)) tests fail without it"
		[ "$bad" -gt 0 ]
	else
		grep -q 'tests/deferred-callchain' "$dir/build.log"
		echo "its test cannot be compiled without it"
	fi
}

# Do all tests pass with the patch?
passes_after() {
	if ! build; then
		tail -n 20 "$dir/build.log" >&2
		echo "does not build"
		return 1
	fi
	read -r ok bad < <(run_suite)
	echo "$ok pass with it"
	[ "$bad" = 0 ] && [ "$ok" -gt 0 ]
}

check_style() {
	if ! perl "$dir/tree/scripts/checkpatch.pl" --no-tree --root="$dir/tree" "$1" \
		>"$dir/checkpatch.log" 2>&1 && grep -q '^ERROR' "$dir/checkpatch.log"; then
		grep -A3 '^ERROR' "$dir/checkpatch.log"
		return 1
	fi
	grep -o 'total: [0-9]* errors, [0-9]* warnings' "$dir/checkpatch.log"
}

# How many lines the patch adds and removes.
changed_lines() {
	grep -cE '^[-+]($|[^-+]|[-+]($|[^-+]))' "$1"
}

check_patch() {
	echo "$(basename "$1" .patch)"
	lines=$(changed_lines "$1")
	verdict $((lines >= 300)) "$lines lines added and removed"
	status=0
	text=$(check_style "$1") || status=$?
	verdict $status "checkpatch: $text"
	# The first patch brings the suite.
	if [ "$1" = "$first" ]; then
		apply "$1"
	else
		status=0
		text=$(fails_before "$1") || status=$?
		verdict $status "$text"
		in_tree checkout -q -- tools && in_tree clean -q -f tools
		apply "$1"
	fi
	status=0
	text=$(passes_after) || status=$?
	verdict $status "$text"
	in_tree add -A tools
	in_tree commit -q -m "$(basename "$1")"
}

# ---- what the patches change --------------------------------------------------------------------

# print_perf FILE KALLSYMS: prints its samples as the patched perf does.
print_perf() {
	"$dir/obj/perf" script -f -i "$1" --kallsyms "$data/$2" --symfs "$data/symfs" --no-inline \
		-F comm,tid,time,ip,sym,dso 2>"$dir/theirs.err" </dev/null
}

# compare WHAT: compares what both programs printed.
compare() {
	status=0
	text=$(awk -v SHOW="${UPSTREAM_SHOW:-0}" -f "$top/tools/perf/upstream/compare.awk" "$dir/ours" \
		"$dir/theirs") || status=$?
	echo "$text"
	verdict $status "$1"
}

# compare_trace TRACE KALLSYMS: does the patched perf have the stacks of perf defer, in its output and
# in the trace that its inject writes?
compare_trace() {
	echo "$1"
	"$PERF_DEFER" script -i "$data/$1" --kallsyms "$data/$2" --symfs "$data/symfs" --no-inline \
		-F comm,tid,time,ip,sym,dso,class >"$dir/ours" 2>/dev/null
	print_perf "$data/$1" "$2" >"$dir/theirs"
	compare "perf script: merged samples have the same stacks"
	"$dir/obj/perf" inject -f -i "$data/$1" -o "$dir/injected" 2>"$dir/theirs.err"
	print_perf "$dir/injected" "$2" >"$dir/theirs"
	compare "perf inject: merged samples have the same stacks"
}

# Prints seconds of CPU time.
seconds() {
	"$tools/stopwatch" "$@" | awk '{ printf "%.2f", $2 / 1e9 }'
}

measure_waiting() {
	echo "CPU time of perf report --stats for threads that wait, in seconds"
	printf '  %8s %10s %10s\n' threads before after
	for threads in 1000 4000 16000 32000; do
		"$PERF_DEFER_GENERATE" -o "$dir/waiting.data" --sleepers $threads "$data/forky-systemwide.data" \
			2>/dev/null
		for perf in "$dir/perf-before" "$dir/obj/perf"; do
			seconds "$perf" report --stats -f -i "$dir/waiting.data" 2>/dev/null >"$dir/seconds"
			printf '%s ' "$(cat "$dir/seconds")"
		done | awk -v threads=$threads '{ printf "  %8d %10s %10s\n", threads, $1, $2
			exit !($2 < 5) }' || bad=1
	done
	verdict "${bad:-0}" "32,000 threads take less than 5 s"
	rm -f "$dir/waiting.data"
}

# total_of PERF: the run time that timehist finds on all CPUs, in ms.
total_of() {
	"$1" sched timehist -f -s -i "$data/tracepoints.data" 2>/dev/null </dev/null |
		awk '$1 ~ /\[[0-9]+\]$/ && $2 ~ /^-?[0-9]+$/ { sum += $4 } END { printf "%.0f", sum }'
}

measure_sched() {
	echo "perf sched with tracepoints.data"
	for perf in "$dir/perf-before" "$dir/obj/perf"; do
		status=0
		"$perf" sched latency -f -i "$data/tracepoints.data" >"$dir/sched.log" 2>&1 </dev/null ||
			status=$?
		grep -qE 'TOTAL:' "$dir/sched.log" || status=1
		printf '  %-12s latency: %s, timehist: %s ms of run time\n' "$(basename "$perf")" \
			"$([ $status = 0 ] && echo works || grep -m1 -o 'hm, delta.*' "$dir/sched.log")" \
			"$(total_of "$perf")"
	done
	verdict $status "perf sched latency works"
}

# ---- all of it ----------------------------------------------------------------------------------

[ "$#" = 2 ] || die "usage: upstream-check.sh DIR SOURCES"
: "${PERF_DEFER:?run this with make upstream-check}" "${PERF_DEFER_TEST_DATA:?}"
mkdir -p "$1" "$2"
dir=$(cd "$1" && pwd)
sources_dir=$(cd "$2" && pwd)
scripts=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$scripts/../.." && pwd)
data=$PERF_DEFER_TEST_DATA
tools=$(dirname "$PERF_DEFER")/peer-tools
log=$dir/fetch.log
. "$scripts/suites.sh"
. "$scripts/sources.sh"
. "$top/tools/perf/tests/peer/each-trace.sh"
export LC_ALL=C PERF_BUILDID_DIR=/dev/null PERF_CONFIG=/dev/null
unset DEBUGINFOD_URLS

fetch_tree
echo "perf of Linux $version"
in_tree reset -q --hard
in_tree checkout -q --detach "$(in_tree rev-list --max-parents=0 HEAD)"
in_tree clean -q -f tools
mkdir -p "$dir/obj"
build || die "perf does not build without patches: $(tail -n 20 "$dir/build.log")"
cp "$dir/obj/perf" "$dir/perf-before"

rm -rf "$dir/patches"
"$scripts/upstream.sh" "$dir/tree" "$dir/patches"
for patch in "$dir/patches"/*.patch; do
	first=${first:-$patch}
	check_patch "$patch"
done

each_trace compare_trace
measure_waiting
measure_sched

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
