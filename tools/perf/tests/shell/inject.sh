#!/bin/bash
# Stock perf reads merged traces, and shows what script shows of the original
# SPDX-License-Identifier: GPL-2.0-only
set -o pipefail
. "$(dirname "$0")/lib/test.sh"
need_data

perf=${THROUGH_PERF:-perf}

inject()
{
	"$perf_defer" inject -q "$@"
}

# ---- what needs no perf ----

trace=$data/forky-systemwide.data
inject -i "$trace" -o merged.data || fail "inject fails"
"$perf_defer" inject -i "$trace" -o counted.data 2>err
grep -qxF '[ perf defer inject: 2064 samples, 1317 user stacks merged, 109 exec ]' err ||
	fail "the count is wrong: $(cat err)"
cmp merged.data counted.data || fail "two runs write two different files"
inject -i merged.data -o again.data || fail "a merged trace cannot be merged"
cmp merged.data again.data || fail "to merge twice is not to merge once"

# A stream of a file, and what comes of a stream.
inject -i "$trace" >merged.pipe || fail "no stream"
cat "$data/burn1.pipe" | inject -o burn1.merged || fail "a stream cannot be merged"
inject -i "$data/burn1.pipe" | cmp - burn1.merged || fail "a stream differs from itself"
for file in merged.data merged.pipe; do
	"$perf_defer" script -q -i $file --kallsyms "$data/kallsyms-boot2" >$file.txt ||
		fail "$file cannot be read"
done
cmp merged.data.txt merged.pipe.txt || fail "the stream shows other stacks than the file"

# Compressed, it has the same records. What is compressed already is inflated first.
for name in burn2.data burn2-compressed.data burn1.pipe tracepoints.data; do
	inject -i "$data/$name" -o plain.data || fail "$name: inject fails"
	inject -z -i "$data/$name" -o small.data || fail "$name: inject -z fails"
	inject -z9 -i plain.data | inject -o both.data || fail "$name: a compressed stream"
	"$perf_defer" script -q -i plain.data >plain.txt || fail "$name: plain"
	"$perf_defer" script -q -i small.data | cmp - plain.txt || fail "$name: -z changes stacks"
	"$perf_defer" script -q -i both.data | cmp - plain.txt || fail "$name: a stream of -z"
	[ "$(($(stat -c %s small.data) * 4))" -lt "$(stat -c %s plain.data)" ] ||
		[ $name = tracepoints.data ] || fail "$name: -z does not compress"
	"$perf_defer" report --header-only -i small.data 2>&1 |
		grep -q 'compressed : Zstd, level = 1, ratio = ' || fail "$name: the header is wrong"
done
inject -z23 -i plain.data -o no.data 2>err && fail "there is no level 23"
grep -q '^perf-defer: -z must be from 1 to 22' err || fail "$(cat err)"
[ ! -e no.data ] || fail "a failure leaves a file"

# Maps that came with the call are told before the samples too.
"$perf_defer" inject -i "$data/burn2.data" -o plain.data 2>err
grep -q '^perf-defer: 16 samples have .* mapped only when they were unwound' err ||
	fail "early maps are not counted: $(cat err)"

# Nothing half-written, and nothing lost.
cp "$trace" own.data
inject -i own.data -o own.data 2>err && fail "the input was written over"
grep -q 'is the input' err || fail "$(cat err)"
cmp -s "$trace" own.data || fail "the input changed"
inject -i "$trace" -o /dev/full 2>err && fail "a full disk is no failure"
grep -q 'No space left' err || fail "$(cat err)"
(ulimit -f 100; inject -i "$data/burn2.data" -o cut.data 2>err) && fail "a limit is no failure"
grep -q 'ulimit -f' err || fail "$(cat err)"
[ -z "$(find . -name 'cut.data*')" ] || fail "a part of a file stays: $(echo cut.data*)"
# perf inject ends by SIGPIPE when its reader goes away: so do all our threads.
for _ in 1 2 3 4 5 6 7 8; do
	inject -i "$data/burn2.data" 2>err | head -c 3000000 >/dev/null
	status=${PIPESTATUS[0]}
	[ "$status" = 141 ] || fail "a reader that went away: status $status, not 141"
	[ ! -s err ] || fail "a reader that went away is complained of: $(cat err)"
done
# Without SIGPIPE, as under nohup, it is a failure that is told.
(
	trap '' PIPE
	inject -i "$data/burn2.data" 2>err
	echo $? >status
) | head -c 100000 >/dev/null
[ "$(cat status)" = 1 ] || fail "without SIGPIPE: status $(cat status)"
grep -q 'the reader of the stream is gone' err || fail "$(cat err)"
head -c 200000 "$trace" >cut.trace
inject -i cut.trace -o cut.data 2>err && fail "a trace cut off is no failure"
grep -q 'at file offset 0x' err || fail "$(cat err)"
"$perf_defer" script -q -i cut.data >/dev/null || fail "what was whole cannot be read"

# Asked to end, it leaves nothing, and ends by the signal. What bash starts with & ignores SIGINT.
mkfifo slow
for signal in INT TERM HUP; do
	env --default-signal="$signal" "$perf_defer" inject -q -i "$data/burn2.data" >slow 2>err &
	pid=$!
	exec 8<slow
	head -c 65536 <&8 >/dev/null
	kill -$signal $pid
	cat <&8 >/dev/null
	exec 8<&-
	wait $pid 2>/dev/null
	status=$?
	[ $status -gt 128 ] || fail "SIG$signal: $status"
