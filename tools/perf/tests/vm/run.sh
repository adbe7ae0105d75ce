#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Boots a kernel that defers, runs a shell script in it, and fetches the files that the script left in /out.
#
#   run.sh [-t SECONDS] [-f FILE[=DEST]]... SCRIPT OUTDIR [ARGUMENT...]
#
# The guest has busybox, perf-defer and perf in PATH, the workloads in /workloads and the scripts
# of tests/vm/guest in /guest; -f adds a file. It has two CPUs, 4 GiB, tracefs, no network, and the
# user `user`. OUTDIR is emptied first. The script's output is printed, and is the file `log` in OUTDIR.
# The exit status is the script's, or 125 if the guest did not reach its end.
#
# PERF_DEFER names the executable, PERF_DEFER_VM the folder that tools/scripts/vm-fetch.sh fills,
# PERF_DEFER_WORKLOADS the one with the workloads. VM_ACCEL=kvm and VM_MEMORY=MiB change the machine.
set -eu

die() {
	echo "vm: $*" >&2
	exit 125
}

# Copies the program $1 to $2 of the guest, and its libraries and loader to the paths that they have here.
copy_with_libraries() {
	mkdir -p "$root/$(dirname "$2")"
	cp "$1" "$root/$2"
	{ ldd "$1" || :; } | grep -o '/[^ ]*' | while read -r library; do
		mkdir -p "$root/$(dirname "$library")"
		cp -L "$library" "$root/$library"
	done
}

# Installs perf. It comes from another Debian than this machine, so it runs with its own libraries.
install_perf() {
	cp -r "$PERF_DEFER_VM/perf" "$root/perf"
	cat >"$root/usr/bin/perf" <<-'END'
		#!/bin/sh
		exec /perf/ld-linux-x86-64.so.2 --argv0 perf --library-path /perf /perf/perf "$@"
	END
	chmod 755 "$root/usr/bin/perf"
}

# add_file FILE[=DEST]: copies a file into the guest.
add_file() {
	dest=/${1##*/}
	case $1 in
	*=*) dest=${1#*=} ;;
	esac
	mkdir -p "$root/$(dirname "$dest")"
	cp "${1%%=*}" "$root/$dest"
}

make_root() {
	root=$tmp/root
	mkdir -p "$root/bin" "$root/usr/bin" "$root/etc" "$root/home/user" "$root/guest"
	busybox=$(command -v busybox) || die "busybox is not installed"
	! ldd "$busybox" >/dev/null 2>&1 || die "$busybox is not static: install busybox-static"
	cp "$busybox" "$root/bin/busybox"
	cp "$here/init" "$root/init"
	cp "$here"/guest/* "$root/guest/"
	cp "$script" "$root/guest/script"
	for arg in "$@"; do
		printf '%s\n' "$arg"
	done >"$root/guest/args"
	printf 'root:x:0:0::/root:/bin/sh\nuser:x:1000:1000::/home/user:/bin/sh\n' \
		>"$root/etc/passwd"
	printf 'root:x:0:\nuser:x:1000:\n' >"$root/etc/group"
	copy_with_libraries "$PERF_DEFER" /usr/bin/perf-defer
	install_perf
	cp -r "$PERF_DEFER_WORKLOADS" "$root/workloads"
	for file in $files; do
		add_file "$file"
	done
	# The archive is not compressed, because the emulated CPU inflates more slowly than it copies.
	(cd "$root" && find . | cpio -o -H newc -R 0:0 --quiet) >"$tmp/initrd"
	rm -rf "$root"
}

# Runs the guest. One thread emulates both CPUs. With a thread for each, a CPU sometimes runs into a breakpoint
# that the other CPU has set to patch the kernel's code, mostly for tracepoints, and the kernel panics.
boot() {
	timeout -k 5 "$limit" qemu-system-x86_64 -accel "${VM_ACCEL:-tcg,thread=single}" -cpu max \
		-smp 2 -m "${VM_MEMORY:-4096}" -nodefaults -no-user-config -no-reboot \
		-display none -kernel "$PERF_DEFER_VM/kernel/vmlinuz" -initrd "$tmp/initrd" \
		-append "console=ttyS0 rdinit=/init quiet panic=-1 oops=panic mitigations=off no_timer_check" \
		-serial "file:$tmp/console" -device virtio-serial-pci \
		-chardev "file,id=log,path=$out/log" -device virtserialport,chardev=log,name=log \
		-chardev "file,id=out,path=$tmp/out" -device virtserialport,chardev=out,name=out \
		</dev/null
}

# fail WHY: prints the log and the end of the console, and exits.
fail() {
	cat "$out/log" 2>/dev/null || :
	echo "vm: $1. The end of the console:" >&2
	tr -d '\r' <"$tmp/console" | grep -v '^$' | tail -n 40 >&2 || :
	exit 125
}

limit=120
files=
while getopts t:f: option; do
	case $option in
	t) limit=$OPTARG ;;
	f) files="$files $OPTARG" ;;
	*) exit 125 ;;
	esac
done
shift $((OPTIND - 1))
[ "$#" -ge 2 ] || die "usage: run.sh [-t SECONDS] [-f FILE[=DEST]]... SCRIPT OUTDIR [ARGUMENT...]"
: "${PERF_DEFER:?}" "${PERF_DEFER_VM:?}" "${PERF_DEFER_WORKLOADS:?}"
here=$(cd "$(dirname "$0")" && pwd)
script=$1
mkdir -p "$2"
out=$(cd "$2" && pwd)
shift 2
for tool in qemu-system-x86_64 cpio ldd timeout flock; do
	command -v $tool >/dev/null || die "$tool is not installed (\`make deps\` installs it)"
done

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
trap 'exit 125' INT TERM HUP
mkdir -p "$PERF_DEFER_VM"
# Only one guest runs at a time, because two would slow each other down.
exec 9>"$PERF_DEFER_VM/lock"
flock 9
"$here/../../../scripts/vm-fetch.sh" "$PERF_DEFER_VM" || exit 125
make_root "$@"
find "$out" -mindepth 1 -delete
: >"$tmp/console"

status=0
boot || status=$?
case $status in
124 | 137) fail "the guest did not end within $limit s" ;;
0) ;;
*) fail "qemu exited with $status" ;;
esac
! grep -q 'Kernel panic' "$tmp/console" || fail "the guest's kernel panicked"
tar -x --no-same-owner -C "$out" -f "$tmp/out" 2>/dev/null && [ -s "$out/.status" ] ||
	fail "the guest sent no results"
cat "$out/log"
status=$(cat "$out/.status")
rm "$out/.status"
exit "$status"
