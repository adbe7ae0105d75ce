/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * annotate: where samples hit one function, and from where in it they were called, by address and
 * by source line. Paths are added, then sealed. It reads no files: the caller says which source
 * line is at an address.
 */
#ifndef PERF_DEFER_UTIL_PROFILE_ANNOTATE_H
#define PERF_DEFER_UTIL_PROFILE_ANNOTATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <perf/defer-error.h>

#include "util/dso/srcline.h"
#include "util/fold/sums.h"

struct annotate_addr {
	uint64_t addr;
	struct sample_sum self;	 /* samples that hit it */
	struct sample_sum total; /* and samples whose stacks pass it */
};

/* Samples whose stacks pass the function at the same addresses. */
struct annotate_path {
	uint32_t first, nr; /* part of path_addrs */
	bool hit;	    /* samples hit the first address; the others are calls */
	struct sample_sum stat;
};

struct annotate_line {
	uint32_t file;
	unsigned int line;
	struct sample_sum self;	 /* samples in code of the line itself */
	struct sample_sum total; /* and in functions inlined or called there */
};

struct annotate_file {
	const char *path;	 /* as in DWARF; owned by find() */
	unsigned int begin, end; /* first and last line of the function itself; 0: none */
	struct sample_sum self;	 /* samples in its lines */
	uint32_t first, nr;	 /* part of lines */
};

struct annotate {
	uint64_t start, end; /* of the function, [start, end) */
	struct annotate_path *paths;
	size_t nr_paths, cap_paths;
	uint64_t *path_addrs;
	size_t nr_path_addrs, cap_path_addrs;
	struct sample_sum self;	    /* samples that hit the function */
	struct sample_sum total;    /* and those that hit what it called */
	struct sample_sum unplaced; /* samples that hit it at an address without a line */

	/* After seal. */
	struct annotate_addr *addrs; /* distinct, ascending */
	size_t nr_addrs;
	/* The function's own file first, then by weight; lines ascending. */
	struct annotate_file *files;
	size_t nr_files, cap_files;
	struct annotate_line *lines;
	size_t nr_lines;
};

/* Like dso__inline(); what @frames point to must outlive the annotate. */
typedef int (*annotate_find_fn)(void *ctx, uint64_t addr, struct src_frame *frames, int max);

void annotate__init(struct annotate *annotate, uint64_t start, uint64_t end);
void annotate__exit(struct annotate *annotate);

/*
 * Adds samples whose stacks contain @addrs, innermost first. If @hit, they hit the first one; all
 * others are in call instructions.
 */
int annotate__add_path(struct annotate *annotate, const uint64_t *addrs, size_t nr_addrs, bool hit,
		       const struct sample_sum *stat, struct defer_error *err);

/*
 * Finds the source lines: calls @find for each address, and for some others to find the function's
 * extent.
 */
int annotate__seal(struct annotate *annotate, annotate_find_fn find, void *ctx,
		   struct defer_error *err);

/*
 * Returns the samples that hit [@addr, @addr + @size); *@total, unless NULL, gets those that passed
 * it as well. Valid after seal.
 */
struct sample_sum annotate__at(const struct annotate *annotate, uint64_t addr, uint64_t size,
			       struct sample_sum *total);
/* Returns NULL if no sample passed the line. */
const struct annotate_line *annotate__line(const struct annotate *annotate, uint32_t file,
					   unsigned int line);

/* Returns the share of @stat in @of, by periods; by samples if there are no periods. */
static inline double annotate_stat__share(const struct sample_sum *stat,
					  const struct sample_sum *of)
{
	if (of->period)
		return (double)stat->period / of->period;
	return of->nr ? (double)stat->nr / of->nr : 0;
}

#endif /* PERF_DEFER_UTIL_PROFILE_ANNOTATE_H */
