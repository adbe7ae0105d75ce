#!/bin/bash
# export -f sqlite answers questions with what report shows
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/lib/test.sh"
set -e -o pipefail

need_data
export TERM=dumb
if ! { "$perf_defer" check 2>/dev/null || :; } | grep -q 'libsqlite3: \[ yes'; then
	skip "libsqlite3 is not there"
fi
python3 -c 'import sqlite3' 2>err || skip "python3 has no sqlite3"

# ours VERB TRACE OPTION...
ours()
{
	"$perf_defer" "$1" -q --kallsyms "$data/kallsyms-boot1" --symfs "$data/symfs" -i "$data/$2" "${@:3}" </dev/null
}

cat >check.py <<'END'
# check.py DATABASE: compares it with what report says in the files classes, self, total, threads and entries.json.
import json, re, sqlite3, sys

db = sqlite3.connect(sys.argv[1])
ask = lambda sql, *args: db.execute(sql, args).fetchall()

def same(what, got, want):
    if got != want:
        both = sorted(set(got.items()) ^ set(want.items()), key=str)
        sys.exit(f"{what}: {len(got)} rows, not {len(want)}: {both[:6]}")

def add(sums, key, *values):
    sums[key] = tuple(a + b for a, b in zip(sums.get(key, (0,) * len(values)), values))

assert ask("PRAGMA integrity_check") == [("ok",)]
assert ask("PRAGMA foreign_key_check") == []
assert ask("PRAGMA user_version") == [(1,)]

# Samples and period of each event and class.
want = {}
event = None
for line in open("classes"):
    if line.startswith("# Samples:"):
        event = re.search(r"of events? '(.*)'", line).group(1)
    elif line.strip() and not line.startswith("#"):
        nr, period, name = line.split(None, 2)
        add(want, (event, name.strip()), int(nr), int(period))
same("by_class", {(r[0], r[1]): r[2:] for r in ask("SELECT event_name, class, samples, period FROM by_class")}, want)
got = ask("SELECT e.name, c.name, count(*), sum(period) FROM samples s JOIN events e ON e.id = s.event "
          "JOIN classes c ON c.id = s.class GROUP BY s.event, s.class")
same("samples", {(r[0], r[1]): r[2:] for r in got}, want)

# Functions, by name and half: what was hit, and the share of all stacks that have them.
def rows(path):
    event = None
    for line in open(path):
        if line.startswith("# Samples:"):
            event = re.search(r"of events? '(.*)'", line).group(1)
        found = re.match(r"\s*(\S+)\s+(\S+)\s+\[(.)\] (.*?)\s*$", line)
        if found:
            name = re.sub(r" \(inlined\)$", "", found.group(4))
            if not re.fullmatch("0x[0-9a-f]+|[0-9a-f]{16}", name):
                yield (event, name, found.group(3) == "k"), found.group(1), found.group(2)

want = {}
for key, nr, period in rows("self"):
    add(want, key, int(nr), int(period))
got = {}
for event, name, half, nr, period in ask("SELECT e.name, v.name, v.half, v.samples, v.period FROM self_by_symbol v "
        "JOIN frames f ON f.id = v.symbol JOIN events e ON e.id = v.event WHERE f.kind <> 'address'"):
    add(got, (event, name, half == "kernel"), nr, period)
same("self_by_symbol", got, want)

want = {}
for key, percent, _ in rows("total"):
    add(want, key, round(float(percent.rstrip("%")) * 100))
totals = dict(ask("SELECT event, sum(period) FROM ledger GROUP BY event"))
got = {}
for event, id, name, half, period in ask("SELECT e.name, v.event, v.name, v.half, v.period FROM total_by_symbol v "
        "JOIN frames f ON f.id = v.symbol JOIN events e ON e.id = v.event WHERE f.kind <> 'address'"):
    add(got, (event, name, half == "kernel"), 10000 * period / totals[id])
if got.keys() != want.keys():
    sys.exit(f"total_by_symbol: {sorted(got.keys() ^ want.keys())[:6]}")
for key, (share,) in got.items():
    assert abs(share - want[key][0]) <= 1, (key, share, want[key])

# Threads, entries into the kernel by kind, and the samples of each entry.
want = {}
for line in open("threads"):
    found = re.match(r"\s*(\d+)\s+(-?\d+):", line)
    if found:
        add(want, int(found.group(2)), int(found.group(1)))
got = {}
for tid, nr in ask("SELECT tid, samples FROM by_thread"):
    add(got, tid, nr)
same("by_thread", got, want)
entries = json.load(open("entries.json"))["entries"]
want = {}
for entry in entries:
    add(want, (entry["kind"], entry["syscall"]), 1, entry["samples"], entry["remaining_ns"] or 0)
got = {(r[0], r[1]): r[2:] for r in
       ask("SELECT kind, syscall, entries, samples, coalesce(remaining_ns, 0) FROM entries_by_kind")}
