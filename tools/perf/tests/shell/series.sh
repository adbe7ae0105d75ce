#!/bin/sh
# The patches for a kernel tree have every file, in an order in which each can be built
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/lib/test.sh"
. "$shell/lib/kernel.sh"

need_source
command -v git >/dev/null || skip "this needs git"
evidence=log
list=tools/scripts/series/patches
export GIT_AUTHOR_NAME=Test GIT_AUTHOR_EMAIL=test@localhost GIT_COMMITTER_NAME=Test \
	GIT_COMMITTER_EMAIL=test@localhost GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE

# ---- the list ----

mkdir copy
(cd "$top" && find tools/scripts tools/lib/perf tools/perf -name data -prune -o -type f -print | tar -cf - -T -) |
	tar -xf - -C copy
cp "$top/VERSION" copy/

# list STATUS [TEXT]: the list of the copy is right (0), or is not and the fault is told so.
list()
{
	copy/tools/scripts/series.sh list >listed 2>log
	got=$?
	[ "$got" = "$1" ] || fail "the list: status $got, not $1:"
	[ $# = 1 ] || grep -qxF "series: $2" log || fail "the list: it does not say \"$2\":"
	[ $# = 1 ] || grep -q 'series: mend tools/scripts/series/patches' log || fail "it does not say what to do:"
}

# stray FILE: a new file of this name is in no patch.
stray()
{
	mkdir -p "$(dirname "copy/$1")"
	echo 'int stray;' >"copy/$1"
	list 1 "$1 is in no patch"
	[ "$(grep -c 'is in no patch' log)" = 1 ] || fail "other files are named than $1:"
	rm "copy/$1"
}

list 0
stray tools/perf/builtin-defer-stray.c
stray tools/perf/util/stray/stray.c
stray tools/perf/ui/stray.h
stray tools/perf/stray.c
stray tools/lib/perf/stray.c
stray tools/perf/tests/stray/stray.sh
echo 'int known;' >copy/tools/perf/util/base/known.c
list 0
grep -q '	util/base/known\.c$' listed || fail "a folder's new file is not in its patch"
rm copy/tools/perf/util/base/known.c

# A suite goes with what it includes.
printf '#include "util/fold/fold.h"\nconst struct test_suite suite__known = {"known", "x"};\n' \
	>copy/tools/perf/tests/known.c
list 0
[ "$(sed -n 's/	tests\/known\.c$//p' listed)" = "$(sed -n 's/	tests\/fold\.c$//p' listed)" ] ||
	fail "a new suite is in another patch than the suite of what it tests"
rm copy/tools/perf/tests/known.c

echo '+ util/nobody-knows/' >>copy/$list
list 1 "line $(wc -l <copy/$list) of the list: no file is util/nobody-knows/"
cp "$top/$list" copy/$list

echo '#include "util/fold/fold.h"' >>copy/tools/perf/util/base/hash.h
list 1 "util/base/hash.h, of patch $(sed -n 's/	util\/base\/hash\.h$//p' listed), includes util/fold/fold.h, of patch $(
	sed -n 's/	util\/fold\/fold\.h$//p' listed)"
cp "$top/tools/perf/util/base/hash.h" copy/tools/perf/util/base/

# ---- the patches ----

# ours: prints each file that the patches have, and where it is here.
ours()
{
	"$top/tools/scripts/series.sh" list | cut -f2 | while read -r name; do
		case $name in
		include/* | lib/*) echo "$name tools/lib/perf/${name#lib/}" ;;
		tests/entry.c) echo "$name tools/perf/tests/graft/entry.c" ;;
		*) echo "$name tools/perf/$name" ;;
		esac
	done
}

# plain FOLDER: prints the text of the files whose names follow, without what a kernel tree writes otherwise:
# white space, parentheses around the type of a literal, and a name of libperf's.
plain()
{
	(cd "$1" && xargs awk '
		FNR == 1 { print FILENAME }
		{ gsub(/[ \t]/, ""); gsub(/\((Elf[0-9]+_[A-Za-z]+|[a-z]+\[[A-Z0-9_]*\])\)/, "literal") }
		{ gsub(/(Elf[0-9]+_[A-Za-z]+|[a-z]+\[[A-Z0-9_]*\])[{]/, "literal{") }
		{ gsub(/own_cpus/, "pmu_cpus"); printf "%s", $0 }
		/[;}]$/ { print "" }')
}

# applies: each patch applies to the tree, and lists objects of sources that are there.
applies()
{
	git -C tree init -q && git -C tree add -A && git -C tree commit -q -m base || die "git"
	before=$(git -C tree rev-parse HEAD)
	for patch in out/*.patch; do
		case $patch in
		out/0000-*) continue ;;
		esac
		git -C tree am -q "$dir/$patch" >log 2>&1 || die "$patch does not apply:"
		sed -n 's/^perf-defer-y += \(.*\)[.]o$/\1.c/p' tree/tools/perf/defer/Build | while read -r source; do
			[ -e "tree/tools/perf/defer/$source" ] || echo "$source"
		done >log
		[ ! -s log ] || die "after $patch, Build names what is not there:"
	done
	git -C tree diff --quiet "$before" HEAD -- . ':!tools/perf' || fail "a patch changes more than perf"
}

ours >ours.list
new_kernel tree
cp -a tree before
"$top/tools/scripts/series.sh" write "$dir/tree" "$dir/out" >log 2>&1 || die "make series:"
diff -r before tree >log || fail "the tree was changed:"
[ "$(ls out/*.patch | wc -l)" = $(($(grep -c '^= ' "$top/$list") + 1)) ] || fail "there are other patches: $(ls out)"
applies
mkdir now
while read -r name source; do
	case $name in
	*/*) mkdir -p "now/${name%/*}" ;;
	esac
	cp "$top/$source" "now/$name"
	case $name in
	*.c) grep -qxF "perf-defer-y += ${name%.c}.o" tree/tools/perf/defer/Build || echo "no object of $name" ;;
	esac
done <ours.list >log
[ ! -s log ] || fail "not all is built:"
cut -d' ' -f1 ours.list | plain now >ours.text
cut -d' ' -f1 ours.list | plain tree/tools/perf/defer >theirs.text
diff ours.text theirs.text | cut -c1-200 | head -n 20 >log
[ ! -s log ] || fail "the files are not ours:"
! grep -rlw pmu_cpus tree/tools/perf/defer --include='rings*.c' >log || fail "a name of a newer libperf:"
grep -rlqw own_cpus tree/tools/perf/defer --include='rings*.c' || fail "no name of an older libperf"
grep -q 'defer/$' tree/tools/perf/Build && grep -q 'defer/Makefile.config' tree/tools/perf/Makefile.config &&
	grep -q cmd_defer tree/tools/perf/perf.c || fail "perf does not know of it"

# A tree that has another place for something is named, and there is no patch.
rm -rf tree out
new_kernel tree
echo 'perf-y += other/' >tree/tools/perf/Build
! "$top/tools/scripts/series.sh" write "$dir/tree" "$dir/out" >log 2>&1 || fail "any tree is taken"
grep -q 'tools/perf/Build of the tree has no line' log || fail "the file is not named:"
[ -z "$(ls out 2>/dev/null)" ] || fail "there are patches after a failure"
verdict
