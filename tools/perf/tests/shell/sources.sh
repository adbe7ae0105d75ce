#!/bin/sh
# The scripts that build kernel sources take those versions that were asked for
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/lib/test.sh"
need_source
evidence=log

scripts=$top/tools/scripts
# Not followed: with functions of theirs replaced, shellcheck takes minutes and gigabytes.
# shellcheck source=/dev/null
. "$scripts/suites.sh"
# shellcheck source=/dev/null
. "$scripts/sources.sh"

# What asks the mirror is replaced.
export log=apt.log # of sources.sh
: >apt.log
sources_init() { :; }
sources_exit() { echo "exit" >>log; }
source_fetch() { echo "fetch $*" >>log; }
step() { :; }
sources_offered()
{
	cat <<-'END'
		6.1.170 linux-source-6.1 6.1.170-1 bookworm
		6.12.95 linux-source-6.12 6.12.95-1~bpo12+1 bookworm-backports
		6.12.107 linux-source-6.12 6.12.107-1 trixie
		7.3.4 linux-source-7.3 7.3.4-1 forky sid
		7.2.12 linux-source-7.2 7.2.12-1 trixie-backports
	END
}

# takes WANTED VERSION...: WANTED means these versions, and each is fetched, the newest as the newest.
takes()
{
	wanted=$1
	shift
	: >log
	(
		die() { echo "$*" >&2; exit 1; }
		sources_get . offered "$wanted"
		# shellcheck disable=SC2154 # sources_get sets them
		echo "$newest" >newest
		# shellcheck disable=SC2154 # sources_get sets them
		echo $versions >versions
	) 2>>log || { fail "'$wanted' is refused:"; return; }
	[ "$(cat versions)" = "$*" ] || fail "'$wanted' means $(cat versions)"
	for version; do
		sources_offered | grep -qF "$(sed -n "s/^fetch $version /$version /p" log) " ||
			fail "$version is not fetched as offered:"
	done
	[ "$(grep -c '^fetch' log)" = $# ] || fail "'$wanted' fetches others:"
	[ "$(tail -n 1 log)" = exit ] || fail "the lists of packages stay:"
	[ "$(cat newest)" = "$(printf '%s\n' "$@" | sort -V | tail -n 1)" ] || fail "'$wanted': newest: $(cat newest)"
}

takes '' 6.12.95 7.3.4
takes '7.3.4 6.12.107' 7.3.4 6.12.107
takes 6.1.170 6.1.170
takes all 6.1.170 6.12.95 6.12.107 7.3.4 7.2.12
(
	die() { echo "$*" >&2; exit 1; }
	sources_get . offered 5.10
) 2>log && fail "what is not offered is taken"
grep -qx '5.10 is not offered' log || fail "it is not said what is missing:"
verdict
