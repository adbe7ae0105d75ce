#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""Prints the samples in the output of hotspot-perfparser, for samples.py.

    hotspot.py FILE

The stream: "QPERFSTREAM\\0", a version of 4 bytes, and messages of 4 bytes (little-endian) of size and
that many bytes. Numbers in messages are big-endian; the first byte tells the type. A location has an
address and maybe a parent, the function around it, and that one maybe the function that it is inlined
into; the ids of symbols are those of locations. Seen with hotspot 1.3.0 (KDAB/perfparser,
app/perfunwind.cpp); later versions add fields at the ends of messages.
"""
import struct
import sys

LOCATION, SYMBOL, STRING, ERROR, SAMPLE, TRACEPOINT = 3, 4, 5, 8, 13, 14


def messages(data):
    if data[:12] != b"QPERFSTREAM\0":
        sys.exit("not a stream of hotspot-perfparser")
    at = 16
    while at < len(data):
        size = struct.unpack_from("<I", data, at)[0]
        yield data[at + 4:at + 4 + size]
        at += 4 + size
    if at != len(data):
        sys.exit("the stream ends within a message")


class Stream:
    def __init__(self):
        self.strings = {-1: "[unknown]"}
        self.locations = {}
        self.symbols = {}

    def text(self, number):
        return self.strings[number]

    def frame(self, location):
        """Returns "ADDRESS NAME (DSO)"; the name is that of the outermost function."""
        addr, name, dso = self.locations[location][0], "?", "?"
        while location != -1:
            if location in self.symbols:
                name, dso = self.symbols[location]
            location = self.locations[location][1]
        return f"\t{addr:x} {name} ({dso})"

    def print_sample(self, message):
        pid, tid, time, _, nr = struct.unpack_from(">iiQII", message, 1)
        frames = struct.unpack_from(f">{nr}i", message, 25)
        print(f"? {pid}/{tid} {time // 10**9}.{time % 10**9:09}:")
        for frame in frames:
            print(self.frame(frame))
        print()

    def take(self, message):
        kind = message[0]
        if kind == STRING:
            number, size = struct.unpack_from(">iI", message, 1)
            self.strings[number] = message[9:9 + size].decode(errors="replace")
        elif kind == LOCATION:
            number, addr, _, _, _, _, parent = struct.unpack_from(">iQiIiii", message, 1)
            self.locations[number] = addr, parent
        elif kind == SYMBOL:
            number, name, binary, path, kernel = struct.unpack_from(">iiii?", message, 1)
            names = self.text(name), "[kernel.kallsyms]" if kernel else self.text(path)
            self.symbols[number] = names
        elif kind in (SAMPLE, TRACEPOINT):
            self.print_sample(message)


def main():
    stream = Stream()
    with open(sys.argv[1], "rb") as file:
        for message in messages(file.read()):
            stream.take(message)


if __name__ == "__main__":
    main()
