/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * stack_text: what samples of one stack have in common, made once and copied for each of them:
 *
 *   burn     112     4.554832:     250000 cpu-clock:
 *   ^^^^^                                ^^^^^^^^^^^
 *   comm                                 event
 *           ffffffffa7f0eb7a do_syscall_64+0xea ([kernel.kallsyms])
 *           ...
 *   frames: of the whole callchain, or the one that was hit
 */
#ifndef PERF_DEFER_UI_SCRIPT_STACK_TEXT_H
#define PERF_DEFER_UI_SCRIPT_STACK_TEXT_H

#include <stdatomic.h>

#include "ui/script/lines.h"

struct fold;
struct text;
struct text_event;

/*
 * Memory for texts that are kept, bytes. Others are made anew for each sample, and so is that of a
 * stack with one sample.
 */
#define STACK_TEXTS_MAX (64ULL << 20)

struct stack_text {
	uint32_t comm, event, frames; /* lengths of the parts of @text, bytes */
	char text[];
};

/* The frames of a stack, by ids; NO_HALF: none. */
struct stack_frames {
	uint32_t kernel, user; /* halves in text.halves */
	uint32_t hit;	       /* frame in text.resolve */
};

/* A place for a text; NULL: not kept yet. */
struct stack_text_place {
	_Atomic(const struct stack_text *) text;
};

/* The texts of all stacks of a fold. Workers share them. */
struct stack_texts {
	const struct fold *fold;
	struct stack_frames *frames;	 /* by the fold's index */
	struct stack_text_place *places; /* by the fold's index */
	atomic_size_t bytes;		 /* size of those that are kept */
};

/* One worker's memory for texts. It must outlive the texts that the worker made. */
struct stack_maker {
	struct line_maker lines;
	struct arena arena;
	struct out scratch;
};

int stack_maker__init(struct stack_maker *maker, struct defer_error *err);
void stack_maker__exit(struct stack_maker *maker);

/* @fold has finished and must outlive the texts. */
int stack_texts__init(struct stack_texts *texts, const struct fold *fold, struct defer_error *err);
/* All zero may be passed. */
void stack_texts__exit(struct stack_texts *texts);

/*
 * Returns the text of the stack @place, whose frames are set and named; valid until the maker's
 * next call. NULL on errors. Any number of threads may call it, each with its own @maker.
 */
const struct stack_text *stack_text__get(struct text *text, struct stack_maker *maker,
					 uint32_t place, struct defer_error *err);

/* Prints the name of a task as @event shows it; nothing if it does not. */
void stack_text__print_comm(const struct text *text, const struct text_event *event,
			    uint32_t comm_id, struct out *out);

#endif /* PERF_DEFER_UI_SCRIPT_STACK_TEXT_H */
