# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=dash disable=SC2034 # the scripts read the variables
# The frame of a script in the guest:
#
#	. /guest/lib.sh
#	trials "$@"
#
# Its arguments are the command that records, which is $recorder, and names of trials: WORD runs the function
# trial_WORD. Without names, all trials run, in their order in the script.
# shellcheck source=words.sh
. /guest/words.sh

# Some trials need many files, and must not fail by this limit.
ulimit -n 4096

# The kernel's symbols have other addresses in each boot.
cat /proc/kallsyms >/out/kallsyms

recorder=$1

# now: prints the milliseconds since boot.
now() {
	awk '{ printf "%d\n", $1 * 1000 }' /proc/uptime
}

# wait_for SECONDS COMMAND...: repeats the command until it succeeds. Fails after that time.
wait_for() {
	tries=$(($1 * 20))
	shift
	until "$@" >/dev/null 2>&1; do
		tries=$((tries - 1))
		[ $tries -gt 0 ] || return 1
		sleep 0.05
	done
}

# has_samples FILE: asks for a sample of the recording so far.
has_samples() {
	perf-defer audit --json -i "$1" 2>/dev/null | grep -q '^  "samples": [1-9]'
}

# record NAME OPTIONS...: records to /out/NAME.data; the messages go to /out/NAME.record. Sets $took to the time
# that this takes, in milliseconds.
record() {
	name=$1
	shift
	status=0
	begun=$(now)
	$recorder -o "/out/$name.data" "$@" >"/out/$name.record" 2>&1 || status=$?
	took=$(($(now) - begun))
	[ "$status" = 0 ] || {
		fail "$name: $recorder $*: status $status"
		cat "/out/$name.record"
	}
}

# trials RECORDER [TRIAL...]: runs the trials and exits; the last line of a script.
trials() {
	shift
	# shellcheck disable=SC2046 # a list of words
	[ $# -gt 0 ] || set -- $(sed -n 's/^trial_\([a-z_]*\)() {$/\1/p' /guest/script)
	for trial; do
		says "== $trial"
		"trial_$trial"
	done
	verdict
}

verdict() {
	[ $failed = 0 ] || says "$failed failed"
	[ $failed = 0 ]
	exit
}
