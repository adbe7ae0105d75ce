# SPDX-License-Identifier: GPL-2.0-only
"""What is wrong is told by an exception, after all that is whole."""

import os
import re
import signal
import tempfile
import threading
import time
import unittest

import perf_defer
from support import DATA, SLOW, TRIALS, UNFINISHED, open_trace, run


class Errors(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = os.path.join(folder.name, "trace")

    def write(self, data):
        with open(self.file, "wb") as file:
            file.write(data)

    def read(self):
        """Return the number of samples and the error that ended them, or None."""
        nr = 0
        try:
            with perf_defer.open(self.file) as trace:
                for sample in trace:
                    assert sample.kernel is not None and sample.user is not None
                    nr += 1
        except perf_defer.Error as error:
            return nr, error
        return nr, None

    def test_no_file(self):
        with self.assertRaises(FileNotFoundError):
            perf_defer.open("/nonexistent/perf.data")

    def test_no_trace(self):
        for data in (b"", b"not a trace at all, but long enough to be looked at" * 10):
            self.write(data)
            with self.assertRaises(perf_defer.Error) as caught:
                perf_defer.open(self.file)
            _, _, err = run("script", "-i", self.file)
            self.assertEqual(f"perf-defer: {caught.exception}\n", err.decode())

    def test_cut(self):
        """All whole samples come, then the error of script, with its offset."""
        whole = (DATA / "burn2.data").read_bytes()
        for size in (200000, 5000001, len(whole) - 100000):
            self.write(whole[:size])
            nr, error = self.read()
            _, out, err = run("script", "-q", "-F", "comm", "-i", self.file)
            self.assertEqual(nr, len(out.splitlines()))
            self.assertGreater(nr, 0)
            lines = err.decode().splitlines()
            self.assertEqual(f"perf-defer: {error}", lines[0])
            self.assertEqual(hex(error.offset), re.search(r"offset (0x\w+)", lines[0])[1])
            self.assertEqual(error.code, "truncated")
            with perf_defer.open(self.file) as trace:
                samples = iter(trace)
                with self.assertRaises(perf_defer.Error):
                    for _ in samples:
                        pass
                with self.assertRaises(StopIteration):
                    next(samples)
                self.assertEqual([f"perf-defer: {error}" for error in trace.damage], lines)

    def test_prefixes(self):
        """Every prefix of small traces, and each with one byte wrong, is read or refused."""
        ended = set()
        for name in TRIALS + UNFINISHED:
            whole = (DATA / "trials" / name).read_bytes()
            if len(whole) > 2000:
                continue
            for size in range(0, len(whole), 16 if SLOW else 1):
                self.write(whole[:size])
                ended.add(type(self.read()[1]))
                self.write(whole[:size] + bytes([whole[size] ^ 0xFF]) + whole[size + 1 :])
                ended.add(type(self.read()[1]))
        self.assertEqual(ended, {type(None), perf_defer.Error})

    def test_options(self):
        for option, value in (("symfs", "/nonexistent"), ("kallsyms", "/nonexistent"),
                              ("vmlinux", "/dev/null")):
            with self.assertRaises(perf_defer.Error) as caught:
                open_trace("cxx.data", **{option: value})
            self.assertIn(value, str(caught.exception))
            self.assertIsNone(caught.exception.offset)
        with self.assertRaises(TypeError):
            perf_defer.open("x", "y")

    def test_shrunk(self):
        """A file that shrinks while it is read ends with an error."""
        self.write((DATA / "burn2.data").read_bytes())
        with perf_defer.open(self.file) as trace:
            samples = iter(trace)
            next(samples)
            os.truncate(self.file, 1000000)
            with self.assertRaises(perf_defer.Error) as caught:
                for _ in samples:
                    pass
        self.assertIn("shrank", str(caught.exception))

    def test_interrupt(self):
        """Ctrl-C ends the wait for a pipe that says nothing more."""
        read, write = os.pipe()
        os.write(write, (DATA / "burn1.pipe").read_bytes()[:1000])

        def interrupt():
            time.sleep(0.3)
            signal.raise_signal(signal.SIGINT)

        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        thread = threading.Thread(target=interrupt)
        try:
            with self.assertRaises(KeyboardInterrupt):
                thread.start()
                perf_defer.open(f"/dev/fd/{read}")
        finally:
            thread.join()
            signal.signal(signal.SIGINT, before)
            os.close(write)
            os.close(read)


if __name__ == "__main__":
    unittest.main()
