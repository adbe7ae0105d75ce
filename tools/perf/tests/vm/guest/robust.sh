# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=dash
# Trials of faults while recording; $1 is the command that records, the others are names of trials.
#
# These files stay in /out for the suite outside: NAME.data, if readable; NAME.end, the times at which the recorder
# was killed and its command began, in seconds since boot; NAME.produced, the number of events, each of which must
# be kept or counted as lost; NAME.record, the messages.
# shellcheck source=lib.sh
. /guest/lib.sh

# start NAME COMMAND...: starts the command in the background and sets $pid.
start() {
	log=/out/$1.record
	rm -f "/tmp/$1.hangs"
	shift
	"$@" >"$log" 2>&1 &
	pid=$!
}

# begin NAME OPTIONS...: starts the recorder, which writes /out/NAME.data.
begin() {
	begun=$1
	shift
	start "$begun" $recorder -o "/out/$begun.data" "$@"
}

# finish NAME SECONDS: waits for the command that was started last, and sets $status.
finish() {
	(sleep "$2" && : >"/tmp/$1.hangs" && kill -9 "$pid") >/dev/null 2>&1 &
	watchdog=$!
	status=0
	wait "$pid" || status=$?
	kill "$watchdog" 2>/dev/null
	[ ! -e "/tmp/$1.hangs" ] || fail "$1: it does not end"
}

# attach NAME OPTIONS...: starts the recorder for tasks other than its command. Returns when it records.
attach() {
	rm -f "/tmp/$1.begun"
	begin "$@" -- sh -c ": >/tmp/$1.begun; exec sleep 100"
	wait_for 60 [ -e "/tmp/$1.begun" ] || fail "$1: it does not begin"
}

# record NAME OPTIONS...: starts the recorder and waits for its end.
record() {
	begin "$@"
	finish "$1" 60
}

# ended NAME STATUS: requires this exit status.
ended() {
	[ "$status" = "$2" ] && return
	fail "$1: status $status, not $2"
	cat "/out/$1.record"
}

# said NAME REGEX: requires a message of the recorder that matches.
said() {
	grep -qiE "$2" "/out/$1.record" && return
	fail "$1: it did not say '$2', but:"
	cat "/out/$1.record"
}

# readable NAME LEAST: requires a readable file with that many samples. Sets $json to the file of its audit.
readable() {
	json=/tmp/$1.json
	if ! perf-defer audit -f --json -i "/out/$1.data" >"$json" 2>"/tmp/$1.err"; then
		fail "$1: not readable: $(cat "/tmp/$1.err")"
		return
	fi
	samples=$(number samples "$json")
	if [ "$samples" -ge "$2" ]; then
		says "ok: $1: $samples samples"
	else
		fail "$1: $samples samples, not $2"
		cat "/out/$1.record"
	fi
}

# refused NAME REGEX: requires that the recorder failed before it began, left no file, and said why.
refused() {
	if [ "$status" = 0 ] || [ "$status" -ge 126 ]; then
		fail "$1: status $status is no refusal"
	fi
	[ ! -e "/out/$1.data" ] || fail "$1: it left a file"
	rm -f "/out/$1.data"
	said "$1" "$2"
}

# as_user COMMAND...: runs the command as a user without rights, who owns /out/user.
as_user() {
	mkdir -p /out/user
	chown user /out/user
	su user -c "exec $*"
}

# kill_one NUMBER MS: kills a recorder that long after its command began; every fifth one that long after the
# recorder began. Several run at a time.
kill_one() {
	rm -f "/tmp/begin-$1"
	$recorder -k CLOCK_MONOTONIC -e syscalls:sys_enter_write -c 1 -o "/out/kill-$1.data" -- \
		sh -c "read -r up _ </proc/uptime; echo \$up >/tmp/begin-$1; exec count 1000000 1 2000" \
		>"/out/kill-$1.record" 2>&1 &
	one=$!
	[ $(($1 % 5)) = 0 ] || wait_for 10 [ -s "/tmp/begin-$1" ] || fail "kill-$1: does not begin"
	usleep $(($2 * 1000))
	read -r end _ </proc/uptime
	kill -9 "$one"
	wait "$one" 2>/dev/null
	begin=$(cat "/tmp/begin-$1" 2>/dev/null)
	[ ! -s "/out/kill-$1.data" ] || echo "$end ${begin:-$end}" >"/out/kill-$1.end"
}

