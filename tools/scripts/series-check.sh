#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Applies the series to kernel sources that Debian offers, patch by patch, builds them, and compares the
# perf that results with the program built here. Prints each step; fails if one fails. $1 is the folder for
# trees and builds, $2 that for downloads.
#
# perf is built after each patch that changes files of perf's own, and after the last. For the others it is
# proved from the objects that a build would succeed: no file needs what only a later patch has.
#
#   SERIES_EACH=1     builds perf after every patch all the same, which takes an hour
#   SERIES_VERSIONS=  the versions to take, such as "6.12.107 7.3.4", or "all". By default the oldest
#                     since 6.12 and the newest
#   SERIES_FLAGS=     variables for the make of perf
#   PERF_DEFER=       the program that was built here
#   PERF_DEFER_TEST_DATA=  the folder of the unpacked traces
#   JOBS=             how many commands at once
set -u

die() {
	echo "series-check: $*" >&2
	exit 1
}

# step TEXT...: tells what was done.
step() {
	printf '%6d s  %s\n' "$SECONDS" "$*"
}

# fail TEXT...: notes a failure, with the end of what was said.
fail() {
	echo "FAILED: $*" >&2
	[ ! -s "$work/said" ] || tail -n 30 "$work/said" | sed 's/^/    /' >&2
	failed=$((failed + 1))
}

# unpack: makes the tree with a history of one commit. An earlier one is set back to it, so that only what
# changed is built.
unpack() {
	if git -C "$tree" rev-parse -q --verify base >/dev/null 2>&1; then
		git -C "$tree" reset -q --hard base
		git -C "$tree" clean -qfd tools/perf/defer
		return
	fi
	source_unpack "$version" "$tree" && git -C "$tree" init -q && git -C "$tree" add tools/perf &&
		git -C "$tree" commit -q -m "$version" && git -C "$tree" tag base
}

# What fails on a machine, and is not of this series, is left out: each version of shellcheck finds something
# else in perf's own scripts. `make check` looks at ours.
perf_make() {
	# shellcheck disable=SC2086 # a list of variables
	env -u MAKEFLAGS -u MFLAGS PYTHONDONTWRITEBYTECODE=1 nice make -C "$tree/tools/perf" \
		-j"${JOBS:-$(nproc)}" O="$build" NO_LIBPYTHON=1 NO_LIBPERL=1 NO_JVMTI=1 NO_RUST=1 NO_SHELLCHECK=1 \
		BUILD_BPF_SKEL=0 ${SERIES_FLAGS:-} "$build/perf" >"$work/said" 2>&1
}

# Macros that are several elements of a table cannot be in parentheses.
# perf itself ends the heads of a report's columns with blanks.
accepted_errors='shell/report[.]sh:.*ERROR:TRAILING_WHITESPACE\|\(view/row-view[.]h\|script/events[.]c\|profile/column[.]c\|tests/tui-files[.]c\):.*ERROR:COMPLEX_MACRO'

# checkpatch FILE: the newest tree's. Adds its findings to those of the series; fails on an error that is not
# accepted.
checkpatch() {
	(cd "$tree" && perl scripts/checkpatch.pl --no-tree --terse --showfile --show-types --no-summary "$1") \
		>"$work/said" 2>&1
	cat "$work/said" >>"$out/checkpatch.log"
	! grep 'ERROR:' "$work/said" | grep -qv "$accepted_errors"
}

# accepted_types: prints the types of warnings that graft.md gives a reason for.
accepted_types() {
	sed -n '/^| warnings of checkpatch/,/^$/p' "$top/tools/perf/Documentation/graft.md" | cut -d'|' -f2 |
		grep -oE '`[A-Z_]+`' | tr -d '`'
}

# check_warnings: counts the warnings of checkpatch by type; fails if one has no reason.
check_warnings() {
	grep -oE 'WARNING:[A-Z_]+' "$out/checkpatch.log" | cut -d: -f2 | sort | uniq -c | sort -rn >"$out/types"
	step "$version: $(awk '{ sum += $1 } END { print sum + 0 }' "$out/types") warnings of checkpatch:"
	cat "$out/types"
	accepted_types >"$work/accepted"
	[ -s "$work/accepted" ] || fail "graft.md has no table of warnings"
	awk '{ print $2 }' "$out/types" | grep -vxFf "$work/accepted" >"$work/new" || return 0
	while read -r type; do
		grep "WARNING:$type:" "$out/checkpatch.log" >"$work/said"
		fail "$type is a new type of warning: mend it, or give the reason in graft.md"
	done <"$work/new"
}

# is_to_build PATCH: is perf built after it?
is_to_build() {
	[ -n "${SERIES_EACH:-}" ] || [ "$1" = "$last" ] ||
		git -C "$tree" show --name-only --format= HEAD | grep -qv '^tools/perf/defer/'
}

