#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""Compares the samples that a tool shows with those of `perf defer script`.

    samples.py [-a] [-d] [-n SAMPLES] OURS THEIRS

Both are text in the format of `perf script --ns -F comm,pid,tid,time,ip,sym,dso`; OURS has dsoff and the
task events as well. THEIRS may have "?" for a comm, a symbol or a DSO that the tool does not tell. Samples must be
the same, in any order, and each difference of a sample must have one of these reasons:

  mark          perf defer shows a missing user half as a frame, [user stack lost]; a trace cannot
  file-address  the tool shows the address in the file, which is what perf 6.1 does
  plt           the tool has no name of a PLT entry: that of the symbol before it, or none
  hit-again     hotspot repeats the address that was hit between the halves
  exited-thread the tool dropped the thread at its EXIT, which the sample comes after: it has neither
                its comm nor its maps
  own-vdso      the tool takes the vdso of its own kernel for the recorded one
  perf-stops    with -d, stacks of dumps: the tool's stack ends earlier, without a word or with the address -1
  ends-early    with -d: ours ends earlier, and says why
  signal-frame  the tool shows the byte before a signal's frame, which nobody called

Prints "REASON SAMPLES" lines, one of them "samples"; exits with 1 if a difference has no reason.
"""
import argparse
import collections
import itertools
import re
import sys

EXIT = re.compile(r" (\d+)\.(\d{9}): PERF_RECORD_EXIT\(-?\d+:(-?\d+)\)")
HEAD = re.compile(r"^(.*\S)\s+(-?\d+)/(-?\d+)\s+(\d+)\.(\d{9}):")
FRAME = re.compile(r"^\s+([0-9a-f]+) (.*) \((.*?)(?:\+0x([0-9a-f]+))?\)$")

Sample = collections.namedtuple("Sample", "comm frames")
Frame = collections.namedtuple("Frame", "addr name dso offset")


def read(path, nameless=False):
    """Returns the samples as (task and time, sample), in the order of the text."""
    samples = []
    with open(path, encoding="utf-8", errors="surrogateescape") as text:
        for line in text:
            if line[0] in "\n#" or ": PERF_RECORD_" in line:
                continue
            if line[0] not in "\t ":
                comm, *key = HEAD.match(line).groups()
                samples.append((tuple(key), Sample(comm, [])))
                continue
            addr, name, dso, offset = FRAME.match(line.rstrip("\n")).groups()
            if nameless:
                name = dso = "?"
            samples[-1][1].frames.append(Frame(int(addr, 16), name, dso, int(offset or addr, 16)))
    return samples


def read_exits(path):
    """Returns the times of the tasks' first exits by their tids."""
    exits = {}
    with open(path, encoding="utf-8", errors="surrogateescape") as text:
        for line in text:
            match = EXIT.search(line)
            if match:
                exits.setdefault(match[3], (int(match[1]), int(match[2])))
    return exits


def is_mark(frame):
    return frame.addr == 0 and frame.name[0] == "[" and frame.name != "[unknown]"


def is_kernel(frame):
    return frame.addr >> 47 == 0x1FFFF


def without_hit(ours, theirs):
    """Returns THEIRS without the hit that hotspot repeats, or THEIRS itself."""
    half = sum(1 for _ in itertools.takewhile(is_kernel, ours))
    if 0 < half < len(ours) and len(theirs) == len(ours) + 1:
        if theirs[half].addr == theirs[0].addr:
            return theirs[:half] + theirs[half + 1:]
    return theirs


def why_frame(own, other, exited):
    """Yields the reasons of the differences between two frames; None is no reason."""
    if other.addr != own.addr:
        in_page = own.dso == "[vdso]" and (other.addr ^ own.addr) % 4096 == 0
        in_file = other.addr == own.offset or in_page
        if own.name == "__restore_rt" and own.addr - other.addr == 1:
            yield "signal-frame"
        else:
            yield "file-address" if in_file and not is_kernel(own) else None
    if other.name not in ("?", own.name):
        if own.dso == "[vdso]" and own.name == "[unknown]":
            yield "own-vdso"
        elif own.name.endswith("@plt") and other.name in ("_init", "[unknown]"):
            yield "plt"
        else:
            yield "exited-thread" if exited and other.name == "[unknown]" else None
    if other.dso not in ("?", own.dso):
        if own.dso == "[vdso]":
            yield "own-vdso"
        else:
            yield "exited-thread" if exited and other.dso == "[unknown]" else None


def of_dump(ours, theirs, is_marked):
    """Returns both without what only one has at its end, and the reason."""
    whole = theirs[:-1] if theirs and theirs[-1].addr == 2**64 - 1 else theirs
    if is_marked and len(whole) > len(ours):
        return ours, whole[:len(ours)], {"ends-early"}
    if whole is theirs and len(theirs) >= len(ours):
        return ours, theirs, set()
    return ours[:len(whole)], whole, {"perf-stops"}


def why(own, other, exited, dumps=False):
    """Returns the set of reasons why OTHER differs from OWN; EXITED is the tid if it is after the EXIT."""
    reasons = set()
    ours, theirs = own.frames, other.frames
    if other.comm not in ("?", own.comm):
        reasons.add("exited-thread" if other.comm == f":{exited}" else None)
    if ours and is_mark(ours[-1]):
        ours = ours[:-1]
        reasons.add("mark")
    if without_hit(ours, theirs) is not theirs:
        theirs = without_hit(ours, theirs)
        reasons.add("hit-again")
    if dumps:
        ours, theirs, ends = of_dump(ours, theirs, "mark" in reasons)
        reasons |= ends
    if len(ours) != len(theirs):
        return reasons | {None}
    for pair in zip(ours, theirs):
        reasons.update(why_frame(*pair, exited))
    return reasons


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("-a", action="store_true", help="compare addresses only")
    parser.add_argument("-d", action="store_true", help="stacks are of dumps")
    parser.add_argument("-n", type=int, default=2, help="number of unexplained samples to show")
    parser.add_argument("ours")
    parser.add_argument("theirs")
    args = parser.parse_args()

    ours, theirs, exits = read(args.ours), read(args.theirs, args.a), read_exits(args.ours)
    left = collections.defaultdict(collections.deque)
    for key, sample in theirs:
        left[key].append(sample)
    counts = collections.Counter(samples=len(ours), unexplained=0)
    for key, own in ours:
        other = left[key].popleft() if left[key] else None
        time = int(key[2]), int(key[3])
        exited = key[1] if key[1] in exits and time >= exits[key[1]] else None
        reasons = why(own, other, exited, args.d) if other else {None}
        counts["unexplained"] += None in reasons
        counts.update(reasons - {None})
        if None in reasons and counts["unexplained"] <= args.n:
            print(f"differs: {key}\n  ours:   {own}\n  theirs: {other}", file=sys.stderr)
    for name, nr in sorted(counts.items()):
        if nr:
            print(name, nr)
    surplus = len(theirs) - len(ours)
    if surplus:
        print(f"{surplus} more samples than ours", file=sys.stderr)
    return surplus != 0 or counts["unexplained"] != 0 or not ours


if __name__ == "__main__":
    sys.exit(main())