# Kills 20 recorders at random moments.
trial_kill() {
	i=0
	moments=
	while [ $i -lt 20 ]; do
		jobs=
		for _ in 1 2 3 4; do
			moment=$(($(od -An -N2 -tu2 /dev/urandom) * 1800 / 65536))
			moments="$moments $moment"
			kill_one $i "$moment" &
			jobs="$jobs $!"
			i=$((i + 1))
		done
		wait $jobs
		killall count 2>/dev/null
	done
	says "killed after ms:$moments"
	left=$(find /out -name 'kill-*.end' | wc -l)
	[ "$left" -ge 10 ] || fail "kill: only $left of 20 left a file"
	find /out -name 'kill-*.data' -size 0 -exec rm {} +
}

# Stops the recorder for 3 s, so that its buffers overflow.
trial_stop() {
	begin stop -e syscalls:sys_enter_write -c 1 -m 16 -- count 4000 2 1000
	wait_for 10 pidof count || fail "stop: the command does not begin"
	sleep 0.2
	kill -STOP "$pid"
	sleep 3
	kill -CONT "$pid"
	finish stop 60
	ended stop 0
	readable stop 100
	said stop 'lost'
	echo 8000 >/out/stop.produced
}

# Stops a recorder that has one page for samples for a second. No exec and no stack may be lost.
trial_burst() {
	attach burst -e cpu-clock -F 1000 -a -m 1
	forkexec 1500 &
	sleep 0.2
	kill -STOP "$pid"
	i=0
	while [ $i -lt 40 ]; do
		/bin/uname >/dev/null
		i=$((i + 1))
	done
	sleep 0.5
	kill -CONT "$pid"
	wait $!
	sleep 0.2
	kill -INT "$pid"
	finish burst 60
	ended burst 130
	readable burst 50
	said burst 'LOST .* because buffers were full'
	! grep 'LOST .* user callchains' /out/burst.record || fail "burst: records of tasks were lost"
	execs=$(perf-defer script -i /out/burst.data --show-task-events 2>/dev/null |
		grep -c 'COMM exec: uname:')
	says "burst: $execs of 40 execs, $(number lost "$json" classes) samples of $samples without"
	[ "$execs" = 40 ] || fail "burst: $execs of 40 execs"
	[ "$(number lost "$json" classes)" = 0 ] || fail "burst: stacks were lost"

	# The recorder and the audit count the same callchains.
	said=$(sed -n 's/.*came for .* of \([0-9,]*\) deferred samples\(, not for \([0-9,]*\)\)\{0,1\}.*/\1 \3/p' \
		/out/burst.record | tr -d ,)
	came=$((${said% *} - ${said#* } + 0))
	found=0
	for class in merged merged-back exec ambiguous sigreturn; do
		found=$((found + $(number $class "$json" classes)))
	done
	says "burst: user callchains came for $came samples, audit finds $found"
	[ "$came" = "$found" ] || fail "burst: $came and $found samples whose callchain came"
}

# Records with buffers that are far too small, and with buffers that hold everything.
trial_produced() {
	record overrun -e syscalls:sys_enter_write -c 1 -m 1 -- count 10000 2
	ended overrun 0
	readable overrun 1
	said overrun 'lost'
	echo 20000 >/out/overrun.produced

	record held -e syscalls:sys_enter_write -c 1 -m 4M -- count 10000 2
	ended held 0
	readable held 20000
	echo 20000 >/out/held.produced
}

# Records to a full file system. The file must have all that there was space for.
trial_enospc() {
	mkdir -p /tmp/small
	mount -t tmpfs -o size=1m tmpfs /tmp/small
	start enospc $recorder -o /tmp/small/data -e syscalls:sys_enter_write -c 1 -- count 20000 2
	finish enospc 60
	[ "$status" != 0 ] || fail "enospc: status 0"
	said enospc 'no space'
	cp /tmp/small/data /out/enospc.data
	umount /tmp/small
	readable enospc 1000
}

# Records with too few descriptors, and without the right to more.
trial_emfile() {
	echo -1 >/proc/sys/kernel/perf_event_paranoid
	start emfile as_user "sh -c 'ulimit -n 12 && $recorder -o /out/user/data -a -e cpu-clock \
		-e page-faults -e context-switches -e cpu-migrations -e task-clock -- true'"
	finish emfile 30
	refused emfile 'open files|ulimit -n'

	start threads-200 as_user threads 200 60000
	threads_pid=$pid
	wait_for 10 grep -q ready /out/threads-200.record
	start emfile-pid as_user "sh -c 'ulimit -n 64 && $recorder -o /out/user/data -e cpu-clock \
		-p $(pidof threads)'"
	finish emfile-pid 30
	refused emfile-pid 'open files|ulimit -n'
	killall threads
	[ ! -e /out/user/data ] || fail "emfile: it left a file"
	echo 2 >/proc/sys/kernel/perf_event_paranoid
}

# Records targets that end before or while the recording begins.
trial_dying() {
	record dying-true -e cpu-clock -- true
	ended dying-true 0
	readable dying-true 0

	record dying-none -e cpu-clock -- /nonexistent
	refused dying-none '/nonexistent.*no such file|no such file.*/nonexistent'

	record dying-killed -e cpu-clock -- sh -c 'kill -9 $$'
	readable dying-killed 0

	record dying-pid -e cpu-clock -p 4194300
	refused dying-pid '4194300'

	i=0
	while [ $i -lt 10 ]; do
		usleep $((i * 15000)) &
		record "dying-race-$i" -e cpu-clock -p $!
		if [ -e "/out/dying-race-$i.data" ]; then
			readable "dying-race-$i" 0
		else
			refused "dying-race-$i" .
		fi
		i=$((i + 1))
	done
}

# Records thousands of threads that start during the recording, or before it.
trial_threads() {
	record threads-new -e syscalls:sys_enter_getppid -c 1 -m 8M -- threads 2000 100
	ended threads-new 0
	readable threads-new 2000
	echo 2000 >/out/threads-new.produced

	threads 10000 60000 >/tmp/threads &
	threads_pid=$!
	wait_for 60 grep -q ready /tmp/threads || fail "no 10,000 threads"
	ulimit -n 200000
	attach threads-pid -e syscalls:sys_enter_getppid -c 1 -m 8M -p "$threads_pid"
	kill -USR1 "$threads_pid"
	wait_for 60 grep -q called /tmp/threads || fail "the threads do not call"
	kill -INT "$pid"
	finish threads-pid 60
	kill -9 "$threads_pid"
	ulimit -n 4096
	ended threads-pid 130
	readable threads-pid 10000
	[ "$(perf-defer script -i /out/threads-pid.data -F tid 2>/dev/null | sort -u | wc -l)" = 10000 ] ||
		fail "threads-pid: not every thread has its sample"
	echo 10000 >/out/threads-pid.produced
}

trial_offline() {
	cpu=/sys/devices/system/cpu/cpu1/online
	attach offline -e cpu-clock -F 500 -a
	syscalls 3000 &
	sleep 0.5
	echo 0 >$cpu
	sleep 0.5
	echo 1 >$cpu
	sleep 0.5
	kill -INT "$pid"
	finish offline 20
	killall syscalls 2>/dev/null
	ended offline 130
	readable offline 100

	# A CPU that is offline from the start.
	echo 0 >$cpu
	record offline-before -e cpu-clock -F 500 -a -- syscalls 300
	ended offline-before 0
	readable offline-before 20
	record offline-cpu -e cpu-clock -C 1 -- true
	refused offline-cpu 'CPU 1|offline|not online|no such device'
	echo 1 >$cpu
}

trial_signals() {
	for signal in INT:130 TERM:143 HUP:129; do
		name=signal-${signal%:*}
		begin "$name" -e cpu-clock -F 500 -- syscalls 20000
		wait_for 10 pidof syscalls || fail "$name: the command does not begin"
		sleep 0.5
		kill -"${signal%:*}" "$pid"
		finish "$name" 20
		ended "$name" "${signal#*:}"
		! pidof syscalls >/dev/null || fail "$name: the command still runs"
		killall syscalls 2>/dev/null
		readable "$name" 10
	done

	# A stream whose reader goes away.
	$recorder -o - -e cpu-clock -F 5000 -- syscalls 5000 2>/out/pipe.record |
		head -c 10000 >/dev/null
	said pipe 'pipe|reader'
	killall syscalls 2>/dev/null

	# A stream whose reader stays.
	$recorder -o - -e cpu-clock -- syscalls 500 2>/out/stream.record |
		perf-defer audit --json -i - >/tmp/stream.json 2>/tmp/stream.err ||
		fail "stream: $(cat /tmp/stream.err)"
	[ "$(number samples /tmp/stream.json)" -gt 50 ] || fail "stream: fewer than 50 samples"
}

# Records as a user without rights. At perf_event_paranoid 2, own programs can be recorded; above it, the message
# names a remedy.
trial_user() {
	echo 2 >/proc/sys/kernel/perf_event_paranoid
	start user-2 as_user "$recorder -o /out/user/data -e cpu-clock -- syscalls 1000"
	finish user-2 30
	ended user-2 0
	mv /out/user/data /out/user-2.data
	readable user-2 5
	for level in 3 4; do
		echo $level >/proc/sys/kernel/perf_event_paranoid
		start user-$level as_user "$recorder -o /out/user/data -e cpu-clock -- syscalls 300"
		finish user-$level 30
		refused user-$level 'perf_event_paranoid'
		said user-$level 'sysctl|CAP_PERFMON'
		[ ! -e /out/user/data ] || fail "user-$level: it left a file"
		rm -f /out/user/data
	done
	echo 2 >/proc/sys/kernel/perf_event_paranoid
}

trials "$@"
