/* SPDX-License-Identifier: GPL-2.0-only */
/* unwind-frame: the registers of one frame, and the step to its caller's. */
#ifndef PERF_DEFER_UTIL_UNWIND_UNWIND_FRAME_H
#define PERF_DEFER_UTIL_UNWIND_UNWIND_FRAME_H

#include <perf/defer-class.h>

#include "util/unwind/cfi.h"
#include "util/unwind/unwind-arch.h"

struct defer_sample;

/* The rest of a copy whose first bytes are mostly enough. */
struct unwind_rest {
	uint64_t begin, end;	 /* of the rest, bytes from the start of the copy */
	bool (*read)(void *ctx); /* puts it behind the first bytes; called once */
	void *ctx;
};

/* The copy of a stack. */
struct unwind_stack {
	uint64_t start;		  /* address of its first byte */
	uint64_t size;		  /* bytes that are there */
	struct unwind_rest *rest; /* of the bytes behind them, until they are read; NULL: none */
	const uint8_t *data;
	bool swap; /* in the opposite byte order of this machine */
	/* one more word of 8 bytes, at another place; its address is 0 if there is none */
	uint64_t word_at, word;
};

/* Sets *@value to the number of @size bytes at @addr. Returns false if it was not copied. */
bool unwind_stack__read(struct unwind_stack *stack, uint64_t addr, unsigned int size,
			uint64_t *value);

struct unwind_frame {
	const struct unwind_arch *arch;
	struct unwind_stack *stack;
	uint64_t regs[CFI_MAX_REGS]; /* by DWARF number */
	uint64_t known;		     /* registers with a value, by bit */
	uint64_t restored; /* those that have the caller's value at pc, by bit: see epilogue.h */
	uint64_t pc;
	bool is_exact; /* pc is that of an instruction, not of the one behind a call */
};

/*
 * Fills @frame with the registers of @sample, for tasks of @arch. Returns false if they are not those
 * of such a task, or have no program counter or stack pointer.
 */
bool unwind_frame__init(struct unwind_frame *frame, const struct unwind_arch *arch,
			struct unwind_stack *stack, const struct defer_sample *sample);

/*
 * Makes @frame its caller's. Returns DEFER_NO_RECORD, or the class of a stack that ends with this frame.
 */
enum defer_class unwind_frame__step(struct unwind_frame *frame, const struct cfi_rule *rule);

/*
 * The same by the frame pointer, where nothing tells whether it is one: it must lie above the stack pointer
 * and in the dump. Only for users who ask for guesses.
 */
enum defer_class unwind_frame__guess(struct unwind_frame *frame);

#endif /* PERF_DEFER_UTIL_UNWIND_UNWIND_FRAME_H */
