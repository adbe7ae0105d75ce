#!/bin/sh
# The ledger of the shipped traces is exactly what an independent reader counts
# SPDX-License-Identifier: GPL-2.0-only
set -e
. "$(dirname "$0")/lib/test.sh"
need_data

# "<samples> <merged> <merged-back> …" of the JSON's outermost classes, in the ledger's order.
classes()
{
	awk '
	/^  "samples":/ { gsub(/[^0-9]/, ""); line = $0 }
	/^  "classes":/ { inside = 1; next }
	inside && /}/ { print line; exit }
	inside { gsub(/[^0-9]/, ""); line = line " " $0 }' "$1"
}

# $1: trace; the rest: samples, merged, merged-back, inline, kernel, lost, pending, exec, exited,
# ambiguous, not-recorded, not-unwound, not-asked, sigreturn. None has stack dumps, whose classes follow.
symbols=
of_dumps='0 0 0 0 0 0 0 0 0'
expect()
{
	trace=$1
	shift
	# shellcheck disable=SC2086 # several words
	"$perf_defer" audit --json $symbols -i "$data/$trace" > "$dir/$trace.json" || fail "$trace: failed"
	[ "$(classes "$dir/$trace.json")" = "$* $of_dumps" ] ||
		fail "$trace: $(classes "$dir/$trace.json"), not $*"
}

expect burn2.data 78358 77841 516 0 0 0 0 1 0 0 0 0 0 0
expect forky-systemwide.data 2064 1303 14 15 623 0 0 109 0 0 0 0 0 0
expect cxx.data 7797 7789 7 0 0 0 0 0 1 0 0 0 0 0
expect burn2-compressed.data 80162 79651 508 3 0 0 0 0 0 0 0 0 0 0
expect burn1.pipe 28812 28804 7 1 0 0 0 0 0 0 0 0 0 0
# With the kernel's symbols, samples in rt_sigreturn are told from others.
symbols="--kallsyms $data/kallsyms-boot2"
expect overrun.data 5432 2727 110 1 2545 22 0 5 0 19 0 0 0 3
symbols=

expect overrun.data 5432 2730 110 1 2545 22 0 5 0 19 0 0 0 0
expect tracepoints.data 136 41 0 0 95 0 0 0 0 0 0 0 0 0

# What the kernel says that it lost, and in whose buffer.
cpus='{"cpu":0,"told":24,"records":390,"samples":210,"stacks":179,"others":1}'
cpus=$cpus',{"cpu":1,"told":10,"records":109,"samples":60,"stacks":49,"others":0}'
events='{"name":"cpu-clock","index":0,"samples":270,"stacks":0,"others":0}'
events=$events',{"name":"dummy:u","index":1,"samples":0,"stacks":228,"others":1}'
tr -d ' \n' < overrun.data.json |
	grep -qF '"losses":{"told":34,"records":499,"samples":270,"stacks":228,"others":1,"cpus":['"$cpus],\"events\":[$events]}" ||
	fail "overrun.data: other losses"

# From stdin, as from the file: the JSON differs in the input's name alone.
for trace in burn1.pipe burn2.data burn2-compressed.data; do
	"$perf_defer" audit --json -i - < "$data/$trace" > stdin.json
	grep -v '"input":' "$dir/$trace.json" > a
	grep -v '"input":' stdin.json > b
	cmp a b || fail "$trace: stdin gives another ledger"
done

# All of the JSON hangs together.
if command -v python3 > /dev/null; then
	for trace in burn2.data forky-systemwide.data cxx.data; do
		python3 - "$dir/$trace.json" << 'END' || fail "$trace: the JSON is not consistent"
import json, sys
audit = json.load(open(sys.argv[1]))

def check(tally):
    assert sum(tally["classes"].values()) == tally["samples"], tally

def check_parts(name):
    for part in audit[name]:
        check(part)
    assert sum(part["samples"] for part in audit[name]) == audit["samples"], name
    for cls, nr in audit["classes"].items():
        assert sum(part["classes"].get(cls, 0) for part in audit[name]) == nr, (name, cls)

check(audit)
for name in ("events", "threads", "cpus"):
    check_parts(name)
classes = audit["classes"]
for cause in audit["causes"]:
    assert cause["samples"] == classes[cause["class"]] > 0, cause
    assert 0 < cause["tasks"] <= cause["samples"], cause
    assert 0 < cause["entries"] <= cause["samples"], cause
assert audit["latency_ns"]["later"]["nr"] == classes["merged"]
assert audit["latency_ns"]["before"]["nr"] == classes["merged-back"]
for h in audit["latency_ns"].values():
    assert sum(bar["nr"] for bar in h["log2"]) == h["nr"]
    assert h["nr"] == 0 or h["min"] <= h["median"] <= h["p99"] <= h["max"]
