#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Tests the Debian packages in the folder $1, which deb.sh made from this tree, with lintian and in a bare
# Debian of this machine's suite below the folder $2: they install with their dependencies alone, work, and
# leave no file when they are purged. $3 is the program of the build folder, and $4 the folder of unpacked
# traces; the installed program must print the same of a trace. Prints a row for each step. Needs root.
set -eu

. "$(dirname "$0")/chroot.sh"

die() {
	echo "deb-test: $*" >&2
	exit 1
}

# step NAME COMMAND...: runs the command, whose output is shown if it fails.
step() {
	name=$1
	shift
	began=$(date +%s)
	if "$@" >"$log" 2>&1 </dev/null; then
		result=passed
		passed=$((passed + 1))
	else
		result=FAILED
		failed=$((failed + 1))
	fi
	printf '  %-10s %-7s %5d s  %s\n' "$name" "$result" $(($(date +%s) - began)) "$(tail -n 1 "$log" | cut -c 1-70)"
	[ "$result" = passed ] || tail -n 20 "$log" | sed 's/^/      /'
}

# inside COMMAND: runs a line of shell as the machine's root, among the packages and the trace.
inside() {
	run_in "$machine" sh -eu -c "cd /root/deb-test; $1"
}

# Prints what the packages depend on, without each other.
depends() {
	for package in $packages; do
		dpkg-deb -f "$package" Depends | tr ',' '\n'
	done | grep -v perf-defer | sort -u | paste -s -d ,
}

# Makes the machine, with what the packages depend on. The program must start there, before what this test uses
# besides is installed, which may depend on the same libraries.
fresh() {
	rm -rf "$machine" &&
		cp -a "$base" "$machine" &&
		mkdir "$machine/root/deb-test" &&
		cp $packages "$data/burn2.data" "$data/kallsyms-boot1" "$machine/root/deb-test/" &&
		cp -r "$data/symfs" "$machine/root/deb-test/" &&
		inside "apt-get -qq update
			apt-get -qq -y --no-install-recommends satisfy '$(depends)'
			dpkg -i perf-defer_*.deb
			perf-defer --version
			dpkg --purge perf-defer
			apt-get -qq -y --no-install-recommends install linux-perf gcc libc6-dev pkgconf"
}

# Prints the names of all files that a package could leave.
snapshot() {
	inside 'find / \( -path /proc -o -path /sys -o -path /dev -o -path /var/log -o -path /var/cache \
		-o -path /root/deb-test -o -path /tmp -o -name "*-old" \) -prune -o -print | sort'
}

# dpkg does not install what lacks a dependency.
installs() {
	inside 'dpkg -i ./*.deb
		! ldd /usr/bin/perf-defer | grep "not found"'
}

report='report --stdio -i burn2.data --kallsyms kallsyms-boot1 --symfs symfs --no-children -g caller'

# What it prints is what the build prints.
works() {
	inside "perf-defer $report" >"$dir/installed" &&
		(cd "$data" && PERF_CONFIG=/dev/null PERF_BUILDID_DIR=/dev/null "$program" $report) >"$dir/built" &&
		[ -s "$dir/built" ] && diff "$dir/built" "$dir/installed" &&
		inside "[ \"\$(perf-defer --version)\" = 'perf-defer version $version' ]
			perf-defer check >said || [ \$? = 1 ]
			grep 'libdw: \[ yes' said"
}

# completes LINE WORD: bash completes the line to this word, or to none.
completes() {
	run_in "$machine" bash -c '
		. /etc/bash_completion.d/perf-defer
		COMP_WORDS=($1)
		COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
		_perf_defer_or_perf perf
		echo "completed: ${COMPREPLY[*]-}"
		[ "${COMPREPLY[*]-}" = "$2" ]' bash "$1" "$2"
}

