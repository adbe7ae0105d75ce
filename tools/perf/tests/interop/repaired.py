#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""Judges repaired user stacks of one recording by the whole copies of the stacks in it.

repaired.py dumped TRACE OUT
    writes the trace as if only its copies of stacks had been recorded, for perf to unwind
repaired.py judge TRACE RECORD WHOLE SHORT BYTES [PERF]
    RECORD, WHOLE, SHORT: `script --ns --no-inline -F tid,time,ip,sym` with --no-repair, with whole copies,
    and with BYTES of each; PERF: the same of perf, of what `dumped` wrote

The whole copy tells all frames. Those up to the first one that the record lacks, and whose return address does
not lie in the first BYTES bytes, have to be in the repaired stack; a sample with callers among them is "near",
and "lacking" if one is missing. A frame before a gap that is not in the whole stack at its place is wrong, in any
sample.
"""

import re
import struct
import sys

SAMPLE = 9
RAW, STACK_USER = 1 << 10, 1 << 13
USER, GAP = 2**64 - 512, "[callers unknown]"
FIELDS = [(16, "id"), (0, "ip"), (1, "tid"), (2, "time"), (3, "addr"), (6, "id"), (9, "stream"), (7, "cpu"), (8, "period")]


class Trace:
    def __init__(self, path):
        with open(path, "rb") as file:
            self.data = bytearray(file.read())
        each, at, size, self.at, self.size = struct.unpack_from("<5Q", self.data, 16)
        # One event has copies of stacks; the other one notes tasks and has no samples.
        for self.attr in range(at, at + size, each):
            self.type, = struct.unpack_from("<Q", self.data, self.attr + 24)
            self.regs, = struct.unpack_from("<Q", self.data, self.attr + 80)
            if self.type & STACK_USER:
                break

    def samples(self):
        """Yields time, offset of the chain, offset of the registers, end of the record."""
        at = self.at
        while at < self.at + self.size:
            kind, _, size = struct.unpack_from("<IHH", self.data, at)
            if kind == SAMPLE:
                pos, time = at + 8, 0
                for bit, name in FIELDS:
                    if self.type >> bit & 1:
                        if name == "time":
                            time, = struct.unpack_from("<Q", self.data, pos)
                        pos += 8
                nr, = struct.unpack_from("<Q", self.data, pos)
                regs = pos + 8 + 8 * nr
                if self.type & RAW:
                    regs += 4 + struct.unpack_from("<I", self.data, regs)[0]
                yield time, pos, regs, at + size
            at += size

    def dump(self, pos):
        """Returns the words of the copy whose registers are at pos."""
        abi, = struct.unpack_from("<Q", self.data, pos)
        pos += 8 + (8 * bin(self.regs).count("1") if abi else 0)
        size, = struct.unpack_from("<Q", self.data, pos)
        if not size:
            return ()
        used, = struct.unpack_from("<Q", self.data, pos + 8 + size)
        return struct.unpack_from("<%dQ" % (used // 8), self.data, pos + 8)


def write_dumped(path, out):
    trace = Trace(path)
    for _, chain, regs, end in trace.samples():
        nr, = struct.unpack_from("<Q", trace.data, chain)
        ips = struct.unpack_from("<%dQ" % nr, trace.data, chain + 8)
        nr = ips.index(USER) if USER in ips else nr
        struct.pack_into("<Q", trace.data, chain, nr)
        rest = bytes(trace.data[regs:end])
        trace.data[chain + 8 + 8 * nr:chain + 8 + 8 * nr + len(rest)] = rest
    trace.data[trace.attr + 40 + 22 // 8] |= 1 << 22 % 8 # exclude_callchain_user
    with open(out, "wb") as file:
        file.write(trace.data)


def read_text(path):
    """Returns the user frames of each sample, (address, name), by tid and time."""
    stacks, frames = {}, None
    for line in open(path, encoding="utf-8", errors="replace"):
        head = re.match(r"\s*(\d+)\s+(\d+\.\d+):", line)
        frame = re.match(r"\s+([0-9a-f]+) (.*)$", line)
        if head:
            frames = stacks.setdefault(int(head[2].replace(".", "")), [])
        elif frame and not frame[1].startswith("ffffffff"):
            frames.append((int(frame[1], 16), frame[2].strip()))
    return stacks


def same(a, b):
    """Addresses of callers are those of the call's last byte, or of what follows it."""
    return abs(a - b) <= 1


def same_place(a, b):
    """perf shows addresses within the file, which have the same place in a page."""
    return (a - b + 1) % 4096 <= 2


def is_part(theirs, ours):
    """Are their frames among ours, in this order?"""
    rest = iter(ours)
    return all(any(same_place(a, b) for b, _ in rest) for a, _ in theirs)


def reach(words, record, whole, nr_bytes):
    """Returns how many frames of whole there are up to the first one that the record lacks and that is not near."""
    nr, at = 1, 0
    for i, (ip, name) in enumerate(whole[1:], 1):
        if name == GAP:
            return i
        if nr < len(record) and same(record[nr][0], ip):
            nr += 1
            continue
        while at < len(words) and not same(words[at], ip):
            at += 1
        at += 1
        if at * 8 > nr_bytes:
            return i
    return len(whole)


def judge(path, record, whole, short, nr_bytes, perf=None):
    counts = dict.fromkeys(("samples", "near", "repaired", "gap", "wrong", "lacking", "perf_equal", "perf_skips", "perf_astray", "untouched", "perf_differs"), 0)
    trace = Trace(path)
    dumps = {time: trace.dump(regs) for time, _, regs, _ in trace.samples()}
    for time, frames in whole.items():
        counts["samples"] += 1
        part = short[time]
        names = [name for _, name in part]
        gap = names.index(GAP) if GAP in names else len(part)
        counts["gap"] += gap < len(part)
        counts["repaired"] += part != record[time]
        wrong = GAP not in [name for _, name in frames] and [
            i for i in range(gap) if i >= len(frames) or not same(part[i][0], frames[i][0])]
        if wrong:
            counts["wrong"] += 1
            print("wrong", time, part, frames, file=sys.stderr)
        near = reach(dumps[time], record[time], frames, nr_bytes)
        if near > 1:
            counts["near"] += 1
            if gap < near:
                counts["lacking"] += 1
                print("lacking", time, record[time], part, frames, file=sys.stderr)
        if perf and len(perf.get(time, ())) > 1:
            # Behind a gap, perf guesses.
            known = [name for _, name in frames] + [GAP]
            theirs, frames = perf[time], frames[:known.index(GAP)]
            # perf stops without a word, and steps by RBP where it has not found a rule: then it leaves out callers,
            # or ends with something that is none.
            if all(same_place(a, b) for (a, _), (b, _) in zip(theirs, frames)):
                counts["perf_equal"] += 1
            elif is_part(theirs, frames):
                counts["perf_skips"] += 1
            elif is_part(theirs[:-1], frames):
                counts["perf_astray"] += 1
            elif whole[time] == record[time]: # it was not touched, for one of the reasons in audit
                counts["untouched"] += 1
            else:
                counts["perf_differs"] += 1
                print("perf", time, theirs, frames, file=sys.stderr)
    for name, count in counts.items():
        print(name, count)


def main(args):
    if args[0] == "dumped":
        write_dumped(args[1], args[2])
        return
    texts = [read_text(path) for path in args[2:5] + args[6:7]]
    judge(args[1], *texts[:3], int(args[5]), *texts[3:])


main(sys.argv[1:])
