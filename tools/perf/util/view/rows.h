/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * rows: the lines of a view that scrolls: the entries of a hist in their order, and under each
 * one that is open the frames of its call graph. Any line can be had by its number at a cost
 * that does not grow with their count, and a call graph is built when it is first opened. What
 * was never opened costs a pointer and a number.
 */
#ifndef PERF_DEFER_UTIL_VIEW_ROWS_H
#define PERF_DEFER_UTIL_VIEW_ROWS_H

#include "util/profile/hist.h"

enum row_kind {
	ROW_ENTRY, /* an entry of the hist */
	ROW_FRAME, /* a frame in its call graph */
};

struct row {
	enum row_kind kind;
	const struct hist_entry *entry; /* which it is, or stands under */
	const struct callgraph *graph;	/* ROW_FRAME */
	uint32_t node;			/* ROW_FRAME: in graph */
	uint32_t depth;			/* branches above it; 0 for an entry */
	bool first;			/* ROW_FRAME: its branch begins here */
	bool last;			/* ROW_FRAME: no further branch follows on its level */
	bool can_open;			/* there are lines below to show or hide */
	bool is_open;
};

struct row_entry;

struct rows {
	const struct hist *hist;
	struct row_entry **entries; /* of hist->rows, in their order; NULL: never opened */
	uint64_t *sums;		    /* how many lines they have: a binary indexed tree */
	uint32_t nr;		    /* entries */
	uint32_t *built;	    /* those that were opened */
	size_t nr_built, cap_built;
	uint32_t generation; /* of what is open: rows__close_world() begins another */
};

/* All entries are closed. The hist is sorted, and neither sorted anew nor added to meanwhile. */
int rows__init(struct rows *rows, const struct hist *hist, struct defer_error *err);
void rows__exit(struct rows *rows);

/* Lines in all. */
uint64_t rows__nr(const struct rows *rows);

/* Line @i. False past the end. */
bool rows__get(const struct rows *rows, uint64_t i, struct row *row);

/* Opens or closes what is below line @i. Lines after it move. */
int rows__open(struct rows *rows, uint64_t i, bool open, struct defer_error *err);

/* The same for all that is below line @i, however deep. */
int rows__open_all(struct rows *rows, uint64_t i, bool open, struct defer_error *err);

/* Closes everything, at a cost that does not grow with what is open. */
void rows__close_world(struct rows *rows);

/* What a line is searched by: the name of its function, or NULL. */
const char *row__name(const struct rows *rows, const struct row *row);

#endif /* PERF_DEFER_UTIL_VIEW_ROWS_H */
