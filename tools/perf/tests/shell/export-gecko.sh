#!/bin/bash
# export -f gecko writes what the Firefox Profiler's format asks for, and what report counts
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/lib/test.sh"
set -e -o pipefail

need_data
export TERM=dumb

# ours VERB TRACE OPTION...
ours()
{
	"$perf_defer" "$1" -q --kallsyms "$data/kallsyms-boot1" --symfs "$data/symfs" -i "$data/$2" "${@:3}" </dev/null
}

cat >check.py <<'END'
# check.py PROFILE: checks its form, and compares it with what report says in the files classes and self.
import gzip, json, re, sys

profile = json.load(gzip.open(sys.argv[1]))
meta = profile["meta"]
assert meta["preprocessedProfileVersion"] == 40
categories = meta["categories"]
assert categories[0]["color"] == "grey"
assert all(c["subcategories"][0] == "Other" for c in categories)
schemas = {s["name"]: {f["key"] for f in s["data"]} for s in meta["markerSchema"]}

def table(of, name, columns):
    found = of[name]
    assert sorted(found) == sorted([*columns, "length"]), (name, sorted(found))
    for column in columns:
        assert len(found[column]) == found["length"], (name, column)
    return found

def in_range(values, end, none=None):
    for value in values:
        assert value is none or value == none or (isinstance(value, int) and 0 <= value < end), (value, end)

sums = {}    # weight by function that was hit, and by the class that is missing
missing = {}
samples = 0
kinds = {}
deepest = 0
clock = None
for thread in profile["threads"]:
    strings = thread["stringArray"]
    assert len(set(strings)) == len(strings), "a string is there twice"
    assert isinstance(thread["pid"], int) and isinstance(thread["tid"], str)
    funcs = table(thread, "funcTable", ["name", "isJS", "relevantForJS", "resource", "fileName", "lineNumber", "columnNumber"])
    resources = table(thread, "resourceTable", ["lib", "name", "host", "type"])
    table(thread, "nativeSymbols", ["libIndex", "address", "name"])
    frames = table(thread, "frameTable", ["address", "inlineDepth", "category", "subcategory", "func", "nativeSymbol",
                                          "innerWindowID", "implementation", "line", "column", "optimizations"])
    stacks = table(thread, "stackTable", ["frame", "category", "subcategory", "prefix"])
    markers = table(thread, "markers", ["name", "startTime", "endTime", "phase", "category", "data"])
    in_range(funcs["name"], len(strings))
    in_range(funcs["resource"], resources["length"], -1)
    in_range(resources["lib"], len(thread["libs"]))
    in_range(resources["name"], len(strings))
    in_range(frames["func"], funcs["length"])
    in_range(stacks["frame"], frames["length"])
    in_range(markers["name"], len(strings))
    for row in frames, stacks, markers:
        in_range(row["category"], len(categories))
    for category, sub in zip(frames["category"], frames["subcategory"]):
        in_range([sub], len(categories[category]["subcategories"]))
    for i, prefix in enumerate(stacks["prefix"]):
        in_range([prefix], i)
        # A frame that is inlined is one deeper than its caller, and at the same address.
        depth = frames["inlineDepth"][stacks["frame"][i]]
        deepest = max(deepest, depth)
        if depth:
            outer = stacks["frame"][prefix]
            assert frames["inlineDepth"][outer] == depth - 1
            assert frames["address"][outer] == frames["address"][stacks["frame"][i]]
    rows = thread["samples"]
    assert sorted(rows) == ["length", "stack", "time", "weight", "weightType"], sorted(rows)
    assert all(len(rows[c]) == rows["length"] for c in ("stack", "time", "weight"))
    assert rows["time"] == sorted(rows["time"]), "times are in no order"
    in_range(rows["stack"], stacks["length"])
    samples += rows["length"]
    clock = rows["weightType"] == "tracing-ms" if rows["length"] else clock
    for stack, weight in zip(rows["stack"], rows["weight"]):
        weight = round(weight * 1e6) if rows["weightType"] == "tracing-ms" else weight
        if stack is None:
            continue
        root = stack
        while stacks["prefix"][root] is not None:
            root = stacks["prefix"][root]
        frame = stacks["frame"][root]
        if categories[frames["category"][frame]]["name"] == "Missing" and frames["subcategory"][frame]:
            name = categories[frames["category"][frame]]["subcategories"][frames["subcategory"][frame]]
            missing[name] = missing.get(name, 0) + 1
        # report counts a sample in the function around what is inlined.
        while frames["inlineDepth"][stacks["frame"][stack]]:
            stack = stacks["prefix"][stack]
        frame = stacks["frame"][stack]
        key = strings[funcs["name"][frames["func"][frame]]], categories[frames["category"][frame]]["name"] == "Kernel"
        nr, period = sums.get(key, (0, 0))
        sums[key] = nr + 1, period + weight
    assert markers["startTime"] == sorted(markers["startTime"])
    for start, end, phase, data in zip(*(markers[c] for c in ("startTime", "endTime", "phase", "data"))):
        assert data.keys() - {"type"} <= schemas[data["type"]], data
        assert phase == 1 and start <= end or phase == 0 and end is None
        kinds[data["type"]] = kinds.get(data["type"], 0) + 1

