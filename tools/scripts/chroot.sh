# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
# Functions for folders that contain a Debian system; to be sourced. Packages come from this
# machine's mirror.
# Needs root, for chroot and mount.

# Unmounts everything that is mounted under the folder, innermost first.
unmount_all() {
	awk -v dir="$1/" 'index($2, dir) == 1 { print $2 }' /proc/self/mounts | sort -r |
		while read -r at; do
			umount "$at" || umount -l "$at"
		done
}

# run_in DIR COMMAND...: runs the command with mounts and processes of its own, which are gone however it
# ends. The environment is empty except for proxies. It sees no process of others: perf looks for files as the
# live process sees them whose id is a recorded one, and does not come back into a chroot from there.
run_in() {
	folder=$1
	shift
	unshare --mount --propagation private --pid --fork --kill-child sh -c '
		dir=$1
		shift
		# Its root is a mount of its own, without which no command in it could unshare mounts.
		mount --bind "$dir" "$dir" || exit 1
		mount -t proc proc "$dir/proc" || exit 1
		mount -t sysfs -o ro sys "$dir/sys" 2>/dev/null
		mount -t devpts -o newinstance,ptmxmode=0666 devpts "$dir/dev/pts" 2>/dev/null
		mount -t tmpfs tmpfs "$dir/dev/shm" 2>/dev/null
		# No exec: the first process of all ignores the signals that it does not handle.
		chroot "$dir" env -i HOME=/root LC_ALL=C.UTF-8 \
			PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
			DEBIAN_FRONTEND=noninteractive ${http_proxy:+"http_proxy=$http_proxy"} \
			${https_proxy:+"https_proxy=$https_proxy"} "$@"
		exit $?' sh "$folder" "$@"
}

# base_debian DIR SUITE: makes a bare system once, to be copied. Fails if debootstrap does.
base_debian() {
	[ ! -e "$1/.complete" ] || return 0
	base_url=$("$(dirname "$0")/mirror.sh") && new_debian "$1" "$2" "$base_url" && touch "$1/.complete"
}

# new_debian DIR SUITE URL [OPTION...]: makes a bare system with the OPTIONS of debootstrap, whose
# output goes to DIR.log. Fails if that fails.
new_debian() {
	folder=$1
	release=$2
	mirror=$3
	shift 3
	unmount_all "$folder"
	rm -rf "$folder"
	mkdir -p "$folder"
	debootstrap --variant=minbase "$@" "$release" "$folder" "$mirror" \
		>"$folder.log" 2>&1 </dev/null || return 1
	unmount_all "$folder"
	# What this machine's apt needs to get at its mirror.
	for file in resolv.conf hosts; do
		[ ! -e "/etc/$file" ] || cp "/etc/$file" "$folder/etc/"
	done
	apt-config dump 2>/dev/null | grep -iE '^Acquire::https?::Proxy' \
		>"$folder/etc/apt/apt.conf.d/90host" || :
}

# step NAME COMMAND...: runs the command as the machine's root, in the clone if there is one. Prints the
# outcome, time and space, and the end of what it wrote if it failed. The caller sets $machine, the folder,
# $log, the begin of the names of logs, and the numbers $passed and $failed.
step() {
	name=$1
	shift
	began=$(date +%s)
	if run_in "${machine:?}" sh -c "cd /root/perf-defer 2>/dev/null; $*" </dev/null >"${log:?}.$name" 2>&1; then
		result=passed
		passed=$((passed + 1))
	else
		result=FAILED
		failed=$((failed + 1))
	fi
	printf '  %-10s %-7s %5d s %6d MB  %s\n' "$name" "$result" $(($(date +%s) - began)) \
		"$(du -smx "$machine" | cut -f 1)" "$(grep -E '[0-9] passed, ' "$log.$name" | tail -n 1)"
	[ "$result" = passed ] || tail -n 20 "$log.$name" | sed 's/^/      /'
}
