#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Builds perf-defer with every kernel source that Debian offers, and records with it. Prints a row for
# each; fails if one fails. $1 is the folder for builds, $2 that for downloads.
#
#   KTOOLS_SUITES='trixie sid'   only the sources in these suites
#   PERF_DEFER_MAKE=             the make that builds (the Makefile sets it)
set -eu

die() {
	echo "ktools-test: $*" >&2
	exit 1
}

# The test suites that use libperf or libsubcmd: those of the recorder and of options.
tests='record event pmu attr opts cli'

# yes_or_no LOG COMMAND...: prints its outcome in one word; its output goes to the log.
yes_or_no() {
	said=$1
	shift
	if "$@" >"$said" 2>&1; then
		echo yes
	else
		echo NO
	fi
}

# build UPSTREAM GOAL...: makes the goals in a separate build folder.
build() {
	at=$dir/$1
	shift
	LINUX_SOURCE=$(source_tarball "$(basename "$at")")
	export LINUX_SOURCE
	mkdir -p "$at"
	eval "${PERF_DEFER_MAKE:-make -f tools/perf/Makefile.perf}" \
		'BUILD="$at/build" OUT="$at/build" "$@"'
}

[ "$#" = 2 ] || die "usage: ktools-test.sh DIR SOURCES"
mkdir -p "$1" "$2"
dir=$(cd "$1" && pwd)
scripts=$(dirname "$0")
export SKIP_VM=1
. "$scripts/suites.sh"
. "$scripts/sources.sh"
sources_init "$2" "${KTOOLS_SUITES:-$debian_suites}" || die "no package lists: $(tail -n 5 "$log")"
sources_offered >"$dir/offered"
[ -s "$dir/offered" ] || die "the suites have no linux-source, see $log"

passed=0
failed=0
printf '%-10s %-7s %-7s %s\n' source builds passes 'offered by'
while read -r upstream package version where; do
	source_fetch "$upstream" "$package" "$version" || die "$package=$version: $(tail -n 5 "$log")"
	passes=-
	builds=$(yes_or_no "$dir/$upstream/build.log" build "$upstream" all)
	if [ "$builds" = yes ]; then
		passes=$(yes_or_no "$dir/$upstream/test.log" build "$upstream" test TESTS="$tests")
	fi
	printf '%-10s %-7s %-7s %s\n' "$upstream" "$builds" "$passes" "$where"
	if [ "$passes" = yes ]; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		tail -n 15 "$dir/$upstream/$([ "$builds" = yes ] && echo test || echo build).log" >&2
	fi
done <"$dir/offered"
sources_exit
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
