#!/bin/bash
# Repaired user stacks are those that the whole copies of the stacks tell, also to perf
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/lib/record.sh"
need_recording

perf=${THROUGH_PERF:-perf}
judge=$shell/../interop/repaired.py
# shellcheck disable=SC2054 # a list with commas is one word
options=(--ns --no-inline --no-demangle -F tid,time,ip,sym)

[ "$(uname -m)" = x86_64 ] || skip "only stacks of x86-64 are repaired"
python3 -c 'import sys' && [ -e "$judge" ] && [ -e "$shell/../workloads/libcalls.c" ] || skip "no python3, or not the program that judges stacks"

# ---- programs with frame pointers, on libraries without ----

cat >strings.cc <<'END_OF_CC'
#include <algorithm>
#include <cstdlib>
#include <map>
#include <sstream>
#include <string>
#include <vector>

static volatile unsigned long sum;

static std::string __attribute__((noinline)) make(int i)
{
	std::string name = "name ";

	name += std::to_string(i);
	return name.append(" of the row");
}

static void __attribute__((noinline)) fill(std::map<std::string, int> &names)
{
	for (int i = 0; i < 2000; i++)
		names[make(i * 7919 % 2000)] += i;
}

static void __attribute__((noinline)) sort()
{
	std::vector<std::string> names;

	for (int i = 0; i < 2000; i++)
		names.push_back(make(i * 37 % 2000));
	std::sort(names.begin(), names.end());
	sum += names[0].size();
}

static void __attribute__((noinline)) print()
{
	std::ostringstream out;

	for (int i = 0; i < 500; i++)
		out << "x" << i << ' ' << i * 0.5;
	sum += out.str().size();
}

int main(int argc, char **argv)
{
	for (int i = 0; i < atoi(argv[argc - 1]); i++) {
		std::map<std::string, int> names;

		fill(names);
		sort();
		print();
		sum += names.size();
	}
}
END_OF_CC
# shellcheck disable=SC2086 # words
${CC:-cc} -O2 -fno-omit-frame-pointer -pthread -o lib "$shell/../workloads/libcalls.c" 2>err && ${CXX:-c++} -O2 -fno-omit-frame-pointer -o strings strings.cc 2>err || skip "no compiler: $(tail -1 err)"

# ---- the whole copies judge ----

# counted NAME: a count of the last judgement.
counted()
{
	sed -n "s/^$1 //p" counts
}

# judge PROGRAM TIMES: records it with whole copies, and reads these up to 128 bytes.
judge()
{
	# perf finds no unwind tables without maps of data, nor goes on without all registers.
	"$perf_defer" record -q --call-graph fp,repair,8192 --user-regs --data-mmap -e cpu-clock -F 1997 -o whole.data \
		-- "./$1" "$2" 2>err || die "$1 cannot be recorded:"
	"$perf_defer" script -q -i whole.data "${options[@]}" --no-repair >record 2>err || fail "--no-repair:"
	"$perf_defer" script -q -i whole.data "${options[@]}" >whole 2>err || fail "the whole copies:"
	"$perf_defer" script -q -i whole.data "${options[@]}" --repair-bytes 128 >short 2>err || fail "--repair-bytes:"
	set -- "$1"
	if has_perf; then
		python3 "$judge" dumped whole.data dumped.data 2>err || fail "the trace cannot be rewritten:"
		spared "$perf" script -i dumped.data "${options[@]}" >theirs 2>err </dev/null && set -- "$1" theirs
	fi
	python3 "$judge" judge whole.data record whole short 128 "${@:2}" >counts 2>differ || die "$1 cannot be judged: $(tail -1 differ)"
	echo "$1: $(paste -sd, counts)"
	[ "$(counted near)" -gt 100 ] || fail "$1: too few samples to judge: $(cat counts)"
	[ "$(counted wrong)" = 0 ] || fail "$1: frames are wrong: $(grep ^wrong differ | head -3)"
	[ $(($(counted lacking) * 1000)) -le "$(counted near)" ] || fail "$1: callers in the copy are not found: $(grep ^lacking differ | head -3)"
	[ $(($(counted repaired) * 3)) -gt "$(counted near)" ] || fail "$1: few stacks needed repair: $(cat counts)"
	# In some runs, by where the kernel has mapped them, libunwind has lost the rows of a library: it leaves out
	# callers there, and steps by whatever RBP is.
	[ "$(counted perf_skips)" != 0 ] || [ "$(counted perf_differs)" = 0 ] || unlike_perf "$1: perf unwinds other frames: $(grep ^perf differ | head -3)"
	equal=$((equal + $(counted perf_equal)))
}

