#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Follows the lists "How to add" of architecture.md, and checks that the result works.
#
#   [LISTS=1] howto.sh BUILD PATCH...
#
# Each patch follows one list. Its head has the list's title, commands to run, and an expression that
# the output of each must match:
#
#   Subject: A column of report
#   Run: perf-defer report --stdio -i $DATA/cxx.data -s howto
#   Expect: ^ +[0-9.]+% +odd
#
# Every file that a patch changes must be named in its list, and every list needs a patch. All are applied to
# one copy of this tree below BUILD, which is then built with the objects of BUILD, so that only files that
# the patches touch are compiled. With LISTS it only compares the patches with the lists.
set -eu

arch=tools/perf/Documentation/architecture.md
failed=0

say() {
	printf '%s\n' "$*"
	failed=1
}

# Prints the list of $1, from its title in bold to the next empty line.
list_of() {
	awk -v title="**$1.**" 'index($0, title) == 1 { on = 1 } /^$/ { on = 0 } on' "$arch"
}

# Prints the head line $1 of patch $2.
head_of() {
	sed -n "/^--- /q; /^diff /q; s/^$1: //p" "$2"
}

# Returns whether the list $2 names the file $1. <name> and <verb> in a list stand for "howto" in the patch.
is_named() {
	base=$(basename "$1")
	stem=$(printf '%s\n' "${base%.*}" | sed 's/howto[-a-z]*/<[a-z]*>/')
	name="(^|[^a-z-])$stem([.]${base##*.}|[.]\[ch]|\`)"
	case $base in
	*.1) name="$name|manual page" ;;
	esac
	printf '%s\n' "$2" | tr '\n' ' ' | grep -qE -e "$name"
}

check_lists() {
	sed -n '/^## How to add/,$s/^\*\*\(An\{0,1\} [^*]*\)\.\*\*.*/\1/p' "$arch" | while read -r title; do
		grep -lqxF "Subject: $title" "$@" || echo "$arch: no patch follows the list \"$title\""
	done
}

check_names() {
	for patch in "$@"; do
		title=$(head_of Subject "$patch")
		list=$(list_of "$title")
		if [ -z "$list" ]; then
			echo "$patch: $arch has no list \"$title\""
			continue
		fi
		sed -n 's,^+++ b/,,p' "$patch" | while read -r file; do
			# What the patch adds to see its effect is not part of the list.
			case $title:$file in
			"A test":* | *:tools/perf/tests/tui/howto*) ;;
			*:tools/perf/tests/howto*) continue ;;
			esac
			is_named "$file" "$list" || echo "$patch: changes $file, which the list \"$title\" in $arch does not name"
		done
	done
}

# Copies this tree and its build to $1.
copy() {
	rm -rf "$1"
	mkdir -p "$1/build"
	tar -cf - --exclude=./build --exclude="./${build#"$PWD"/}" --exclude=./.git --exclude=./tools/perf/tests/data . | tar -C "$1" -xf -
	# What is only read there is not copied.
	for made in "$build"/* "$build"/.[a-z]*; do
		case ${made##*/} in
		obj | include | examples) cp -a "$made" "$1/build/" ;;
		linux-src | subcmd | libperf | libapi) ln -s "$made" "$1/build/" ;;
		*) [ ! -f "$made" ] || cp -a "$made" "$1/build/" ;;
		esac
	done
	# What depends on what is told with the name of the folder.
	[ "$name" = build ] || find "$1/build/obj" -name '*.d' -exec sed -i "s,$name/,build/,g" {} +
}

apply() {
	fits=0
	for patch in "$@"; do
		rm -f "$dir/rejects"
		if ! patch -d "$tree" -p1 -s -f -F0 --no-backup-if-mismatch -r "$dir/rejects" <"$patch" >/dev/null 2>&1; then
			say "$patch no longer fits:"
			fits=1
			sed 's/^/  /' "$dir/rejects"
			cat <<END
  Mend it: make its change by hand in a copy of this tree, see "$(head_of Subject "$patch")" in $arch,
  write "git diff -U1" below its head, and correct the list if another file is needed now.
END
		fi
	done
	# They change no size and no number in the library's headers, so what includes these stays as it is.
	for header in tools/lib/perf/include/perf/*.h; do
		touch -r "$header" "$tree/$header"
	done
	return $fits
}

run_make() {
	env -u MAKEFLAGS make -C "$tree" BUILD=build OUT=build OPTIMIZE='-O0 -g0' -f "$@"
}

# Builds the copy without optimization, because the build has to be fast. Neither these flags nor the other
# path may cause the rest to be compiled again.
build_it() {
	run_make tools/perf/Makefile.perf build/obj/.flags &&
		run_make tools/lib/perf/Makefile build/obj/lib/.flags || return
	for flags in obj/.flags obj/lib/.flags; do
		touch -r "$build/$flags" "$tree/build/$flags"
	done
	run_make tools/perf/Makefile.perf -j"$(nproc)" all
}

# Runs the commands of patch $1, and checks their output against its expressions.
try() {
	head_of Run "$1" >"$dir/run"
	head_of Expect "$1" >"$dir/expect"
	while read -r command <&3 && read -r expected <&4; do
		(
			export DATA="$build/tests/data" PERF_DEFER="$tree/build/perf-defer"
			export PERF_DEFER_TESTS_DIR="$tree/tools/perf/tests/shell" PERF_DEFER_TEST_DATA="$DATA"
			cd "$tree"
			PATH=$tree/build:$PATH
			eval "timeout 60 $command"
		) >"$dir/out" 2>&1 </dev/null || :
		if ! grep -qE -e "$expected" "$dir/out"; then
			say "$1: \"$command\" does not print \"$expected\" but:"
			sed 's/^/  /' "$dir/out" | head -n 20
		fi
	done 3<"$dir/run" 4<"$dir/expect"
}

name=$1
build=$(cd "$1" && pwd)
shift
dir=$build/howto
tree=$dir/tree
mkdir -p "$dir"

lies=$(check_lists "$@"; check_names "$@")
[ -z "$lies" ] || say "$lies"
[ -z "${LISTS:-}" ] || exit $failed
copy "$tree"
apply "$@" || exit 1
if ! build_it >"$dir/build.log" 2>&1; then
	say "a tree with all patches of tools/perf/tests/howto does not build:"
	grep -E 'error|warning|No rule' "$dir/build.log" | head -n 20
	exit 1
fi
for patch in "$@"; do
	try "$patch"
done
rm -rf "$tree"
exit $failed
