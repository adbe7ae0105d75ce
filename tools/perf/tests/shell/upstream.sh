#!/bin/sh
# Patches for perf: each small, with a message and a test; a tree that they do not fit is named
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/lib/test.sh"
need_source
evidence=log
command -v git >/dev/null || skip "this needs git"

cd "$top" || exit 1
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES OUT LINUX SANITIZE
export GIT_AUTHOR_NAME=Test GIT_AUTHOR_EMAIL=test@localhost GIT_CONFIG_COUNT=2 \
	GIT_CONFIG_KEY_0=user.name GIT_CONFIG_VALUE_0=Test \
	GIT_CONFIG_KEY_1=user.email GIT_CONFIG_VALUE_1=test@localhost

# ---- the patches ----

for patch in tools/perf/upstream/[0-9]*.patch; do
	name=$(basename "$patch")
	head -n 1 "$patch" | grep -qE '^Subject: perf [a-z-]+: [A-Z].{10,70}$' ||
		die "$name: its subject is not as those of perf"
	[ "$(sed -n '3,/^---$/p' "$patch" | grep -c .)" -ge 4 ] || die "$name does not say why"
	! sed '1d; /^---$/q' "$patch" | grep -qE '.{76}' || die "$name: a line of its message is too long"
	lines=$(sed '1,/^---$/d' "$patch" | grep -cE '^[-+]($|[^-+]|[-+]($|[^-+]))')
	[ "$lines" -lt 300 ] || die "$name changes $lines lines"
	grep -q '^+.*TEST_CASE(' "$patch" || grep -q '^No functional change' "$patch" ||
		die "$name has no test"
done

# ---- what they do not fit ----

# refuses TEXT LINUX OUT: the script fails, says so, and writes no patch.
refuses() {
	! tools/scripts/upstream.sh "$2" "$3" >"$dir/log" 2>&1 || die "$2 to $3 is taken:"
	grep -q "$1" "$dir/log" || die "it does not say: $1"
	! ls "$3"/*.patch >/dev/null 2>&1 || die "there are patches after a failure:"
}

refuses 'has no tools/perf' "$dir" "$dir/out"
files=$(sed -n 's|^--- a/||p' tools/perf/upstream/*.patch | sort -u)
for file in $files; do
	mkdir -p "$dir/linux/$(dirname "$file")"
	echo 'int other_code;' >"$dir/linux/$file"
done
cp -r "$dir/linux" "$dir/copy"
refuses '0001-.* does not apply to .*/linux' "$dir/linux" "$dir/out"
grep -q 'tools/perf/tests/' "$dir/log" || die "the file that does not fit is not named:"
diff -r "$dir/linux" "$dir/copy" >"$dir/log" || die "the tree was changed:"
refuses 'only read' "$dir/linux" "$dir/linux"
! make upstream >"$dir/log" 2>&1 || die "make upstream needs no tree"
grep -q 'LINUX=DIR' "$dir/log" || die "make upstream does not say what it needs:"
! make upstream LINUX="$dir/linux" >"$dir/log" 2>&1 || die "make upstream needs no OUT"
grep -q 'OUT=DIR' "$dir/log" || die "make upstream does not say where it would write:"
verdict
