/* SPDX-License-Identifier: GPL-2.0-only */
/* entry_chart: draws the stacks of one entry into the kernel. */
#ifndef PERF_DEFER_UI_TUI_VIEW_ENTRY_DRAW_H
#define PERF_DEFER_UI_TUI_VIEW_ENTRY_DRAW_H

#include "ui/tui/view/table-view.h"
#include "util/entry/entry-chart.h"

#define ENTRY_CHART_HEADS 4
/*
 * Draws the lines above a chart: the entry, its @user code, the time at column @at, a ruler.
 */
void entry_chart__draw_heads(const struct entry_chart *chart, const struct entry *entry,
			     struct frames user, uint32_t at, struct term_win *win);
/* Draws the functions at @depth over the width of @win. */
void entry_chart__draw_row(const struct entry_chart *chart, uint32_t depth, uint32_t at,
			   struct term_win *win);
/* Returns true if the name of a node contains @text, in any case. */
bool entry_chart__node_has(const struct entry_chart *chart, uint32_t node, const char *text);
/* Returns the node of the chain tree at @depth in column @col of @cols, or CHAIN_ROOT. */
uint32_t entry_chart__node_at(const struct entry_chart *chart, uint32_t col, uint32_t cols,
			      uint32_t depth);

#endif /* PERF_DEFER_UI_TUI_VIEW_ENTRY_DRAW_H */
