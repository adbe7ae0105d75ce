#!/bin/bash
# audit --frames tells where frame pointers lead to: within a program that has them, and not within libc
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/lib/record.sh"

need_recording
cat >prog.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NR 4000

static char names[NR][32];
static const char *order[NR];

static int compare(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static unsigned long work(unsigned long n)
{
	volatile unsigned long sum = 0;

	while (n--)
		sum += n * n;
	return sum;
}

int main(void)
{
	for (int i = 0; i < NR; i++)
		snprintf(names[i], sizeof(names[i]), "a_prefix_of_all_names_%d", i);
	for (int round = 0; round < 150; round++) {
		for (int i = 0; i < NR; i++)
			order[i] = names[i * 7919L % NR];
		qsort(order, NR, sizeof(*order), compare);
		work(500000);
	}
	return 0;
}
END
cc -O0 -fno-omit-frame-pointer -o prog prog.c 2>err || die "a program cannot be built:"
"$perf_defer" record -q -N -e cpu-clock -F 2000 --call-graph fp -o prog.data ./prog 2>err || die "record:"
"$perf_defer" audit --frames -i prog.data >out 2>err || fail "audit --frames:"
[ ! -s err ] || fail "audit --frames says:"

# frames COLUMN POINTER FILE: how many first frames (1) or callers (3) have that pointer in that file.
frames()
{
	awk -v column="$1" -v pointer="$2" -v file="$3" '
		/^# By file/ { inside = 1 }
		/^# How/ { inside = 0 }
		inside && $5 == pointer && $6 ~ "^" file { sum += $column }
		END { print sum + 0 }' out
}

# The program's own functions lead to their callers, whether they were hit or called others.
[ "$(frames 1 linked prog)" -gt 20 ] || fail "few first frames of the program are linked: $(cat out)"
[ "$(frames 3 linked prog)" -gt 20 ] || fail "few callers of the program are linked: $(cat out)"
[ "$(frames 3 may-skip prog)" = 0 ] || fail "a caller of the program skips its own: $(cat out)"
# What the processor executes of strcmp() has no frame, anywhere.
[ "$(frames 1 may-skip libc)" -gt 20 ] || fail "few first frames of libc may skip a caller: $(cat out)"
[ "$(frames 1 linked libc)" -lt "$(frames 1 may-skip libc)" ] || fail "libc has frame pointers: $(cat out)"
[ "$(grep -c '^# In short: frame pointers lead to the caller from [0-9.]*% of the first frames, ' out)" = 1 ] ||
	fail "no sentence: $(cat out)"
grep -q '^# of the first frames from which they do not, [0-9.]*% are in libc' out ||
	fail "the sentence does not name libc: $(cat out)"

[ "$(grep -c '^# First frames .* Pointer .* Shared Object$' out)" = 1 ] || fail "no heading above the files: $(cat out)"

# Each sample with a user stack has one first frame, which is from its registers.
samples=$(sed -n 's/^# Of these known : \([0-9]*\) .*/\1/p' out)
[ "$(awk '/^# How/ { inside = 1 } inside && $3 == "ip" { print $1 }' out)" = "$samples" ] ||
	fail "not $samples frames are known by registers: $(cat out)"
awk '/^# Where frame/ { inside = 1 } inside && $NF == "total" { print $1; exit }' out >total
[ "$(cat total)" = "$samples" ] || fail "$(cat total) first frames of $samples samples: $(cat out)"

# JSON has the same numbers; nobody gets them unasked.
"$perf_defer" audit --frames --json -i prog.data >json 2>err || fail "audit --frames --json:"
tr -d ' \n' <json >flat
grep -qF "\"first\":{\"frames\":$samples,\"linked\":" flat || fail "JSON has other first frames: $(cat flat)"
grep -q "\"file\":\"[^\"]*/libc[^\"]*\",\"first\":{\"frames\":[0-9]*,\"linked\":[0-9]*,\"may-skip\":$(frames 1 may-skip libc)," flat ||
	fail "JSON has other frames of libc: $(cat flat)"
"$perf_defer" audit --json -i prog.data >json 2>err || fail "audit --json:"
! grep -q '"first"' json || fail "audit --json has frames unasked"
"$perf_defer" audit -i prog.data >out 2>err || fail "audit:"
! grep -q 'In short' out || fail "audit has frames unasked"

# script marks each user frame and no other.
"$perf_defer" script --no-inline -F ip,sym,dso,evidence -i prog.data 2>err | grep . >out
grep -q '^\s.* main ([^ ]*prog) \[record\]$' out || fail "main is not known by a record: $(head out)"
[ "$(grep -c '\[ip\]$' out)" = "$samples" ] ||
	fail "$(grep -c '\[ip\]$' out) user stacks of $samples have a first frame: $(grep -v 'prog)\|libc' out | head -n 20)"
! grep '\[kernel.*\[[a-z]*\]$' out || fail "a frame of the kernel has evidence"
! grep -v '\[kernel\|\[ip\]$\|\[record\]$' out || fail "a user frame has no evidence"

# What was unwound from copies of the stack is known by call frame information; no frame pointer was followed.
"$perf_defer" record -q -N -e cpu-clock -F 2000 --call-graph dwarf -o dwarf.data ./prog 2>err || die "record:"
"$perf_defer" audit --frames -i dwarf.data >out 2>err || fail "audit --frames of dumps:"
grep -q '^# In short: no user stack was found along frame pointers\.$' out || fail "dumps: $(cat out)"
[ "$(awk '/^# How/ { inside = 1 } inside && $3 == "cfi" { print $1 }' out)" -gt 100 ] ||
	fail "few frames are known by call frame information: $(cat out)"
"$perf_defer" script --no-inline -F ip,sym,dso,evidence -i dwarf.data 2>err | grep . >out
grep -q '^\s.* main ([^ ]*prog) \[cfi\]$' out || fail "main is not known by call frame information: $(head out)"

# A repaired stack has what call frame information proves, and the record behind it.
"$perf_defer" record -q -N -e cpu-clock -F 2000 --call-graph fp,repair -o repair.data ./prog 2>err || die "record:"
"$perf_defer" audit --frames -i repair.data >out 2>err || fail "audit --frames of repaired stacks:"
[ "$(awk '/^# How/ { inside = 1 } inside && $3 == "cfi" { print $1 }' out)" -gt 20 ] ||
	fail "no frames of repaired stacks are known by call frame information: $(cat out)"
[ "$(frames 1 may-skip libc)" -gt 20 ] || fail "libc has frame pointers if stacks are repaired: $(cat out)"
"$perf_defer" script --no-inline -F ip,sym,evidence -i repair.data 2>err >out
grep -A1 'strcmp.* \[ip\]$' out | grep -q ' compare \[cfi\]$' || fail "no caller of strcmp is proved: $(head out)"
grep -A1 ' compare \[cfi\]$' out | grep -q ' \[record\]$' || fail "no record follows: $(head out)"
verdict
