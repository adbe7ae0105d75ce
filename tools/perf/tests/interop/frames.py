# SPDX-License-Identifier: GPL-2.0-only
"""A script for `perf script -s`: prints each sample that it gets, for samples.py."""


def signed(number):
    """Returns the id of 32 bits as what it is: perf 6.1 gives it without its sign."""
    return (number + 2**31) % 2**32 - 2**31


def process_event(event):
    sample = event["sample"]
    seconds, ns = divmod(sample["time"], 10**9)
    print(f"{event['comm']} {signed(sample['pid'])}/{signed(sample['tid'])} {seconds}.{ns:09}:")
    for frame in event["callchain"]:
        name = frame["sym"]["name"] if "sym" in frame else "[unknown]"
        print(f"\t{frame['ip']:x} {name} ({frame.get('dso', '[unknown]')})")
    print()


def trace_unhandled(_name, _context, _fields, sample):
    process_event(sample)
