#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Makes `perf defer` known to a kernel tree's perf, and undoes it.
#
#   graft-edit.sh apply TREE STATE   inserts lines into the tree's files and adds files
#   graft-edit.sh undo TREE STATE    restores the tree
#
# STATE is a folder outside the tree: old/ has the files as they were, new/ the files as they are left,
# "inserted" and "added" their names. Either all files are edited, or none: every line that text is put
# beside is searched for first. A file that was changed since is never overwritten.
set -eu

die() {
	echo "graft: $*" >&2
	exit 1
}

# insert FILE before|after TEXT PATTERN [FROM]: puts the text as a line beside the first line that
# matches the pattern; FROM is a pattern to skip to first. A failure is noted, and the rest goes on.
insert() {
	if [ ! -e "$tree/$1" ]; then
		echo "$1 does not exist" >>"$state/missing"
		return
	fi
	mkdir -p "$state/new/$(dirname "$1")"
	[ -e "$state/new/$1" ] || cp -p "$tree/$1" "$state/new/$1"
	if TEXT=$3 PATTERN=$4 FROM=${5:-} awk -v where="$2" '
		BEGIN { begun = ENVIRON["FROM"] == "" }
		!begun && $0 ~ ENVIRON["FROM"] { begun = 1; print; next }
		begun && !done && $0 ~ ENVIRON["PATTERN"] {
			done = 1
			print where == "before" ? ENVIRON["TEXT"] "\n" $0 : $0 "\n" ENVIRON["TEXT"]
			next
		}
		{ print }
		END { exit !done }' "$state/new/$1" >"$state/edit"; then
		cat "$state/edit" >"$state/new/$1"
	else
		echo "$1 has no line that matches: ${5:+$5 ... }$4" >>"$state/missing"
	fi
	rm -f "$state/edit"
	grep -qxF "$1" "$state/inserted" || echo "$1" >>"$state/inserted"
}

# add FILE FROM: adds a file to the tree.
add() {
	[ ! -e "$tree/$1" ] || echo "$1 is there already" >>"$state/missing"
	mkdir -p "$state/new/$(dirname "$1")"
	cp "$2" "$state/new/$1"
	echo "$1" >>"$state/added"
}

# has FILE PATTERN: does the tree's file have such a line?
has() {
	grep -q -- "$2" "$tree/$1" 2>/dev/null
}

# Prepares all edits in the state folder; $state/missing tells what cannot be done.
prepare() {
	line='Profile with deferred user callchains'
	tab=$(printf '\t')

	insert tools/perf/perf.c after "$tab{ \"defer\",${tab}cmd_defer,${tab}0 }," \
		'^\t[{] "data",[ \t]*cmd_data,'
	insert tools/perf/builtin.h after 'int cmd_defer(int argc, const char **argv);' \
		'^int cmd_data[(]int argc, const char [*][*]argv[)];'
	insert tools/perf/builtin-help.c after "$tab$tab\"defer\"," \
		'builtin_help_subcommands[[][]] = [{]$'
	# The list of commands that perf prints without arguments is in one of two places.
	if [ -e "$tree/tools/perf/command-list.txt" ]; then
		insert tools/perf/command-list.txt after "perf-defer$tab$tab${tab}mainporcelain common" \
			'^perf-data[ \t]'
	else
		insert tools/perf/builtin-help.c before "$tab$tab{\"defer\", \"$line\"}," \
			'^\t\t[{]"diff",' 'common_cmds[[][]] = [{]$'
	fi
	insert tools/perf/perf-completion.sh before "$tab$tab$tab|defer|" '[|]data[|]help[|]script[|]'

	objects='perf-test-y'
	has tools/perf/tests/Build '^perf-test-y ' || objects='perf-y'
	insert tools/perf/tests/Build after "$objects += defer.o" "^$objects [+]= builtin-test[.]o"
	# Newer trees prepare suites before they list them.
	if has tools/perf/tests/tests.h '(\*setup)(struct test_suite \*'; then
		insert tools/perf/tests/Build after 'CFLAGS_defer.o += -DDEFER_SUITE_SETUP' \
			"^$objects [+]= defer[.]o"
	fi
	insert tools/perf/tests/tests.h before 'DECLARE_SUITE(defer);' '^DECLARE_SUITE[(]'
	insert tools/perf/tests/builtin-test.c before "$tab&suite__defer," '^\tNULL,$' \
		'generic_tests[[][]] = [{]$'

	printf '%s\n' 'perf-defer(1)' '=============' '' 'NAME' '----' "perf-defer - $line" '' \
		'SYNOPSIS' '--------' '[verse]' "'perf defer' COMMAND [<options>]" '' \
		'DESCRIPTION' '-----------' 'See the manual pages of its commands, such as perf-defer-report(1).' \
		>"$state/page"
	add tools/perf/Documentation/perf-defer.txt "$state/page"
	add tools/perf/tests/defer.c "$ours/defer.c"
	for script in "$ours"/shell/defer_*.sh; do
		add "tools/perf/tests/shell/$(basename "$script")" "$script"
	done
	add tools/perf/tests/shell/lib/defer.sh "$ours/shell/lib/defer.sh"
}

