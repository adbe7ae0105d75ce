#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Builds `perf defer` into the perf of a kernel tree, and takes it out of the tree again.
#
#   graft.sh build TREE DIR   edits the tree, builds its perf and installs it into a folder below DIR
#   graft.sh undo TREE DIR    restores the tree; what was built stays
#   graft.sh where TREE DIR   prints that folder
#
#   PERF_DEFER_MAKE=  the make that builds our part (the Makefile sets it)
#   GRAFT_DATA=       the folder of the unpacked test data
#   GRAFT_FLAGS=      variables for the make of perf, such as NO_LIBPYTHON=1
#   JOBS=             how many commands at once
set -eu

die() {
	echo "graft: $*" >&2
	exit 1
}

# run NAME COMMAND...: tells the step, runs it with its output in NAME.log, shows the log's end if it
# fails.
run() {
	log=$at/$1.log
	shift
	if ! "$@" >"$log" 2>&1 </dev/null; then
		grep -E 'rror|undefined' "$log" | head -n 20 >&2 || :
		tail -n 20 "$log" >&2
		die "failed, see $log"
	fi
}

# ours GOAL...: makes our own files with the headers of the tree. They go into a library as well, which
# perf makes for Python.
ours() {
	# A variable before eval would not be exported.
	export LINUX_TREE="$tree"
	# shellcheck disable=SC2016 # the Makefile's command is a line of shell
	eval "$PERF_DEFER_MAKE" '-j"$jobs" BUILD="$at" OUT="$at" SANITIZE= EXTRA_CFLAGS=-fPIC "$@"'
}

# perf_make GOAL...: runs the make of the tree's perf. Python would leave its cache in the tree; shellcheck
# would fail the build, since each version of it finds something else in perf's own scripts.
perf_make() {
	# shellcheck disable=SC2086 # a list of variables
	PYTHONDONTWRITEBYTECODE=1 make -C "$tree/tools/perf" -j"$jobs" O="$at/perf" prefix="$at/usr" WERROR=0 NO_SHELLCHECK=1 \
		EXTRA_PERFLIBS="$at/defer.o $(cat "$at/defer.libs")" $rust ${GRAFT_FLAGS:-} "$@"
}

# Prints NO_RUST=1 if this machine's binutils cannot read what its rustc makes: with a plugin of another
# LLVM, ld complains, or ar aborts.
without_rust() {
	command -v rustc >/dev/null || return 0
	echo 'pub fn f() {}' >"$at/rust.rs"
	if ! rustc --crate-type=staticlib -o "$at/rust.a" "$at/rust.rs" >"$at/rust.log" 2>&1 ||
		! "${LD:-ld}" -r --whole-archive -o "$at/rust.o" "$at/rust.a" >"$at/rust.log" 2>&1 ||
		! ar rcs "$at/rust.lib" "$at/rust.o" >>"$at/rust.log" 2>&1 || [ -s "$at/rust.log" ]; then
		echo NO_RUST=1
	fi
	rm -f "$at"/rust.*
}

# What perf looks for where it is installed, besides what its own make installs.
install_ours() {
	perf_make install-bin
	mkdir -p "$at/usr/share/man/man1" "$at/usr/libexec/perf-defer/tests/shell/lib" \
		"$at/usr/libexec/perf-defer/tests/interop"
	cp "$top"/tools/perf/Documentation/perf-defer*.1 "$at/usr/share/man/man1/"
	cp "$top"/tools/perf/tests/shell/*.sh "$at/usr/libexec/perf-defer/tests/shell/"
	cp "$top"/tools/perf/tests/shell/lib/*.sh "$at/usr/libexec/perf-defer/tests/shell/lib/"
	(cd "$top/tools/perf/tests/interop" && cp samples.py converted.py lbr-trace.py \
		"$at/usr/libexec/perf-defer/tests/interop/")
	# perf takes the command from its own name, so this is `perf defer` in one word, for the tests.
	ln -sfn perf "$at/usr/bin/perf-defer"
	[ -z "${GRAFT_DATA:-}" ] || ln -sfn "$GRAFT_DATA" "$at/usr/libexec/perf-defer/tests/data"
}

build() {
	command -v flex >/dev/null && command -v bison >/dev/null ||
		die "perf's own build needs flex and bison (\`make graft\` installs them)"
	mkdir -p "$at/perf"
	echo "Editing $tree"
	"$scripts/graft-edit.sh" apply "$tree" "$at/tree"
	echo "Building our part with its headers"
	run ours ours "$at/defer.o" "$at/defer.libs"
	[ "$(readlink "$at/linux-src")" = "$tree" ] || die "our part was built with other headers than the tree's"
	rust=$(without_rust)
	echo "Building its perf${rust:+ ($rust)}"
	rm -f "$at/perf/perf" # its make does not know that it depends on our part
	run perf perf_make
	run install install_ours
	"$at/usr/bin/perf" defer --version >"$at/version" 2>&1 || die "the perf that was built does not run: $(cat "$at/version")"
	echo "$("$at/usr/bin/perf" --version) with $(cat "$at/version"): $at/usr/bin/perf"
}

[ "$#" = 3 ] || die "usage: graft.sh build|undo|where TREE DIR"
[ -e "$2/tools/perf/perf.c" ] || die "LINUX=${2:-} is no kernel tree: it has no tools/perf/perf.c"
scripts=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$scripts/../.." && pwd)
tree=$(cd "$2" && pwd -P)
mkdir -p "$3"
at=$(cd "$3" && pwd)/$(basename "$tree")-$(printf %s "$tree" | cksum | cut -d' ' -f1)
case $at in
"$tree"/*) die "$at is in the tree: set BUILD to a folder elsewhere" ;;
esac
jobs=${JOBS:-$(nproc)}
# The flags of the calling make are for our part only.
unset MAKEFLAGS MFLAGS MAKEOVERRIDES OUT SANITIZE EXTRA_CFLAGS DESTDIR PREFIX prefix V AR || :

case $1 in
build) build ;;
undo)
	"$scripts/graft-edit.sh" undo "$tree" "$at/tree"
	echo "$tree is as it was"
	;;
where) echo "$at" ;;
*) die "no such command: $1" ;;
esac
