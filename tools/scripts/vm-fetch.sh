#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Fetches the files that the tests boot in a virtual machine, once, into the folder $1:
#
#   kernel/vmlinuz      Debian's newest cloud kernel that can defer (6.19 or later)
#   kernel/release      its release
#   perf/               perf of the same suite, its libraries and their loader
#
# VM_KERNEL=7.0 takes the newest kernel whose release begins with 7.0; use a separate folder for it.
# Packages come from the mirror that this machine's apt uses, through a separate state: nothing is
# installed, the machine's sources do not change, and it needs no root.
set -eu

die() {
	echo "vm: $*" >&2
	exit 1
}

# Prints the newest package with a kernel that can defer, or nothing.
newest_kernel() {
	apt_ apt-cache pkgnames linux-binary- 2>>"$log" |
		grep -E "^linux-binary-${VM_KERNEL:-[0-9]}.*-cloud-amd64\$" | sort -V | tail -n 1 |
		while read -r name; do
			oldest=$(printf '%s\n' linux-binary-6.19 "$name" | sort -V | head -n 1)
			[ "$oldest" != linux-binary-6.19 ] || echo "$name"
		done
}

# Sets suite and kernel.
choose_kernel() {
	for suites in 'trixie-backports trixie' forky sid; do
		suite=${suites%% *}
		use_suites $suites || continue
		kernel=$(newest_kernel)
		[ -z "$kernel" ] || return 0
	done
	die "$url has no kernel that can defer, or cannot be reached:
$(tail -n 5 "$log")
The tests need it (packages linux-binary-*-cloud-amd64 and linux-perf of trixie-backports, forky
or sid). SKIP_VM=1 skips them."
}

# Extracts only the boot image.
unpack_kernel() {
	(cd "$state" && apt_ apt-get -qq download "$kernel/$suite") >>"$log" 2>&1 ||
		die "$kernel cannot be fetched: $(tail -n 5 "$log")"
	dpkg -x "$state/${kernel}_"*.deb "$state/kernel"
	release=${kernel#linux-binary-}
	mkdir -p "$dir/kernel"
	cp "$state/kernel/usr/lib/modules/$release/vmlinuz" "$dir/kernel/vmlinuz" 2>/dev/null ||
		cp "$state/kernel/boot/vmlinuz-$release" "$dir/kernel/vmlinuz" ||
		die "$kernel has no vmlinuz"
	echo "$release" >"$dir/kernel/release"
}

# Puts the executable and the libraries that it loads side by side.
unpack_perf() {
	apt_ apt-get -qq -y --download-only install "linux-perf/$suite" >>"$log" 2>&1 ||
		die "linux-perf cannot be fetched: $(tail -n 5 "$log")"
	root=$state/root
	# What has the top folders as links to those in usr/ comes before what goes through them.
	for top in bin sbin lib lib64; do
		mkdir -p "$root/usr/$top"
		ln -s "usr/$top" "$root/$top"
	done
	for package in "$state/archives"/*.deb; do
		dpkg -x "$package" "$root"
	done
	loader=$root/usr/lib64/ld-linux-x86-64.so.2
	libraries=$("$loader" --library-path "$root/usr/lib/x86_64-linux-gnu" --list \
		"$root/usr/bin/perf" 2>>"$log" | awk '$2 == "=>" { print $3 }') ||
		die "perf cannot be started: $(tail -n 5 "$log")"
	mkdir -p "$dir/perf"
	cp -L "$root/usr/bin/perf" "$loader" "$dir/perf/"
	for library in $libraries; do
		case $library in
		"$root"/*) cp -L "$library" "$dir/perf/" ;;
		*) die "$library is in none of the packages that linux-perf depends on" ;;
		esac
	done
}

[ "$#" = 1 ] || die "usage: vm-fetch.sh DIR"
mkdir -p "$1"
dir=$(cd "$1" && pwd)
if [ -e "$dir/.complete" ]; then
	exit 0
fi
for tool in apt-get apt-cache dpkg; do
	command -v $tool >/dev/null || die "$tool is not here: the kernel to boot is Debian's"
done

url=$("$(dirname "$0")/mirror.sh")
. "$(dirname "$0")/suites.sh"
state=$dir/apt
log=$dir/fetch.log
rm -rf "$dir/kernel" "$dir/perf"
new_state
: >"$log"

choose_kernel
echo "Fetching $kernel and linux-perf of $suite" >&2
unpack_kernel
unpack_perf
rm -rf "$state"
touch "$dir/.complete"