same("entries_by_kind", got, want)
assert not ask("SELECT id FROM entries e WHERE samples <> (SELECT count(*) FROM samples WHERE entry = e.id)")
assert [r[0] for r in ask("SELECT state FROM entries ORDER BY begin_ns, id")] == \
    [e["state"] for e in sorted(entries, key=lambda e: e["begin"])] or len({e["begin"] for e in entries}) < len(entries)

# The other views have each sample once.
nr = ask("SELECT count(*) FROM samples")[0][0]
for view in "by_seam", "folded":
    assert ask(f"SELECT sum(samples) FROM {view}") == [(nr or None,)], view
assert ask("SELECT count(*) FROM sample_rows") == [(nr,)]
assert ask("SELECT min(name <> ''), count(*) FROM frames WHERE kind = 'missing'")[0][0] in (1, None)
END

# text TRACE FILE OPTION...: writes the rows of report to the file, with what says which event they are of.
text()
{
	"$perf_defer" report --stdio --no-group -g none -w 0,0,0 --kallsyms "$data/kallsyms-boot1" --symfs "$data/symfs" \
		-i "$data/$1" "${@:3}" >"$2" 2>err </dev/null
}

# compares TRACE OPTION...: the database answers as report does, with these filters.
compares()
{
	ours export "$1" -f sqlite -o db "${@:2}" 2>err || fail "export of $1: $(cat err)"
	text "$1" classes --no-children -s class -F sample,period,class "${@:2}"
	text "$1" self --no-children -s sym -F sample,period,sym "${@:2}"
	text "$1" total --percentage relative --percent-limit 0 --children -s sym -F overhead_children,sample,sym "${@:2}"
	text "$1" threads --no-children -s pid -F sample,pid "${@:2}"
	ours report "$1" --entries --json "${@:2}" >entries.json 2>err
	python3 check.py db 2>err || fail "$*: $(tail -n 1 err)"
}

# Samples with one callchain may have hit different functions, as the processor may name another address.
python3 - "$data/sched.data" skids.data <<'END'
import struct, sys

trace = bytearray(open(sys.argv[1], "rb").read())
attrs, _, pos, size = struct.unpack_from("<4Q", trace, 24)
place = 16 if struct.unpack_from("<Q", trace, attrs + 24)[0] & 1 << 16 else 8
end, last = pos + size, {}
while pos < end:
    kind, mode, size = struct.unpack_from("<IHH", trace, pos)
    if kind == 9:
        ip = trace[pos + place:pos + place + 8]
        if mode in last:
            trace[pos + place:pos + place + 8] = last.pop(mode)
        else:
            last[mode] = ip
    pos += size
open(sys.argv[2], "wb").write(trace)
END
ln -s "$data/kallsyms-boot1" "$data/symfs" .
data=$dir compares skids.data

compares cxx.data
compares sched.data
compares group-read.data
compares asleep.data
compares burn1.pipe
compares forky-systemwide.data --all-but idle
compares burn2.data --tid 114 --time 10%-60%
compares burn2.data

# A pipe, and a file that is standard output, get whole databases.
mkdir tmp
TMPDIR=$dir/tmp ours export burn2.data -f sqlite -o - | cat >piped
python3 check.py piped 2>err || fail "a pipe: $(tail -n 1 err)"
[ -z "$(ls tmp)" ] || fail "temporary files stay: $(ls tmp)"
TMPDIR=/nowhere ours export burn2.data -f sqlite >direct
python3 check.py direct 2>err || fail "a redirected file: $(tail -n 1 err)"

# Zooms of the terminal UI, as the command line of its key x has them.
ours export forky-systemwide.data -f sqlite --zoom cpu=1 -o db
got=$(python3 -c 'import sqlite3; print(*sqlite3.connect("db").execute("SELECT cpu, count(*) FROM samples GROUP BY cpu"))')
[ "$got" = '(1, 1029)' ] || fail "--zoom cpu=1: $got"

# It has all events, in one shape.
got=0
ours export burn2.data -f sqlite,cpu-clock -o db 2>err || got=$?
[ $got = 129 ] && grep -qF "sqlite has all events, not 'cpu-clock' alone" err || fail "an event alone: $(cat err)"

# Without room there is a word, and what was there stays.
got=0
TMPDIR=$dir/tmp ours export burn2.data -f sqlite -o /dev/full 2>err || got=$?
[ $got = 1 ] && grep -q 'No space left' err || fail "/dev/full: status $got, $(cat err)"
[ -z "$(ls tmp)" ] || fail "temporary files stay: $(ls tmp)"
echo kept >old
ulimit -f 64
trap '' XFSZ
got=0
ours export burn2.data -f sqlite -o old 2>err || got=$?
[ $got = 1 ] && grep -q 'cannot write' err || fail "no room: status $got, $(cat err)"
[ "$(cat old)" = kept ] || fail "the old file is lost"
[ "$(find . -name "old*" | wc -l)" = 1 ] || fail "an unfinished file stays: $(ls -A)"
verdict
