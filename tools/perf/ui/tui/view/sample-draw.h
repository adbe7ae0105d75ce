/* SPDX-License-Identifier: GPL-2.0-only */
/* Draws the rows of the samples view. */
#ifndef PERF_DEFER_UI_TUI_VIEW_SAMPLE_DRAW_H
#define PERF_DEFER_UI_TUI_VIEW_SAMPLE_DRAW_H

#include "ui/sample/sample-cell.h"
#include "ui/tui/term/term.h"

void sample_row__draw_head(enum sample_column sorted, struct term_win *win);
void sample_row__draw(struct sample_rows *rows, uint32_t row, const char *search,
		      struct term_win *win);
/* Returns true if the row, but for the fields of tracepoints, has @text, in any case. */
bool sample_row__has(const struct sample_rows *rows, uint32_t row, const char *text);

#define SAMPLE_HEADS 3
/* Draw one sample: SAMPLE_HEADS rows of facts, and a row for the frame at @node of its chain. */
void sample_one__draw_heads(struct sample_rows *rows, uint32_t row, struct term_win *win);
void sample_one__draw_frame(const struct sample_rows *rows, uint32_t node, const char *search,
			    struct term_win *win);

#endif /* PERF_DEFER_UI_TUI_VIEW_SAMPLE_DRAW_H */
