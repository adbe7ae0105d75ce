# SPDX-License-Identifier: GPL-2.0-only
"""Text made of samples is what `perf defer script` prints."""

import unittest

from support import DATA, TRACES, TRIALS, open_trace, script, trace_text


class Text(unittest.TestCase):
    maxDiff = 2000

    def check(self, name, **options):
        where = DATA / name if name in TRACES else DATA / "trials" / name
        with open_trace(name, **options) as trace:
            # A trace without some field is asked for those that it has.
            lacks = self.lacking(trace)
            if lacks:
                self.skipTest(f"{name} has no {lacks}")
            ours = list(trace_text(trace))
        more = [] if options.get("inline", True) else ["--no-inline"]
        theirs, _ = script(where, *more)
        self.assertTrue(ours)
        if "".join(ours) != theirs:
            theirs = theirs.splitlines(keepends=True)
            ours = "".join(ours).splitlines(keepends=True)
            at = next((i for i, (a, b) in enumerate(zip(ours, theirs)) if a != b), -1)
            self.assertEqual(ours[at - 3 : at + 3], theirs[at - 3 : at + 3], f"line {at}")
            self.assertEqual(len(ours), len(theirs))

    @staticmethod
    def lacking(trace):
        bits = {"tid": 1 << 1, "time": 1 << 2, "ip": 1 << 0}
        return ",".join(
            name for name, bit in bits.items()
            if any(not event.sample_type & bit for event in trace.events)
        )

    def test_inline(self):
        """Inlined functions are shown or not, as they are in script."""
        self.check("cxx.data", inline=False)
        with open_trace("cxx.data") as trace:
            self.assertTrue(any(f.inlined for s in trace for f in s.user))

    def test_no_demangle(self):
        with open_trace("cxx.data", demangle=False) as trace:
            symbols = {f.symbol or "" for s in trace for f in s.user}
        self.assertTrue(any(s.startswith("_Z") for s in symbols))

    def test_srclines(self):
        with open_trace("cxx.data", srclines=True) as trace:
            lines = {f.srcline for s in trace for f in s.user}
        with open_trace("cxx.data") as trace:
            self.assertEqual({f.srcline for s in trace for f in s.user}, {None})
        self.assertTrue(any(line and ".cc:" in line for line in lines), lines)


def add(name):
    def test(self):
        self.check(name)

    test.__doc__ = f"Text of {name}."
    setattr(Text, "test_" + name.replace(".", "_").replace("-", "_"), test)


for each in list(TRACES) + TRIALS:
    add(each)

if __name__ == "__main__":
    unittest.main()
