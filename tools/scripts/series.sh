#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Writes `perf defer` as a series of patches for a kernel tree, of which it only reads some files.
#
#   series.sh write TREE OUT   writes OUT/NNNN-*.patch; those of an earlier run are removed
#   series.sh list             prints each file with its patch's number; fails if one has none, or includes
#                              a file of a later patch
#
# series/patches tells what is in which patch and why.
set -eu -o pipefail

die() {
	echo "series: $*" >&2
	exit 1
}

scripts=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$scripts/../.." && pwd)
list=$scripts/series/patches

# Prints "NAME SOURCE" for each file: its name below tools/perf/defer, and where it is here.
sources() {
	(
		cd "$top"
		find tools/lib/perf tools/perf -name data -prune -o -type f \
			\( -name '*.[ch]' -o -name '*.sh' -o -name '*.1' -o -name '*.md' \) -print |
			sed -E 's|^tools/lib/perf/(include/.*)|\1 &|; t
				s|^tools/lib/perf/(.*)|lib/\1 &|; t
				s|^tools/perf/tests/graft/(entry[.]c)|tests/\1 &|; t
				s|^tools/perf/(.*)|\1 &|'
	) | LC_ALL=C sort
}

# Prints "NAME WORD" for the files in C of tests: helpers, or suites: and the last area, in the order
# of the layers, of the headers that a suite includes.
tests() {
	(cd "$top/tools/perf" && awk '
		FILENAME ~ /layers$/ { if ($1 ~ /^u/) order[$1] = FNR; next }
		FNR == 1 { if (file) print file, word(); file = FILENAME; area = "lib"; suite = 0; order["builtin"] = 999 }
		/^const struct test_suite suite__/ { suite = 1 }
		/^#include "(util|ui|builtin)/ {
			name = $2
			gsub(/"|\.h/, "", name)
			if (name ~ /^builtin/)
				name = "builtin"
			else if (!(name in order))
				sub(/\/[^\/]*$/, "", name)
			if (order[name] > order[area])
				area = name
		}
		END { print file, word() }
		function word() { return suite ? "suites:" area : "tests/helpers" }' \
		"$scripts/layers" tests/*.[ch])
}

# Prints "NUMBER NAME SOURCE" for each file, ordered by number; the number is empty if no patch has it,
# and - if none should. Then "! LINE WORD" for each file or folder of the list that is not there, with the
# list's line.
# A name in the list goes before suites: and tests/helpers.
assign() {
	awk -v list="$list" '
		function pattern(word) {
			if (word ~ /\/$/)
				word = word "*"
			gsub(/[.]/, "[.]", word)
			gsub(/[*]/, ".*", word)
			return "^" word "$"
		}
		function take(n) {
			used[n] = 1
			return patch_of[n]
		}
		BEGIN {
			while ((getline line < list) > 0) {
				n = split(line, part, " ")
				number++
				patch += part[1] == "="
				for (i = 2; part[1] ~ /^[-+]$/ && i <= n; i++) {
					word[++words] = part[i]
					line_of[words] = number
					patch_of[words] = part[1] == "-" ? "-" : patch
					is_group[words] = part[i] ~ /^suites:|^tests\/helpers$/
					regex[words] = pattern(part[i])
				}
			}
		}
		FILENAME == "-" {
			number = ""
			for (i = 1; i <= words && number == ""; i++)
				if (!is_group[i] && $1 ~ regex[i])
					number = take(i)
			for (i = 1; i <= words && number == "" && ($1 in tests); i++)
				if (is_group[i] && index(tests[$1] "/", word[i] "/") == 1)
					number = take(i)
			print number "\t" $1 "\t" $2
			next
		}
		{ tests[$1] = $2 }
		END {
			for (i = 1; i <= words; i++)
				if (!used[i] && !is_group[i])
					print "!\t" line_of[i] "\t" word[i]
		}' <(tests) - < <(sources) | sort -n -s -k1,1
}

# insert FILE TEXT PATTERN: puts the text as a line before the first line that matches the pattern.
insert() {
	TEXT=$2 PATTERN=$3 awk '
		!done && $0 ~ ENVIRON["PATTERN"] { print ENVIRON["TEXT"]; done = 1 }
		{ print }
		END { exit !done }' "$1" >"$work/edit" || die "$1 of the tree has no line that matches $3"
	cat "$work/edit" >"$1"
}

# ---- what patches do besides adding files --------------------------------------------------------

add_build() {
	entries=$(sed -n 's/^GRAFT_NAMES := //p' "$top/tools/perf/Makefile.perf")
	sed "s/@ENTRIES@/$entries/" "$scripts/series/Build" >tools/perf/defer/Build
	cp "$scripts/series/Makefile.config" tools/perf/defer/
	# shellcheck disable=SC2016 # make expands it
	insert tools/perf/Build 'perf-$(CONFIG_DEFER) += defer/' '^perf(-test)?-y [+]= tests/'
	# shellcheck disable=SC2016
	insert tools/perf/Makefile.config "include \$(src-perf)/defer/Makefile.config
" '^# Among the variables below, these:'
	git add tools/perf/Build tools/perf/Makefile.config
}

add_version() {
	(cd "$top" && "$scripts/version.sh" "$work/version.h")
	{
		echo '/* SPDX-License-Identifier: GPL-2.0-only */'
		cat "$work/version.h"
	} >tools/perf/defer/version.h
}

add_suites() {
	{
		echo '// SPDX-License-Identifier: GPL-2.0-only'
		"$scripts/tests-list.sh" tools/perf/defer/tests/*.c
	} >tools/perf/defer/tests/tests-list.c
	echo 'perf-defer-y += tests/tests-list.o' >>tools/perf/defer/Build
}

# guard FILE PATTERN: compiles the line only with perf defer.
guard() {
	PATTERN=$2 awk '
		$0 ~ ENVIRON["PATTERN"] { $0 = "#ifdef HAVE_DEFER_SUPPORT\n" $0 "\n#endif" }
		{ print }' "$1" >"$work/edit"
	cat "$work/edit" >"$1"
}

add_command() {
	"$scripts/graft-edit.sh" apply "$PWD" "$work/graft"
	guard tools/perf/perf.c 'cmd_defer,'
	guard tools/perf/tests/builtin-test.c '&suite__defer,'
	# shellcheck disable=SC2016
	sed -i 's/^perf\(-test\)\?-y += defer[.]o/perf\1-$(CONFIG_DEFER) += defer.o/' tools/perf/tests/Build
	git add -A tools/perf ':!tools/perf/tests'
}

add_perf_test() {
	git add -A tools/perf
}

# ---- the series ----------------------------------------------------------------------------------

# Adds the files of patch $1, and their objects to the Build file.
add_files() {
	awk -F'\t' -v patch="$1" '$1 == patch { print $2, $3 }' "$work/files" >"$work/now"
	while read -r name source; do
		mkdir -p "tools/perf/defer/$(dirname "$name")"
		cp "$top/$source" "tools/perf/defer/$name"
	done <"$work/now"
}

add_objects() {
	while read -r name _; do
		[ "$name" = "${name%.c}" ] || echo "perf-defer-y += ${name%.c}.o"
	done <"$work/now" >>tools/perf/defer/Build
}

# Our clang-format puts the brace of a nested initializer on a line of its own, and none before that of a
# literal. The kernel's style is the other way round. Only white space changes.
follow_style() {
	find tools/perf/defer -name '*.[ch]' -newer "$work/now" -exec sed -i -z -E \
		-e 's/ =\n\t+\{\n/ = {\n/g' \
		-e 's/\((Elf[0-9]+_[A-Za-z]+|[a-z]+\[[A-Z0-9_]*\])\)\{/(\1) {/g' {} +
}

# A name of libperf's changed in 7.2.
follow_libperf() {
	! grep -qw own_cpus "$tree/tools/lib/perf/include/internal/evsel.h" ||
		grep -q 'perf_cpu_map[^;]*pmu_cpus;' "$tree/tools/lib/perf/include/internal/evsel.h" ||
		find tools/perf/defer -name 'rings*.c' -exec sed -i 's/\bpmu_cpus\b/own_cpus/g' {} +
}

# Prints the part $2 of patch $1 in the list: subject, message or actions; 0 is the cover letter.
part() {
	awk -v patch="$1" -v part="$2" '
		$1 == "#" || $1 == "-" { next }
		$1 == "=" { n++; if (n == patch && part == "subject") { sub(/^= /, ""); print }; next }
		n != patch { next }
		$1 == "!" { if (part == "actions") print $2; next }
		$1 != "+" && part == "message" { print }' "$list"
}

commit() {
	{
		echo "$1"
		echo
		fmt -w 72
	} >"$work/message"
	git commit -q -s -F "$work/message"
}

# Commits the files of the tree that the series changes.
commit_base() {
	git init -q -b series .
	git config core.autocrlf false
	for file in Build Makefile.config perf.c builtin.h builtin-help.c command-list.txt perf-completion.sh \
		tests/Build tests/tests.h tests/builtin-test.c; do
		[ -e "$tree/tools/perf/$file" ] || continue
		mkdir -p "tools/perf/$(dirname "$file")"
		cp -p "$tree/tools/perf/$file" "tools/perf/$file"
	done
	git add -A
	git commit -q -m base
	git tag base
}

# The author is who runs this, as git knows; the date is that of our last commit.
identity() {
	who=$(git -C "$top" var GIT_COMMITTER_IDENT 2>/dev/null) ||
		die "git does not know your name for Signed-off-by: git config --global user.name and user.email"
	export GIT_AUTHOR_NAME="${who%% <*}"
	who=${who#*<}
	export GIT_AUTHOR_EMAIL="${who%%>*}"
	export GIT_COMMITTER_NAME="$GIT_AUTHOR_NAME" GIT_COMMITTER_EMAIL="$GIT_AUTHOR_EMAIL"
	GIT_AUTHOR_DATE=$(git -C "$top" log -1 --format=%cI 2>/dev/null || date -Iseconds)
	export GIT_AUTHOR_DATE GIT_COMMITTER_DATE=$GIT_AUTHOR_DATE
	unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE
}

write() {
	tree=$(cd "$1" && pwd)
	mkdir -p "$2"
	out=$(cd "$2" && pwd)
	[ -e "$tree/tools/perf/Makefile.config" ] || die "$1 is no kernel tree: it has no tools/perf"
	[ ! -e "$tree/tools/perf/defer" ] || die "$1 has a tools/perf/defer already"
	identity
	work=$(mktemp -d)
	trap 'rm -rf "$work"' EXIT
	assign >"$work/files"
	check_files
	mkdir "$work/tree"
	cd "$work/tree"
	commit_base
	patches=$(grep -c '^= ' "$list")
	for ((i = 1; i <= patches; i++)); do
		add_files "$i"
		actions=$(part "$i" actions)
		case $actions in
		add_build) add_build && add_objects ;;
		*) add_objects && [ -z "$actions" ] || "$actions" ;;
		esac
		follow_style
		follow_libperf
		git add -A tools/perf/defer
		part "$i" message | commit "perf defer: $(part "$i" subject)"
	done
	git config branch.series.description "perf: Profile with deferred user callchains

$(part 0 message | fmt -w 72)"
	rm -f "$out"/[0-9][0-9][0-9][0-9]-*.patch
	git format-patch -q --zero-commit --no-signature --cover-letter --cover-from-description=subject \
		-o "$out" base
	echo "$patches patches for $tree: $out"
}

# Prints each include of one of our headers that is in a later patch than the file.
later_includes() {
	awk -F'\t' '$1 ~ /^[0-9]+$/ && $2 ~ /[.][ch]$/ { print $1, $2, $3 }' "$work/files" >"$work/c"
	(cd "$top" && awk '
		NR == FNR {
			patch[$2] = $1
			name[$3] = $2
			ARGV[ARGC++] = $3
			next
		}
		/^#include ["<]/ {
			header = $2
			gsub(/["<>]/, "", header)
			n = split(header " lib/" header " include/" header, found, " ")
			for (i = 1; i <= n; i++)
				if (patch[found[i]] > patch[name[FILENAME]])
					print "series: " name[FILENAME] ", of patch " patch[name[FILENAME]] \
						", includes " found[i] ", of patch " patch[found[i]]
		}' "$work/c")
}

check_files() {
	sed -n 's/^	\([^	]*\)	\(.*\)/series: \2 is in no patch/p' "$work/files" >"$work/faults"
	sed -n 's/^!	\(.*\)	\(.*\)/series: line \1 of the list: no file is \2/p' "$work/files" >>"$work/faults"
	later_includes >>"$work/faults"
	if [ -s "$work/faults" ]; then
		cat "$work/faults" >&2
		die "mend tools/scripts/series/patches: its head tells how"
	fi
}

case ${1:-} in
write)
	[ "$#" = 3 ] || die "usage: series.sh write TREE OUT"
	write "$2" "$3"
	;;
list)
	work=$(mktemp -d)
	trap 'rm -rf "$work"' EXIT
	assign >"$work/files"
	awk -F'\t' '$1 ~ /^[0-9]+$/ { print $1 "\t" $2 }' "$work/files"
	check_files
	;;
*) die "usage: series.sh write TREE OUT | list" ;;
esac
