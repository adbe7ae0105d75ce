#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Grafts perf defer into kernel sources that Debian offers, tests each perf, and removes the graft again.
# Prints each step; fails if one fails. $1 is the folder for trees and builds, $2 that for downloads.
#
#   GRAFT_VERSIONS=   the versions to take, such as "6.12.107 7.3.4", or "all". By default the oldest
#                     since 6.12 and the newest
#   PERF_DEFER=       the program that was built outside a tree, to compare with
#   PERF_DEFER_TEST_DATA=  the folder of the unpacked traces
#   and the variables of graft.sh
set -u

die() {
	echo "graft-test: $*" >&2
	exit 1
}

# step TEXT...: tells what follows.
step() {
	printf '%6d s  %s\n' "$SECONDS" "$*"
}

# fail TEXT...: notes a failure, with the end of what was said; the test goes on.
fail() {
	echo "FAILED: $*" >&2
	[ ! -s "$work/said" ] || tail -n 30 "$work/said" | sed 's/^/    /' >&2
	failed=$((failed + 1))
}

# bare COMMAND...: runs a command that finds nothing of ours but by its own path.
bare() {
	env -i PATH=/usr/bin:/bin HOME="$work" LC_ALL=C.UTF-8 PERF_CONFIG=/dev/null PERF_BUILDID_DIR=/dev/null \
		PERF_DEFER_TEST_DATA="$PERF_DEFER_TEST_DATA" "$@"
}

# sums TREE: prints the mode and the checksum of every file, and every link and folder.
sums() {
	(cd "$1" && find . -printf '%m %y %p %l\n' | sort && find . -type f -print0 | sort -z | xargs -0 sha1sum)
}

# git_tree WORDS...: runs git in the tree.
git_tree() {
	git -c user.name=graft-test -c user.email=graft-test@localhost -C "$tree" "$@"
}

# strangers: prints what is in the tree and is not in its last commit, be it ignored or not.
strangers() {
	git_tree --no-optional-locks status --porcelain --ignored --untracked-files=all
}

# ---- what a grafted perf does --------------------------------------------------------------------

