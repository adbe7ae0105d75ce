/* SPDX-License-Identifier: GPL-2.0-only */
/* kind_draw: draws a kind of entries into the kernel that is open. @table is that of all kinds, the kind is its @row. */
#ifndef PERF_DEFER_UI_TUI_VIEW_KIND_DRAW_H
#define PERF_DEFER_UI_TUI_VIEW_KIND_DRAW_H

#include "ui/tui/view/table-view.h"

struct kind_parts;

/* Divides the kind into *@parts, which close frees; after an error it is NULL. */
int kind_draw__open(struct kind_parts **parts, const struct table *table, uint32_t row,
		    struct defer_error *err);
void kind_draw__close(struct kind_parts **parts);

#define KIND_NAME_LEN (FUNC_LABEL_LEN + 32)
/* Writes "syscall read, forky", like snprintf(). */
void kind_draw__name(const struct table *table, uint32_t row, char *buf, size_t size);
/* Returns what tells part @row of the table @parts from others of its sort, which the caller frees; NULL without memory. */
char *kind_draw__text(const struct table *parts, uint32_t row);

#define KIND_HEADS 3
/* Draws the lines above the parts: the kind, its user code, the headings. */
void kind_draw__heads(const struct table *table, uint32_t row, const struct table *parts,
		      struct term_win *win);

/* ---- two kinds ---- */

/*
 * A kind that was marked, beside another one, or the same one within other zooms: by length, call site, state and gap.
 * What is marked is text and numbers, so it outlives its data.
 */
struct kind_lines;

/* Takes apart the kind at @row of @table, the kinds. The caller deletes it; after an error it is NULL. */
int kind_lines__new(struct kind_lines **lines, const struct table *table, uint32_t row,
		    struct defer_error *err);
void kind_lines__delete(struct kind_lines **lines);

/* Returns "syscall read, forky". */
const char *kind_lines__name(const struct kind_lines *lines);
/* Returns true if both are of the same entries. */
bool kind_lines__equal(const struct kind_lines *a, const struct kind_lines *b);

/* Sets what was before by @marked, and sorts the lines. */
int kind_lines__compare(struct kind_lines *lines, const struct kind_lines *marked,
			struct defer_error *err);

uint32_t kind_lines__nr(const struct kind_lines *lines);
/* Returns true if what tells line @i from others contains @text, in any case. */
bool kind_lines__have(const struct kind_lines *lines, uint64_t i, const char *text);
/* Draw the lines above, of which there are KIND_HEADS, and line @i. */
void kind_lines__draw_heads(const struct kind_lines *lines, const struct kind_lines *marked,
			    struct term_win *win);
void kind_lines__draw(const struct kind_lines *lines, uint64_t i, const char *search,
		      struct term_win *win);

#endif /* PERF_DEFER_UI_TUI_VIEW_KIND_DRAW_H */
