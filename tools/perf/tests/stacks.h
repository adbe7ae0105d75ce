/* SPDX-License-Identifier: GPL-2.0-only */
/* stacks: builds a hist from stacks written as text. */
#ifndef PERF_DEFER_TESTS_STACKS_H
#define PERF_DEFER_TESTS_STACKS_H

#include "util/dso/symbol.h"
#include "util/profile/hist.h"
#include "util/profile/show-opts.h"
#include "util/resolve/resolve.h"
#include "util/view/flame.h"

/* A test that needs more is aborted. */
#define STACKS_MAX_FRAMES 640
#define STACKS_MAX_COMMS  8

/* One word of a stack, and the frame that it stands for. */
struct stacks_frame {
	char *word;
	struct frame frame;
	struct symbol sym;
	struct inline_frame inl;
};

struct stacks {
	struct stacks_frame frames[STACKS_MAX_FRAMES];
	unsigned int nr_frames;
	const char *comms[STACKS_MAX_COMMS];
	unsigned int nr_comms;
	struct dso *prog, *kernel;
	struct funcs funcs;
	struct chain_tree chains;
	struct sort_order order;
	struct show_opts show;
	struct hist hist;
};

struct stacks_opts {
	const char *sort, *fields; /* as -s and -F */
	const char *graph;	   /* as -g; NULL: perf's default for @children */
	const char *symbol_filter;
	double min_percent;
	bool children, hierarchy;
	bool fold_recursion;
	bool compares; /* stacks__add_both() adds stacks */
	enum seam_mode seam;
	bool join_clones;
};

/* Returns 0, or -1 if an option is invalid or memory is short. */
int stacks__init(struct stacks *stacks, const struct stacks_opts *opts);
void stacks__exit(struct stacks *stacks);

/*
 * Adds @nr samples with a @period in all. @text is the stack from the outermost frame on, such as
 * "main;foo+bar;k:sys": "k:" is a function of the kernel, "foo+bar" has bar inlined into foo,
 * "0x1234" is an address without a name and "!exec" a missing user half, by its class. The last
 * frame was hit. tids begin at 100, one for each comm; an odd tid is a thread of the task before
 * it.
 */
int stacks__add(struct stacks *stacks, const char *comm, const char *text, uint64_t nr,
		uint64_t period);

/* Does the same for a stack that has samples now, had some before, or both; their period is 10 each. */
int stacks__add_both(struct stacks *stacks, const char *comm, const char *text, uint64_t now,
		     uint64_t before);

/*
 * Sorts and prints the rows without call graphs, "name overhead…" on each line. The caller frees
 * the result.
 */
char *stacks__rows(struct stacks *stacks);

/* Draws the call graph of row @row as stdio does. The caller frees the result. */
char *stacks__graph(struct stacks *stacks, uint32_t row);

/* Returns the box called @name on top of @parent; FLAME_END if there is none. */
uint32_t stacks__box(const struct flame *flame, uint32_t parent, const char *name);

#endif /* PERF_DEFER_TESTS_STACKS_H */