check_help() {
	bare "$perf" defer --version >"$work/said" 2>&1 && cmp -s "$work/said" <("$PERF_DEFER" --version) ||
		fail "perf defer --version"
	bare "$perf" >"$work/said" 2>&1
	grep -q '^   defer  *Profile with deferred' "$work/said" || fail "perf does not list defer"
	bare "$perf" defer >"$work/said" 2>/dev/null
	"$PERF_DEFER" 2>/dev/null | cmp -s - "$work/said" || fail "perf defer without a command"

	# man is told where perf was installed, and finds the page there.
	mkdir -p "$work/man"
	cat >"$work/man/man" <<-'END'
		#!/bin/sh
		for page; do :; done
		case $page in
		/*) ls "$page" ;;
		*) ls "${MANPATH%%:*}/man1/$page.1" ;;
		esac
	END
	chmod +x "$work/man/man"
	for words in 'help defer' 'help defer-report' 'defer --help' 'defer help report' 'defer report --help'; do
		# shellcheck disable=SC2086 # a list of words
		bare PATH="$work/man:/usr/bin:/bin" "$perf" $words >"$work/said" 2>&1 &&
			grep -q '/man1/perf-defer\(-report\)\{0,1\}\.1$' "$work/said" || fail "perf $words"
	done
}

# words LINE WORD...: perf's own completion of a line offers these words.
words() {
	bare PATH="${perf%/*}:/usr/bin:/bin" bash -c '
		. "$0"
		read -ra COMP_WORDS <<<"$1"
		[[ $1 != *" " ]] || COMP_WORDS+=("")
		COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMP_LINE=$1 COMP_POINT=${#1}
		_perf perf
		echo "${COMPREPLY[*]}"' "$tree/tools/perf/perf-completion.sh" "$1" >"$work/said" 2>&1
	line=$1
	shift
	for word; do
		grep -qw -e "$word" "$work/said" || fail "completion of '$line' offers no $word"
	done
}

check_completion() {
	words 'perf de' defer
	words 'perf defer ' record report script inject audit check test
	words 'perf defer re' record report
	words 'perf defer audit --js' --json
	words 'perf help def' defer
}

# same WORDS...: the grafted perf prints what the program prints that was built outside the tree.
same() {
	"$PERF_DEFER" "$@" >"$work/alone" 2>"$work/said"
	status=$?
	bare "$perf" defer "$@" >"$work/grafted" 2>"$work/said"
	[ $? = "$status" ] && cmp "$work/alone" "$work/grafted" >>"$work/said" || fail "perf defer $*"
	[ -s "$work/alone" ] || fail "nothing is printed by $*"
	compared=$((compared + 1))
}

check_output() {
	compared=0
	for trace in "$PERF_DEFER_TEST_DATA"/*.data "$PERF_DEFER_TEST_DATA"/*.pipe; do
		names="--kallsyms $PERF_DEFER_TEST_DATA/kallsyms-boot1 --symfs $PERF_DEFER_TEST_DATA/symfs"
		# shellcheck disable=SC2086 # a list of options
		{
			same report --stdio $names -i "$trace"
			same script $names -i "$trace"
			same audit -i "$trace"
		}
	done
	step "$version: $compared outputs are byte-equal to perf-defer's"
}

# test_results: prints "passed failed skipped" of perf's own list of results.
test_results() {
	awk '
		/: *(Ok|Skip|FAILED!)/ { n[$0 ~ /Ok *$/ ? "ok" : $0 ~ /FAILED!/ ? "failed" : "skip"]++ }
		END { print n["ok"] + 0, n["failed"] + 0, n["skip"] + 0 }' "$1"
}

check_suites() {
	parallel=
	"$perf" test -h 2>&1 | grep -q -- '--parallel' && parallel=-p
	# perf prefers the tests of a tree that it is started in.
	(cd "$work" && bare "$perf" test -v $parallel Deferred) >"$at/perf-test.log" 2>&1
	sed 's/\x1b\[[0-9;]*[mK]//g' "$at/perf-test.log" | grep -aE '^ *[0-9]+(\.[0-9]+)?:.*:' >"$work/said"
	read -r ok bad skip <<<"$(test_results "$work/said")"
	[ "$bad" = 0 ] && [ "$ok" -gt 50 ] || fail "perf test Deferred: $ok passed, $bad failed, see $at/perf-test.log"
	[ "$(grep -c 'callchains: .*Ok' "$work/said")" -ge 4 ] || fail "perf test ran not all of the defer_*.sh"
	step "$version: perf test Deferred: $ok passed, $bad failed, $skip skipped"

	# The suites of the verbs, with a $PERF_DEFER that is two words.
	printf '#!/bin/sh\nexec %s defer "$@"\n' "$perf" >"$work/perf-defer"
	chmod +x "$work/perf-defer"
	for suite in $verb_suites; do
		THROUGH_PERF=$perf PERF_DEFER=$work/perf-defer "$top/tools/perf/tests/shell/$suite.sh" \
			>"$work/said" 2>&1 </dev/null || fail "the suite $suite with perf defer: status $?"
	done
	step "$version: with perf defer: $verb_suites"
}

# check_scripts: our scripts in the tree pass what the build of a perf checks all of its scripts with.
check_scripts() {
	for flags in '' '-s bash'; do
		# shellcheck disable=SC2086 # a list of options
		(cd "$tree/tools/perf/tests" && shellcheck $flags -a -S warning shell/defer_*.sh) >"$work/said" 2>&1 ||
			fail "shellcheck $flags of $version's defer_*.sh"
	done
}

# check_stock: the tests in perf's form run with a perf that has no defer, and perf-defer beside it.
check_stock() {
	command -v perf >/dev/null || die "the installed perf is not there to test with"
	for script in "$top"/tools/perf/tests/graft/shell/defer_*.sh; do
		bare PATH="${PERF_DEFER%/*}:/usr/bin:/bin" "$script" >"$work/said" 2>&1 ||
			fail "${script##*/} with $(perf --version): status $?"
		bare "$script" >"$work/said" 2>&1
		[ $? = 2 ] || fail "${script##*/} without perf defer is not skipped"
	done
	step "$(perf --version): defer_*.sh pass with perf-defer, and are skipped without"
}

