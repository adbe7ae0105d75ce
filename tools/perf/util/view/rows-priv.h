/* SPDX-License-Identifier: GPL-2.0-only */
/* Inside of rows, for the files of this folder that implement it. */
#ifndef PERF_DEFER_UTIL_VIEW_ROWS_PRIV_H
#define PERF_DEFER_UTIL_VIEW_ROWS_PRIV_H

#include "util/view/rows.h"

/*
 * An entry that was opened. A run is a sequence of frames shown as one branch: see
 * callgraph__run_next(). Its last node stands for the run here, and counts the lines of the
 * branches below.
 */
struct row_entry {
	uint32_t generation; /* the rows' when it was last opened; older: all closed */
	bool open;
	struct callgraph graph;
	uint64_t *below; /* per node: lines of the branches below it, if shown */
	bool *node_open; /* per node: whether they are shown */
};

/* Returns the entry that line @i belongs to; *@i becomes the line's number in that entry. */
uint32_t rows__find_entry(const struct rows *rows, uint64_t *i);

/* Returns the number of lines of the run that begins with @node, and of what is open below it. */
uint64_t row_entry__run_lines(const struct row_entry *entry, uint32_t node);

/* Makes sure that entry @pos is built, and that its state is current. */
int rows__make_ready(struct rows *rows, uint32_t pos, struct defer_error *err);

/* Open or close entry @pos, and in it what is below the run that ends with @node. */
int rows__open_entry(struct rows *rows, uint32_t pos, bool open, struct defer_error *err);
void rows__open_node(struct rows *rows, uint32_t pos, uint32_t node, bool open);

#endif /* PERF_DEFER_UTIL_VIEW_ROWS_PRIV_H */
