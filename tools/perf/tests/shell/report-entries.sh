#!/bin/bash
# report --entries: each entry into the kernel, as text and as JSON
# SPDX-License-Identifier: GPL-2.0-only
set -e -o pipefail
. "$(dirname "$0")/lib/test.sh"
need_data

entries()
{
	"$perf_defer" report --entries --kallsyms "$data/kallsyms-boot1" --symfs "$data/symfs" "$@"
}

# refuses TEXT OPTION...: fails with a usage error that has the text.
refuses()
{
	says=$1
	shift
	got=0
	"$perf_defer" report -i "$data/burn2.data" "$@" > out 2> err || got=$?
	[ "$got" = 129 ] || fail "report $*: status $got"
	grep -qF -- "$says" err || fail "report $*: does not say '$says' but: $(cat err)"
}

# The longest entries first, with the user code that made them.
entries -i "$data/burn2.data" > text 2> err
[ ! -s err ] || fail "says something is wrong: $(cat err)"
head -n 10 text | cut -c1-150 > longest
cat > want << 'END'
# Entries into the kernel: 46763, sorted by remaining
# Their samples: 78358 (77841 merged, 516 merged-back, 1 exec)
# Samples of no entry: 0
#
# The same in all rows: State unknown, On CPU unknown
#
#  Remaining  Samples    Sampled  Kind                     Thread                         Begin          Return  User code, with its callers
#
    11.06 ms       22    5.50 ms  syscall write            burn 112                    8.325371        8.336435  __libc_write < level2 < level1 < main
     9.78 ms        4    1.00 ms  syscall write            burn 114                   10.926510       10.936288  __libc_write < level2 < level1 < star
END
diff want longest || fail "another text"
[ "$(grep -vc '^#' text)" = 46763 ] || fail "not a line for each entry"

# Each entry has the samples with its cookie: counted from the lines of script.
entries --json -i "$data/burn2.data" > json
"$perf_defer" script --kallsyms "$data/kallsyms-boot1" --symfs "$data/symfs" -G -F tid,time \
	--ns -i "$data/burn2.data" > lines
