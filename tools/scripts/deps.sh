#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Installs the Debian packages that the groups named as arguments need (build, test, check,
# doc, peer, vm, graft, interop, deb, deb-test, python, prove), and does nothing if they are there. On other
# systems the build itself reports what is missing. With --print first it only prints their names.
set -eu

print=
if [ "${1:-}" = --print ]; then
	print=1
	shift
fi
command -v apt-get >/dev/null && command -v dpkg-query >/dev/null || exit 0

packages=
for group in "$@"; do
	case $group in
	build)
		packages="$packages gcc libc6-dev make pkgconf libelf-dev libdw-dev libtraceevent-dev
			libtracefs-dev libslang2-dev libzstd-dev zlib1g-dev libiberty-dev
			libcapstone-dev libdebuginfod-dev libbpf-dev libsqlite3-dev xz-utils zstd"
		;;
	interop)
		# Node.js of another source than Debian brings npm along, and excludes Debian's.
		command -v npm >/dev/null || packages="$packages nodejs npm"
		packages="$packages golang-go protobuf-compiler chromium"
		;;
	test) packages="$packages linux-perf tmux debuginfod binutils patch valgrind python3-venv mypy" ;;
	check) packages="$packages clang-format cppcheck groff-base patch shellcheck" ;;
	prove) packages="$packages clang g++ gcc-multilib" ;;
	python) packages="$packages python3-dev python3-setuptools python3-wheel" ;;
	doc) packages="$packages groff-base" ;;
	graft) packages="$packages flex bison python3 binutils git perl" ;;
	peer) packages="$packages debootstrap" ;;
	deb) packages="$packages debhelper dh-python dpkg-dev" ;;
	deb-test) packages="$packages lintian debootstrap" ;;
	vm) packages="$packages g++ qemu-system-x86 busybox-static cpio" ;;
	*)
		echo "$0: no group $group" >&2
		exit 1
		;;
	esac
done
if [ -n "$print" ]; then
	echo $packages
	exit
fi

# Prints the arguments that are not installed.
missing() {
	dpkg-query -W -f '${db:Status-Status} ${Package}\n' "$@" 2>/dev/null |
		awk -v want="$*" '
			$1 == "installed" { have[$2] = 1 }
			END {
				n = split(want, name, " ")
				for (i = 1; i <= n; i++)
					if (!(name[i] in have))
						printf "%s ", name[i]
			}'
}

# The kernel's source is in a package named by its version: any will do, the newest is taken.
have_kernel_source() {
	ls /usr/src/linux-source-[0-9]*.tar.* >/dev/null 2>&1
}

newest_kernel_source() {
	apt-cache search --names-only '^linux-source-[0-9.]+$' | awk '{ print $1 }' | sort -V |
		tail -n 1
}

as_root() {
	if [ "$(id -u)" = 0 ]; then
		env DEBIAN_FRONTEND=noninteractive "$@"
	else
		sudo DEBIAN_FRONTEND=noninteractive "$@"
	fi
}

# Prints the command to type if packages may not be installed here.
say_how() {
	install="apt-get update && apt-get install --no-install-recommends $(echo $need)"
	echo "perf defer needs packages that are not installed, and installing them needs root. Type:"
	if command -v sudo >/dev/null; then
		echo "    sudo sh -c '$install'"
	else
		echo "    su -c '$install'"
	fi
	echo "and then the same make again."
}

# Asks for the password once, before any step.
may_be_root() {
	[ "$(id -u)" = 0 ] || { command -v sudo >/dev/null && sudo -v; }
}

need=$(missing $packages)
source=true
case " $* " in
*" build "*) have_kernel_source || source=false ;;
esac
if [ -z "$need" ] && $source; then
	exit 0
fi

if ! may_be_root; then
	$source || need="$need linux-source"
	say_how >&2
	exit 1
fi
log=$(mktemp)
trap 'rm -f "$log"' EXIT
as_root apt-get -qq update </dev/null >"$log" 2>&1 || cat "$log" >&2
$source || need="$need$(newest_kernel_source)"
echo "Installing: $need"
if ! as_root apt-get -qq -y --no-install-recommends install $need </dev/null >"$log" 2>&1; then
	cat "$log" >&2
	exit 1
fi
