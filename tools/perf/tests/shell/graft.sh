#!/bin/sh
# A kernel tree is edited as a whole or not at all, and restored byte by byte
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/lib/test.sh"
. "$shell/lib/kernel.sh"

need_source
edit=$top/tools/scripts/graft-edit.sh

# new_tree: makes a tree, and notes it.
new_tree()
{
	rm -rf tree state
	new_kernel tree
	sums >before
}

# new_form: the tree is like that of a newer kernel.
new_form()
{
	newer_kernel tree
	sums >before
}

# sums: prints the mode and the checksum of every file.
sums()
{
	(cd tree && find . -printf '%m %y %p\n' && find . -type f -exec cksum {} +) | sort
}

# edits STATUS COMMAND: the script ends so.
edits()
{
	"$edit" "$2" "$dir/tree" "$dir/state" >err 2>&1
	got=$?
	[ "$got" = "$1" ] || fail "$2: status $got, not $1:"
}

# unchanged WHEN: the tree is as it was made.
unchanged()
{
	sums | diff before - >err || fail "$1: the tree is another:"
}

# line FILE BEFORE LINE: the line is there once, right after the other.
line()
{
	awk -v before="$2" -v line="$3" '
		$0 == line { n++; good += last == before }
		{ last = $0 }
		END { exit !(n == 1 && good == 1) }' "tree/tools/perf/$1" || fail "$1: $(cat "tree/tools/perf/$1")"
}

tab=$(printf '\t')
new_tree
edits 0 apply
line perf.c "$tab{ \"data\",${tab}cmd_data,${tab}0 }," "$tab{ \"defer\",${tab}cmd_defer,${tab}0 },"
line builtin.h 'int cmd_data(int argc, const char **argv);' 'int cmd_defer(int argc, const char **argv);'
line builtin-help.c "${tab}const char * const builtin_help_subcommands[] = {" "$tab$tab\"defer\","
line command-list.txt "perf-data$tab$tab${tab}mainporcelain common" "perf-defer$tab$tab${tab}mainporcelain common"
line perf-completion.sh '@(kvm|sched|' "$tab$tab$tab|defer|"
line tests/Build 'perf-y += builtin-test.o' 'perf-y += defer.o'
line tests/tests.h '/* Tests */' 'DECLARE_SUITE(defer);'
line tests/builtin-test.c "$tab&suite__a," "$tab&suite__defer,"
for file in tests/defer.c Documentation/perf-defer.txt tests/shell/defer_record.sh tests/shell/lib/defer.sh; do
	[ -s "tree/tools/perf/$file" ] || fail "no $file"
done
[ -x tree/tools/perf/tests/shell/defer_record.sh ] || fail "defer_record.sh cannot be run"
find tree -name '*.graft' | grep . && fail "a file is left over"

# Once more is the same.
sums >grafted
edits 0 apply
sums | diff grafted - >err || fail "a second graft changes something:"
edits 0 undo
unchanged "a graft that is undone"
edits 1 undo
grep -q 'was not grafted from here' err || fail "what is undone already:"

new_form
edits 0 apply
line builtin-help.c "$tab$tab{\"data\", \"x\"}," "$tab$tab{\"defer\", \"Profile with deferred user callchains\"},"
line tests/Build 'perf-test-y += builtin-test.o' 'perf-test-y += defer.o'
line tests/Build 'perf-test-y += defer.o' 'CFLAGS_defer.o += -DDEFER_SUITE_SETUP'
edits 0 undo
unchanged "a newer tree"

# Whatever is missing, no file is touched, and the message names it.
for file in perf.c builtin.h builtin-help.c perf-completion.sh tests/Build tests/tests.h tests/builtin-test.c; do
	new_tree
	sed -i 's/data/dote/; s/builtin_help/x/; s/builtin-test.o/x/; s/DECLARE_SUITE/x/; s/generic_tests/x/' \
		"tree/tools/perf/$file"
	sums >before
	edits 1 apply
	grep -q "^graft: tools/perf/$file has no line that matches: " err || fail "$file is not named:"
	grep -q 'is left as it is' err || fail "$file:"
	unchanged "$file without our place"
	[ ! -e state ] || fail "$file: a state is left"