deferred = audit["deferred"]
assert deferred["used"] + deferred["unused"] == deferred["records"]
shared = deferred["samples_per_record"]
assert shared["nr"] == deferred["used"]
assert shared["sum"] == classes["merged"] + classes["merged-back"]
types = {record["name"]: record["nr"] for record in audit["records"]}
assert types["SAMPLE"] == audit["samples"]
assert types["CALLCHAIN_DEFERRED"] == deferred["records"] + deferred["duplicates"]
assert audit["damage"] == [] and audit["damage_nr"] == 0
END
	done
fi

# The text says the same.
"$perf_defer" audit -i "$data/forky-systemwide.data" > text
for row in 'merged *1303 ' 'merged-back *14 ' 'inline *15 ' 'kernel *623 ' 'exec *109 ' 'total *2064 '; do
	grep -q "^  $row" text || fail "the text has no row '$row'"
done
grep -q '^# Of these known : 1332 (92\.43%)$' text || fail "the text has no share"

# What each event lost is a part of the table where the trace tells it, and only there.
for trace in overrun:1 burn2:0; do
	nr=$("$perf_defer" audit -s event -i "$data/${trace%:*}.data" | grep -c 'Lost samples') || :
	[ "$nr" = "${trace#*:}" ] || fail "$trace: $nr headers of losses"
done

# -s chooses tables.
while IFS=: read -r key titles; do
	"$perf_defer" audit -i "$data/forky-systemwide.data" -s "$key" | sed -n '/^$/{n;s/^# //p;}' > tables
	[ "$(sed 1d tables)" = "$(printf '%b' "$titles")" ] || fail "-s $key shows other tables: $(cat tables)"
done << 'END'
event:By event
cause:Why user stacks are missing
thread:By thread
cpu:By CPU that took the sample, with the losses that the kernel reports
latency:Time between a sample and its user stack
record:Deferred user stacks\nRecords in the trace
thread,event:By event\nBy thread
END

# They are whole then.
"$perf_defer" audit -i "$data/forky-systemwide.data" -s thread > threads
! grep -q 'more with fewer samples' threads || fail "-s thread cuts"
[ "$(sed -n '/^# By thread/,$p' threads | grep -c '^ ')" = 387 ] || fail "not 387 threads"

"$perf_defer" audit -i "$data/forky-systemwide.data" > some
"$perf_defer" audit -i "$data/forky-systemwide.data" -s cause > all
[ "$(grep -c '^  exec .*/.* forky$' some)" = 5 ] || fail "not 5 of the tasks that exec"
[ "$(grep -c '^  exec .*/.* forky$' all)" = 85 ] || fail "-s cause does not show all tasks"

# Filters take samples away; what is left still adds up.
"$perf_defer" audit --json -i "$data/forky-systemwide.data" --cpu 0 > cpu0
"$perf_defer" audit --json -i "$data/forky-systemwide.data" --cpu 1 > cpu1
a=$(classes cpu0) b=$(classes cpu1)
[ "$((${a%% *} + ${b%% *}))" = 2064 ] || fail "the CPUs do not add up: $a, $b"
grep -q '"unused": null' cpu0 || fail "records of other samples are called unused"

# A gate: of the samples with a user half 1332 of 1441 got it, 92.4358 %.
"$perf_defer" audit -q -i "$data/forky-systemwide.data" --min-merged 92.43 > /dev/null ||
	fail "enough is not enough"
status=0
"$perf_defer" audit -q -i "$data/forky-systemwide.data" --min-merged 92.44% > /dev/null \
	2> err || status=$?
[ $status -eq 1 ] || fail "exit status $status below the least share"
grep -q '92\.4358%' err || fail "the share is not said"

# Damage is said, kept apart, and makes it fail.
head -c 300000 "$data/forky-systemwide.data" > cut.data
status=0
"$perf_defer" audit --json -i cut.data > cut.json 2> err || status=$?
[ $status -eq 1 ] || fail "exit status $status for a file that was cut"
[ -s err ] || fail "damage is not said"
! grep -q '"damage_nr": 0$' cut.json || fail "damage is not in the JSON"
samples=$(classes cut.json)
samples=${samples%% *}
[ "$samples" -gt 500 ] || fail "only $samples samples in a part of the file"
[ "$samples" -lt 2064 ] || fail "$samples samples in a part of the file"

# What cannot be is refused.
for bad in '--min-merged 101' '--min-merged x' '--min-merged nan' '--min-merged %' '-s nonsense' \
	'extra'; do
	status=0
	"$perf_defer" audit -i "$data/cxx.data" $bad > /dev/null 2> err || status=$?
	[ $status -eq 129 ] || fail "exit status $status for $bad"
	[ -s err ] || fail "$bad is refused without a word"
done
status=0
"$perf_defer" audit -i none > /dev/null 2> err || status=$?
[ $status -eq 1 ] || fail "exit status $status for a file that is not there"
grep -q none err || fail "a file that is not there is not named"
verdict
