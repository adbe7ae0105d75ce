# SPDX-License-Identifier: GPL-2.0-only
"""Prints the samples that the Python module of perf gets from FILE, for samples.py.

    session.py FILE

It takes the symbols of the running kernel, so that its names are not compared.
"""
import sys

import perf


def print_sample(sample):
    seconds, ns = divmod(sample.sample_time, 10**9)
    print(f"? {sample.sample_pid}/{sample.sample_tid} {seconds}.{ns:09}:")
    for node in sample.callchain or ():
        print(f"\t{node.ip & (1 << 64) - 1:x} ? ({node.dso or '[unknown]'})")
    print()


perf.session(perf.data(sys.argv[1]), sample=print_sample).process_events()
