/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * entry_chart: the kernel stacks of one entry into the kernel, in order of time:
 *
 *	|+0.000        |+0.002        ^           |+0.006
 *	|do_syscall_64          ╎ 2.37 ms, no sample ╎|do_syscall_64
 *	|ksys_write             ╎                    ╎|ksys_write
 */
#ifndef PERF_DEFER_UI_TUI_VIEW_ENTRY_DRAW_H
#define PERF_DEFER_UI_TUI_VIEW_ENTRY_DRAW_H

#include "ui/tui/view/table-view.h"
#include "util/entry/entry-list.h"

struct chart;
struct chart_picture;

struct entry_chart {
	const struct entry_list *list;
	const struct entry *entry;
	struct chart *chart;	       /* NULL: no entry is open */
	struct chart_picture *picture; /* of the last drawing; NULL: as chart */
	uint32_t first_line;	       /* of the chart: the outermost functions of the kernel */
	uint32_t at;		       /* column of the cursor */
};

/* Opens @entry; the cursor's column stays as it was. */
int entry_chart__open(struct entry_chart *chart, const struct entry_list *list,
		      const struct entry *entry, struct defer_error *err);
void entry_chart__close(struct entry_chart *chart);

/* Returns the number of lines, at least 1. */
uint64_t entry_chart__nr_lines(const struct entry_chart *chart);
/* Moves the cursor by columns. */
void entry_chart__move(struct entry_chart *chart, int step);

#define ENTRY_CHART_HEADS 4
/* Draws the lines above a chart: the entry, its @user code, the time at the cursor, the axis. */
void entry_chart__draw_heads(struct entry_chart *chart, struct frames user, struct term_win *win);
/* Draws the functions of a line over the width of @win. */
void entry_chart__draw_line(struct entry_chart *chart, uint64_t line, struct term_win *win);
/* Returns true if a function of a line contains @text, in any case, in whatever sample. */
bool entry_chart__line_has(const struct entry_chart *chart, uint64_t line, const char *text);
/* Returns the node of the chain tree in a line at the cursor, or CHAIN_ROOT. */
uint32_t entry_chart__node_at(const struct entry_chart *chart, uint64_t line);

#endif /* PERF_DEFER_UI_TUI_VIEW_ENTRY_DRAW_H */
