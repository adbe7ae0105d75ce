# SPDX-License-Identifier: GPL-2.0-only
"""How many samples come in a second of CPU time, all passes over the trace included."""

import time
import unittest

from support import SLOW, open_trace

WANTED = 500000


@unittest.skipIf(SLOW, "a sanitizer is slow")
class Speed(unittest.TestCase):
    def best(self, work, name="burn2.data"):
        """Return the best rate of some runs: what else the machine does makes others worse."""
        best = 0
        for _ in range(8):
            begin = time.process_time()
            with open_trace(name) as trace:
                nr = sum(1 for sample in trace if work(sample) is not None)
            best = max(best, nr / (time.process_time() - begin))
        return best

    def test_values(self):
        rate = self.best(lambda s: (s.time, s.tid, s.comm, s.class_, s.delay))
        print(f"{rate:.0f} samples/s, with five values of each")
        self.assertGreater(rate, WANTED)

    def test_names(self):
        rate = self.best(lambda s: [frame.symbol for frame in s.kernel + s.user])
        print(f"{rate:.0f} samples/s, with the symbols of whole stacks")
        self.assertGreater(rate, WANTED / 5)


if __name__ == "__main__":
    unittest.main()
