#!/bin/bash
# Buffers that are written over: every sample under the program that it was taken in, and once
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/lib/record.sh"

open_control

need_recording

# Programs by their own names, which become each other.
for name in first second third; do
	cp "$BASH" $name
done
cat >third.sh <<'END'
: >at-third
for ((i = 0; i < 150000; i++)); do :; done
END
cat >second.sh <<'END'
: >at-second
for ((i = 0; i < 150000; i++)); do :; done
: >over-second
[ ! -e hold ] || while [ ! -e go-third ]; do sleep 0.05; done
exec ./third third.sh
END
cat >first.sh <<'END'
for ((i = 0; i < 150000; i++)); do :; done
[ ! -e hold ] || while [ ! -e go-second ]; do sleep 0.05; done
exec ./second second.sh
END

compared=0
# named FILE NAME...: samples of these tasks are there, and no sample of any in another's program.
named()
{
	file=$1
	shift
	"$perf_defer" script -G -F comm,tid,time,ip,sym,dso -i "$file" >text 2>err || fail "$file: script:"
	awk '{ print $1 }' text | sort | uniq -c >err
	for name in "$@"; do
		grep -q "^ *$name .*/$name)" text || fail "$file: no sample of $name in its program:"
	done
	awk '$1 ~ /^(first|second|third)$/ && match($0, /\/(first|second|third)\)/) &&
		substr($0, RSTART + 1, RLENGTH - 2) != $1' text >wrong
	[ ! -s wrong ] || fail "$file: $(wc -l <wrong) samples in the program of another: $(head -3 wrong)"
	awk '$1 ~ /^:/ || /\(\[unknown\]\)/' text >wrong
	# A task may end while one file follows another: its last samples are then in the file that does not know it
	# any more. A `sleep` lives for some 2 ms.
	! awk '$1 !~ /^:[0-9]/ || (NR > 1 && ($1 != task || $3 - first > 0.005)) { exit 1 }
		NR == 1 { task = $1; first = $3 + 0 }' wrong || : >wrong
	[ ! -s wrong ] || fail "$file: $(wc -l <wrong) samples without a name: $(head -3 wrong)"
	# And by perf, if it is there.
	if has_perf; then
		spared perf script -G -F comm,tid,time,ip,sym,dso -i "$file" >text2 2>err
		[ $? -lt 128 ] || return # it cannot read this one, see there
		compared=$((compared + 1))
		[ "$(wc -l <text)" = "$(wc -l <text2)" ] || unlike_perf "$file: perf has another number of samples:"
		awk '$1 ~ /^(first|second|third)$/ && match($0, /\/(first|second|third)\)/) &&
			substr($0, RSTART + 1, RLENGTH - 2) != $1' text2 >wrong
		[ ! -s wrong ] || unlike_perf "$file: perf: wrong programs: $(head -3 wrong)"
	fi
}

# In one go: buffers that hold all, and such as hold but the end.
for_perf large.data "$perf_defer" record --overwrite -m 4M -e cpu-clock -F 2000 -o large.data ./first first.sh 2>err ||
	fail "-m 4M:"
named large.data first second third
"$perf_defer" audit -q -i large.data >audit 2>err || fail "-m 4M: audit:"
! grep -q '^# Clock' audit || fail "-m 4M: records are not in order: $(grep '^# Clock' audit)"
for_perf small.data "$perf_defer" record --overwrite -m 4K -e cpu-clock -F 2000 -o small.data ./first first.sh 2>err ||
	fail "-m 4K:"
named small.data third
[ "$(wc -l <text)" -lt 500 ] || fail "-m 4K: all is there: $(wc -l <text) samples"

# Attached to a task that runs, with files by USR2: what each has is named, and no sample is in two.
rm -f at-* over-*
: >hold
./first first.sh 2>/dev/null &
task=$!
wait_for is_comm $task first || fail "first does not begin"
"$perf_defer" record --overwrite --switch-output -m 4M -e cpu-clock -F 2000 -p $task -o snap.data \
	--control fifo:ctl,ack 2>err &
recorder=$!
echo ping >&5
read -r -t 60 _ <&6 || fail "it does not begin:"
sleep 0.5
: >go-second
wait_for test -e over-second || fail "second does not end:"
kill -USR2 $recorder
has_switched()
{
	[ -n "$(find . -name 'snap.data.*')" ]
}
wait_for has_switched || fail "USR2 does not switch files:"
sleep 0.5
: >go-third
wait_for test -e at-third || fail "third does not begin:"
wait $task
wait $recorder
set -- snap.data.*
[ $# = 2 ] || fail "not two files: $*:"
for file in "$@"; do
	named "$file"
	cp text "$file.text"
done
grep -q '^ *second' "$1.text" || fail "the first file has no sample of second:"
grep -q '^ *third' "${2-}.text" || fail "the second file has no sample of third:"
! grep -q '^ *first' "${2-}.text" || fail "the second file has samples that the first one has:"
cat ./*.text | awk '{ print $2, $3 }' | sort | uniq -d >err
[ ! -s err ] || fail "samples are in both files:"
rm -f hold go-*

# One event that says so itself; of several, all or none.
for_perf term.data "$perf_defer" record -e cpu-clock/overwrite/ -F 2000 -o term.data ./first first.sh 2>err ||
	fail "cpu-clock/overwrite/:"
named term.data third
rm -f mixed.data
"$perf_defer" record -e cpu-clock/overwrite/,page-faults -o mixed.data true 2>err
[ $? = 2 ] || fail "cpu-clock/overwrite/,page-faults is taken:"
grep -q '1 problem;' err && grep -q 'cpu-clock/overwrite/ overwrites and page-faults does not' err &&
	[ ! -e mixed.data ] || fail "cpu-clock/overwrite/,page-faults is not refused by one fault:"
"$perf_defer" record --overwrite -e cpu-clock/time=0/ -o mixed.data true 2>err
[ $? = 2 ] && grep -q '1 problem;' err || fail "time=0 is not refused:"
! has_perf || [ $compared -ge 3 ] || unlike_perf "perf could read $compared files, fewer than 3:"
verdict
