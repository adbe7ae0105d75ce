/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * join: the rows of one event in the profiles of several runs, joined by what they are called. Addresses,
 * build ids and numbers of a session play no part, so runs may come from other builds, machines and boots.
 *
 * A row is a list of names: one for each key of -s, or one for each frame of a stack, the outermost first.
 * Functions of a stack are also told apart by the name of their DSO. Equal rows of one run, such as static
 * functions that share a name, are one row.
 *
 *   hist of run 0 --+
 *   hist of run 1 --+--> names --> paths --> rows: a count for each run
 *   hist of run 2 --+
 *
 * Inclusive rows count what the rows call as well: a function all stacks that it is in, once; a node of the tree of
 * calls all stacks below it. The rows that were hit stay beside them, since only these have no samples in common.
 *
 * A tree of callers begins with what was hit: these rows have no samples in common. Below them, inclusive rows are their
 * callers, which have the samples that hit them from there.
 *
 * Profiles are read and forgotten: memory is that of the names and counts alone.
 */
#ifndef PERF_DEFER_UTIL_COMPARE_JOIN_H
#define PERF_DEFER_UTIL_COMPARE_JOIN_H

#include <stdbool.h>
#include <stddef.h>

#include "util/base/hash-index.h"
#include "util/base/strpool.h"
#include "util/fold/fold.h"
#include "util/profile/chain-tree.h"

struct defer_evsel;
struct hist;

/* Which rows there are. */
struct join_opts {
	unsigned int nr_runs;
	bool stacks; /* whole stacks; else rows of the hist's keys */
	bool kinds; /* kinds of entry into the kernel, by the stacks: see entry-stack.h; not with stacks */
	bool inclusive; /* inclusive rows beside the others; with stacks these are the tree of calls */
	bool callers; /* of stacks, what was hit, with the tree of its callers; not with inclusive */
};

/* Returns true if rows are nodes of a tree of stacks. */
static inline bool join_opts__is_tree(const struct join_opts *opts)
{
	return opts->stacks && (opts->inclusive || opts->callers);
}

/* What each stack of a hist has in blocks of time. */
struct join_blocks {
	size_t nr;		       /* at most FOLD_MAX_SPANS */
	const struct sample_sum *sums; /* by stack and block */
};

#define JOIN_BLOCKS_OF_TWO (2 * FOLD_MAX_SPANS)

#define JOIN_MAX_HEADERS 64

/* A text, and the name of the DSO that tells it apart, or "". The bytes of both are one string. */
struct join_name {
	const char *text;
	size_t len;   /* of the text; the name of the DSO follows its NUL */
	bool is_user; /* that of a function outside the kernel, or of what stands for user code */
};

struct join_row {
	uint32_t path;
	bool is_inclusive; /* see above */
};

/* The rows of a path, plus 1; 0: none. */
struct path_rows {
	uint32_t own, inclusive;
};

/* An inclusive row, and a row that was hit whose samples it has, or some of them. */
struct row_pair {
	uint32_t inclusive, own;
};

struct join {
	struct join_opts opts;
	struct strpool strs;
	struct join_name *names;
	size_t nr_names, cap_names;
	struct hash_index name_index;
	uint64_t hash_key;
	struct chain_tree paths;  /* of names */
	struct path_rows *row_at; /* by path */
	size_t cap_row_at, nr_row_at;

	/* What the names of a row are: headers and names of keys, or one for all frames. */
	const char *headers[JOIN_MAX_HEADERS], *keys[JOIN_MAX_HEADERS];
	unsigned int nr_headers;

	struct join_row *rows;
	size_t nr_rows, cap_rows;
	struct row_pair *pairs; /* each once */
	size_t nr_pairs, cap_pairs;
	struct hash_index pair_index;
	struct sample_sum *sums; /* by row and run */
	size_t cap_sums;
	/* With two runs, by row and block, those of the first run first: periods, or samples without them. */
	double *blocks;
	size_t cap_blocks;
	size_t nr_blocks[2];			 /* of each run */
	double block_totals[JOIN_BLOCKS_OF_TWO]; /* of all rows that were hit */

	struct sample_sum *all; /* by run: all samples of the event, in rows or not */
};

int join__init(struct join *join, const struct join_opts *opts, struct defer_error *err);
void join__exit(struct join *join);

/*
 * Adds the rows of @hist, of @evsel, which need not be sorted, to those of @run. Runs are added in their order.
 * @blocks are for two runs; without them it is NULL.
 */
int join__add(struct join *join, unsigned int run, struct hist *hist,
	      const struct defer_evsel *evsel, const struct join_blocks *blocks,
	      struct defer_error *err);

/* Returns @name without the mark of a mode, such as "[k] ", which the names of symbols may begin with. */
const char *join__without_mark(const char *name);

/* Returns the number of names in a row, and writes the first @max of them, from the first one on. */
size_t join__names(const struct join *join, size_t row, const char **names, size_t max);

/* Returns the row of a node of the tree. */
static inline uint32_t join__node_row(const struct join *join, uint32_t path)
{
	return (join->row_at[path].inclusive ?: join->row_at[path].own) - 1;
}

/* Returns the samples that the row has in a run. */
static inline const struct sample_sum *join__sum(const struct join *join, size_t row,
						 unsigned int run)
{
	return &join->sums[row * join->opts.nr_runs + run];
}

#endif /* PERF_DEFER_UTIL_COMPARE_JOIN_H */
