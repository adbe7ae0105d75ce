/* SPDX-License-Identifier: GPL-2.0-only */
/* kind_draw: draws a kind of entries into the kernel that is open. @table is that of all kinds, the kind is its @row. */
#ifndef PERF_DEFER_UI_TUI_VIEW_KIND_DRAW_H
#define PERF_DEFER_UI_TUI_VIEW_KIND_DRAW_H

#include "ui/tui/view/table-view.h"

struct kind_part;
struct kind_parts;

/* Divides the kind into *@parts, which close frees; after an error it is NULL. */
int kind_draw__open(struct kind_parts **parts, const struct table *table, uint32_t row,
		    struct defer_error *err);
void kind_draw__close(struct kind_parts **parts);
uint32_t kind_draw__nr(const struct kind_parts *parts);

#define KIND_NAME_LEN (FUNC_LABEL_LEN + 32)
/* Writes "syscall read, forky", like snprintf(). */
void kind_draw__name(const struct table *table, uint32_t row, char *buf, size_t size);
/* Returns what tells @part from others of its sort, which the caller frees; NULL without memory. */
char *kind_draw__text(const struct table *table, const struct kind_part *part);

#define KIND_HEADS 3
/* Draws the lines above the parts: the kind, its user code, the headings. */
void kind_draw__heads(const struct table *table, uint32_t row, struct term_win *win);
/* Draws part @i, with what is like @search marked. */
void kind_draw__part(const struct table *table, uint32_t row, const struct kind_parts *parts,
		     uint32_t i, const char *search, struct term_win *win);
/* Returns true if what tells part @i from others contains @text, in any case. */
bool kind_draw__has(const struct table *table, const struct kind_parts *parts, uint32_t i,
		    const char *text);

#endif /* PERF_DEFER_UI_TUI_VIEW_KIND_DRAW_H */
