#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Tests the README's commands on a bare machine, for each Debian that the README names: the library
# with only a compiler; then a clone, both commands, the installation and a program that uses it.
# Prints the packages, space and time that each step takes. $1 is the folder for the machines;
# BARE_SUITES='bookworm' chooses suites. It tests the last commit, not the work tree.
set -eu

. "$(dirname "$0")/chroot.sh"

die() {
	echo "bare: $*" >&2
	exit 1
}

fresh() {
	unmount_all "$machine"
	rm -rf "$machine"
	cp -a "$dir/$suite.base" "$machine"
	printf '  %-10s %-7s %7s %6d MB\n' "bare" "" "" "$(du -smx "$machine" | cut -f 1)"
}

library_alone() {
	fresh
	step compiler 'apt-get -qq update && apt-get -qq -y --no-install-recommends install gcc libc6-dev make'
	mkdir "$machine/root/perf-defer"
	git archive HEAD | tar -x -C "$machine/root/perf-defer"
	step lib '! command -v pkg-config && ! ls /usr/include/libelf.h 2>/dev/null && make lib &&
		! build/examples/stitch-file </dev/null && make -f tools/lib/perf/Makefile install &&
		gcc -o /root/example tools/lib/perf/examples/stitch-file.c -lperf-defer &&
		/root/example </dev/null 2>&1 | grep empty'
}

newcomer() {
	fresh
	git clone -q --bare . "$machine/root/perf-defer.git"
	step git 'apt-get -qq update && apt-get -qq -y --no-install-recommends install git make'
	step clone 'git clone -q /root/perf-defer.git /root/perf-defer'
	step demo 'make demo'
	step test 'SKIP_VM=1 make test'
	step install 'make install && cd /root &&
		gcc -o example perf-defer/tools/lib/perf/examples/stitch-file.c \
			$(pkg-config --cflags --libs libperf-defer) &&
		./example </dev/null 2>&1 | grep empty && perf-defer --version'
}

# The conditions of an automatic test run: nothing is installed, and the parent ignores signals.
unattended() {
	fresh
	git clone -q --no-hardlinks . "$machine/root/perf-defer"
	step ci 'trap "" HUP PIPE; CI=true SKIP_VM=1 sh .ci/run'
}

# What `make interop` needs of others, it installs and fetches itself.
others() {
	fresh
	git clone -q --no-hardlinks . "$machine/root/perf-defer"
	step make 'apt-get -qq update && apt-get -qq -y --no-install-recommends install make'
	authority=
	# A network may have a certificate authority of its own, which is told to npm like this.
	if [ -n "${NODE_EXTRA_CA_CERTS:-}" ]; then
		cp "$NODE_EXTRA_CA_CERTS" "$machine/root/authority.pem"
		authority=NODE_EXTRA_CA_CERTS=/root/authority.pem
	fi
	step interop "$authority make interop"
}

[ "$#" = 1 ] || die "usage: bare.sh DIR"
[ "$(id -u)" = 0 ] || die "this needs root, for chroot and mount: run it with sudo"
mkdir -p "$1"
dir=$(cd "$1" && pwd)
passed=0
failed=0
for suite in ${BARE_SUITES:-bookworm trixie}; do
	base_debian "$dir/$suite.base" "$suite" || die "debootstrap failed, see $dir/$suite.base.log"
	machine=$dir/$suite
	log=$dir/$suite.log
	for part in ${BARE_PARTS:-library_alone newcomer unattended others}; do
		echo "$suite, $part:"
		$part
	done
	unmount_all "$machine"
	rm -rf "$machine"
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
