# SPDX-License-Identifier: GPL-2.0-only
"""Samples of perf.data with deferred user callchains, merged.

    import perf_defer

    with perf_defer.open("perf.data") as trace:
        for sample in trace:
            print(sample.time, sample.comm, sample.class_, sample.delay)
            for frame in sample.kernel + sample.user:
                print("   ", hex(frame.ip), frame.symbol)

Samples, stacks, classes and names are those of ``perf defer script``, from the same code. Samples come
in order of time, one by one: none stays in memory that nobody holds. The first one comes after two
passes over the trace, and each has 24 bytes of memory for its place in the order. Names are looked up
when a frame is first asked for one.

A damaged trace yields all samples that are whole; then the iteration ends with an Error. All objects
may be used by several threads, and several iterations of a trace at once.
"""

import io
import os
import stat
from typing import Optional, Union

from ._native import Event, Frame, Sample, Samples, Trace
from ._native import open as _open
from ._types import Class, Error

__all__ = ["Class", "Error", "Event", "Frame", "Sample", "Samples", "Trace", "open"]

_Path = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]"]


def open(
    path: _Path = "perf.data",
    *,
    symfs: Optional[_Path] = None,
    kallsyms: Optional[_Path] = None,
    vmlinux: Optional[_Path] = None,
    debuginfod: Optional[str] = None,
    force: bool = False,
    inline: bool = True,
    demangle: bool = True,
    srclines: bool = False,
) -> Trace:
    """Open a trace and read all of it but its samples.

    path is a file, a directory of ``perf record --threads``, a pipe, or "-" for standard input. The
    other arguments are the options of ``perf defer script``:

    symfs       look for files with symbols below this directory
    kallsyms    a copy of the kernel's /proc/kallsyms
    vmlinux     the kernel's image
    debuginfod  URLs of servers that have files that are not here; None: $DEBUGINFOD_URLS, "": none
    force       read a file that belongs to another user
    inline      find inlined functions, which are slow to find in large programs
    demangle    show names of C++ and Rust as they stand in the source
    srclines    find the source lines of frames

    Raises OSError if the file cannot be opened, and Error if it cannot be read.
    """
    name = os.fsencode(path)
    # These say best what is wrong with a path. A pipe would lose bytes.
    if name != b"-" and stat.S_ISREG(os.stat(name).st_mode):
        io.FileIO(name).close()
    return _open(
        name,
        os.fsencode(symfs or b""),
        os.fsencode(kallsyms or b""),
        os.fsencode(vmlinux or b""),
        debuginfod,
        force,
        inline,
        demangle,
        srclines,
    )