done

# ---- what stock perf makes of it ----

if ! "$perf" --version >/dev/null 2>&1; then
	leave_out "perf is not installed"
	verdict
fi

compare=$shell/../interop/samples.py
if ! python3 "$compare" -h >/dev/null 2>&1; then
	leave_out "no python3, or not the program that compares samples"
	verdict
fi

# shown FILE: what perf shows of it, for that program.
shown()
{
	# shellcheck disable=SC2086 # a list of options
	"$perf" script -i "$1" $names --ns --no-inline --no-demangle -F comm,pid,tid,time,ip,sym,dso 2>err
}

# order FILE: the tasks and times of the samples in it.
order()
{
	sed -nE '/: PERF_RECORD_/!s/^[^\t].* (-?[0-9]+\/-?[0-9]+ +[0-9]+\.[0-9]+): $/\1/p' "$1" | tr -s ' '
}

# same WHAT: theirs has the samples of ours, in the same order.
same()
{
	python3 "$compare" ours theirs >counts 2>differ || unlike_perf "$1: other samples: $(cat counts differ)"
	order ours >ours.order
	[ -s ours.order ] || fail "$1: no samples"
	order theirs | diff ours.order - >differ || unlike_perf "$1: samples in another order: $(head -n 4 differ)"
}

# What both show of $1, with the kallsyms $2.
agree()
{
	names="--symfs $data/symfs --kallsyms $data/$2"
	inject -i "$data/$1" -o "$1" || fail "$1: inject fails"
	# shellcheck disable=SC2086
	"$perf_defer" script -q -i "$data/$1" $names --ns --no-inline --no-demangle --show-task-events \
		-F comm,pid,tid,time,ip,sym,dso,dsoff >ours
	shown "$1" >theirs
	same "$1"
	inject -z -i "$data/$1" -o small.data || fail "$1: inject -z fails"
	shown small.data | cmp - theirs || fail "$1: perf shows other stacks of what -z compressed: $(cat err)"
	! grep -v '^No kallsyms' err | grep . || unlike_perf "$1: perf complains"
	echo "$1: $(paste -sd, counts)"
}

agree burn2.data kallsyms-boot1
agree forky-systemwide.data kallsyms-boot1
agree cxx.data kallsyms-boot2

# Marks: each class as often as script shows it, under the same names, in a file and in a stream.
PERF_BUILDID_DIR=$PWD/cache "$perf_defer" inject --marks -i "$data/overrun.data" -o marked.data 2>err ||
	fail "inject --marks: $(cat err)"
grep -q "^perf-defer: 46 samples have a frame that names what is missing: .* $PWD/cache$" err ||
	fail "marks are not counted: $(cat err)"
PERF_BUILDID_DIR=$PWD/cache "$perf_defer" inject -q --marks -i "$data/overrun.data" >marked.pipe
"$perf_defer" script -q -i "$data/overrun.data" -F ip,sym | grep -o '\[\(user stack\|exec\|exited\).*' |
	sort | uniq -c >marks
[ "$(wc -l <marks)" = 3 ] || fail "script shows other classes: $(cat marks)"
for file in marked.data marked.pipe; do
	"$perf" --buildid-dir "$PWD/cache" script -i $file -F ip,sym 2>err |
		grep -o '\[\(user stack\|exec\|exited\).*' | sort | uniq -c >shown
	diff marks shown || unlike_perf "$file: perf shows other marks: $(cat err)"
done
"$perf" --buildid-dir "$PWD/cache" report -i marked.data --stdio --no-children -s dso -g graph,0,caller \
	>report 2>err
grep -q '\[user stack lost\]' report || unlike_perf "perf report shows no mark: $(cat err)"
mkdir -p readonly && : >readonly/file
for at in "$PWD/readonly/file" /dev/null; do
	PERF_BUILDID_DIR=$at "$perf_defer" inject --marks -i "$data/overrun.data" -o no.data 2>err &&
		fail "no cache at $at is no failure"
	grep -q '^perf-defer: .*cache' err || fail "$at: $(cat err)"
	[ ! -e no.data ] || fail "a trace whose marks have no names"
done
"$perf_defer" inject --marks --keep-cookies -i "$data/overrun.data" -o no.data 2>err
[ $? = 129 ] || fail "--marks takes --keep-cookies"

# From a stream as well.
inject -i "$data/cxx.data" | shown - >theirs
same "a stream"

# The other verbs, which refuse a deferred trace or show halves of it.
"$perf" report --stdio --no-children -g caller -i cxx.data --symfs "$data/symfs" >report 2>err ||
	unlike_perf "perf report: $(cat err)"
grep -q 'main' report || unlike_perf "perf report shows no user function"
"$perf" report --stats -i cxx.data >stats 2>&1 || unlike_perf "perf report --stats: $(cat stats)"
grep -q 'SAMPLE events: *7797' stats || unlike_perf "perf counts other samples: $(grep SAMPLE stats)"
"$perf" buildid-list -i cxx.data >ids 2>err || unlike_perf "perf buildid-list: $(cat err)"
grep -q '^[0-9a-f]\{40\} /usr/bin/cxx$' ids || unlike_perf "no build id of the program: $(cat ids)"
"$perf" evlist -v -i cxx.data >evlist 2>err || unlike_perf "perf evlist: $(cat err)"
grep -q 'size: 128' evlist || unlike_perf "an attr that perf 6.1 may refuse: $(cat evlist)"

verdict
