/* SPDX-License-Identifier: GPL-2.0-only */
/* kind_draw: draws a kind of entries into the kernel that is open. @table is that of all kinds, the kind is its @row. */
#ifndef PERF_DEFER_UI_TUI_VIEW_KIND_DRAW_H
#define PERF_DEFER_UI_TUI_VIEW_KIND_DRAW_H

#include "ui/tui/view/table-view.h"
#include "util/entry/kind-parts.h"

/* Divides the kind. The caller exits the parts. */
int kind_draw__open(struct kind_parts *parts, const struct table *table, uint32_t row,
		    struct defer_error *err);

#define KIND_HEADS 3
/* Draws the lines above the parts: the kind, its user code, the headings. */
void kind_draw__heads(const struct table *table, uint32_t row, struct term_win *win);
/* Draws a part, with what is like @search marked. */
void kind_draw__part(const struct table *table, uint32_t row, const struct kind_part *part,
		     const char *search, struct term_win *win);
/* Returns true if what tells the part from others contains @text, in any case. */
bool kind_draw__has(const struct table *table, const struct kind_part *part, const char *text);

#endif /* PERF_DEFER_UI_TUI_VIEW_KIND_DRAW_H */
