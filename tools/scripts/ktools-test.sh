#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Builds perf-defer with every kernel source that Debian offers, and records with it. Prints a row for
# each; fails if one fails. $1 is the folder for downloads and builds.
#
#   KTOOLS_SUITES='trixie sid'   only the sources in these suites
#   PERF_DEFER_MAKE=             the make that builds (the Makefile sets it)
set -eu

die() {
	echo "ktools-test: $*" >&2
	exit 1
}

# Suites on which this is built, and their successors.
suites=${KTOOLS_SUITES:-bookworm bookworm-backports trixie trixie-backports forky sid}
# The test suites that use libperf or libsubcmd: those of the recorder and of options.
tests='record event pmu attr opts cli'

# Prints "upstream-version package version suites" of the sources on offer: the newest package of
# each suite, and one revision of each version.
offered() {
	apt_ apt-cache madison $(apt_ apt-cache pkgnames linux-source- 2>>"$log" |
		grep -E '^linux-source-[0-9.]+$') 2>>"$log" |
		awk '{ sub(/\/.*/, "", $6); print $1, $3, $6 }' | sort -V -r |
		awk '
			seen[$1, $3]++ { next }
			{
				version = $2
				sub(/-.*/, "", version)
				if (!(version in package)) {
					order[++n] = version
					package[version] = $1 " " $2
				}
				suites[version] = suites[version] " " $3
			}
			END {
				while (n) {
					print order[n], package[order[n]] suites[order[n]]
					n--
				}
			}'
}

# fetch UPSTREAM PACKAGE VERSION: downloads the source's tarball once.
fetch() {
	[ ! -e "$dir/$1/.fetched" ] || return 0
	rm -rf "${dir:?}/$1"
	mkdir -p "$dir/$1"
	(cd "$dir/$1" && apt_ apt-get -qq download "$2=$3") >>"$log" 2>&1 &&
		dpkg -x "$dir/$1/$2"_*.deb "$dir/$1" && rm "$dir/$1"/*.deb && touch "$dir/$1/.fetched"
}

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
	LINUX_SOURCE=$(echo "$at"/usr/src/linux-source-*.tar.*)
	export LINUX_SOURCE
	eval "${PERF_DEFER_MAKE:-make -f tools/perf/Makefile.perf}" \
		'BUILD="$at/build" OUT="$at/build" "$@"'
}

[ "$#" = 1 ] || die "usage: ktools-test.sh DIR"
mkdir -p "$1"
dir=$(cd "$1" && pwd)
scripts=$(dirname "$0")
url=$("$scripts/mirror.sh")
. "$scripts/suites.sh"
state=$dir/apt
log=$dir/fetch.log
export SKIP_VM=1
: >"$log"
new_state
# shellcheck disable=SC2086 # a list of words
use_suites $suites || die "no package lists: $(tail -n 5 "$log")"
offered >"$dir/offered"
[ -s "$dir/offered" ] || die "$suites have no linux-source, see $log"

passed=0
failed=0
printf '%-10s %-7s %-7s %s\n' source builds passes 'offered by'
while read -r upstream package version where; do
	fetch "$upstream" "$package" "$version" || die "$package=$version: $(tail -n 5 "$log")"
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
rm -rf "$state"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