equal=0

judge strings 200
judge lib 90
! has_perf || [ $equal -gt 100 ] || unlike_perf "perf unwinds few stacks: $equal"

# ---- what the verbs say of it ----

"$perf_defer" record --call-graph fp,repair -e cpu-clock -F 1997 -o small.data -- ./strings 200 2>err || die "record fails:"
has 'cpu-clock: each sample has 176 bytes more to repair its user stack: 128 of stack, and 3 registers'
has 'For other perfs, which show each frame twice, perf defer inject leaves them out'
[ "$(stat -c %a small.data)" = 600 ] || fail "others may read copies of stacks"
"$perf_defer" audit --json -i small.data >json 2>err || fail "audit fails:"
python3 - json <<'END_OF_PY' 2>err || fail "audit does not balance:"
import json, sys
audit = json.load(open(sys.argv[1]))
outcomes = audit["repair"]["outcomes"]
assert sum(outcomes.values()) == audit["samples"], (outcomes, audit["samples"])
assert outcomes["repaired"] > audit["samples"] / 10, outcomes
assert sum(audit["repair"]["gaps"].values()) == outcomes["gap"] + outcomes["repaired-gap"]
assert audit["repair"]["gained"] >= outcomes["repaired"]
END_OF_PY
"$perf_defer" report -i small.data --stdio --no-children -g none >report 2>err || fail "report fails:"
grep -q '^# Repair: [0-9,]* stacks gained frames, [0-9,]* lack callers$' report || fail "report says nothing: $(head -9 report)"
"$perf_defer" script -q -i small.data -F ip,sym,evidence | awk -v RS= '
	{ gained += /\[cfi\]/; gaps += /\[callers unknown\]/ }
	END { print "# Repair: " gained + 0 " stacks gained frames, " gaps + 0 " lack callers" }' >want
sed '/^# Repair/!d; s/,\([0-9]\)/\1/g' report | diff want - >differs || fail "script shows other repairs: $(cat differs)"
"$perf_defer" report -i small.data --stdio --no-children -g none --no-repair >report 2>err || fail "--no-repair:"
! grep -q '^# Repair' report || fail "report repairs against --no-repair"
"$perf_defer" script -q -i small.data -F ip,sym,evidence | grep -q '\[cfi\]' || fail "no frame is by call frame information"
"$perf_defer" script -q -i small.data --no-repair -F ip,sym,evidence | grep -q '\[cfi\]' && fail "--no-repair repairs"

# An event of its own, and what cannot be.
"$perf_defer" record -q -e "cpu-clock/call-graph='fp,repair,64'/" -o one.data -- ./lib 1 2>err || fail "call-graph=:"
"$perf_defer" report -i one.data --header-only | grep -q 'sample_stack_user = 64' || fail "call-graph= has no size"
for size in 0 70000 x; do
	"$perf_defer" record -q --call-graph fp,repair,$size -o no.data true 2>err && fail "repair,$size is accepted"
	grep -q 'from 1 to 65528 bytes' err || fail "repair,$size:"
done

# ---- a trace for other tools ----

# merge FROM TO: inject, which repairs as many stacks as audit counts
merge()
{
	"$perf_defer" inject -i "$1" -o "$2" 2>err || fail "inject fails:"
	"$perf_defer" audit --json -i "$1" 2>/dev/null |
		awk '/"repaired(-gap)?":/ { nr += $2 } END { print nr + 0 }' >want
	sed -n 's/^perf-defer: \([0-9]*\) user stacks were repaired; registers and copies of stacks are left out$/\1/p' err |
		diff want - >differs || fail "$1: inject repairs another number of stacks than audit: $(cat differs)"
}

