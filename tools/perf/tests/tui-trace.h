/* SPDX-License-Identifier: GPL-2.0-only */
/* tui_trace: a view on a terminal in memory, over a whole trace that is read as for the TUI. */
#ifndef PERF_DEFER_TESTS_TUI_TRACE_H
#define PERF_DEFER_TESTS_TUI_TRACE_H

#include "tests/builder.h"
#include "ui/tui/load/view-data.h"
#include "ui/tui/view/host.h"
#include "ui/tui/view/view.h"
#include "util/profile/zoom.h"
#include "util/session/ledger.h"
#include "util/fold/samples.h"
#include "util/session/losses.h"

struct tui_trace {
	struct session *session;
	struct fold *fold;
	struct samples samples;
	struct ledgers ledgers;
	struct losses losses;
	struct heat_samples
		*heats[VIEW_DATA_NR_HEATS]; /* none by function, which needs a profile */
	struct tui_data data;		    /* has no profile */
	struct tui_view view;		    /* has no app */
	struct tui_host host;		    /* keeps what the view asks for */
	char said[128];
	struct zoom zoom; /* the last one that was asked for */
	struct term *term;
};

/* Reads @b and opens a view of it with @rows and @cols. Returns an enum test_result. */
int tui_trace__open(struct tui_trace *tt, const struct builder *b, const struct tui_view_ops *ops,
		    unsigned int rows, unsigned int cols);
void tui_trace__close(struct tui_trace *tt);
/* Remakes the view's data after a change, and notifies the view. Returns an enum test_result. */
int tui_trace__refresh(struct tui_trace *tt);

/* Returns the line, or the place, that a search finds; UINT64_MAX: none. */
uint64_t view__line_with(const struct tui_view *view, uint64_t from, const char *text,
			 bool forward);

/* Returns all rows of a terminal in memory, one per line. The caller frees the result. */
char *term__all_text(const struct term *term);
/* Does the same, and below each row prints a letter for the colour of each cell, which has none if normal. */
char *term__all_colors(const struct term *term);
/*
 * Draws heads and lines from view.top on, as the app does. Returns all rows; the caller frees them.
 */
char *tui_trace__draw(struct tui_trace *tt);
/* Send a key, or a mouse event in the window below the heads. Return the view's result. */
int tui_trace__press(struct tui_trace *tt, uint32_t key);
int tui_trace__mouse(struct tui_trace *tt, enum term_mouse mouse, unsigned int row,
		     unsigned int col);

#endif /* PERF_DEFER_TESTS_TUI_TRACE_H */
