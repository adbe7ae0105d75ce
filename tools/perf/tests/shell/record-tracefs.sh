#!/bin/bash
# tracefs is mounted if it is not, as perf does
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/lib/record.sh"

need_recording
[ "$(id -u)" = 0 ] || skip "only root may mount"
unshare --mount true 2>/dev/null || skip "no mount namespaces here"
has_root_of_mounts || skip "/proc/mounts leads elsewhere here"

# without COMMAND...: runs it where tracefs is not mounted, and then tells whether it is. Other processes do
# not see this.
without()
{
	unshare --mount --propagation private sh -c '
		umount -a -t tracefs
		umount -a -t debugfs
		! grep -qE "^[^ ]+ [^ ]+ (trace|debug)fs" /proc/self/mounts || exit 77
		"$@"
		status=$?
		grep " tracefs " /proc/self/mounts
		exit $status' sh "$@"
}

without "$perf_defer" record -q -N -e sched:sched_process_exit -c 1 -o exit.data -- true >out 2>err
status=$?
[ $status != 77 ] || skip "tracefs cannot be unmounted here"
if grep -q 'cannot be' err; then
	mount -t tracefs nodev . 2>/dev/null || skip "this kernel has no tracefs for us"
	umount .
fi
[ $status = 0 ] || fail "the exit status is $status:"
grep -q ' /sys/kernel/tracing tracefs' out || fail "tracefs was not mounted"
"$perf_defer" script -F event -i exit.data >out 2>err || fail "script:"
grep -q 'sched:sched_process_exit' out || fail "no sample of the tracepoint"

# A user who may not mount learns what root can do.
if command -v setpriv >/dev/null; then
	chmod 755 .
	without setpriv --reuid 65534 --clear-groups -- "$perf_defer" record -q -N -e sched:sched_process_exit -c 1 \
		-o other.data -- true >out 2>err && fail "a user without permission has recorded"
	grep -q 'mount -t tracefs nodev /sys/kernel/tracing' err || fail "no remedy is named in:"
	! grep -q tracefs out || fail "somebody mounted tracefs"
fi
verdict
