#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Checks the project's rules that a program can check. $1 is the build folder, the other arguments
# are the objects. All violations are shown before it fails.
set -eu

build=$1
shift
objects=$*
scripts=$(dirname "$0")
status=0

# Recorded programs are data and must not change.
sources() {
	find tools -name data -prune -o -name "$1" -print | sort
}

part() {
	printf '  CHECK   %s\n' "$1"
	shift
	"$@" || status=1
}

# Results differ between versions of clang-format: that of Debian 12 decides.
format() {
	for tool in clang-format-14 clang-format; do
		if "$tool" --version 2>/dev/null | grep -q 'version 14\.'; then
			sources '*.[ch]' | xargs "$tool" --dry-run -Werror
			return
		fi
	done
	echo "          not checked: this needs clang-format 14, here is $(clang-format --version)"
}

run_cppcheck() {
	sources '*.c' | cppcheck --quiet --error-exitcode=1 --std=c11 --language=c -j 2 \
		--enable=warning,performance,portability --inline-suppr \
		--suppressions-list="$scripts/cppcheck.supp" \
		--cppcheck-build-dir="$build/cppcheck" \
		-D_GNU_SOURCE -D__linux__ -D__x86_64__ -DPRIu64='"lu"' -DPRIx64='"lx"' -DPRId64='"ld"' \
		-Itools/lib/perf/include -Itools/perf --file-list=-
}

# cppcheck 2.10 keeps facts of each file by line number. Once lines have moved, it may report faults
# that do not exist, so only the findings of a fresh analysis count.
static_analysis() {
	run_cppcheck 2>/dev/null && return
	rm -rf "$build/cppcheck"
	mkdir -p "$build/cppcheck"
	run_cppcheck
}

# Prints the files whose first line is not the licence of their folder.
licences() {
	sources '*.[ch]' | while read -r file; do
		case $file in
		tools/lib/perf/*) licence='LGPL-2.1-only OR BSD-2-Clause' ;;
		*) licence='GPL-2.0-only' ;;
		esac
		head -n 1 "$file" | grep -qF "SPDX-License-Identifier: $licence" ||
			echo "$file:1: the first line does not say $licence"
	done | fail_if_any
}

# A file must be small enough to be understood as a whole.
sizes() {
	{ sources '*.[ch]'; sources '*.sh'; } | xargs wc -l |
		awk '$2 != "total" && $1 > 800 { print $2 ": " $1 " lines, at most 800" }' | fail_if_any
}

# Context is passed as arguments, so no object may be in a section that is writable at run time.
# Test cases are called without context, so tests/ may have such objects.
statics() {
	printf '%s\n' $objects | grep -v '/obj/tests' | xargs objdump -t |
		awk '
			/file format/ { file = $1; next }
			/ O (\.data|\.bss|\.tdata|\.tbss|\*COM\*)/ && !/ O \.data\.rel\.ro/ {
				print file " " $NF ": a variable that outlives its caller"
			}' | fail_if_any
}

circles() {
	printf '%s\n' $objects | grep -v '/obj/tests' | xargs "$scripts/circles.sh"
}

# A weight that is added elsewhere than in sums.h would be forgotten by whoever adds one.
sums() {
	sources '*.[ch]' | grep -v -e /tests/ -e /fold/sums.h | xargs grep -nE '\b(period|latency) \+=' |
		sed 's/$/: is added in fold\/sums.h alone/' | fail_if_any
}

# A mutant that no longer applies would prove nothing.
mutants() {
	"$scripts/mutants-check.sh" tools/perf/tests/mutants/*.list >/dev/null
}

# groff warns of names of characters that it does not know, and prints a part of them.
manuals() {
	"$scripts/doc.sh" "$build/doc" tools/perf/Documentation/*.[13] >/dev/null
}

# Follows the lists "How to add" of architecture.md.
howto() {
	"$scripts/howto.sh" "$build" tools/perf/tests/howto/*.patch
}

# A view knows only data and operations: none needs more than 36 headers of tools/perf.
view_headers() {
	for object in $objects; do
		case $object in
		*/ui/tui/view/view-*.o) deps=${object%.o}.d ;;
		*) continue ;;
		esac
		tr -s ' \\' '\n' <"$deps" | grep '^tools/perf/.*\.h$' | sort -u |
			awk -v deps="$deps" 'END { if (NR > 36) print deps ": " NR " headers, at most 36" }'
	done | fail_if_any
}

# Each view is measured by make bench-tui.
view_lines() {
	for file in tools/perf/ui/tui/view/view-*.c; do
		name=$(basename "$file" .c)
		grep -q "^view [0-9] ${name#view-}:" tools/perf/tests/tui/views.bench ||
			echo "views.bench: no line for the view ${name#view-}"
	done | fail_if_any
}

# The list of the texts of the terminal UI has those of its keys, its views and its menus.
strings() {
	list=$("$scripts/strings.sh")
	for text in 'Redraw the screen' '%zu boxes, % too narrow to draw' 'Symbol...' 'Source and assembly of %s'; do
		printf '%s\n' "$list" | grep -qF ": $text" || echo "strings.sh does not list: $text"
	done | fail_if_any
}

# Copies its input; fails if there was any.
fail_if_any() {
	if grep .; then
		return 1
	fi
}

mkdir -p "$build/cppcheck"
part format format
part licences licences
part sizes sizes
part includes "$scripts/includes.sh"
part scripts "$scripts/shellcheck.sh"
part texts "$scripts/doc-names.sh"
part manuals manuals
part views view_headers
part measured view_lines
part strings strings
part statics statics
part circles circles
part options "$scripts/options-once.sh"
part sums sums
part mutants mutants
part howto howto
part cppcheck static_analysis
"$scripts/count.sh"
exit $status
