/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * time_grid: the cells of a heat map. Each column is a round length of time, from top to bottom in equal parts,
 * and begins at a multiple of that length after the first sample of the trace:
 *
 *	part 0        . 1 4
 *	part 1        . 2 5     '.': before the first cell, which is numbered 0: skip is 2
 *	part 2        0 3 6
 */
#ifndef PERF_DEFER_UI_TUI_VIEW_TIME_GRID_H
#define PERF_DEFER_UI_TUI_VIEW_TIME_GRID_H

#include "ui/tui/view/time-span.h"

struct time_grid {
	uint32_t max_cols, max_parts; /* the room that it has; 0: there is no grid */
	uint32_t parts;		      /* of a column; 1 without a grid */
	uint32_t skip;		      /* parts of the first column that are no cells */
	uint32_t width;		      /* of a column, columns of the screen */
	uint32_t nr;		      /* cells */
	uint64_t start;		      /* of the first cell, ns */
	uint64_t cell;		      /* length of a cell, ns */
	uint64_t most;		      /* samples of the fullest cell */
};

/*
 * Divides *@shown, a part of @all, which it widens to whole columns, as far as @all has them: one for each second if
 * these fit and are not few. @zero is the time of the first sample, at or before @all.
 */
void time_grid__divide(struct time_grid *grid, struct time_span *shown, struct time_span all,
		       uint64_t zero);

/* Returns the time of all cells, which may begin before that of the data, and end after it. */
struct time_span time_grid__span(const struct time_grid *grid);

static inline uint32_t time_grid__col(const struct time_grid *grid, uint32_t cell)
{
	return (cell + grid->skip) / grid->parts;
}

static inline uint32_t time_grid__part(const struct time_grid *grid, uint32_t cell)
{
	return (cell + grid->skip) % grid->parts;
}

/* Sets *@cell to the one at that place. Returns false if none is there. */
bool time_grid__find(const struct time_grid *grid, uint32_t col, uint32_t part, uint32_t *cell);

#endif /* PERF_DEFER_UI_TUI_VIEW_TIME_GRID_H */
