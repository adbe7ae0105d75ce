#!/bin/bash
# report --export writes what the terminal UI exports, and needs no terminal
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/lib/test.sh"
set -e -o pipefail

need_data
export TERM=dumb

report()
{
	"$perf_defer" report --kallsyms "$data/kallsyms-boot1" --symfs "$data/symfs" "$@" </dev/null
}

# Fails with status $1, says $2 and writes nothing.
refuses()
{
	status=$1
	says=$2
	shift 2
	got=0
	report "$@" > "$dir/out" 2> "$dir/err" || got=$?
	[ "$got" = "$status" ] || fail "report $*: status $got, not $status"
	grep -qF -- "$says" "$dir/err" || fail "report $*: does not say '$says'"
	[ ! -s "$dir/out" ] || fail "report $*: writes $(head -n 1 "$dir/out")"
}

# Every sample is in one of the stacks: 78358 of 250000 ns each.
sum()
{
	LC_ALL=C awk '{ sum += $NF } END { printf "%.0f\n", sum }' "$@"
}
report -i "$data/burn2.data" --export folded > "$dir/folded" 2> "$dir/err"
[ ! -s "$dir/err" ] || fail "says something is wrong"
[ "$(sum "$dir/folded")" = 19589500000 ] || fail "stacks are missing: $(sum "$dir/folded")"
grep -q '^burn;start_thread;level1;level2;.*do_syscall_64_\[k\]' "$dir/folded" ||
	fail "the halves are not one stack"
! grep -q '^#' "$dir/folded" || fail "words stand among the stacks"

# A comparison has two counts, each as it is without the other, and pictures are red and blue.
report -i "$data/burn2.data" --export folded --tid 112 | sort > "$dir/before"
report -i "$data/burn2.data" --export folded --tid 114 | sort > "$dir/now"
report -i "$data/burn2.data" --export folded --tid 114 --baseline tid=112 > "$dir/both"
awk '{ sub(/ [0-9]+$/, "") } !/ 0$/' "$dir/both" | sort | diff "$dir/before" - > "$dir/diff" ||
	fail "counts of before: $(head -n 3 "$dir/diff")"
awk '{ $(NF - 1) = "" } { sub(/  /, " ") } !/ 0$/' "$dir/both" | sort | diff "$dir/now" - > "$dir/diff" ||
	fail "counts of now: $(head -n 3 "$dir/diff")"
# Read as another file, its stacks are joined by name to the same two counts.
report -i "$data/burn2.data" --export folded --tid 114 --baseline "$data/burn2.data" --baseline tid=112 > "$dir/files"
diff "$dir/both" "$dir/files" > "$dir/diff" || fail "two files: $(head -n 3 "$dir/diff")"
report -i "$data/burn2.data" --export flame --tid 114 --baseline tid=112 > "$dir/picture"
report -i "$data/burn2.data" --export flame --tid 114 --baseline "$data/burn2.data" --baseline tid=112 > "$dir/files"
diff "$dir/picture" "$dir/files" > "$dir/diff" || fail "pictures of two files: $(head -n 3 "$dir/diff")"
grep -qF '>more than before</text>' "$dir/picture" || fail "the legend says nothing of changes"
grep -F '<title>start_thread (' "$dir/picture" | grep -F '+99.99%)' | grep -qF 'fill="hsl(4,' ||
	fail "start_thread is not red"
report -i "$data/burn2.data" --export flame --tid 112 --baseline tid=114 > "$dir/picture"
! grep -qF '<title>start_thread (' "$dir/picture" || fail "what is no more has a box"

# How rows are printed makes no difference; which samples there are does.
for option in '-g none' '-s cpu' '--no-children' '--percent-limit 50' '-q'; do
	report -i "$data/burn2.data" --export folded $option | cmp - "$dir/folded" ||
		fail "$option changes what is exported"
done
report -i "$data/burn2.data" --export folded --comms nobody > "$dir/none"
[ ! -s "$dir/none" ] || fail "a filter is not heeded"

# Pictures, with the title that the terminal UI gives them.
for format in flame icicle; do
	report -i "$data/burn2.data" --export $format > "$dir/$format"
	head -n 1 "$dir/$format" | grep -q '^<?xml ' || fail "$format is no XML"
	grep -qF '<title>cpu-clock of burn2.data</title>' "$dir/$format" || fail "$format has no title"
done
! cmp -s "$dir/flame" "$dir/icicle" || fail "an icicle graph is a flame graph"

# Other shapes have the same samples; threads are told apart whatever the sort keys.
for shape in callers inverted thread; do
	report -i "$data/burn2.data" --export folded --shape $shape > "$dir/$shape"
	[ "$(sum "$dir/$shape")" = 19589500000 ] || fail "stacks are missing: --shape $shape"
done
cmp "$dir/callers" "$dir/folded" || fail "--shape callers is not the default"
grep -q ';level2;level1;start_thread;burn ' "$dir/inverted" || fail "stacks do not end with their task"
! grep -q '^burn' "$dir/inverted" || fail "stacks begin with their task"
[ "$(cut -d';' -f1 "$dir/thread" | sort -u | tr '\n' ' ')" = 'burn-112/112 burn-112/114 perf-exec-112/112 ' ] ||
	fail "threads are $(cut -d';' -f1 "$dir/thread" | sort -u)"
report -i "$data/burn2.data" --export flame --shape thread > "$dir/threads.svg"
grep -qF '<title>cpu-clock of burn2.data, by thread</title>' "$dir/threads.svg" ||
	fail "the title does not say that the stacks are by thread"

