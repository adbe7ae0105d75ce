#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""Compares what a perf shows of stack dumps, which it unwinds, and of the callchains that they became.

    converted.py DUMPS CHAINS OURS

All are text in the format of `perf script --ns -F comm,pid,tid,time,ip,sym,dso`: DUMPS by perf of the original,
CHAINS by perf of the converted trace, OURS by `perf defer script` of the original, with its marks. Each sample of
CHAINS must have as many frames as OURS, and those of DUMPS, or differ for one of these reasons:

  perf-stops   perf's stack ends earlier, and perf does not say why
  perf-skips   perf leaves out callers: all its frames are ours, in this order
  perf-astray  perf shows an address without a symbol, behind frames that both have
  ends-early   ours ends earlier, with a mark that says why

Prints "REASON SAMPLES" lines; exits with 1 if a difference has no reason.
"""
import collections
import sys

from samples import is_mark, read


def is_part(part, whole):
    """Are the elements of PART in WHOLE, in this order?"""
    rest = iter(whole)
    return all(element in rest for element in part)


def why(dumps, chains, is_marked):
    if dumps == chains:
        return "equal"
    if chains[:len(dumps)] == dumps:
        return "perf-stops"
    if dumps[:len(chains)] == chains:
        return "ends-early" if is_marked else None
    if is_part(dumps, chains):
        return "perf-skips"
    other = next(i for i, pair in enumerate(zip(dumps, chains)) if pair[0] != pair[1])
    return "perf-astray" if other and dumps[other].name == "[unknown]" else None


def main():
    dumps, chains, ours = (read(path) for path in sys.argv[1:])
    keys = [[key for key, _ in text] for text in (dumps, chains, ours)]
    if not dumps or keys[0] != keys[1] or sorted(keys[0]) != sorted(keys[2]):
        sys.exit("other samples, or in another order")
    ours = dict(ours)
    counts = collections.Counter()
    for (key, dump), (_, chain) in zip(dumps, chains):
        own = ours[key].frames
        is_marked = bool(own) and is_mark(own[-1])
        reason = why(dump.frames, chain.frames, is_marked)
        if len(chain.frames) != len(own) - is_marked or dump.comm != chain.comm:
            reason = None
        if not reason and not counts[None]:
            print(f"{key}:\n  dumps:  {dump}\n  chains: {chain}\n  ours:   {own}", file=sys.stderr)
        counts[reason] += 1
    for reason, nr in counts.items():
        print(reason or "unexplained", nr)
    return counts[None] != 0


if __name__ == "__main__":
    sys.exit(main())
