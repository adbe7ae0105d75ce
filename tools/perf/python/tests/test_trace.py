# SPDX-License-Identifier: GPL-2.0-only
"""What a trace and its samples tell, and how they behave as objects of Python."""

import collections
import ctypes
import gc
import json
import os
import pathlib
import pickle
import struct
import sys
import tempfile
import threading
import unittest

import perf_defer
from perf_defer import Class
from support import DATA, SLOW, TRACES, TRIALS, names, open_trace, run


class Values(unittest.TestCase):
    def test_stats(self):
        """stats is what audit prints, and the samples add up to it."""
        for name in list(TRACES) + TRIALS:
            where = DATA / name if name in TRACES else DATA / "trials" / name
            kallsyms = names(name)["kallsyms"]
            _, out, _ = run("audit", "--json", "-i", where, "--kallsyms", kallsyms)
            with self.subTest(name), open_trace(name) as trace:
                counts = collections.Counter(sample.class_.value for sample in trace)
                stats = trace.stats
                self.assertEqual(stats, json.loads(out))
                self.assertEqual(
                    dict(counts), {cls: n for cls, n in stats["classes"].items() if n}
                )
                self.assertIs(trace.stats, stats)

    def test_classes(self):
        """The names of classes are those of audit, in its order."""
        with open_trace("cxx.data") as trace:
            self.assertEqual([str(cls) for cls in Class], list(trace.stats["classes"]))
        self.assertEqual(Class.MERGED_BACK, "merged-back")
        self.assertIs(Class("not-asked"), Class.NOT_ASKED)

    def test_delay(self):
        """A delay goes to the record, wherever that stands."""
        with open_trace("burn2.data") as trace:
            latency = trace.stats["latency_ns"]
            delays = [(sample.class_, sample.delay) for sample in trace]
        later = [d for cls, d in delays if cls is Class.MERGED]
        earlier = [d for cls, d in delays if cls is Class.MERGED_BACK]
        self.assertEqual(len(later), 77841)
        self.assertEqual(len(earlier), 516)
        self.assertGreaterEqual(min(later), 0)
        self.assertLessEqual(max(earlier), 0)
        self.assertEqual(max(later), latency["later"]["max"])
        self.assertEqual(-min(earlier), latency["before"]["max"])
        self.assertEqual([d for cls, d in delays if cls is Class.EXEC], [None])

    def test_skid(self):
        """The address that the kernel keeps back has a name, and no place in a file."""
        attr = struct.pack("<IIQQQQQ80x", 0, 128, 0, 1, 1, 0, 1 << 5)  # cycles:u, IP alone
        head = struct.pack("<8s9Q", b"PERFILE2", 104, 144, 104, 144, 248, 16, 0, 0, 0)
        sample = struct.pack("<IHHQ", 9, 1, 16, 0)
        with tempfile.NamedTemporaryFile(suffix=".data") as file:
            file.write(head.ljust(104, b"\0") + attr + struct.pack("<QQ", 0, 0) + sample)
            file.flush()
            with perf_defer.open(file.name) as trace:
                (frame,) = next(iter(trace)).kernel
                self.assertEqual(trace.stats["skids"], 1)
        self.assertEqual((frame.ip, frame.symbol), (0, "[skid into kernel]"))
        self.assertEqual((frame.dso, frame.offset), (None, None))

    def test_order(self):
        with open_trace("forky-systemwide.data") as trace:
            times = [sample.time for sample in trace]
        self.assertEqual(times, sorted(times))

    def test_fields(self):
        with open_trace("forky-systemwide.data") as trace:
            self.assertEqual([str(event) for event in trace.events], ["cpu-clock"] + [
                event.name for event in trace.events[1:]])
            samples = list(trace)
        self.assertEqual({sample.cpu for sample in samples}, {0, 1})
        self.assertIn("busybox", {sample.comm for sample in samples})
        for sample in samples:
            self.assertEqual(sample.kernel_ips, tuple(frame.ip for frame in sample.kernel))
            self.assertEqual(sample.user_ips, tuple(frame.ip for frame in sample.user))
            self.assertIn(sample.ip, sample.kernel_ips + sample.user_ips)
            self.assertTrue(all(frame.kernel for frame in sample.kernel))
            self.assertFalse(any(frame.kernel for frame in sample.user))
            self.assertEqual(sample.missing == "[exec]", sample.class_ is Class.EXEC)
            self.assertGreater(sample.period, 0)
            if sample.class_ in (Class.MERGED, Class.MERGED_BACK):
                self.assertTrue(sample.cookie)

    def test_frames(self):
        """Equal frames are one object, so that stacks can be counted."""
        with open_trace("burn2.data") as trace:
            stacks = collections.Counter(sample.kernel + sample.user for sample in trace)
            frames = {frame for stack in stacks for frame in stack}
        self.assertEqual(sum(stacks.values()), 78358)
        self.assertLess(len(stacks), 5000)
        self.assertLessEqual(len({f.symbol for f in frames}), len(frames))
        self.assertEqual(
            len(frames),
            len({(f.ip, f.kernel, f.evidence) for f in frames}),
            "one program, one address space",
        )

    def test_evidence(self):
        """The first user frame is the register's, those behind it are the record's."""
        with open_trace("burn2.data") as trace:
            for sample in trace:
                known = [frame.evidence for frame in sample.user]
                self.assertEqual(known, ["ip"] * bool(known) + ["record"] * (len(known) - 1))
                self.assertEqual({frame.evidence for frame in sample.kernel} - {None}, set())

    def test_fixed(self):
        """Nothing can be set, made or subclassed by hand."""
        with open_trace("cxx.data") as trace:
            sample = next(iter(trace))
            for obj, name in ((sample, "time"), (sample, "comm"), (sample.event, "name"),
                              (sample.user[0], "symbol"), (trace, "path")):
                with self.assertRaises(AttributeError):
                    setattr(obj, name, 1)
            for obj in (sample, sample.event, sample.user[0], trace, iter(trace)):
                with self.assertRaises(TypeError):
                    type(obj)()
                with self.assertRaises(TypeError):
                    type("Sub", (type(obj),), {})
                self.assertTrue(repr(obj).startswith("<perf_defer."), repr(obj))
                with self.assertRaises((TypeError, pickle.PicklingError)):
                    pickle.dumps(obj)