done
new_tree
rm tree/tools/perf/tests/tests.h tree/tools/perf/builtin.h
sums >before
edits 1 apply
grep -q 'tests/tests.h does not exist' err && grep -q 'perf/builtin.h does not exist' err || fail "missing files:"
unchanged "missing files"

# What somebody has written meanwhile is kept.
new_tree
edits 0 apply
echo '/* mine */' >>tree/tools/perf/builtin.h
sums >before
edits 1 undo
grep -q '^  tools/perf/builtin.h$' err || fail "the changed file is not named:"
[ "$(grep -c '^  ' err)" = 1 ] || fail "other files are named:"
unchanged "a file that was changed meanwhile"
edits 1 apply
unchanged "a file that was changed meanwhile, and another graft"

# A tree with a history: git sees the edits, and nothing after them.
if command -v git >/dev/null; then
	new_tree
	git -C tree init -q
	git -C tree add -A
	git -C tree -c user.name=Test -c user.email=test@localhost commit -q -m base
	sums >before
	edits 0 apply
	git -C tree --no-optional-locks status --porcelain --ignored -uall | cut -c4- | sort >seen
	sort state/all | diff - seen >err || fail "git sees other files than those that were edited:"
	edits 0 undo
	unchanged "a tree with a history"
	git -C tree --no-optional-locks status --porcelain --ignored -uall >err
	[ ! -s err ] || fail "git sees a difference:"
fi

# The tree was restored by other means, such as git.
new_tree
edits 0 apply
mv state kept
mv tree/tools/perf/tests/defer.c kept/
new_tree
mv kept/defer.c tree/tools/perf/tests/
mv kept state
edits 0 apply
edits 0 undo
unchanged "a tree that was restored by other means"

# A perf that has the command from elsewhere.
new_tree
echo '{ "defer", cmd_defer, 0 },' >>tree/tools/perf/perf.c
sums >before
edits 1 apply
grep -q 'has a perf defer already' err || fail "a perf with defer:"
unchanged "a perf with defer"

# Our part is built with the headers of the tree.
new_tree
mkdir bin
for name in flex bison; do
	printf '#!/bin/sh\n' >bin/$name
done
printf '#!/bin/sh\necho "$LINUX_TREE" >%s/headers\nexit 1\n' "$dir" >bin/build-ours
chmod +x bin/*
PATH=$dir/bin:$PATH PERF_DEFER_MAKE=build-ours "$top/tools/scripts/graft.sh" build tree grafts >err 2>&1 &&
	fail "what cannot be built is grafted:"
[ "$(cat headers)" = "$(cd tree && pwd -P)" ] || fail "our part is built with the headers of '$(cat headers)':"
"$top/tools/scripts/graft.sh" undo tree grafts >err 2>&1 || fail "make ungraft after a build that failed:"
unchanged "a graft that was not built"

mkdir nothing
"$edit" apply "$dir/nothing" "$dir/state" >err 2>&1 && fail "a folder that is no tree is grafted"
grep -q 'is no kernel tree' err || fail "no kernel tree:"

# The originals are not deleted with the build folder.
mkdir -p build/graft/x/tree
echo "$dir/nothing" >build/graft/x/tree/where
clean()
{
	env -u MAKEFLAGS -u MAKELEVEL make -C "$top" -f tools/perf/Makefile.perf BUILD="$dir/build" OUT="$dir/build" clean
}
clean >err 2>&1 && fail "make clean deletes the originals"
grep -q "first: make ungraft LINUX=$dir/nothing" err || fail "make clean:"
rmdir nothing
clean >err 2>&1 || fail "make clean of a tree that is gone:"
[ ! -e build ] || fail "make clean cleans nothing:"
verdict
