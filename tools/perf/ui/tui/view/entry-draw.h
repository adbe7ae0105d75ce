/* SPDX-License-Identifier: GPL-2.0-only */
/* entry_row, entry_chart: draw entries into the kernel, and the stacks of one of them. */
#ifndef PERF_DEFER_UI_TUI_VIEW_ENTRY_DRAW_H
#define PERF_DEFER_UI_TUI_VIEW_ENTRY_DRAW_H

#include "ui/entry/entry-cell.h"
#include "ui/tui/term/term.h"
#include "util/entry/entry-chart.h"

/* Draw the heads of the columns, with @sorted marked, and the line of an entry. */
void entry_row__draw_head(enum entry_column sorted, struct term_win *win);
void entry_row__draw(const struct entry_list *list, const struct entry *entry, const char *search,
		     struct term_win *win);
/* Returns true if kind, thread, class or user code of the entry contain @text, in any case. */
bool entry_row__has(const struct entry_list *list, const struct entry *entry, const char *text);

/* Draws the four lines above a chart: the entry, its user code, the time at column @at, a ruler. */
void entry_chart__draw_heads(const struct entry_chart *chart, const struct entry *entry,
			     uint32_t at, struct term_win *win);
/* Draws the functions at @depth over the width of @win. */
void entry_chart__draw_row(const struct entry_chart *chart, uint32_t depth, uint32_t at,
			   struct term_win *win);
/* Returns true if the name of a node contains @text, in any case. */
bool entry_chart__node_has(const struct entry_chart *chart, uint32_t node, const char *text);
/* Returns the node of the chain tree at @depth in column @col of @cols, or CHAIN_ROOT. */
uint32_t entry_chart__node_at(const struct entry_chart *chart, uint32_t col, uint32_t cols,
			      uint32_t depth);

#endif /* PERF_DEFER_UI_TUI_VIEW_ENTRY_DRAW_H */
