/* SPDX-License-Identifier: GPL-2.0-only */
/* flame_note: how much of a flame contains what was searched for. */
#ifndef PERF_DEFER_UI_TUI_VIEW_FLAME_NOTE_H
#define PERF_DEFER_UI_TUI_VIEW_FLAME_NOTE_H

#include "ui/tui/term/term.h"

struct flame_note {
	const char *text; /* that was searched for */
	double percent;	  /* of the samples */
	size_t nr;	  /* places */
};

/*
 * Draws the note at the right end of a row. A name is from column @begin to @end, and keeps at least half
 * of the row.
 */
void flame_note__draw(const struct flame_note *note, unsigned int begin, unsigned int end,
		      struct term_win *win);

#endif /* PERF_DEFER_UI_TUI_VIEW_FLAME_NOTE_H */
