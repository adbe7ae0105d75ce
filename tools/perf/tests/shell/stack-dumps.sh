#!/bin/bash
# Stacks of --call-graph dwarf are complete, and those of perf, as far as it has them
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/lib/record.sh"
need_source
need_recording
[ -x "${PERF_DEFER_WORKLOADS:-}/recurse" ] || skip "the workloads are not built"

# dumps NAME COMMAND...: records it with dumps of 16 KiB, to NAME.data.
dumps()
{
	name=$1
	shift
	"$perf_defer" record -q -N -e cpu-clock -F 2000 --call-graph dwarf,16384 -o "$name.data" -- "$@" >/dev/null 2>err ||
		fail "$name: not recorded:"
}

# known NAME PERCENT: so many of its user stacks are complete. The others have a class that says why.
known()
{
	"$perf_defer" audit --json -i "$1.data" >"$1.json" 2>err || fail "$1: audit:"
	samples=$(sed -n 's/^  "samples": \(.*\),/\1/p' "$1.json")
	unwound=$(sed -n '/^  "classes"/,/}/s/ *"unwound": \([0-9]*\).*/\1/p' "$1.json")
	not_unwound=$(sed -n '/^  "classes"/,/}/s/ *"not-unwound": \([0-9]*\).*/\1/p' "$1.json")
	echo "$1: $unwound of $samples stacks are complete"
	[ "$samples" -ge 100 ] || fail "$1: only $samples samples"
	[ "$not_unwound" = 0 ] || fail "$1: $not_unwound stacks have no class"
	[ $((unwound * 100)) -ge $((samples * $2)) ] ||
		fail "$1: only $unwound of $samples stacks are complete: $("$perf_defer" audit -q -i "$1.data")"
}

# ---- complete ----

for workload in recurse syscalls signals savevm; do
	dumps $workload "$PERF_DEFER_WORKLOADS/$workload" 1000
	known $workload 99
done
# Without a guest, there may be no program in C++.
if [ -x "$PERF_DEFER_WORKLOADS/inlines" ]; then
	dumps inlines "$PERF_DEFER_WORKLOADS/inlines" 1000
	known inlines 97
fi
perl='my %h; $h{$_ % 1000} .= "x" for 1 .. 2000000; print length join ",", map { sprintf "%s", $_ } sort keys %h'
dumps perl perl -e "$perl"
known perl 95

# ---- what is not read ----

# Of a file's dumps the rest is read if a stack needs it, as those of recurse do; of compressed ones, all.
for name in recurse inlines; do
	[ -f $name.data ] || continue
	"$perf_defer" inject -q -z -i $name.data -o whole.data >/dev/null 2>err || fail "$name: not compressed:"
	for verb in 'audit --json' 'report --stdio --no-inline'; do
		# shellcheck disable=SC2086 # words
		"$perf_defer" $verb -i $name.data 2>err | grep -v '^  "input"' >part || fail "$name: $verb:"
		# shellcheck disable=SC2086
		"$perf_defer" $verb -i whole.data 2>err | grep -v '^  "input"' >whole || fail "$name, compressed: $verb:"
		cmp -s part whole || fail "$name: $verb differs: $(diff part whole | head -n 5)"
	done
done

# ---- what is not there ----

# A dump that ends has a last frame that says so, and audit the remedy.
"$perf_defer" record -q -N -e cpu-clock -F 2000 --call-graph dwarf,64 -o short.data -- \
	"$PERF_DEFER_WORKLOADS/syscalls" 300 >/dev/null 2>err || fail "short: not recorded:"
"$perf_defer" report --stdio -i short.data 2>err | grep -qF '[stack dump ended]' || fail "no frame says that a dump ended"
"$perf_defer" audit -i short.data 2>err | grep -q '^  dump-ended .* --call-graph dwarf,SIZE$' || fail "audit has no remedy"

# Without its file a stack ends at once, and audit names the file.
mkdir symfs
"$perf_defer" audit --symfs symfs -i recurse.data >audit 2>err || fail "audit without files:"
grep -q '^  no-file .*/recurse$' audit || fail "audit does not name the missing file"
"$perf_defer" script --symfs symfs -i recurse.data 2>/dev/null | grep -qF '[file not found]' || fail "no frame says it"

# Guesses only for those who ask, and marked.
for how in cfi fp-fallback; do
	"$perf_defer" script -F +evidence --unwind $how -i perl.data >$how 2>err || fail "--unwind $how:"
done
! grep -q '\[fp-guess\]$' cfi || fail "guesses that nobody asked for"
"$perf_defer" script --unwind guess -i perl.data >out 2>&1 && fail "--unwind guess is taken"
grep -q 'takes cfi or fp-fallback' out || fail "what --unwind takes is not said: $(cat out)"

# ---- as perf ----

has_perf || skip "there is no perf to compare with"
perf=${THROUGH_PERF:-perf}
"$perf" record -q -e cpu-clock -F 2000 --call-graph dwarf,16384 -o perl.data -- perl -e "$perl" >/dev/null 2>err ||
	fail "perf record:"
"$perf_defer" script --ns -F comm,pid,tid,time,ip,sym,dso,dsoff --no-inline --show-task-events -i perl.data >ours 2>err ||
	fail "script:"
"$perf" script -f --ns --no-inline -F comm,pid,tid,time,ip,sym,dso -i perl.data >theirs 2>err || fail "perf script:"
"$shell/../interop/samples.py" -a -d ours theirs >counts 2>&1 || unlike_perf "stacks differ: $(cat counts)"
tr '\n' ' ' <counts
verdict
