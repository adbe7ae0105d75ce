#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""Writes a perf.data file with LBR call stacks, as --call-graph lbr records them, to standard output.

In user mode, in a system call, with all 32 calls of an LBR, and in a kernel thread, which finds the calls
of another task. The addresses are in no file. Layouts: Linux 7.2, include/uapi/linux/perf_event.h.
"""
import struct
import sys

IP, TID, TIME, CHAIN, BRANCHES = 1 << 0, 1 << 1, 1 << 2, 1 << 5, 1 << 11
CALL_STACK, USER = 1 << 11, 1 << 0
CONTEXT_KERNEL, CONTEXT_USER = 2**64 - 128, 2**64 - 512
IN_KERNEL, IN_USER = 1, 2
KERNEL_IPS = [CONTEXT_KERNEL, 0xFFFFFFFF81000010, 0xFFFFFFFF81000020]
USER_IPS = [CONTEXT_USER, 0x401008, 0x777777]  # the second by a frame pointer, which is none


def attr():
    """Returns cycles:u with sample_period 1, and a bit for sample_id_all."""
    return struct.pack("<IIQQQQQIIQQQQ", 0, 80, 0, 1, IP | TID | TIME | CHAIN | BRANCHES, 0, 1 << 18,
                       0, 0, 0, 0, CALL_STACK | USER, 0)[:80]


def sample(time, mode, chain, nr_calls):
    ip = chain[1]
    calls = [(0x402000 + 4096 * i, 0x401000 + 4096 * i, 0) for i in range(nr_calls)]
    body = struct.pack("<QIIQ", ip, 7, 7, time)
    body += struct.pack(f"<Q{len(chain)}Q", len(chain), *chain)
    body += struct.pack("<Q", nr_calls) + b"".join(struct.pack("<QQQ", *call) for call in calls)
    return struct.pack("<IHH", 9, mode, 8 + len(body)) + body


def main():
    records = b"".join([
        sample(1000000000, IN_USER, USER_IPS, 3),
        sample(1000001000, IN_KERNEL, KERNEL_IPS + USER_IPS, 1),
        sample(1000002000, IN_USER, USER_IPS, 32),
        sample(1000003000, IN_KERNEL, KERNEL_IPS, 5),
    ])
    head, entry = 104, attr() + struct.pack("<QQ", 0, 0)
    sections = struct.pack("<QQQQQQ", head, len(entry), head + len(entry), len(records), 0, 0)
    out = b"PERFILE2" + struct.pack("<QQ", head, len(entry)) + sections + bytes(32) + entry + records
    sys.stdout.buffer.write(out)


if __name__ == "__main__":
    main()
