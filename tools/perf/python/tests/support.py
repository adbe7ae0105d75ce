# SPDX-License-Identifier: GPL-2.0-only
"""What the tests share: the traces, the program, and the text that it would print."""

import os
import pathlib
import subprocess

import perf_defer

DATA = pathlib.Path(os.environ["PERF_DEFER_TEST_DATA"])
PROGRAM = os.environ["PERF_DEFER"]
SLOW = bool(os.environ.get("PERF_DEFER_SLOW"))  # under a sanitizer

# Each trace with the kernel's symbols that it was recorded with.
TRACES = {
    "burn1.pipe": "kallsyms-boot2",
    "burn2.data": "kallsyms-boot1",
    "burn2-compressed.data": "kallsyms-boot1",
    "cxx.data": "kallsyms-boot2",
    "forky-systemwide.data": "kallsyms-boot1",
    "group-read.data": "kallsyms-boot1",
    "latency.data": "kallsyms-boot1",
    "overrun.data": "kallsyms-boot1",
    "sched.data": "kallsyms-boot1",
    "tracepoints.data": "kallsyms-boot1",
}
# Their recorder was killed, so reading them ends with an error.
UNFINISHED = ["killed-half-round.data", "lost-samples-cut.data"]
TRIALS = sorted(
    path.name for path in (DATA / "trials").glob("*.data") if path.name not in UNFINISHED
)

CALLCHAIN = 1 << 5  # PERF_SAMPLE_CALLCHAIN
MAX_STACK = 127  # what script shows at most


def names(trace):
    """Return the options by which a trace finds its names."""
    return {
        "kallsyms": DATA / TRACES.get(trace, "kallsyms-boot1"),
        "symfs": DATA / "symfs",
    }


def open_trace(name, **more):
    where = DATA / name if name in TRACES else DATA / "trials" / name
    return perf_defer.open(where, **{**names(name), **more})


def run(*args):
    """Run the program. Return its exit status, output and errors, as bytes."""
    done = subprocess.run([PROGRAM, *map(os.fspath, args)], capture_output=True, check=False)
    return done.returncode, done.stdout, done.stderr


FIELDS = "comm,pid,tid,time,event,ip,sym,symoff,dso,class,cookie,evidence"


def script(path, *more, fields=FIELDS):
    """Return what `perf defer script` prints of a trace, and its errors."""
    options = names(path.name)
    _, out, err = run(
        "script", "-q", "--ns", "-i", path, "-F", fields,
        "--kallsyms", options["kallsyms"], "--symfs", options["symfs"], *more,
    )
    return out.decode(errors="surrogateescape"), err.decode(errors="surrogateescape")


def frame_text(frame, part=None):
    """Return an address and a name as script prints them; part: a function inlined there."""
    part = part or frame
    name = "[unknown]" if part.symbol is None else f"{part.symbol}+0x{frame.offset:x}"
    place = "(inlined)" if part.is_inlined else f"({frame.dso or '[unknown]'})"
    known = f" [{part.evidence}]" if part.evidence else ""
    return f"{frame.ip:16x} {name} {place}{known}"


def stack_text(sample):
    frames = sample.kernel + sample.user
    for frame in frames[:MAX_STACK]:
        for part in frame.inlined + (frame,):
            yield f"\t{frame_text(frame, part)}\n"
    if len(frames) > MAX_STACK:
        yield f"\t{0:16x} [stack cut] ([unknown])\n"
    elif sample.missing:
        yield f"\t{0:16x} {sample.missing} ([unknown])\n"


def sample_text(sample, width):
    """Return a sample as script prints it with FIELDS."""
    chain = bool(sample.event.sample_type & CALLCHAIN)
    comm = sample.comm if chain else f"{sample.comm:>16}"
    seconds, ns = divmod(sample.time, 1000000000)
    head = (
        f"{comm} {sample.pid:7}/{sample.tid:<7} {sample.class_.value:>12} {sample.cookie:16x} "
        f"{seconds:5}.{ns:09}: {sample.event.name:>{width}}: "
    )
    if chain:
        return head + "\n" + "".join(stack_text(sample)) + "\n"
    return head + " " + frame_text((sample.kernel + sample.user)[0]) + "\n"


def trace_text(trace):
    width = max(len(event.name) for event in trace.events)
    for sample in trace:
        yield sample_text(sample, width)
