#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""Writes a perf.data file with branch stacks, as record -b makes them, to standard output.

branch-trace.py PROGRAM OFFSET...: branches between these addresses of the ELF file, one to the next, and some in the
kernel. Layouts: Linux 7.2, include/uapi/linux/perf_event.h.
"""
import struct
import sys

IP, TID, TIME, BRANCHES = 1 << 0, 1 << 1, 1 << 2, 1 << 11
ANY = 1 << 3
START = 0x555555554000
MISPREDICTED, PREDICTED, IN_TX, ABORTED = 1, 2, 4, 8
KERNEL = 0xFFFFFFFF81000010


def attr():
    """Returns cycles with sample_period 1000, and sample_id_all."""
    return struct.pack("<IIQQQQQIIQQQQ", 0, 80, 0, 1000, IP | TID | TIME | BRANCHES, 0, 1 << 18,
                       0, 0, 0, 0, ANY, 0)[:80]


def record(kind, misc, body):
    return struct.pack("<IHH", kind, misc, 8 + len(body)) + body


def comm(name):
    return record(3, 1 << 13, struct.pack("<II16s", 7, 7, name) + struct.pack("<IIQ", 7, 7, 1))


def mmap(path):
    name = path.encode() + b"\0"
    name += bytes(-len(name) % 8)
    return record(1, 2, struct.pack("<IIQQQ", 7, 7, START, 0x100000, 0) + name + struct.pack("<IIQ", 7, 7, 2))


def sample(time, branches):
    body = struct.pack("<QIIQ", branches[0][1] if branches else START, 7, 7, time)
    body += struct.pack("<Q", len(branches)) + b"".join(struct.pack("<QQQ", *branch) for branch in branches)
    return record(9, 2, body)


def main():
    path, offsets = sys.argv[1], [START + int(word, 0) for word in sys.argv[2:]]
    flags = [PREDICTED, MISPREDICTED, PREDICTED | 7 << 4, PREDICTED | IN_TX, PREDICTED | IN_TX | ABORTED, 0]
    hops = list(zip(offsets, offsets[1:] + offsets[:1]))
    records = comm(b"branchy") + mmap(path)
    for i in range(20):
        taken = [hop + (flags[(i + k) % len(flags)],) for k, hop in enumerate(hops[: 1 + i % len(hops)])]
        if i % 5 == 0:
            taken += [(offsets[0], KERNEL, PREDICTED), (KERNEL, 0x10, PREDICTED), (KERNEL, offsets[1], PREDICTED)]
        records += sample(1000 + i, taken if i else [])
    head, entry = 104, attr() + struct.pack("<QQ", 0, 0)
    sections = struct.pack("<QQQQQQ", head, len(entry), head + len(entry), len(records), 0, 0)
    sys.stdout.buffer.write(b"PERFILE2" + struct.pack("<QQ", head, len(entry)) + sections + bytes(32) + entry + records)


main()
