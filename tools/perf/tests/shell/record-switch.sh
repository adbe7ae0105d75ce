#!/bin/bash
# Files are switched by events, named by time, and no more are kept than asked for
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/lib/record.sh"

export PERF_BUILDID_DIR=$dir/cache

need_recording

# files PATTERN: sets $files and $nr.
files()
{
	files=$(find . -maxdepth 1 -name "$1" | sort)
	nr=$(printf '%s' "$files" | grep -c .)
}

has_files()
{
	files "$1"
	[ "$nr" -ge "$2" ]
}

# wait_files PATTERN NUMBER: until there are so many.
wait_files()
{
	wait_for has_files "$1" "$2" || fail "$nr files '$1' after a minute, not $2"
}

stamp='20[0-9][0-9][01][0-9][0-3][0-9][0-2][0-9][0-5][0-9][0-6][0-9][0-9][0-9]'

# ---- --timestamp-filename ----

cat >burn <<'END'
#!/bin/sh
i=0
while [ $i -lt 100000 ]; do i=$((i+1)); done
exit 3
END
chmod +x burn
"$perf_defer" record -e cpu-clock -o time.data --timestamp-filename ./burn 2>err
got=$?
[ $got = 3 ] || fail "--timestamp-filename: status $got, not 3:"
files "time.data.$stamp"
[ "$nr" = 1 ] || fail "--timestamp-filename: $nr files: $(ls)"
has "MB time.data.20"
has "MB ${files#./} ("
[ ! -e time.data ] || fail "there is a file without the time, too"
"$perf_defer" audit -i "$files" >out 2>err || fail "$files is not whole:"
[ -n "$(find cache -name elf 2>/dev/null)" ] || fail "--timestamp-filename: no copies of what was hit"

"$perf_defer" record -e cpu-clock -o - --timestamp-filename ./burn 2>err >stream.data
has '--timestamp-filename needs a file'
[ "$(head -c 8 stream.data)" = PERFILE2 ] || fail "--timestamp-filename: no stream"

# What is moved is a file.
for option in --timestamp-filename --switch-output; do
	mkfifo fifo
	"$perf_defer" record -e cpu-clock -o fifo $option true 2>err
	got=$?
	[ $got = 2 ] || fail "$option: status $got for a FIFO, not 2:"
	has "fifo is not a regular file, and $option would rename it"
	[ -p fifo ] || fail "$option: the FIFO is gone"
	rm -f fifo
done

# ---- --switch-max-files ----

"$perf_defer" record -e cpu-clock -o max.data --switch-output --switch-max-files 2 sh -c 'while :; do :; done' 2>err &
pid=$!
wait_for test -s max.data || fail "--switch-output does not begin:"
has_new()
{
	new=$(find . -name "max.data.$stamp" | grep -vxF "${before:-none}")
}
seen=
for _ in 1 2 3 4; do
	before=$(find . -name "max.data.$stamp")
	kill -USR2 "$(recorder $pid)"
	wait_for has_new || fail "USR2 does not switch files:"
	seen="$seen $new"
	sleep 0.2
done
kill -INT "$(recorder $pid)"
wait $pid 2>/dev/null
files "max.data.$stamp"
[ "$nr" = 2 ] || fail "--switch-max-files 2: $nr files are left: $files"
has 'in 5 files'
for file in $files; do
	"$perf_defer" audit -i "$file" >out 2>err || fail "$file is not whole:"
done
# Both are one recording: its samples are those of the files, of which script finds no events twice.
both=0
for file in $files; do
	both=$((both + $("$perf_defer" script -q -i "$file" -F comm 2>err | wc -l)))
done
[ $both -gt 0 ] || fail "there are no samples to count"
# shellcheck disable=SC2046 # names of files without blanks
set -- $(echo "$files" | sort)
[ "$("$perf_defer" script -q -F comm "$@" 2>err | wc -l)" = $both ] || fail "script reads other samples of both:"
"$perf_defer" report --stdio "$@" >out 2>err || fail "report does not read both:"
sum=$("$perf_defer" script -q -F period "$@" 2>err | awk '{ n += $1 } END { printf "%.0f\n", n }')
grep -qxF "# Event count (approx.): $sum" out || fail "report reads other samples of both, which have $sum ns: $(head -n 12 out)"