# same_as FOLDER LIST: are all files of the list in the tree as they are in this folder?
same_as() {
	while read -r file; do
		cmp -s "$state/$1/$file" "$tree/$file" || return 1
	done <"$state/$2"
}

is_grafted() {
	[ -e "$state/inserted" ] && same_as new inserted && same_as new added
}

# is_restored: are the edited files as they were, by other means such as git? Files that were added may be
# there still.
is_restored() {
	same_as old inserted || return 1
	while read -r file; do
		[ ! -e "$tree/$file" ] || cmp -s "$state/new/$file" "$tree/$file" || return 1
	done <"$state/added"
}

# Prints the files of the list that are not as they were left.
changed() {
	while read -r file; do
		cmp -s "$state/new/$file" "$tree/$file" || echo "  $file"
	done <"$1"
}

# put FILE FROM: replaces a file of the tree. The new file's time is now, so that builds notice.
put() {
	mkdir -p "$(dirname "$tree/$1")"
	cp -p "$2" "$tree/$1.graft"
	touch "$tree/$1.graft"
	mv "$tree/$1.graft" "$tree/$1"
}

apply() {
	if [ -e "$state/inserted" ]; then
		undo
	fi
	if has tools/perf/perf.c cmd_defer; then
		die "$tree has a perf defer already, which this did not make"
	fi
	mkdir -p "$state/new" "$state/old"
	: >"$state/inserted"
	: >"$state/added"
	echo "$tree" >"$state/where"
	prepare
	if [ -e "$state/missing" ]; then
		sed 's/^/graft: /' "$state/missing" >&2
		rm -rf "$state"
		die "$tree is left as it is: its perf is not one that this knows"
	fi
	while read -r file; do
		mkdir -p "$state/old/$(dirname "$file")"
		cp -p "$tree/$file" "$state/old/$file"
	done <"$state/inserted"
	cat "$state/inserted" "$state/added" >"$state/all"
	while read -r file; do
		put "$file" "$state/new/$file"
	done <"$state/all"
}

undo() {
	[ -e "$state/inserted" ] || die "$tree was not grafted from here, or was restored already"
	if ! is_grafted && ! is_restored; then
		echo "graft: these files were changed since, and are left as they are:" >&2
		changed "$state/all" >&2
		die "undo these changes first; $state/new has the files as they were left, $state/old as they were before"
	fi
	while read -r file; do
		cmp -s "$state/old/$file" "$tree/$file" || put "$file" "$state/old/$file"
	done <"$state/inserted"
	while read -r file; do
		rm -f "$tree/$file"
	done <"$state/added"
	rm -rf "$state"
}

[ "$#" = 3 ] || die "usage: graft-edit.sh apply|undo TREE STATE"
tree=$2
state=$3
ours=$(cd "$(dirname "$0")/../perf/tests/graft" && pwd)
[ -e "$tree/tools/perf/perf.c" ] || die "$tree is no kernel tree: it has no tools/perf/perf.c"

case $1 in
apply) apply ;;
undo) undo ;;
*) die "no such command: $1" ;;
esac
