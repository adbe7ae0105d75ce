/* SPDX-License-Identifier: LGPL-2.1-only OR BSD-2-Clause */
#ifndef PERF_DEFER_CLASS_H
#define PERF_DEFER_CLASS_H

#ifdef __cplusplus
extern "C" {
#endif

/**
 * enum defer_class - what became of a sample's user callchain
 * @DEFER_MERGED: its record comes later
 * @DEFER_MERGED_BACK: its record came earlier
 * @DEFER_INLINE: the user callchain was in the sample
 * @DEFER_KERNEL: there is none: a kernel thread, or a sample without a user callchain
 * @DEFER_LOST: its record was lost
 * @DEFER_PENDING: the task did not return to user mode before the trace ended
 * @DEFER_EXEC: there is a record, but of the program after an exec
 * @DEFER_EXITED: the task exited before it returned to user mode
 * @DEFER_AMBIGUOUS: there is a record, but it may belong to another entry or program
 * @DEFER_NOT_RECORDED: no event had defer_output set
 * @DEFER_NOT_UNWOUND: it is in a stack dump or in branches, which this library does not unwind
 * @DEFER_NOT_ASKED: the event did not ask for user callchains
 * @DEFER_SIGRETURN: its record shows what a signal had interrupted, not what called sigreturn
 * @DEFER_UNWOUND: it was unwound from a stack dump, up to its outermost frame
 * @DEFER_DUMP_ENDED: so far as the dump goes
 * @DEFER_NO_CFI: so far as there was call frame information
 * @DEFER_NO_FILE: up to a frame of a file that is not here
 * @DEFER_WRONG_BUILD: up to a frame of a file of which another build is here
 * @DEFER_NO_REGISTER: up to a frame whose caller depends on a register that was not recorded
 * @DEFER_NO_GROWTH: up to a frame that would lie below the one that it called
 * @DEFER_BAD_CFI: up to a frame whose call frame information is broken
 * @DEFER_TOO_DEEP: up to the largest number of frames, or of the calls that an LBR has
 * @DEFER_NR_CLASSES: the number of classes
 * @DEFER_NO_RECORD: no class yet: defer_stitch__match() or defer_stitch__settle() tells it
 *
 * A stitcher never tells those from %DEFER_UNWOUND to %DEFER_TOO_DEEP: whoever unwinds the dump of a
 * sample that is %DEFER_NOT_UNWOUND does.
 */
enum defer_class {
	DEFER_MERGED,
	DEFER_MERGED_BACK,
	DEFER_INLINE,
	DEFER_KERNEL,
	DEFER_LOST,
	DEFER_PENDING,
	DEFER_EXEC,
	DEFER_EXITED,
	DEFER_AMBIGUOUS,
	DEFER_NOT_RECORDED,
	DEFER_NOT_UNWOUND,
	DEFER_NOT_ASKED,
	DEFER_SIGRETURN,
	DEFER_UNWOUND,
	DEFER_DUMP_ENDED,
	DEFER_NO_CFI,
	DEFER_NO_FILE,
	DEFER_WRONG_BUILD,
	DEFER_NO_REGISTER,
	DEFER_NO_GROWTH,
	DEFER_BAD_CFI,
	DEFER_TOO_DEEP,
	DEFER_NR_CLASSES,
	DEFER_NO_RECORD = DEFER_NR_CLASSES,
};

/**
 * defer_class__name() - get the name of a class
 * @cls: the class
 *
 * Return: a static string such as "merged-back", as in ``perf defer audit --json``; never NULL.
 */
const char *defer_class__name(enum defer_class cls);

#ifdef __cplusplus
}
#endif

#endif /* PERF_DEFER_CLASS_H */