class Life(unittest.TestCase):
    def test_after_close(self):
        """Samples outlive the trace, with their names."""
        with open_trace("cxx.data") as trace:
            samples = [sample for sample, _ in zip(trace, range(100))]
            rest = iter(trace)
        self.assertTrue(trace.closed)
        with self.assertRaises(ValueError):
            iter(trace)
        with self.assertRaises(ValueError):
            next(rest)
        with self.assertRaises(ValueError):
            _ = trace.stats
        with self.assertRaises(ValueError), trace:
            pass
        trace.close()
        del trace, rest
        gc.collect()
        self.assertTrue(any(frame.symbol == "main" for s in samples for frame in s.user))
        frame = samples[0].user[0]
        del samples
        self.assertIsInstance(repr(frame), str)

    def test_files(self):
        """The file is closed with the last object."""
        def count():
            return len(os.listdir("/proc/self/fd"))

        before = count()
        trace = open_trace("burn2-compressed.data")
        sample = next(iter(trace))
        self.assertGreater(count(), before)
        trace.close()
        del trace
        self.assertGreater(count(), before)
        del sample
        self.assertEqual(count(), before)

        # Without close(), and with frames that the trace kept.
        trace = open_trace("cxx.data")
        self.assertTrue(next(iter(trace)).user[0].symbol)
        del trace
        self.assertEqual(count(), before)

    def test_two_iterators(self):
        with open_trace("burn2-compressed.data") as trace:
            one, two = iter(trace), iter(trace)
            for _ in range(1000):
                next(one)
            self.assertEqual([s.time for s, _ in zip(two, range(10))],
                             [s.time for s, _ in zip(trace, range(10))])
            nr = sum(1 for _ in trace)
            self.assertEqual(sum(1 for _ in one), nr - 1000)
            with self.assertRaises(StopIteration):
                next(one)
            self.assertEqual(sum(1 for _ in two), nr - 11)

    def test_threads(self):
        """Iterators, names and the account, all at once."""
        with open_trace("cxx.data") as trace:
            results = []

            def work():
                names_seen = collections.Counter(
                    frame.symbol for sample in trace for frame in sample.kernel + sample.user
                )
                results.append((names_seen, trace.stats["samples"]))

            threads = [threading.Thread(target=work) for _ in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        self.assertEqual(len(results), 4)
        self.assertTrue(all(result == results[0] for result in results))
        self.assertEqual(results[0][1], 7797)

    def test_references(self):
        """Every attribute gives a reference of its own, and takes none away."""
        trace = open_trace("cxx.data")
        sample = next(iter(trace))
        frame = next(f for s in trace for f in s.user if f.inlined)
        for owner, name in ((sample, "comm"), (sample, "event"), (sample, "class_"),
                            (frame, "symbol"), (frame, "dso"), (frame, "inlined")):
            self.assertIs(getattr(owner, name), getattr(owner, name))
        owners = (trace, sample, frame, frame.inlined[0], sample.event)
        kept = [None, True, False, sample.comm, sample.class_, frame.symbol, frame.dso,
                frame.inlined, sample.event, trace.stats]
        for owner in owners:
            for name in dir(owner):
                if name.startswith("_") or name == "close":
                    continue
                getattr(owner, name)
                before = [sys.getrefcount(obj) for obj in kept]
                for _ in range(1000):
                    getattr(owner, name)
                after = [sys.getrefcount(obj) for obj in kept]
                for a, b in zip(before, after):
                    self.assertLess(abs(a - b), 500, f"{type(owner)}.{name}")


def resident():
    """Return the memory of this process in bytes, without what malloc() keeps for later."""
    ctypes.CDLL(None).malloc_trim(0)
    text = pathlib.Path("/proc/self/statm").read_text(encoding="ascii")
    return int(text.split()[1]) * os.sysconf("SC_PAGE_SIZE")


@unittest.skipIf(SLOW, "a sanitizer keeps what is freed for a while")
class Memory(unittest.TestCase):
    def test_iteration(self):
        """Samples that nobody holds take no memory, nor does a trace that is gone."""
        def whole():
            with open_trace("burn2.data") as trace:
                for sample in trace:
                    assert sample.user_ips or sample.kernel_ips or sample.missing

        def named():
            with open_trace("cxx.data") as trace:
                for sample in trace:
                    assert [frame.symbol for frame in sample.kernel + sample.user]

        for work, times in ((whole, 16), (named, 16)):
            for _ in range(5):
                work()
            before = resident()
            for _ in range(times):
                work()
            self.assertLess(resident() - before, 8 << 20, work.__name__)

    def test_place(self):
        """The place of a sample in the order costs 24 bytes, holding all of them far more."""
        with open_trace("burn2.data") as trace:
            for _ in trace:
                pass
            before = resident()
            for _ in trace:
                pass
            self.assertLess(resident() - before, 4 << 20)
            held = list(trace)
            self.assertGreater(resident() - before, 78358 * 100)
            self.assertEqual(len(held), 78358)


class Options(unittest.TestCase):
    def test_paths(self):
        path = DATA / "cxx.data"
        for kind in (os.fspath(path), os.fsencode(path), path):
            with perf_defer.open(kind, **names("cxx.data")) as trace:
                self.assertEqual(trace.path, os.fspath(path))

    def test_stdin(self):
        with open(DATA / "cxx.data", "rb") as file:
            saved = os.dup(0)
            try:
                os.dup2(file.fileno(), 0)
                with perf_defer.open("-") as trace:
                    self.assertEqual(sum(1 for _ in trace), 7797)
            finally:
                os.dup2(saved, 0)
                os.close(saved)


if __name__ == "__main__":
    unittest.main()
