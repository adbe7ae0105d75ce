# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2154 # test.sh sets the variables
# What the suites that record share; sourced instead of test.sh.

. "$(dirname "$0")/lib/test.sh"

# need_recording: ends the suite if this user may not record.
need_recording()
{
	"$perf_defer" record -q -N -e cpu-clock -o try.data true 2>err && return
	! grep -q 'no permission\|without perf events' err || skip "this user may not record here"
	die "cpu-clock cannot be recorded:"
}

# has_root_of_mounts: is this the root folder of the mount namespace? In a chroot it is not, and whoever enters
# a namespace finds other files.
has_root_of_mounts()
{
	nsenter -t $$ -m test -d "$dir" 2>/dev/null
}

# recorder PID: prints the process that records for PID. Where perf has started it, that is a child.
recorder()
{
	if [ -n "${THROUGH_PERF:-}" ]; then
		tr -d ' ' <"/proc/$1/task/$1/children"
	else
		echo "$1"
	fi
}

# has TEXT: what was said last, in err, contains it.
has()
{
	grep -qF -e "$1" err || fail "no '$1' in:"
}

has_not()
{
	! grep -qF -e "$1" err || fail "'$1' in:"
}

# open_control: makes the FIFOs of `--control fifo:ctl,ack` and holds both ends of both open, since the
# recorder looks at them before it reads them.
open_control()
{
	mkfifo ctl ack
	exec 5<>ctl 6<>ack
}

# say COMMAND: gives it to the recorder, which must answer.
say()
{
	local answer=

	echo "$1" >&5
	read -r -t 60 answer <&6
	[ "$answer" = ack ] || fail "'$1' is answered with '$answer':"
}

# is_comm PID NAME: has the process become this program?
is_comm()
{
	grep -qx "$2" "/proc/$1/comm"
}

# cpu_time PID: prints the CPU time that the process has used, in ticks of 10 ms.
cpu_time()
{
	sed 's/.*) //' "/proc/$1/stat" | awk '{ print $12 + $13 }'
}

# has_used PID TICKS: has the process used that much?
has_used()
{
	[ "$(cpu_time "$1")" -ge "$2" ]
}

# let_burn PID TICKS: waits until the process has used that much more, whoever else wants the CPU.
let_burn()
{
	wait_for has_used "$1" $(($(cpu_time "$1") + $2)) || fail "process $1 gets no CPU time"
}

# spared COMMAND...: runs a perf again that dies of itself; status 128 and more if it always does. perf
# 6.1 aborts at the maps that the kernel spoils while somebody else records all CPUs with build ids.
spared()
{
	local status

	for _ in 1 2 3 4 5; do
		status=0
		"$@" >spared.out 2>spared.err || status=$?
		[ $status -ge 128 ] || break
		sleep 0.5
	done
	cat spared.out
	cat spared.err >&2
	return $status
}

# for_perf FILE COMMAND...: runs the command, which records into FILE, again until perf bears to read that.
for_perf()
{
	local file=$1 status
	shift

	for _ in 1 2 3 4 5 6 7 8; do
		"$@" || return
		has_perf || return 0
		status=0
		perf script -i "$file" >/dev/null 2>&1 </dev/null || status=$?
		[ $status -ge 128 ] || return 0
		sleep 0.5
	done
}
