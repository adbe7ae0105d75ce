#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Builds for other machines with Debian's cross packages, and runs the results under QEMU where the CPU
# cannot: the whole program, with the suites of the library, session, stitcher and unwinder, and the shipped
# traces, which must look the same as on this machine; and the library alone, with its example. What Debian has
# no packages for is skipped by name.
#
#   portable.sh DIR BUILD   DIR is the folder for the Debian system, BUILD has this machine's program,
#                           library and test data
#   PORTABLE='s390x musl'   chooses machines
#
# Needs root, for chroot and mount.
set -eu

. "$(dirname "$0")/chroot.sh"

die() {
	echo "portable: $*" >&2
	exit 1
}

data=/root/perf-defer/native/tests/data
suites='cursor attr header evlist event layout sample feed stitch session unwind cfi dwarf-expr epilogue mul-div'

# need PACKAGE...: installs the packages. Says so and fails if Debian does not have one of them.
need() {
	for package in "$@"; do
		if ! run_in "$machine" apt-cache show "$package" 2>/dev/null | grep -q .; then
			echo "  skipped: $suite has no package $package"
			skipped=$((skipped + 1))
			return 1
		fi
	done
	run_in "$machine" apt-get -qq -y --no-install-recommends install "$@" >>"$log.install" 2>&1 </dev/null ||
		die "packages cannot be installed, see $log.install"
}

# Takes in the work tree, and what was built of it here.
take_tree() {
	rm -rf "$machine/root/perf-defer/tools"
	mkdir -p "$machine/root/perf-defer/native"
	git ls-files -z | tar --null -T - -c | tar -x -C "$machine/root/perf-defer"
	cp -a "$1/perf-defer" "$1/examples" "$1/tests" "$machine/root/perf-defer/native/"
	mkdir -p "$machine/usr/src"
	cp -u "$(ls /usr/src/linux-source-[0-9]*.tar.* | sort -V | tail -n 1)" "$machine/usr/src/"
}

# Prints the libraries that a build needs, those of an architecture if it is named.
dev_packages() {
	for package in $("$(dirname "$0")/deps.sh" --print build); do
		case $package in
		*-dev) echo "$package${1:+:$1}" ;;
		esac
	done
}

# whole ARCHITECTURE TRIPLET [EMULATOR]: all of it, for one of Debian's architectures.
whole() {
	run_in "$machine" sh -c "dpkg --print-foreign-architectures | grep -qx $1 ||
		{ dpkg --add-architecture $1 && apt-get -qq update; }" </dev/null
	# shellcheck disable=SC2046 # a list of packages
	need "gcc-$2" $(dev_packages "$1") || return 0
	at=/root/perf-defer/build-$1
	mkdir -p "$machine$at"
	printf '#!/bin/sh\nexec %s %s/perf-defer "$@"\n' "${3:-}" "$at" >"$machine$at/run"
	chmod +x "$machine$at/run"
	step build "make -f tools/perf/Makefile.perf -j$jobs CROSS_COMPILE=$2- BUILD=build-$1 all"
	step suites "PERF_DEFER=$at/run PERF_DEFER_TESTS_DIR=/nonexistent PERF_DEFER_TEST_DATA=$data $at/run \
		test -j$jobs --timeout 3600 -s cfi-oracle $suites"
	step traces "SAME_RUNS='report --stdio --symfs symfs
script --symfs symfs
audit' tools/scripts/same.sh native/perf-defer $at/run $data"
}

# library NAME TOOLS EMULATOR PACKAGE...: the library, and what its example prints.
library() {
	at=build-$1
	tools=$2
	emulator=$3
	shift 3
	need "$@" || return 0
	step library "make -f tools/lib/perf/Makefile -j$jobs OUT=$at $tools all &&
		for trace in burn2 sched overrun; do
			native/examples/stitch-file <$data/\$trace.data >native/want &&
				$emulator $at/examples/stitch-file <$data/\$trace.data >native/got &&
				cmp native/want native/got || exit 1
		done"
}

[ "$#" = 2 ] || die "usage: portable.sh DIR BUILD"
[ "$(id -u)" = 0 ] || die "this needs root, for chroot and mount: run it with sudo"
mkdir -p "$1"
dir=$(cd "$1" && pwd)
suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
jobs=${JOBS:-$(nproc)}
machine=$dir/$suite
passed=0
failed=0
skipped=0
base_debian "$machine" "$suite" || die "debootstrap failed, see $machine.log"
log=$dir/log
: >"$log.install"
run_in "$machine" apt-get -qq update >>"$log.install" 2>&1 </dev/null || die "no packages, see $log.install"
# shellcheck disable=SC2046 # a list of packages
need gcc make pkgconf xz-utils zstd qemu-user-static $(dev_packages '') || exit 1
take_tree "$2"
for other in ${PORTABLE:-i386 arm64 s390x riscv64 musl}; do
	echo "$other:"
	log=$dir/log.$other
	case $other in
	i386) whole i386 i686-linux-gnu ;;
	arm64) whole arm64 aarch64-linux-gnu qemu-aarch64-static ;;
	s390x) whole s390x s390x-linux-gnu qemu-s390x-static ;;
	riscv64)
		library riscv64 CROSS_COMPILE=riscv64-linux-gnu- 'qemu-riscv64-static -L /usr/riscv64-linux-gnu' \
			gcc-riscv64-linux-gnu libc6-dev-riscv64-cross
		;;
	musl) library musl CC=musl-gcc '' musl-tools ;;
	*) die "no such machine: $other" ;;
	esac
done
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
