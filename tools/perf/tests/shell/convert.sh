#!/bin/bash
# Stack dumps become callchains: perf shows the stacks that it unwinds from the dumps, in a small trace
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/lib/record.sh"
need_recording

perf=${THROUGH_PERF:-perf}
# shellcheck disable=SC2054 # a list with commas is one word
options=(--ns --no-inline --no-demangle -F comm,pid,tid,time,ip,sym,dso)

convert()
{
	"$perf_defer" inject --convert-callchain "$@" 2>err
}

# shown FILE: what our script shows of it.
shown()
{
	"$perf_defer" script -q -i "$1" "${options[@]}" 2>err || fail "$1 cannot be read:"
}

# rows FILE: our report of it, without the head, which names classes.
rows()
{
	"$perf_defer" report -q -i "$1" --stdio --no-children -g none -F sample,comm,dso,sym 2>err | grep -v '^#'
}

# ---- what needs no perf ----

# Without frame pointers, and linked dynamically: the shell, and a program of ours if it can be built.
cat >program.c <<'END'
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

volatile unsigned long sum;

static int compare(const void *a, const void *b)
{
	return strcmp(a, b);
}

__attribute__((noinline)) static void work(int depth)
{
	if (depth)
		work(depth - 1);
	else
		for (int i = 0; i < 20000; i++)
			sum += i;
	sum++;
}

int main(void)
{
	static char lines[1000][32];
	const int fd = open("/dev/null", O_WRONLY);

	for (int round = 0; round < 400; round++) {
		for (int i = 0; i < 1000; i++)
			for (int at = 0; at < 20; at++)
				lines[i][at] = 'a' + rand() % 3;
		qsort(lines, 1000, sizeof(lines[0]), compare);
		work(30);
		for (int i = 0; i < 300; i++)
			sum += write(fd, lines, 3000);
	}
	return 0;
}
END
# shellcheck disable=SC2016 # that shell expands it
set -- sh -c 'i=0; while [ $i -lt 60000 ]; do i=$((i + 1)); done'
${CC:-cc} -O2 -fomit-frame-pointer -o program program.c 2>/dev/null && set -- ./program
# perf 6.1 remembers where a library was in the first process that had it, and unwinds by that in all others. Its
# own recorder says nothing of the process before it became this program; ours does.
records="$perf_defer record"
! "$perf" --version >/dev/null 2>&1 || records="$perf record"
# shellcheck disable=SC2086 # two words
for_perf dumps.data $records -q -o dumps.data -F 1000 -e cpu-clock --call-graph dwarf "$@" >out 2>&1 ||
	fail "$(cat out)"

convert -i dumps.data -o chains.data || fail "--convert-callchain fails:"
grep -q '^perf-defer: [0-9]* stack dumps became callchains, [0-9]* up to the outermost frame' err ||
	fail "converted stacks are not counted:"
old=$(stat -c %s dumps.data) new=$(stat -c %s chains.data)
samples=$(sed -n 's/.*inject: \([0-9]*\) samples.*/\1/p' err)
echo "$samples samples: $old bytes with stack dumps, $new with callchains"
[ "${samples:-0}" -gt 50 ] || fail "too few samples were recorded:"
[ $((new * 8)) -lt "$old" ] || fail "$old bytes became $new"

# The same stacks, but for the marks of those that ended early; and the same rows.
shown dumps.data | grep -v '^[[:space:]]*0 \[' >dumps.txt
shown chains.data >chains.txt
diff dumps.txt chains.txt >differ || fail "other stacks: $(head -n 10 differ)"
[ "$(grep -c main chains.txt)" -gt $((samples / 2)) ] || fail "few stacks go up to main: $(head -n 20 chains.txt)"
rows dumps.data >dumps.rows
rows chains.data >chains.rows
[ "$(grep -c '\[[k.]\]' chains.rows)" -gt 3 ] || fail "no rows"
diff dumps.rows chains.rows >differ || fail "other rows: $(head -n 20 differ)"