# perf finds the program, man its pages, and bash what completes it.
under_perf() {
	inside "perf --version && perf defer $report" >"$dir/under-perf" &&
		sed 1d "$dir/under-perf" | diff "$dir/built" - &&
		inside '[ -s /usr/share/man/man1/perf-defer-report.1.gz ]' &&
		completes 'perf defer aud' audit && completes 'perf def' defer &&
		head -n 1 "$dir/under-perf"
}

# All that is installed can run there, but what needs the traces, and a skipped test says why.
tests() {
	inside 'perf-defer test --timeout 600 >said 2>&1 || { cat said; exit 1; }
		! grep -E ": Skip( \(no source tree\))?$" said
		tail -n 1 said'
}

# Somebody answers for them.
maintained() {
	for package in $packages; do
		dpkg-deb -f "$package" Maintainer
	done | sort -u >"$dir/maintainer"
	cat "$dir/maintainer"
	[ "$(wc -l <"$dir/maintainer")" = 1 ] && ! grep -q '\.invalid>' "$dir/maintainer"
}

library() {
	inside 'gcc -o example /usr/share/doc/libperf-defer-dev/examples/stitch-file.c \
			$(pkg-config --cflags --libs libperf-defer)
		ldd example | grep libperf-defer.so.0
		! ./example </dev/null 2>said
		grep empty said'
}

# The module counts what the program counts, with the names of its frames, and can be looked up.
module() {
	inside 'cat >count.py <<-END
			import collections, perf_defer
			with perf_defer.open("burn2.data", kallsyms="kallsyms-boot1", symfs="symfs") as trace:
			    classes = collections.Counter(sample.class_ for sample in trace)
			    last = [sample.user[0].symbol for sample in trace if sample.class_ == "merged"][-1]
			    assert trace.stats["samples"] == sum(classes.values()), trace.stats
			print(classes["merged"], "merged, the last in", last)
		END
		python3 count.py
		python3 /usr/share/doc/python3-perf-defer/examples/delays.py burn2.data | grep -w burn
		[ -s /usr/share/man/man3/perf_defer.3.gz ]
		perf-defer audit -q -i burn2.data | grep "^ *merged  *$(python3 count.py | cut -d " " -f 1) "
		python3 count.py'
}

# Only the configuration is left, and does no harm.
removes() {
	inside "dpkg --remove $names" || return
	snapshot | diff "$dir/before" - | sed -n 's/^[<>] //p' |
		grep -v -e '^/var/lib/dpkg/info/perf-defer\.' -e '^/etc/bash_completion.d$' >"$dir/left"
	printf '%s\n' /etc/bash_completion.d/perf-defer | diff - "$dir/left" && completes 'perf def' ''
}

purges() {
	inside "dpkg --purge $names" &&
		snapshot | diff "$dir/before" - && echo "no file is left"
}

[ "$#" = 4 ] || die "usage: deb-test.sh PACKAGES DIR PROGRAM DATA"
[ "$(id -u)" = 0 ] || die "this needs root, for chroot and mount: run it with sudo"
packages=$(ls "$1"/perf-defer_*.deb "$1"/libperf-defer0_*.deb "$1"/libperf-defer-dev_*.deb \
	"$1"/python3-perf-defer_*.deb)
changes=$(ls "$1"/*.changes)
mkdir -p "$2"
dir=$(cd "$2" && pwd)
program=$(realpath "$3")
data=$(realpath "$4")
names='perf-defer libperf-defer0 libperf-defer-dev python3-perf-defer'
version=$(cat VERSION)
suite=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
base=$dir/$suite.base
machine=$dir/deb-test
log=$dir/deb-test.log
passed=0
failed=0

base_debian "$base" "$suite" || die "debootstrap failed, see $base.log"
step lintian lintian --fail-on error "$changes"
grep '^W' "$log" || :
step machine fresh
[ "$result" = passed ] || die "there is no machine to test on"
snapshot >"$dir/before"
for name in maintained installs works under_perf tests library module removes purges; do
	step $name $name
done
rm -rf "$machine"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