# ---- one tree ------------------------------------------------------------------------------------

graft_one() {
	version=$1
	tree=$dir/linux-$version
	step "$version: unpack"
	source_unpack "$version" "$tree" || die "$version cannot be unpacked"
	failed_before=$failed
	# The newest has a history, as a developer's has.
	history=
	if [ "$version" = "$newest" ]; then
		history=yes
		git_tree init -q && git_tree add -A && git_tree commit -q -m "$version" || die "git cannot keep $version"
		strangers >"$dir/$version.strangers"
	fi
	sums "$tree" >"$dir/$version.before"
	step "$version: make graft"
	rm -rf "$("$scripts/graft.sh" where "$tree" "$dir")"
	if ! "$scripts/graft.sh" build "$tree" "$dir" >"$work/said" 2>&1; then
		fail "make graft of $version"
		return
	fi
	at=$("$scripts/graft.sh" where "$tree" "$dir")
	perf=$at/usr/bin/perf
	step "$version: $(tail -n 1 "$work/said")"
	sums "$tree" | cmp -s - "$dir/$version.before" && fail "the graft left no mark in the tree"
	# Nothing but the edits is in the tree, such as objects.
	if [ -n "$history" ]; then
		strangers | grep -vxFf "$dir/$version.strangers" | cut -c4- | sort >"$work/strange"
		sort "$at/tree/all" | diff - "$work/strange" >"$work/said" || fail "git sees other files than the edits"
	fi
	check_scripts
	check_help
	check_completion
	step "$version: help, manual pages, completion"
	check_output
	check_suites
	"$scripts/graft.sh" undo "$tree" "$dir" >"$work/said" 2>&1 || fail "make ungraft of $version"
	sums "$tree" >"$dir/$version.after"
	diff "$dir/$version.before" "$dir/$version.after" >"$work/said" 2>&1 || fail "make ungraft left other files:"
	[ -z "$history" ] || strangers | diff "$dir/$version.strangers" - >"$work/said" || fail "git sees a difference:"
	step "$version: make ungraft${history:+, with a history}: $(grep -c '^[0-7]* f ' "$dir/$version.after") files are as before"
	# What failed is there to be looked at.
	[ -n "${KEEP:-}" ] || [ "$failed" != "$failed_before" ] || rm -rf "$tree" "$at"
}

main() {
	[ "$#" = 2 ] || die "usage: graft-test.sh DIR SOURCES"
	mkdir -p "$1" "$2"
	dir=$(cd "$1" && pwd)
	scripts=$(cd "$(dirname "$0")" && pwd)
	top=$(cd "$scripts/../.." && pwd)
	verb_suites='audit cli input manual perf-options report script'
	failed=0
	work=$(mktemp -d)
	trap 'rm -rf "$work"' EXIT
	: "${PERF_DEFER:?}" "${PERF_DEFER_TEST_DATA:?}"
	. "$scripts/suites.sh"
	. "$scripts/sources.sh"

	sources_get "$2" "$dir/offered" "${GRAFT_VERSIONS:-}"
	check_stock
	for version in $versions; do
		graft_one "$version"
	done
	step "$failed failed"
	[ "$failed" = 0 ]
}

# bash has read all of this file by now, so that it may be edited meanwhile.
main "$@"; exit
