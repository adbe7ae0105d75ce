/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * rows: the lines of a view that scrolls: the entries of a hist in their order, and under each open
 * one the frames of its call graph.
 *
 *   entry 0               line 0
 *   entry 1, open         line 1
 *     frame               line 2       ROW_FRAME, depth 1
 *       frame             line 3       ROW_FRAME, depth 2
 *   entry 2               line 4
 *
 * Finding a line by its number costs O(log n) in the entries. A call graph is built when it is
 * first opened; an entry that was never opened costs a pointer and a number.
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
	const struct hist_entry *entry; /* this entry, or the one it stands under */
	const struct callgraph *graph;	/* ROW_FRAME */
	uint32_t node;			/* ROW_FRAME: its node in graph */
	uint32_t depth;			/* number of branches above it; 0 for an entry */
	bool first;			/* ROW_FRAME: first line of its branch */
	bool last;			/* ROW_FRAME: no branch follows on its level */
	bool can_open;			/* it has lines below to show or hide */
	bool is_open;
};

struct row_entry;

struct rows {
	const struct hist *hist;
	struct row_entry **entries; /* by position in hist->rows; NULL: never opened */
	uint64_t *sums;		    /* lines of the entries: a binary indexed tree */
	uint32_t nr;		    /* number of entries */
	uint32_t *built;	    /* positions of the entries that were opened */
	size_t nr_built, cap_built;
	uint32_t generation; /* rows__close_world() begins a new one: older entries are closed */
};

/* Starts with all entries closed. The hist must be sorted, and must not change meanwhile. */
int rows__init(struct rows *rows, const struct hist *hist, struct defer_error *err);
void rows__exit(struct rows *rows);

/* Returns the number of lines. */
uint64_t rows__nr(const struct rows *rows);

/* Fills in line @i. Returns false past the end. */
bool rows__get(const struct rows *rows, uint64_t i, struct row *row);

/* Opens or closes what is below line @i. The lines after it move. */
int rows__open(struct rows *rows, uint64_t i, bool open, struct defer_error *err);

/* Opens or closes everything below line @i, at any depth. */
int rows__open_all(struct rows *rows, uint64_t i, bool open, struct defer_error *err);

/* Closes everything, at a cost independent of how much is open. */
void rows__close_world(struct rows *rows);

/*
 * Looks for a frame of one of @funcs, a flag for each func id, in what is closed below line @i: the
 * first one, or the last. Opens what is above it. Returns 1 and its line, 0 if there is none, or a
 * negative error.
 */
int rows__find_below(struct rows *rows, uint64_t i, const bool *funcs, bool last, uint64_t *line,
		     struct defer_error *err);

/* Adds to *@nr the number of frames of one of @funcs in entry @pos, open or not. */
int rows__count_frames(const struct rows *rows, uint32_t pos, const bool *funcs, uint64_t *nr,
		       struct defer_error *err);

/* Returns the name that a search compares, that of the line's function, or NULL. */
const char *row__name(const struct rows *rows, const struct row *row);

#endif /* PERF_DEFER_UTIL_VIEW_ROWS_H */
