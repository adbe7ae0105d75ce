/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * annotate: where in one function samples hit, and from where in it they were called, by address
 * and by source line. Paths are added, then sealed. Pure: who calls says what source is at an
 * address.
 */
#ifndef PERF_DEFER_UTIL_PROFILE_ANNOTATE_H
#define PERF_DEFER_UTIL_PROFILE_ANNOTATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <perf/defer-error.h>

#include "util/dso/srcline.h"

struct annotate_stat {
	uint64_t nr; /* samples */
	uint64_t period;
};

struct annotate_addr {
	uint64_t addr;
	struct annotate_stat self;  /* it was hit */
	struct annotate_stat total; /* it was on the way as well */
};

/* Samples whose stacks go through the function alike. */
struct annotate_path {
	uint32_t first, nr; /* in path_addrs */
	bool hit;	    /* the first address is where they hit; the others made calls */
	struct annotate_stat stat;
};

struct annotate_line {
	uint32_t file;
	unsigned int line;
	struct annotate_stat self;  /* in code of the line itself */
	struct annotate_stat total; /* and in what was inlined there, or called from there */
};

struct annotate_file {
	const char *path;	   /* as DWARF has it; of find() */
	unsigned int begin, end;   /* lines of the function itself, both belong to it; 0: none */
	struct annotate_stat self; /* in its lines */
	uint32_t first, nr;	   /* in lines */
};

struct annotate {
	uint64_t start, end; /* of the function; the end does not belong to it */
	struct annotate_path *paths;
	size_t nr_paths, cap_paths;
	uint64_t *path_addrs;
	size_t nr_path_addrs, cap_path_addrs;
	struct annotate_stat self;     /* of samples that hit the function */
	struct annotate_stat total;    /* and of those that hit what it called */
	struct annotate_stat unplaced; /* of those that hit it at no line */

	/* After seal. */
	struct annotate_addr *addrs; /* each once, ascending */
	size_t nr_addrs;
	/* The function's own file first, then by weight; lines ascending. */
	struct annotate_file *files;
	size_t nr_files, cap_files;
	struct annotate_line *lines;
	size_t nr_lines;
};

/* As dso__inline(): what it returns in @frames outlives the annotate. */
typedef int (*annotate_find_fn)(void *ctx, uint64_t addr, struct src_frame *frames, int max);

void annotate__init(struct annotate *annotate, uint64_t start, uint64_t end);
void annotate__exit(struct annotate *annotate);

/*
 * Samples whose stacks have @addrs in them. The first is where they hit, if @hit; all others are
 * in instructions that call.
 */
int annotate__add_path(struct annotate *annotate, const uint64_t *addrs, size_t nr_addrs, bool hit,
		       const struct annotate_stat *stat, struct defer_error *err);

/* Asks @find about each address, and about some of the function's others for its extent. */
int annotate__seal(struct annotate *annotate, annotate_find_fn find, void *ctx,
		   struct defer_error *err);

/*
 * After seal: what hit [@addr, @addr + @size), and in @total, unless it is NULL, what was called
 * from there as well.
 */
struct annotate_stat annotate__at(const struct annotate *annotate, uint64_t addr, uint64_t size,
				  struct annotate_stat *total);
/* NULL: no sample came by. */
const struct annotate_line *annotate__line(const struct annotate *annotate, uint32_t file,
					   unsigned int line);

/* Shares go by periods, and by samples where those have none. */
static inline double annotate_stat__share(const struct annotate_stat *stat,
					  const struct annotate_stat *of)
{
	if (of->period)
		return (double)stat->period / of->period;
	return of->nr ? (double)stat->nr / of->nr : 0;
}

#endif /* PERF_DEFER_UTIL_PROFILE_ANNOTATE_H */