merge small.data merged.data
"$perf_defer" report -i merged.data --header-only >header
! grep -q 'STACK_USER\|REGS_USER' header || fail "copies of stacks stay: $(grep STACK_USER header)"
shown()
{
	# What is behind a gap stays out of the new trace.
	"$perf_defer" script -q -i "$1" "${options[@]}" |
		awk '!NF { gap = 0 } /callers unknown/ { gap = 1 } !gap' >"$1.txt"
}
shown small.data
shown merged.data
cmp small.data.txt merged.data.txt >err || fail "the new trace has other stacks: $(diff small.data.txt merged.data.txt | head -20)"
merge whole.data thin.data
[ $(($(stat -c %s thin.data) * 4)) -lt "$(stat -c %s whole.data)" ] || fail "copies of stacks stay in the file"

# twice COMMAND... -i TRACE: "M of N": of N samples with user frames in its eyes, M show the innermost one once more.
twice()
{
	spared "$@" --no-inline -F time,ip 2>err </dev/null | awk '
		!NF { nr += ip != ""; m += again; ip = ""; again = 0 }
		NF == 1 && !/:/ && !/^ *ffffffff/ { again = again || $1 == ip; ip = ip == "" ? $1 : ip }
		END { print m + 0, "of", nr + 0 }'
}

# A perf that finds callchain and dump unwinds the dump as well, and shows its frames behind the others.
if has_perf; then
	before=$(twice "$perf" script -i small.data) after=$(twice "$perf" script -i merged.data)
	# A function that calls itself may be sampled where it returns to: its frames are two.
	truly=$(twice "$perf_defer" script -q -i merged.data)
	echo "perf shows frames twice in $before samples, and in $after after inject; there are two in ${truly% of *}"
	[ $((${before% of *} * 10)) -ge $((${before#* of } * 9)) ] && [ "${before#* of }" -gt 100 ] ||
		unlike_perf "perf shows few frames twice: $before"
	[ "${after% of *}" = "${truly% of *}" ] && [ "${after#* of }" -gt 100 ] ||
		unlike_perf "after inject, perf shows frames twice: $after, but there are two in $truly"
	spared "$perf" script -i merged.data "${options[@]}" >theirs 2>err </dev/null || unlike_perf "perf script fails: $(cat err)"
	sed 's/^ *//; s/  */ /g; /^$/d' theirs | awk '{ print $NF }' >theirs.names
	sed 's/^ *//; s/  */ /g; /^$/d' merged.data.txt | awk '{ print $NF }' >ours.names
	[ "$(wc -l <theirs.names)" = "$(wc -l <ours.names)" ] || unlike_perf "perf shows other stacks"
fi

# With --marks, the place where callers are missing has its name there too.
gaps=$(python3 -c 'import json; outcomes = json.load(open("json"))["repair"]["outcomes"]; print(outcomes["gap"] + outcomes["repaired-gap"])')
PERF_BUILDID_DIR=$dir/cache "$perf_defer" inject --marks -i small.data -o marked.data 2>err || fail "inject --marks fails:"
has "$gaps samples have a frame that names what is missing"
PERF_BUILDID_DIR=$dir/cache "$perf_defer" script -q -i marked.data -F ip,sym >ours 2>err || fail "marks:"
[ "$gaps" -gt 10 ] && [ "$(grep -c 'callers unknown' ours)" = "$gaps" ] || fail "of $gaps gaps, $(grep -c 'callers unknown' ours) have a name"
if has_perf; then
	spared "$perf" --buildid-dir "$dir/cache" script -i marked.data -F ip,sym >theirs 2>err </dev/null || unlike_perf "perf script fails: $(cat err)"
	[ "$(grep -c '\[callers unknown\]$' theirs)" = "$gaps" ] ||
		unlike_perf "of $gaps gaps, perf names $(grep -c 'callers unknown' theirs)"
fi

# ---- what it costs ----

# bytes MODE: the size of a recording, in bytes a sample.
bytes()
{
	"$perf_defer" record -q --call-graph "$1" -e cpu-clock -F 1997 -N -o cost.data -- ./lib 15 2>err || fail "$1:"
	"$perf_defer" audit --json -i cost.data >json
	python3 -c 'import json, sys; print(int(sys.argv[1]) // json.load(open("json"))["samples"])' "$(stat -c %s cost.data)"
}
small=$(bytes fp,repair) large=$(bytes dwarf,8192)
echo "bytes a sample: $(bytes fp) fp, $small fp,repair, $large dwarf,8192"
[ $((small * 10)) -le "$large" ] || fail "repair takes more than a tenth of dwarf,8192"

verdict
