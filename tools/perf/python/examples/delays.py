#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Which tasks wait longest for their user stack, and where in the kernel they are meanwhile."""

import argparse
import collections
import statistics

import perf_defer

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("path", nargs="?", default="perf.data")
parser.add_argument("--symfs")
parser.add_argument("--kallsyms")
args = parser.parse_args()

classes = collections.Counter()
delays = collections.defaultdict(list)
places = collections.defaultdict(collections.Counter)

with perf_defer.open(args.path, symfs=args.symfs, kallsyms=args.kallsyms) as trace:
    for sample in trace:
        classes[sample.class_] += 1
        if sample.delay is not None and sample.delay >= 0:
            delays[sample.comm].append(sample.delay)
            places[sample.comm][sample.kernel] += sample.delay

print(", ".join(f"{nr} {cls}" for cls, nr in classes.most_common()))
print(f"{'task':16} {'samples':>8} {'median us':>10} {'longest us':>10}  where most of it passed")
for comm, values in sorted(delays.items(), key=lambda item: -max(item[1])):
    [(stack, _)] = places[comm].most_common(1)
    where = " < ".join(frame.symbol or hex(frame.ip) for frame in stack[:3]) or "user space"
    median, longest = statistics.median(values) / 1000, max(values) / 1000
    print(f"{comm:16} {len(values):8} {median:10.1f} {longest:10.1f}  {where}")