# The newest are kept.
[ "$(echo "$files" | head -n 1)" = "${seen##* }" ] || fail "kept: $files; seen:$seen"

# ---- --switch-output-event ----

"$perf_defer" record -e cpu-clock --switch-output-event no-such-event -o no.data true 2>err
got=$?
[ $got = 2 ] || fail "an event that is not there: status $got, not 2:"
has "'no-such-event'"
"$perf_defer" record -e cpu-clock --switch-output-event task-clock -o no.data true 2>err
got=$?
[ $got = 2 ] || fail "an event that happens all the time: status $got, not 2:"
has '--switch-output-event task-clock: the event is too frequent'
has 'set a period'
"$perf_defer" record -e cpu-clock --switch-output-event cpu-clock -o - true 2>err >/dev/null
got=$?
[ $got = 129 ] || fail "a stream cannot be switched: status $got, not 129:"
[ ! -e no.data ] || fail "what cannot be recorded leaves a file"

# It happens once a line, in the task that is recorded.
mkfifo lines
cat >forks <<'END'
#!/bin/sh
while read -r line; do /bin/true; done
END
chmod +x forks
./forks <lines &
task=$!
exec 7>lines
open_control
"$perf_defer" record -e cpu-clock -p $task --switch-output-event sched:sched_process_fork -o event.data \
	--control fifo:ctl,ack 7>&- 2>err &
pid=$!
has_begun()
{
	[ -s event.data ] || is_gone $pid
}
wait_for has_begun
if grep -q 'tracefs\|Permission denied' err; then
	skip "tracepoints cannot be read here"
fi
say ping
for nr_events in 1 2 3; do
	echo >&7
	wait_files "event.data.$stamp" $nr_events
	sleep 0.2
	files "event.data.$stamp"
	[ "$nr" = $nr_events ] || fail "$nr files after $nr_events events"
done
exec 7>&-
wait $task
wait $pid
files "event.data.$stamp"
[ "$nr" = 4 ] || fail "$nr files after 3 events and the end: $files"
has 'in 4 files'
for file in $files; do
	"$perf_defer" report --header-only -i "$file" >out 2>err || fail "$file is not whole:"
	! grep -q sched_process_fork out || grep -q 'cmdline.*sched_process_fork' out ||
		fail "$file has the event that is not to be recorded"
	[ "$(grep -c '^# event : name = ' out)" = 2 ] || fail "$file: not two events:"
done

# ---- several requests at once ----

# samples FILE: prints the number of samples.
samples()
{
	"$perf_defer" audit --json -i "$1" 2>err | sed -n 's/^ *"samples": \([0-9]*\),$/\1/p' | head -n 1
}

# While a command is recorded, it may happen anywhere.
if "$perf_defer" record -q -N -a -e cpu-clock -o try.data true 2>/dev/null; then
	# Each file has the samples of its time, also if its end was asked for before it began.
	"$perf_defer" record -a -e cpu-clock -c 50000 -o once.data --switch-output \
		--control fifo:ctl,ack 2>err &
	pid=$!
	say ping
	printf 'snapshot\nsnapshot\nsnapshot\nstop\n' >&5
	wait $pid
	files "once.data.$stamp"
	[ "$nr" = 4 ] || fail "$nr files after 3 snapshots and the end: $files"
	for file in $files; do
		[ "$(samples "$file")" -gt 0 ] || fail "$file has no samples:"
		# Readers trust what was written before the last whole round.
		rounds=$("$perf_defer" report --stats -i "$file" 2>err | sed -n 's/^ *FINISHED_ROUND events: *\([0-9]*\) .*/\1/p')
		[ "${rounds:-0}" -ge 2 ] || fail "$file has $rounds rounds, so its end cannot be trusted:"
	done

	"$perf_defer" record -e cpu-clock -o all.data --switch-output-event sched:sched_process_exec sleep 60 2>err &
	pid=$!
	runs_another()
	{
		/bin/true
		has_files "all.data.$stamp" 1
	}
	wait_for runs_another || fail "a program that begins does not switch files:"
	kill -INT "$(recorder $pid)"
	wait $pid 2>/dev/null
fi

verdict
