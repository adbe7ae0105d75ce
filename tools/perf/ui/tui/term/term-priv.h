/* SPDX-License-Identifier: GPL-2.0-only */
/* The inside of a term, which its backends share with the drawing. */
#ifndef PERF_DEFER_UI_TUI_TERM_TERM_PRIV_H
#define PERF_DEFER_UI_TUI_TERM_TERM_PRIV_H

#include "ui/tui/term/term.h"

struct term_cell {
	uint32_t ch; /* 0: the right half of the wide character before it */
	uint8_t color;
};

/* What a screen, or the want of one, does. All take the term that begins with struct term. */
struct term_backend {
	void (*flush)(struct term *term);
	void (*redraw)(struct term *term);
	int (*wait)(struct term *term, int timeout_ms, struct term_event *event,
		    struct defer_error *err);
	bool (*has_input)(struct term *term); /* NULL: never */
	void (*wake)(struct term *term);
	void (*suspend)(struct term *term);
	void (*exit)(struct term *term);
};

struct term {
	const struct term_backend *backend;
	unsigned int rows, cols;
	struct term_cell *cells; /* rows * cols of them */
	bool ascii;
};

/* A blank grid of that size, within the limits, instead of the one that is there. */
int term__resize(struct term *term, unsigned int rows, unsigned int cols, struct defer_error *err);

#endif /* PERF_DEFER_UI_TUI_TERM_TERM_PRIV_H */
