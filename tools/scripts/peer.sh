#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Makes a Debian trixie folder with the newest perf of its backports, to compare with.
#
#   peer.sh make DIR            makes it if it does not exist, and checks it
#   peer.sh run DIR COMMAND...  runs a command in it, with /proc mounted
#
# Needs root.
set -eu

. "$(dirname "$0")/chroot.sh"

die() {
	echo "peer: $*" >&2
	exit 1
}

make_folder() {
	dir=$1
	if [ -e "$dir/.complete" ]; then
		return
	fi
	url=$("$(dirname "$0")/mirror.sh") || exit 1
	command -v debootstrap >/dev/null || die "debootstrap is not installed (\`make peer\` does it)"

	echo "Making $dir: Debian trixie with the newest perf" >&2
	new_debian "$dir" trixie "$url" --include=binutils || die "debootstrap failed, see $dir.log"
	echo "deb $url trixie-backports main" >"$dir/etc/apt/sources.list.d/backports.list"
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
