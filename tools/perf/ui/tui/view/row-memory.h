/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * row_memory: remembers which lines of a row_view were open, and the line of the cursor, by the
 * text of the lines. Rows that replace others of the same profile (with names, of the whole trace,
 * with other percentages) then look like their predecessors.
 */
#ifndef PERF_DEFER_UI_TUI_VIEW_ROW_MEMORY_H
#define PERF_DEFER_UI_TUI_VIEW_ROW_MEMORY_H

#include "ui/tui/view/row-view.h"

struct row_hashes {
	uint64_t *hash; /* sorted */
	size_t nr, cap;
};

struct row_memory {
	struct row_hashes open;
	struct row_hashes closed; /* lines that were open once and were closed */
	uint64_t cursor;	  /* hash of the cursor's line */
	bool has_cursor;
	unsigned int nr_zooms; /* in force then */
};

void row_memory__exit(struct row_memory *memory);

/*
 * Keeps the state of the first lines and of the cursor. Without memory, keeps nothing. @nr_zooms:
 * number of zooms in force.
 */
void row_memory__save(struct row_memory *memory, const struct row_view *rv, uint64_t cursor,
		      unsigned int nr_zooms);

/*
 * Opens the lines that were open, and moves @cursor to its old line, unless it is on the first line
 * and the zooms are the same: the head of a growing profile stays in sight. With @heaviest, also
 * opens the heaviest path, from the first line down, up to a line that the user has closed; all of it
 * if nothing was kept. That path then counts as having been open.
 */
int row_memory__restore(struct row_memory *memory, struct row_view *rv, bool heaviest,
			uint64_t *cursor, unsigned int nr_zooms, struct defer_error *err);

#endif /* PERF_DEFER_UI_TUI_VIEW_ROW_MEMORY_H */
