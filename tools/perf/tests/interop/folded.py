#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""Prints the stacks that a tool shows as folded text, "COUNT COMM;OUTER;...;INNER", sorted.

    folded.py ours FILE        text for samples.py
    folded.py named FILE       the same, without frames that have no name
    folded.py threads FILE     the same, by thread, as speedscope has them: equal stacks in a row are
                               one, and samples of a task that is gone, whose tid is -1, none
    folded.py collapsed FILE   stackcollapse.py of perf
    folded.py flamegraph FILE  flamegraph.py of perf, as JSON
    folded.py gecko FILE       gecko.py of perf

Marks of missing stacks are left out, and each entry of a PLT is named "PLT": not every perf names it.
"""
import collections
import json
import re
import sys

import samples


def plain(name):
    """Returns NAME without what tools do differently to it."""
    return "PLT" if name == "_init" or name.endswith("@plt") else name


def stack_of(sample):
    frames = [plain(frame.name) for frame in sample.frames if not samples.is_mark(frame)]
    return ";".join([sample.comm] + frames[::-1])


def ours(path):
    for _, sample in samples.read(path):
        yield stack_of(sample), 1


def named(path):
    for stack, nr in ours(path):
        yield ";".join(name for name in stack.split(";") if name != "[unknown]"), nr


def text_of(frame):
    """Returns the frame as speedscope names it."""
    return f"{'???' if frame.name == '[unknown]' else frame.name} ({frame.dso})"


def threads(path):
    last = {}
    for key, sample in samples.read(path):
        if key[1] == "-1":
            continue
        frames = list(map(text_of, sample.frames))
        stack = ";".join([f"{sample.comm} {key[1]}"] + frames[::-1])
        if last.get(key[1]) != stack:
            yield stack, 1
        last[key[1]] = stack


def collapsed(path):
    with open(path, encoding="utf-8") as text:
        for line in text:
            stack, nr = line.rstrip("\n").rsplit(" ", 1)
            yield ";".join(map(plain, stack.split(";"))), int(nr)


def walk(node, above):
    stack = above + [plain(node["n"])]
    if node["v"]:
        yield ";".join(stack), node["v"]
    for child in node["c"]:
        yield from walk(child, stack)


def flamegraph(path):
    with open(path, encoding="utf-8") as file:
        for task in json.load(file)["c"]:
            task["n"] = re.sub(r" \(-?\d+\)$", "", task["n"])
            yield from walk(task, [])


def gecko(path):
    with open(path, encoding="utf-8") as file:
        profile = json.load(file)
    for thread in profile["threads"]:
        names = thread["stringTable"]
        for index, _, _ in thread["samples"]["data"]:
            stack = []
            while index is not None:
                index, frame = thread["stackTable"]["data"][index]
                location = names[thread["frameTable"]["data"][frame][0]]
                stack.append(plain(location.rsplit(" (in ", 1)[0]))
            yield ";".join([thread["name"]] + stack[::-1]), 1


def main():
    counts = collections.Counter()
    for stack, nr in globals()[sys.argv[1]](sys.argv[2]):
        counts[stack] += nr
    for stack in sorted(counts):
        print(counts[stack], stack)


if __name__ == "__main__":
    main()
