/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * rows: the lines of a view that scrolls: the entries of a hist in their order, and under each open
 * one the frames of its call graph.
 *
 *   entry 0               line 0
 *   entry 1, open         line 1
 *     frame               line 2       ROW_FRAME, depth 1
 *       frame             line 3       ROW_FRAME, depth 2
 *     rest                line 4       ROW_REST, depth 1: branches that the percent limit hides
 *   entry 2               line 5
 *   rest                  line 6       ROW_REST, depth 0: entries that it hides
 *
 * Rests are there only if the hist has a percent limit on its rows.
 *
 * A straight chain of frames is folded into its first line, which opens the others; then its last
 * line opens what the chain calls. The chain that is all there is below an entry is not folded.
 *
 * Rows of a hierarchy are below each other in the same way. Each has a slot, which takes a line if
 * all above it is open; without a hierarchy each entry has a slot:
 *
 *   row of level 0, open  line 0
 *     row of level 1      line 1       ROW_ENTRY, level 1; opens frames if this is the last level
 *     rest                line 2       ROW_REST, level 1: rows that the percent limit hides
 *   row of level 0        line 3
 *
 * Finding a line by its number costs O(log n) in the slots. A call graph is built when it is
 * first opened; an entry that was never opened costs a pointer and a number.
 */
#ifndef PERF_DEFER_UTIL_VIEW_ROWS_H
#define PERF_DEFER_UTIL_VIEW_ROWS_H

#include "util/profile/callgraph.h"
#include "util/profile/hierarchy.h"

enum row_kind {
	ROW_ENTRY, /* an entry of a hist */
	ROW_FRAME, /* a frame in its call graph */
	ROW_REST,  /* the branches, or the entries, that the percent limit hides */
};

struct row {
	enum row_kind kind;
	const struct hist *hist;	/* that has the entry */
	const struct hist_entry *entry; /* this entry, or the one it stands under; NULL: none */
	const struct callgraph *graph;	/* all but ROW_ENTRY; NULL: rest of the entries */
	uint32_t node;			/* its node in graph; ROW_REST: the one above */
	uint32_t depth;			/* number of branches above it; 0 for an entry */
	unsigned int level;		/* of the hierarchy; 0: there is none */
	bool first;			/* ROW_FRAME: first line of its branch */
	bool last;			/* ROW_FRAME: no branch follows on its level */
	bool can_open;			/* it has lines below to show or hide */
	bool is_open;
	bool folds;	  /* ROW_FRAME: first line of a straight chain, which opens below it */
	struct rest rest; /* ROW_REST */
};

struct row_entry;

struct rows {
	const struct hist *hist;	/* of the last level */
	const struct hierarchy *levels; /* NULL: slots are positions in hist->rows */
	struct row_entry **entries;	/* by slot; NULL: its call graph was never opened */
	bool *level_open;		/* by slot: rows below that of an upper level are shown */
	uint64_t *sums;			/* lines of the slots: a binary indexed tree */
	uint32_t nr;			/* number of slots */
	uint32_t *built;		/* slots of the entries that were opened */
	size_t nr_built, cap_built;
	uint32_t generation; /* rows__close_world() begins a new one: older entries are closed */
	bool says_rest;	     /* a percent limit was asked for */
	double rest_from;    /* percent of the total that branches hide at least to be said */
	struct rest rest;    /* entries that it hides */
};

/*
 * Starts with all entries closed. The hist must be sorted, and must not change meanwhile. @levels is
 * its hierarchy, or NULL.
 */
int rows__init(struct rows *rows, const struct hist *hist, const struct hierarchy *levels,
	       struct defer_error *err);
void rows__exit(struct rows *rows);

/* Returns the number of lines. */
uint64_t rows__nr(const struct rows *rows);

/* Fills in line @i. Returns false past the end. */
bool rows__get(const struct rows *rows, uint64_t i, struct row *row);

/*
 * Opens or closes what is below line @i. The lines after it move. Below the first line of a
 * straight chain are the rest of the chain and what is below that.
 */
int rows__open(struct rows *rows, uint64_t i, bool open, struct defer_error *err);

/*
 * Opens or closes everything below line @i, at any depth; of a row of an upper level, all rows, and
 * call graphs only to close them.
 */
int rows__open_all(struct rows *rows, uint64_t i, bool open, struct defer_error *err);

/* Opens all rows of the hierarchy. */
void rows__open_levels(struct rows *rows);

/* Returns the slot of line @i; rows->nr for the line after all slots. */
uint32_t rows__slot(const struct rows *rows, uint64_t i);
/* Returns the slot after those that are below @slot. */
uint32_t rows__slot_end(const struct rows *rows, uint32_t slot);
/* Fills in the line of @slot itself, which may not be shown. */
void rows__get_slot(const struct rows *rows, uint32_t slot, struct row *row);
/* Returns true if @slot has an entry of the last level with a call graph. */
bool rows__has_graph(const struct rows *rows, uint32_t slot);
/* Opens all that is above @slot. Returns its line. */
uint64_t rows__show_slot(struct rows *rows, uint32_t slot);

/* Closes everything, at a cost independent of how many call graphs are open. */
void rows__close_world(struct rows *rows);

/*
 * Looks for a frame of one of @funcs, a flag for each func id, in what is closed below line @i: the
 * first one, or the last. Opens what is above it. Returns 1 and its line, 0 if there is none, or a
 * negative error.
 */
int rows__find_below(struct rows *rows, uint64_t i, const bool *funcs, bool last, uint64_t *line,
		     struct defer_error *err);

/* Adds to *@nr the number of frames of one of @funcs in @slot, open or not. */
int rows__count_frames(const struct rows *rows, uint32_t slot, const bool *funcs, uint64_t *nr,
		       struct defer_error *err);

/* Returns the name that a search compares, that of the line's function; NULL: there is none. */
const char *row__name(const struct rows *rows, const struct row *row);

#endif /* PERF_DEFER_UTIL_VIEW_ROWS_H */
