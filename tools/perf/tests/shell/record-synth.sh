#!/bin/bash
# What runs already is told at the beginning or in the end, all of it or a part: --tail-synthesize, --synth
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/lib/record.sh"

open_control

need_recording

# Two tasks that run when the recording begins: one becomes another program, the other stays.
for name in stays first second; do
	cp "$BASH" $name
done
burn='for ((i = 0; i < 1000; i++)); do :; done'
echo "while [ ! -e end ]; do $burn; done" >stays.sh
echo ": >at-second; while [ ! -e end ]; do $burn; done" >second.sh
echo "while [ ! -e go ]; do $burn; done; exec ./second second.sh" >first.sh

compared=0
# try OPTIONS...: records both meanwhile; "COMM DSO" of the rows of report is in rows.
try()
{
	rm -f go end at-second
	./stays stays.sh &
	stays=$!
	./first first.sh &
	first=$!
	wait_for is_comm $stays stays && wait_for is_comm $first first || fail "the tasks do not begin"
	"$perf_defer" record "$@" -e cpu-clock -F 1000 -p $stays,$first -o data --control fifo:ctl,ack 2>err &
	recorder=$!
	say ping
	let_burn $stays 10
	let_burn $first 10
	: >go
	wait_for test -e at-second || fail "second does not begin:"
	let_burn $first 10
	kill -INT $recorder
	wait $recorder
	: >end
	wait
	"$perf_defer" report --stdio -q -g none --no-children -s comm,dso -F comm,dso -i data 2>err >out ||
		fail "$*: report:"
	awk 'NF { print $1, $2 }' out | sort -u >rows
	cp rows err
	if has_perf; then
		spared perf report --stdio -q -g none --no-children -s comm,dso -F comm,dso -i data \
			>perf-out 2>/dev/null
		[ $? -lt 128 ] || return # it cannot read this one, see there
		compared=$((compared + 1))
		awk 'NF { print $1, $2 }' perf-out | sort -u >perf-rows
		cmp -s rows perf-rows || unlike_perf "$*: perf has other rows: $(diff rows perf-rows)"
	fi
}

row() { grep -qx "$1" rows || fail "$options: there is no row '$1', but:"; }
no_row() { ! grep -q "$1" rows || fail "$options: there is a row '$1':"; }

for options in '' '--synth=all' '--synth=mmap'; do
	try $options
	row 'stays stays' && row 'first first' && row 'second second'
	no_row '^:' && no_row '\[unknown\]' && no_row '^first second' && no_row '^second first'
done
# In the end: what was before the exec has neither the name nor the maps of the program after it.
for options in --tail-synthesize '--overwrite --tail-synthesize'; do
	try $options
	row 'stays stays' && row 'second second' && row ':[0-9]* \[unknown\]'
	no_row '^first' && no_row '^second \[unknown\]' && no_row '^:[0-9]* second'
done
"$perf_defer" script --show-task-events -i data 2>/dev/null | grep -q 'PERF_RECORD_COMM: stays:' ||
	fail "--tail-synthesize: what runs is not told:"
# --max-size in the middle of the list of what runs ends it, which is no fault. Tasks of our own make the list, so
# that the middle is among their maps whatever else this machine runs.
maps() { "$perf_defer" script --show-mmap-events -i "$1" 2>>err | wc -l; }
sleepers=
for _ in 1 2 3 4 5 6 7 8; do
	sleep 600 &
	sleepers=$sleepers,$!
done
for pid in ${sleepers//,/ }; do
	wait_for is_comm "$pid" sleep || fail "the tasks do not begin"
done
tail_of() { "$perf_defer" record -N -B -e dummy -p "${sleepers#,}" --tail-synthesize "$@" true 2>err; }
tail_of -o whole.data || fail "--tail-synthesize fails:"
size=$("$perf_defer" report --header-only -i whole.data |
	awk '/^# data offset/ { size += $NF } /^# data size/ { size += $NF / 2 } END { print int(size) }')
tail_of --max-size "${size}B" -o data || fail "--tail-synthesize is longer than --max-size:"
grep -q 'Stopped: the file reached its --max-size' err || fail "--tail-synthesize: nothing is missing:"
[ "$(maps data)" -gt 5 ] && [ "$(maps data)" -lt "$(maps whole.data)" ] ||
	fail "--tail-synthesize --max-size: $(maps data) maps of $(maps whole.data):"
! grep -v 'perf defer record' err || fail "--tail-synthesize --max-size: a damaged file:"
# shellcheck disable=SC2086 # words
kill ${sleepers//,/ }
wait
options=--synth=task
try $options
row 'stays \[unknown\]' && row 'first \[unknown\]' && row 'second second'
for options in --synth=no --synth=cgroup; do
	try $options
	row ':[0-9]* \[unknown\]' && row 'second second' && no_row '^stays'
done

"$perf_defer" record --synth=maps -o data true 2>err
[ $? = 129 ] && grep -q -- '--synth maps: valid values are no, all, task, mmap and cgroup' err ||
	fail "--synth=maps is taken:"
"$perf_defer" record -q --num-thread-synthesize 4 -e cpu-clock -o data true 2>err ||
	fail "--num-thread-synthesize is not taken:"
! has_perf || [ $compared -ge 3 ] || unlike_perf "perf could read $compared files, fewer than 3:"
verdict