# apply_one PATCH: applies, builds and checks it.
apply_one() {
	name=${1##*/}
	git -C "$tree" am -q "$1" >"$work/said" 2>&1 || {
		fail "git am $name"
		return 1
	}
	did=applied
	if is_to_build "$1"; then
		perf_make || {
			fail "$version does not build with $name"
			return 1
		}
		cp "$work/said" "$out/${name%.patch}.log"
		! grep 'defer/.*warning:' "$work/said" >&2 || fail "$name or one before it has warnings"
		did="perf is built, with $(grep -c 'CC .*/defer/' "$work/said") more objects"
	fi
	if [ "$version" = "$newest" ]; then
		checkpatch "$1" || fail "checkpatch of $name"
		did="$did, $(wc -l <"$work/said") warnings of checkpatch"
	fi
	step "$version: $name: $did"
}

# numbers: prints "NUMBER NAME" for each file of ours, by the patch that adds it.
numbers() {
	git -C "$tree" log --reverse --format=tformat:= --name-only --diff-filter=A base.. |
		awk '$0 == "=" { number++ } sub("^tools/perf/defer/", "") { print number, $0 }'
}

# later_names: prints each name that an object takes from one that only a later patch has.
later_names() {
	(cd "$build/defer" && sed -n 's/^[0-9]* \(.*\)[.]c$/\1.o/p' "$work/numbers" | xargs nm -A -P -g) >"$work/nm" ||
		return 1
	awk '
		NR == FNR {
			sub(/[.]c$/, ".o", $2)
			patch[$2] = $1
			next
		}
		{ object = substr($1, 1, length($1) - 1) }
		$3 == "U" { uses[++n] = object; used[n] = $2; next }
		!($2 in from) || patch[object] < patch[from[$2]] { from[$2] = object }
		END {
			for (i = 1; i <= n; i++)
				if (patch[from[used[i]]] > patch[uses[i]])
					print uses[i] ", of patch " patch[uses[i]] ", needs " used[i] "() of " \
						from[used[i]] ", of patch " patch[from[used[i]]]
		}' "$work/numbers" "$work/nm"
}

# check_order: each patch needs only what it and earlier ones have. That none includes a later header is
# looked at when the series is written.
check_order() {
	numbers >"$work/numbers"
	later_names >"$work/said" 2>&1 || fail "the order of the patches cannot be checked"
	! grep -q . "$work/said" || fail "a patch does not build without a later one"
	step "$version: $(grep -c ' U ' "$work/nm") names in $(grep -c '[.]c$' "$work/numbers") objects: none is of a later patch"
}

# bare COMMAND...: runs a command without the settings of this machine.
bare() {
	env -i PATH=/usr/bin:/bin HOME="$work" LC_ALL=C.UTF-8 PERF_CONFIG=/dev/null "$@"
}

# same WORDS...: the perf that was built prints what the program here prints.
same() {
	bare "$PERF_DEFER" "$@" >"$work/alone" 2>"$work/said"
	status=$?
	bare "$build/perf" defer "$@" >"$work/merged" 2>"$work/said"
	[ $? = "$status" ] && cmp "$work/alone" "$work/merged" >>"$work/said" || fail "perf defer $*"
	[ -s "$work/alone" ] || fail "$* prints nothing"
	compared=$((compared + 1))
}

check_output() {
	compared=0
	data=$PERF_DEFER_TEST_DATA
	for trace in "$data"/*.data "$data"/*.pipe; do
		same report --stdio --kallsyms "$data/kallsyms-boot1" --symfs "$data/symfs" -i "$trace"
		same script --kallsyms "$data/kallsyms-boot1" --symfs "$data/symfs" -i "$trace"
		same audit -i "$trace"
	done
	step "$version: report, script, audit: $compared outputs are byte-equal to perf-defer's"
}

# The rows of the suite in perf test, some of which run.
check_perf_test() {
	(cd "$work" && "$build/perf" test Deferred:) >"$work/said" 2>&1
	ran=$(grep -ac 'Ok' "$work/said")
	[ "$ran" -gt 50 ] && ! grep -a 'FAILED!' "$work/said" >&2 || fail "perf test of $version"
	step "$version: perf test: $ran suites passed"
}

check_one() {
	version=$1
	tree=$dir/linux-$version
	build=$dir/build-$version
	out=$dir/series-$version
	step "$version: unpack"
	unpack || die "$version cannot be unpacked"
	mkdir -p "$build"
	rm -rf "$out"
	"$scripts/series.sh" write "$tree" "$out" >"$work/said" 2>&1 || {
		fail "make series for $version"
		return
	}
	step "$version: $(tail -n 1 "$work/said")"
	last=$(printf '%s\n' "$out"/*.patch | tail -n 1)
	for patch in "$out"/*.patch; do
		case $patch in
		*/0000-*) continue ;;
		esac
		apply_one "$patch" || return
	done
	check_order
	[ ! -e "$out/checkpatch.log" ] || check_warnings
	check_output
	[ -z "${SERIES_PERF_TEST:-}" ] || check_perf_test
}

main() {
	[ "$#" = 2 ] || die "usage: series-check.sh DIR SOURCES"
	mkdir -p "$1" "$2"
	dir=$(cd "$1" && pwd)
	scripts=$(cd "$(dirname "$0")" && pwd)
	top=$(cd "$scripts/../.." && pwd)
	failed=0
	work=$(mktemp -d)
	trap 'rm -rf "$work"' EXIT
	# Commits need a name, but these patches are sent to nobody.
	if ! git var GIT_COMMITTER_IDENT >/dev/null 2>&1; then
		export GIT_AUTHOR_NAME=series-check GIT_AUTHOR_EMAIL=series-check@localhost
		export GIT_COMMITTER_NAME=$GIT_AUTHOR_NAME GIT_COMMITTER_EMAIL=$GIT_AUTHOR_EMAIL
	fi
	: "${PERF_DEFER:?}" "${PERF_DEFER_TEST_DATA:?}"
	. "$scripts/suites.sh"
	. "$scripts/sources.sh"

	sources_get "$2" "$dir/offered" "${SERIES_VERSIONS:-}"
	for version in $versions; do
		check_one "$version"
	done
	step "$failed failed"
	[ "$failed" = 0 ]
}

# bash has read all of this file by now, so that it may be edited meanwhile.
main "$@"; exit