[ "$(awk '$1 == "\"samples\":" { n += $2 } END { print n }' json)" = "$(wc -l < lines)" ] ||
	fail "the entries have not all samples"
# Each has the time on a CPU that its samples stand for: 250 us each, of a clock.
[ "$(awk '$1 == "\"samples\":" { n = $2 } $1 == "\"sampled_ns\":" && $2 + 0 != n * 250000' json | wc -l)" = 0 ] ||
	fail "the time with samples is not that of the samples"
# One more: the sample before the exec, and the return after it.
[ "$(grep -c '"cookie": ' json)" = $(($(grep '"cookie": ' json | sort -u | wc -l) + 1)) ] ||
	fail "two entries have one cookie"

# The kinds that the kernel's functions tell; where they do not, none is named.
kinds()
{
	grep -E '"(kind|syscall)": ' "$1" | sed 'N; s/\n/ /; s/[",]//g; s/  */ /g' | sort | uniq -c | sort -rn
}
entries --json -i "$data/forky-systemwide.data" > forky 2> err
kinds forky > kinds
for kind in 'syscall syscall: read' 'page fault syscall: null' 'interrupt syscall: null' \
	'new task syscall: null' 'syscall syscall: execve' 'exit syscall: null' 'unknown syscall: null' \
	'user syscall: null'; do
	grep -q "kind: $kind\$" kinds || fail "no entry is of the kind $kind: $(cat kinds)"
done

# A task that sleeps for 220 ms, by the trace's context switches: those of thread 440 between its sample
# and its return are told by script. Without switches nothing is said.
entries --json --tid 440 -i "$data/asleep.data" > asleep 2> err
"$perf_defer" script --show-switch-events --ns -F tid,time,event -i "$data/asleep.data" 2> err |
	awk '$1 != 440 || !/SWITCH/ { next }
	{ split($2, at, "[.:]") }
	/ OUT/ { s = at[1]; ns = at[2] }
	/ IN/ && ns { printf "%.0f\n", (at[1] - s) * 1e9 + at[2] - ns; ns = 0 }' > away
grep -q "\"off_cpu_ns\": $(cat away)" asleep ||
	fail "thread 440 slept for $(cat away) ns: $(grep off_cpu_ns asleep | tr -d '\n')"
entries -q -i "$data/asleep.data" > asleep 2> err
[ "$(awk '$2 == "ms" && $1 > 100' asleep | wc -l)" = 16 ] || fail "not all sleeps are there"
[ "$(awk '$2 == "ms" && $1 > 100' asleep | grep -c '  off CPU      0[.][0-9]%')" = 16 ] ||
	fail "a task that sleeps is on its CPU: $(head -n 16 asleep)"
! grep -qE '"state": "(on|off) CPU"' json || fail "something is said of the CPU without context switches"

# Where tasks leave their CPUs, their state tells why: R is ready to run on, X and Z have ended.
entries --json -i "$data/sched.data" > sched 2> err
"$perf_defer" script -G -F tid,cookie,event,trace -i "$data/sched.data" 2> err |
	awk '/sched_switch/ && $2 {
		match($0, /prev_state=./)
		state = substr($0, RSTART + RLENGTH - 1, 1)
		print $1, $2, state == "R" ? "preempted" : state ~ /[XZ]/ ? "off CPU" : "blocked" }' |
	sort -u > left
[ "$(wc -l < left)" = 48 ] || fail "another number of entries that left"
for state in preempted "off CPU" blocked; do
	[ "$(grep -c "\"state\": \"$state\"" sched)" = "$(grep -c " $state\$" left)" ] ||
		fail "not as many are $state: $(cut -d' ' -f3- left | sort | uniq -c)"
done

# An address outside every map is no caller.
entries -q -i "$data/forky-systemwide.data" > callers 2> err
grep -q ' < \[not mapped\]$' callers || fail "callers behind an address without a map"
! grep -q '< 0x' callers || fail "an address outside every map is a caller"
[ "$(grep -c '^ *"\[not mapped\]"$' forky)" = "$(grep -c ' < \[not mapped\]$' callers)" ] ||
	fail "the JSON has other addresses without a map: $(grep -c '\[not mapped\]' forky)"

# Samples without a record are entries of their class, without a return.
entries -q -s class -i "$data/overrun.data" > overrun 2> err
for class in lost ambiguous exec; do
	grep -qE "^ +$class " overrun || fail "no entry is $class"
done
nr=$("$perf_defer" audit --json -i "$data/overrun.data" | tr -d ' \n' |
	sed 's/.*"class":"lost","meaning":"[^"]*","samples":\([0-9]*\),"entries":\([0-9]*\).*/\1 \2/')
[ "$nr" = "$(awk '$1 == "lost" { n += $2; e++ } END { print n, e }' overrun)" ] ||
	fail "audit counts $nr lost samples and entries"

# A trace without deferred stacks says why it has none.
need='Entries need deferred stacks, and no sample here has a cookie of one'
entries -i "$data/group-read.data" > none 2> err
grep -qF "# $need" none || fail "does not say why there are no entries: $(cat none)"
! grep -qF "$need" text || fail "entries need what they have"

# Filters, and order.
values()
{
	awk -v key="\"$1\":" '$1 == key { sub(/,/, "", $2); print $2 }' "$2"
}
entries --json --tid 114 -s begin -i "$data/burn2.data" > begin
[ "$(values tid begin | sort -u)" = 114 ] || fail "entries of another thread"
values begin begin | sort -c -n || fail "not in order of their begin"
entries --json -s samples -i "$data/burn2.data" > samples
values samples samples | sort -c -n -r || fail "not in order of their samples"

refuses "cannot be sorted by 'nonsense'" --entries -s nonsense
refuses "--json goes with --entries or --each-sample only" --json
refuses "goes with none of --tui" --entries --tui
refuses "shows whole samples" --entries -S main
verdict
