# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=dash
# Cuts recordings of a busy machine into files; $1 is the command that records, $2 the number of cuts of each trial,
# the others are names of trials.
#
# These files stay in /out for the suite outside: NAME-NUMBER.data, the parts in their order; NAME.record, the
# messages.
# shellcheck source=lib.sh
. /guest/lib.sh

cuts=$2
shift

# Two CPUs with more to do than they can: system calls, programs that begin, and tasks that move.
busy() {
	syscalls 600000 >/dev/null &
	for job in 'migrate 600000' 'forkexec 600000'; do
		$job >/dev/null &
	done
}

# parts NAME: prints the number of finished parts.
parts() {
	find /out -name "$1.data.*" | wc -l
}

has_parts() {
	[ "$(parts "$1")" -ge "$2" ]
}

# begin NAME OPTIONS...: starts the recorder of all CPUs, and waits until it has written samples.
begin() {
	begun=$1
	shift
	$recorder -a -k monotonic -e cpu-clock -F 500 -m 1M -o "/out/$begun.data" "$@" >"/out/$begun.record" 2>&1 &
	pid=$!
	wait_for 60 has_samples "/out/$begun.data" || fail "$begun: it does not begin"
}

# end NAME: stops the recorder. Each cut has made a part, and the end another one.
end() {
	kill -INT "$pid"
	wait "$pid"
	nr=$(parts "$1")
	says "$1: $nr parts"
	[ "$nr" -gt "$cuts" ] || {
		fail "$1: $nr parts after $cuts cuts"
		cat "/out/$1.record"
	}
	nr=100
	for part in "/out/$1".data.*; do
		mv "$part" "/out/$1-$nr.data"
		nr=$((nr + 1))
	done
}

trial_size() {
	begin size --switch-output=256K
	wait_for 120 has_parts size "$cuts" || fail "size: only $(parts size) parts"
	end size
}

trial_time() {
	begin time --switch-output=1s
	wait_for 120 has_parts time "$cuts" || fail "time: only $(parts time) parts"
	end time
}

# wait_part NAME NUMBER: waits for this part, and lets the next one begin.
wait_part() {
	wait_for 60 has_parts "$1" "$2" || fail "$1: only $(parts "$1") of $2 parts"
	usleep $(($(od -An -N1 -tu1 /dev/urandom) * 1000))
}

trial_signal() {
	begin signal --switch-output
	i=0
	while [ $i -lt "$cuts" ]; do
		i=$((i + 1))
		kill -USR2 "$pid"
		wait_part signal $i
	done
	end signal
}

trial_control() {
	mkfifo /tmp/control
	begin control --switch-output --control fifo:/tmp/control
	i=0
	while [ $i -lt "$cuts" ]; do
		i=$((i + 1))
		echo snapshot >/tmp/control
		wait_part control $i
	done
	end control
}

busy
trials "$@"