# In order of time: a thread after another, each sample in its line; no folded stacks.
for format in flame icicle; do
	report -i "$data/burn2.data" --export $format --shape time > "$dir/time.svg"
	grep -qF '<title>cpu-clock of burn2.data, in order of time</title>' "$dir/time.svg" ||
		fail "the title does not say that the stacks are in order of time"
	grep -qF '<title>all (78,358 samples, 100.00%)</title>' "$dir/time.svg" || fail "samples are missing"
	grep -qF '<title>burn 112 (39,565 samples, 50.49%, +0.000000 for 15.38 s)</title>' "$dir/time.svg" ||
		fail "a thread is missing"
	grep -qF '<title>burn 112/114 (38,793 samples, 49.51%, ' "$dir/time.svg" || fail "a thread is missing"
	grep -q ' data-time=""' "$dir/time.svg" || fail "the script is not told that frames are in order of time"
done
report -i "$data/burn2.data" --export flame --shape time --tid 114 > "$dir/time.svg"
! grep -qF 'burn 112 (' "$dir/time.svg" || fail "a filter is not heeded in order of time"

# One event of several: which ones are left out is said, unless one is asked for.
# Programs read whole names unless short ones are asked for; the samples are the same.
report -i "$data/cxx.data" --export folded > "$dir/whole"
grep -q ';void std::sort<' "$dir/whole" || fail "names lack arguments"
report -i "$data/cxx.data" --export folded --short-names > "$dir/short"
! grep -q '<std::\|(int' "$dir/short" || fail "--short-names exports whole names"
grep -q ';shop::Cart<…>::checkout;' "$dir/short" || fail "--short-names exports no short names"
sum='{ n += $NF } END { print n }'
[ "$(awk "$sum" "$dir/short")" = "$(awk "$sum" "$dir/whole")" ] || fail "--short-names changes samples"
for shape in callers time; do
	report -i "$data/cxx.data" --export flame --shape $shape --short-names > "$dir/short.svg"
	grep -q '<title>shop::Cart&lt;…&gt;::checkout ' "$dir/short.svg" || fail "a picture ($shape) has whole names"
done

report -i "$data/group-read.data" --export folded > "$dir/first" 2> "$dir/err"
grep -qF 'not exported: task-clock, page-faults; --export folded,EVENT' "$dir/err" ||
	fail "does not say what is left out"
report -i "$data/group-read.data" --export folded,page-faults > "$dir/faults" 2> "$dir/err"
! grep -q 'not exported' "$dir/err" || fail "complains about what was chosen"
[ -s "$dir/faults" ] || fail "page-faults are empty"
! cmp -s "$dir/first" "$dir/faults" || fail "the name of an event changes nothing"

refuses 129 "--export cannot be 'htm'" -i "$data/burn2.data" --export htm
refuses 129 "--export cannot be 'flam'" -i "$data/burn2.data" --export flam
refuses 129 "--export writes a file" -i "$data/burn2.data" --export flame --stats
refuses 129 "--export writes a file" -i "$data/burn2.data" --export flame --tui
refuses 129 "--shape cannot be 'round'" -i "$data/burn2.data" --export flame --shape round
refuses 129 "folded stacks have no order of time" -i "$data/burn2.data" --export folded --shape time
refuses 129 "--shape is about --export" -i "$data/burn2.data" --shape thread
refuses 1 "has no event 'nosuch'" -i "$data/burn2.data" --export flame,nosuch

# A terminal gets no picture: -o names a file, which is replaced once the new one is whole.
script -qec "'$perf_defer' report -i '$data/burn2.data' --export flame" /dev/null > "$dir/out" < /dev/null &&
	fail "exports to a terminal"
grep -q 'stdout is a terminal' "$dir/out" && ! grep -q '<svg' "$dir/out" || fail "a terminal gets $(head -n 1 "$dir/out")"
echo old > "$dir/named"
report -i "$data/burn2.data" --export folded -o "$dir/named" > "$dir/out"
cmp "$dir/folded" "$dir/named" || fail "-o has another profile"
[ ! -s "$dir/out" ] || fail "-o writes to standard output as well"
report -i "$data/burn2.data" --export folded -o - | cmp - "$dir/folded" || fail "-o - is not standard output"
mkfifo "$dir/fifo"
sh -c 'sleep 1; exec cat' < "$dir/fifo" > "$dir/read" &
report -i "$data/burn2.data" --export folded -o "$dir/fifo"
wait $!
cmp "$dir/folded" "$dir/read" || fail "-o loses what a slow reader has not read"
cp "$data/burn2.data" "$dir/both.data"
refuses 129 "is the input" -i "$dir/both.data" --export folded -o "$dir/both.data"
refuses 129 "-o is about --export" -i "$data/burn2.data" -o "$dir/named"
refuses 1 "has no event 'nosuch'" -i "$data/burn2.data" --export flame,nosuch -o "$dir/named"
cmp "$dir/folded" "$dir/named" || fail "an export that fails replaces the file"
ls "$dir"/named.* 2> /dev/null && fail "a file is left beside it"

# A full disk is not overlooked.
if [ -w /dev/full ]; then
	! report -i "$data/burn2.data" --export folded -o /dev/full 2> "$dir/err" || fail "-o: a full disk is no error"
	grep -q 'No space left' "$dir/err" || fail "-o: the error does not say why"
	! report -i "$data/burn2.data" --export flame > /dev/full 2> "$dir/err" || fail "a full disk is no error"
fi
verdict
