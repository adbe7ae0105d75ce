#!/bin/bash
# Tasks with mounts of their own: their namespaces, and the build ids of the files that they see
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/lib/record.sh"

need_recording
if [ "$(id -u)" != 0 ] || ! unshare -m true 2>/dev/null; then
	skip "this user may have no mounts of its own"
fi
has_root_of_mounts || skip "in a chroot, who enters other mounts sees other files"

# mnt_of FILE PID: the mount namespace that the last record of the task names.
mnt_of()
{
	"$perf_defer" script --show-namespace-events -i "$1" 2>>err |
		sed -n "/PERF_RECORD_NAMESPACES $2\//,/]/p" | sed -n 's/.*5\/mnt: [0-9]*\/0x\([0-9a-f]*\).*/\1/p' | tail -n 1
}

# One that runs already, under a name that is another file, or none, outside.
mkdir place
build='printf "int main(void) { for (volatile long i = 0;; i++) ; }" | cc -x c - -Wl,--build-id=0x'
outside=1111111111111111111111111111111111111111
inside=2222222222222222222222222222222222222222
sh -c "$build$outside -o place/spinner" || die "a program cannot be built"
sh -c "$build$inside -o other" || die "a program cannot be built"
unshare -m sh -c 'mount -t tmpfs tmpfs place && cp other place/spinner && exec place/spinner' &
inner=$!
runs_spinner()
{
	[ "$(readlink /proc/$inner/exe)" = "$dir/place/spinner" ]
}
wait_for runs_spinner
want=$(printf %x "$(stat -L -c %i /proc/$inner/ns/mnt)")

"$perf_defer" record -N --namespaces -e cpu-clock -p $inner -o running.data -- sleep 0.3 >out 2>err ||
	fail "record of a running task:"
got=$(mnt_of running.data $inner)
[ "$got" = "$want" ] || fail "a running task is in mount namespace '$got', not $want:"
"$perf_defer" script --show-mmap-events -i running.data 2>>err | grep 'MMAP2.*/place/spinner' >maps
# Before Linux 5.12 maps have inodes.
if grep -q '<[0-9a-f]*>' maps; then
	grep -q "<$inside" maps || fail "its map has another build id: $(cat maps)"
fi

# Its names are in the file that it sees, as long as it runs.
"$perf_defer" report --stdio -g none --no-children -s sym -i running.data >out 2>>err
grep -q '\] main$' out || fail "report finds no name in the file that the task sees: $(cat out)"
"$perf_defer" report --stdio -g none --no-children -s sym --symfs "$dir" -i running.data >out 2>>err
! grep -q '\] main$' out || fail "--symfs: report looks elsewhere:"

# One that leaves while it is recorded. The kernel tells.
"$perf_defer" record -N --namespaces -e cpu-clock -o left.data -- unshare -m sh -c 'stat -L -c %i /proc/self/ns/mnt >ino' \
	>out 2>err || fail "record of unshare:"
"$perf_defer" script --show-namespace-events -i left.data >out 2>>err
grep -q "5/mnt: [0-9]*/0x$(printf %x "$(cat ino)")" out || fail "it is not told that a task has left for others:"

# Nobody asked.
"$perf_defer" record -N -e cpu-clock -o none.data -- unshare -m true >out 2>err
"$perf_defer" script --show-namespace-events -i none.data >out 2>>err
! grep -q NAMESPACES out || fail "records of namespaces that nobody asked for:"
verdict