# A second time there is nothing to convert; a stream and what is compressed are converted as a file is.
convert -i chains.data -o no.data && fail "a trace without stack dumps is converted"
grep -q 'no event has callchains and stack dumps' err || fail "the reason is not told:"
[ ! -e no.data ] || fail "a failure leaves a file"
convert -i dumps.data | "$perf_defer" script -q "${options[@]}" | cmp - chains.txt || fail "a stream shows other stacks"
"$perf_defer" inject -q -i dumps.data | convert -o stream.data || fail "a stream cannot be converted:"
shown stream.data | cmp - chains.txt || fail "what came of a stream shows other stacks"
convert -z -i dumps.data -o small.data || fail "--convert-callchain -z fails:"
shown small.data | cmp - chains.txt || fail "-z changes stacks"
[ "$(stat -c %s small.data)" -lt "$new" ] || fail "-z does not compress"

# records FILE: its section of data. The place and size stand at byte 40 of the header.
records()
{
	read -r at size <<<"$(od -An -v -tu8 -w16 -j40 -N16 "$1")"
	tail -c +$((at + 1)) "$1" | head -c "$size"
}

# Unasked, nothing is taken.
"$perf_defer" inject -q -i dumps.data -o plain.data || fail "inject fails:"
records dumps.data >dumps.bytes
[ "$(stat -c %s dumps.bytes)" -gt $((old / 2)) ] || fail "there are no records"
records plain.data | cmp - dumps.bytes || fail "inject changes records"

# Small dumps end early, and a last frame says so, if it is asked for.
for_perf short.data "$perf_defer" record -q -o short.data -F 1000 -e cpu-clock --call-graph dwarf,256 "$@" >out 2>&1 ||
	fail "$(cat out)"
PERF_BUILDID_DIR=$PWD/cache convert --marks -i short.data -o marked.data || fail "--marks fails:"
marked=$(sed -n 's/^perf-defer: \([0-9]*\) samples have a frame that names what is missing.*/\1/p' err)
ended=$(shown short.data | grep -c '^[[:space:]]*0 \[stack dump ended\]')
{ [ "$ended" -gt 50 ] && [ "${marked:-0}" -ge "$ended" ]; } || fail "$marked marks, $ended ended stacks:"

# ---- what stock perf makes of it ----

compare=$shell/../interop/converted.py
if ! "$perf" --version >/dev/null 2>&1; then
	leave_out "perf is not installed"
elif ! python3 -c 'import sys' || [ ! -e "$compare" ]; then
	leave_out "no python3, or not the program that compares samples"
else
	"$perf_defer" script -q -i dumps.data "${options[@]}" >ours
	spared "$perf" script -i dumps.data "${options[@]}" >perf.dumps 2>err || unlike_perf "perf script fails: $(cat err)"
	spared "$perf" script -i chains.data "${options[@]}" >perf.chains 2>err || unlike_perf "perf script fails: $(cat err)"
	python3 "$compare" perf.dumps perf.chains ours >counts 2>differ || unlike_perf "other stacks: $(cat counts differ)"
	paste -sd, counts
	# What is left are stacks in the dynamic linker, before the program runs.
	equal=$(sed -n 's/^equal //p' counts)
	[ "${equal:-0}" -gt $((samples * 9 / 10)) ] || unlike_perf "perf shows few equal stacks: $(cat counts)"
	"$perf" evlist -v -i chains.data >evlist 2>err || unlike_perf "perf evlist: $(cat err)"
	! grep -q 'STACK_USER\|sample_regs_user\|sample_stack_user\|exclude_callchain_user' evlist ||
		fail "the event still has stack dumps: $(cat evlist)"
	"$perf" report --stdio --no-children -g caller -i chains.data >report 2>err || unlike_perf "perf report: $(cat err)"
	grep -q main report || unlike_perf "perf report shows no user function"
	spared "$perf" --buildid-dir "$PWD/cache" script -i marked.data -F ip,sym >perf.marked 2>err
	[ "$(grep -c '\[stack dump ended\]' perf.marked)" = "$ended" ] ||
		unlike_perf "perf shows other marks: $(grep -c '\[stack dump ended\]' perf.marked), not $ended"
fi

verdict