# Each class, and each function, has what report says.
want = {}
for line in filter(str.strip, open("classes")):
    nr, name = line.split(None, 1)
    want[name.strip()] = int(nr)
ledger, = (s["entries"] for s in meta["extra"] if s["label"] == "Ledger")
got = {e["label"]: e["value"] for e in ledger}
assert got.pop("samples") == samples == sum(want.values()), (samples, want)
assert got == want, (got, want)
for name, nr in missing.items():
    assert want[name] == nr, (name, nr, want)
want = {}
for line in filter(str.strip, open("self")):
    found = re.match(r"\s*(\d+)\s+(\d+)\s+\[(.)\] (.*?)\s*$", line)
    name = re.sub(r" \(inlined\)$", "", found.group(4))
    if not re.fullmatch("0x[0-9a-f]+|[0-9a-f]{16}", name):
        key = name, found.group(3) == "k"
        nr, period = want.get(key, (0, 0))
        want[key] = nr + int(found.group(1)), period + int(found.group(2))
for key, (nr, period) in want.items():
    assert key in sums, key
    assert sums[key][0] == nr and sums[key][1] == period, (key, sums[key], nr, period)
print(" ".join(f"{kind}={nr}" for kind, nr in sorted(kinds.items())), f"depth={deepest}", f"missing={sum(missing.values())}")
END

# compares TRACE[,EVENT] OPTION...: the profile is well formed, and has what report counts.
compares()
{
	local trace=${1%%,*} event=${1#*,}
	[ "$event" != "$1" ] || event=
	ours export "$trace" -f "gecko${event:+,$event}" -o profile "${@:2}" 2>err || fail "export of $1: $(cat err)"
	ours report "$trace" --stdio --no-group -g none -w 0,0 --no-children -s class -F sample,class "${@:2}" >classes 2>err
	ours report "$trace" --stdio --no-group -g none -w 0,0,0 --no-children -s sym -F sample,period,sym "${@:2}" >self 2>err
	python3 check.py profile >kinds 2>err || fail "$*: $(tail -n 1 err)"
}

# has WORD...: the last profile has that many markers of a kind, or frames.
has()
{
	local word
	for word; do
		grep -qE "(^| )$word( |\$)" kinds || fail "there is no $word, but $(cat kinds)"
	done
}

compares burn2.data
has 'KernelEntry=46763' 'Exec=1' 'missing=1'
compares cxx.data
has 'depth=[1-9][0-9]*'
compares burn1.pipe
compares overrun.data
has 'Lost=[1-9][0-9]*' 'missing=[1-9][0-9]*'
compares asleep.data
has 'OffCpu=[1-9][0-9]*'
compares burn2.data --tid 114 --time 10%-60%
has 'KernelEntry=[1-9][0-9]*'

# Nothing half-written stays, and a pipe gets the same.
ours export burn2.data -f gecko | cat >piped
python3 - piped <<'END' 2>err || fail "a pipe: $(cat err)"
import gzip, json, sys
assert sum(t["samples"]["length"] for t in json.load(gzip.open(sys.argv[1]))["threads"]) == 78358
END
got=0
ours export burn2.data -f gecko -o /dev/full 2>err || got=$?
[ $got = 1 ] && grep -q 'No space left' err || fail "/dev/full: status $got, $(cat err)"
echo kept >old
ulimit -f 4
trap '' XFSZ
ours export burn2.data -f gecko -o old 2>err && fail "a file of 1 MB has 4 kB"
[ "$(cat old)" = kept ] || fail "the old file is lost"
verdict
