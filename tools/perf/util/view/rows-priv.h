/* SPDX-License-Identifier: GPL-2.0-only */
/* Inside of rows, for the files of this folder that implement it. */
#ifndef PERF_DEFER_UTIL_VIEW_ROWS_PRIV_H
#define PERF_DEFER_UTIL_VIEW_ROWS_PRIV_H

#include "util/view/rows.h"

/* State of a run that folds into its first line. */
enum row_fold {
	FOLD_NONE,   /* no such run begins here, or the percent limit hides it */
	FOLD_CLOSED, /* its first line alone is shown */
	FOLD_OPEN,
};

/*
 * An entry that was opened. A run is a sequence of frames shown as one branch: see
 * callgraph__run_next(). Its last node stands for the run here, and counts the lines of the
 * branches below.
 */
struct row_entry {
	uint32_t generation; /* the rows' when it was last opened; older: all closed */
	bool open;
	struct callgraph graph;
	uint64_t *below;     /* per node: lines of the branches below it, if shown */
	bool *node_open;     /* per node: whether they are shown */
	unsigned char *fold; /* per node: enum row_fold of the run that begins with it */
};

/* Returns the slot that line @i belongs to; *@i becomes the line's number in that slot. */
uint32_t rows__find_entry(const struct rows *rows, uint64_t *i);

/* Adds @delta to the number of lines of slot @pos. */
void rows__add_sum(struct rows *rows, uint32_t pos, uint64_t delta);

/*
 * Returns true if the state of the entry in slot @pos is current. Otherwise it counts as closed, with
 * all that is in it.
 */
bool rows__is_ready(const struct rows *rows, uint32_t pos);

/* Returns the entry of slot @pos, of the last level; NULL: it has none. */
const struct hist_entry *rows__entry(const struct rows *rows, uint32_t pos);

/* Counts all lines anew. */
void rows__reset_sums(struct rows *rows);

/* Shows or hides what is below slot @pos, of an upper level; with @all also below rows that it shows. */
void rows__open_level(struct rows *rows, uint32_t pos, bool open, bool all);

/* Returns the number of lines of the run that begins with @node, and of what is open below it. */
uint64_t row_entry__run_lines(const struct row_entry *entry, uint32_t node);

/* Makes sure that entry @pos is built, and that its state is current. */
int rows__make_ready(struct rows *rows, uint32_t pos, struct defer_error *err);

/* Returns the first node of the run that @node is in. */
uint32_t run_first(const struct callgraph *graph, uint32_t node);

/* Folds the run that begins with @first in entry @pos into one line, or unfolds it. */
void rows__fold(struct rows *rows, uint32_t pos, uint32_t first, bool fold);

/* Open or close entry @pos, and in it what is below the run that ends with @node. */
int rows__open_entry(struct rows *rows, uint32_t pos, bool open, struct defer_error *err);
void rows__open_node(struct rows *rows, uint32_t pos, uint32_t node, bool open);

#endif /* PERF_DEFER_UTIL_VIEW_ROWS_PRIV_H */
