/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * row_memory: which lines of a row_view were open, and where the cursor was, by what the lines
 * say: so that other rows of the same, with names, of the whole trace, by other percentages, look
 * like those that they take the place of.
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
	struct row_hashes closed; /* that were open once */
	uint64_t cursor;	  /* hash of its line */
	bool has_cursor;
};

void row_memory__exit(struct row_memory *memory);

/* Keeps the state of the first lines, and of the cursor; without memory, nothing. */
void row_memory__save(struct row_memory *memory, const struct row_view *rv, uint64_t cursor);

/*
 * Opens what was open, and moves @cursor to where it was, unless it is on the first line. With
 * @heaviest also the heaviest path, from the first line down, as far as nobody has closed it:
 * all of it if nothing was kept. It is kept as if it had been open.
 */
int row_memory__restore(struct row_memory *memory, struct row_view *rv, bool heaviest,
			uint64_t *cursor, struct defer_error *err);

#endif /* PERF_DEFER_UI_TUI_VIEW_ROW_MEMORY_H */
