#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# A Debian trixie folder with perf 7.2 in it, to compare with.
#
#   peer.sh make DIR            makes it, if it is not there, and checks it
#   peer.sh run DIR COMMAND...  runs a command in it, with /proc mounted meanwhile
#
# Packages come from where this machine gets its own. Needs root.
set -eu

die() {
	echo "peer: $*" >&2
	exit 1
}

# Unmounts whatever is mounted under the folder, innermost first.
unmount_all() {
	awk -v dir="$1/" 'index($2, dir) == 1 { print $2 }' /proc/self/mounts | sort -r |
		while read -r at; do
			umount "$at" || umount -l "$at"
		done
}

# In a mount namespace of its own: what is mounted is gone when the command ends, whichever way.
run_in() {
	dir=$1
	shift
	unshare --mount --propagation private sh -c '
		dir=$1
		shift
		mount -t proc proc "$dir/proc" || exit 1
		exec chroot "$dir" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
			DEBIAN_FRONTEND=noninteractive ${http_proxy:+"http_proxy=$http_proxy"} \
			${https_proxy:+"https_proxy=$https_proxy"} "$@"' sh "$dir" "$@"
}

make_folder() {
	dir=$1
	if [ -e "$dir/.complete" ]; then
		return
	fi
	url=$("$(dirname "$0")/mirror.sh") || exit 1
	command -v debootstrap >/dev/null || die "debootstrap is not installed (\`make peer\` does it)"

	unmount_all "$dir"
	rm -rf "$dir"
	mkdir -p "$dir"
	echo "Making $dir: Debian trixie with perf 7.2" >&2
	debootstrap --variant=minbase --include=binutils trixie "$dir" "$url" \
		>"$dir.log" 2>&1 </dev/null || die "debootstrap failed, see $dir.log"
	unmount_all "$dir"
	echo "deb $url trixie-backports main" >"$dir/etc/apt/sources.list.d/backports.list"
	cp /etc/resolv.conf "$dir/etc/" 2>/dev/null || :
	if [ -e /etc/hosts ]; then
		cp /etc/hosts "$dir/etc/"
	fi
	# Proxies and the like that this machine's apt needs.
	apt-config dump 2>/dev/null | grep -iE '^Acquire::https?::Proxy' \
		>"$dir/etc/apt/apt.conf.d/90host" || :
	{
		run_in "$dir" apt-get -qq update &&
			run_in "$dir" apt-get -qq -y --no-install-recommends install \
				linux-perf/trixie-backports
	} >>"$dir.log" 2>&1 </dev/null || die "perf could not be installed, see $dir.log"
	touch "$dir/.complete"
}

[ "$#" -ge 2 ] || die "usage: peer.sh make DIR | peer.sh run DIR COMMAND..."
[ "$(id -u)" = 0 ] || die "this needs root, for chroot and mount: run it with sudo"
mode=$1
mkdir -p "$2"
dir=$(cd "$2" && pwd)
shift 2

case $mode in
make)
	make_folder "$dir"
	run_in "$dir" perf --version </dev/null
	;;
run)
	[ -e "$dir/.complete" ] || die "$dir is not there: \`make peer\` makes it"
	run_in "$dir" "$@"
	;;
*)
	die "no such command: $mode"
	;;
esac
