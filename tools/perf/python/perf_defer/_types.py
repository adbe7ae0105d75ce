# SPDX-License-Identifier: GPL-2.0-only
"""What perf_defer has that needs no C: the classes of samples, and its exception."""

import enum
from typing import Optional


class Class(str, enum.Enum):
    """What became of a sample's user callchain.

    The values are the names that ``perf defer audit`` and ``perf defer script -F class`` print. A
    member equals its value: ``sample.class_ == "merged"``.
    """

    MERGED = "merged"
    """The record with the user callchain came after the sample."""
    MERGED_BACK = "merged-back"
    """The record came before the sample."""
    INLINE = "inline"
    """The user callchain was in the sample itself."""
    KERNEL = "kernel"
    """There is none: a kernel thread, or a sample without a user callchain."""
    LOST = "lost"
    """The record was lost."""
    PENDING = "pending"
    """The task did not return to user mode before the trace ended."""
    EXEC = "exec"
    """There is a record, but of the program after an exec."""
    EXITED = "exited"
    """The task exited before it returned to user mode."""
    AMBIGUOUS = "ambiguous"
    """There is a record, but it may belong to another entry or program."""
    NOT_RECORDED = "not-recorded"
    """No event asked for the records."""
    NOT_UNWOUND = "not-unwound"
    """The user stack is in a dump without registers that can be read, or in branches."""
    NOT_ASKED = "not-asked"
    """The event did not ask for user callchains."""
    SIGRETURN = "sigreturn"
    """The task was returning from a signal handler: its record shows other code than called."""

    UNWOUND = "unwound"
    """The user stack was unwound from a stack dump, up to its outermost frame."""
    DUMP_ENDED = "dump-ended"
    """So far as the dump goes: the stack is longer."""
    NO_CFI = "no-cfi"
    """Up to code without call frame information."""
    NO_FILE = "no-file"
    """Up to code of a file that is not here."""
    WRONG_BUILD = "wrong-build"
    """Up to code of a file of which only another build is here."""
    NO_REGISTER = "no-register"
    """Up to a frame whose caller depends on a register that was not recorded."""
    NO_GROWTH = "no-growth"
    """Up to a frame that would lie below the one that it called."""
    BAD_CFI = "bad-cfi"
    """Up to a frame whose call frame information is broken."""
    TOO_DEEP = "too-deep"
    """Up to the largest number of frames, or of the calls that an LBR has."""

    def __str__(self) -> str:
        return self.value


class Error(Exception):
    """A trace cannot be read, or not to its end."""

    offset: Optional[int]
    """The offset in the file where it is wrong, or None."""
    code: str
    """The kind of error: truncated, corrupt, unsupported, no memory, I/O, invalid, not found."""

    def __init__(self, message: str, offset: Optional[int] = None, code: str = "") -> None:
        super().__init__(message, offset, code)
        self.offset = offset
        self.code = code

    def __str__(self) -> str:
        message = str(self.args[0])
        if self.offset is None:
            return message
        return f"{message} (at file offset {hex(self.offset) if self.offset else 0})"
