/* SPDX-License-Identifier: GPL-2.0-only */
/* flame_note: the first row of a flame: the name of a box, and how much of all was searched for. */
#ifndef PERF_DEFER_UI_TUI_VIEW_FLAME_NOTE_H
#define PERF_DEFER_UI_TUI_VIEW_FLAME_NOTE_H

#include "ui/tui/term/term.h"
#include "util/profile/func.h"

struct flame_note {
	const char *text; /* that was searched for */
	double percent;	  /* of the samples */
	size_t nr;	  /* places */
};

/* Draws @label, with what is known of @func unless it is NULL. Returns where the label is. */
struct term_span flame_note__draw_name(const struct func *func, const char *label,
				       struct term_win *win);
/* Draws the note at the right end of the row. @name keeps at least half of the row. */
void flame_note__draw(const struct flame_note *note, struct term_span name, struct term_win *win);

#endif /* PERF_DEFER_UI_TUI_VIEW_FLAME_NOTE_H */
