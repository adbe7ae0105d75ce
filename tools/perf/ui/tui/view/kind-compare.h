/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * kind_compare: a kind of entries into the kernel that was marked, beside another one, or the same one within other
 * zooms: by call site, state, gap and length. What is marked is text and numbers, so it outlives its data.
 */
#ifndef PERF_DEFER_UI_TUI_VIEW_KIND_COMPARE_H
#define PERF_DEFER_UI_TUI_VIEW_KIND_COMPARE_H

#include "ui/tui/view/kind-draw.h"
#include "util/entry/entry-kinds.h"
#include "util/profile/change.h"

struct kind_line {
	unsigned int by;	 /* enum part_by; PART_NR: a span of log time */
	char *text;		 /* what tells it from others of these */
	uint64_t order;		 /* of spans of time */
	struct sample_sums sums; /* entries and their time, ns; of spans only entries */
	struct change change;	 /* of its share in the entries of the kind */
};

/* All zero: nothing. */
struct kind_lines {
	char name[KIND_NAME_LEN]; /* "syscall read, forky" */
	struct entry_kind kind;	  /* for its numbers alone */
	struct kind_line *lines;
	uint32_t nr;
};

/* Takes apart the kind at @row of @table. The caller exits the lines even after an error. */
int kind_lines__init(struct kind_lines *lines, const struct table *table, uint32_t row,
		     struct defer_error *err);
void kind_lines__exit(struct kind_lines *lines);
/* Returns true if both are of the same entries. */
bool kind_lines__equal(const struct kind_lines *a, const struct kind_lines *b);

/* Sets what was before by @marked, and sorts the lines. */
int kind_lines__compare(struct kind_lines *lines, const struct kind_lines *marked,
			struct defer_error *err);

/* Draw the lines above, of which there are KIND_HEADS, and one of those below. */
void kind_lines__draw_heads(const struct kind_lines *lines, const struct kind_lines *marked,
			    struct term_win *win);
void kind_line__draw(const struct kind_line *line, const char *search, struct term_win *win);

#endif /* PERF_DEFER_UI_TUI_VIEW_KIND_COMPARE_H */
