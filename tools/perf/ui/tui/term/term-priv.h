/* SPDX-License-Identifier: GPL-2.0-only */
/* term-priv: the part of a term that its backends share with the drawing. */
#ifndef PERF_DEFER_UI_TUI_TERM_TERM_PRIV_H
#define PERF_DEFER_UI_TUI_TERM_TERM_PRIV_H

#include "ui/tui/term/term.h"

struct term_cell {
	uint32_t ch; /* 0: right half of the wide character before it */
	uint8_t color;
};

/* The operations of a backend. Each takes its own term, which begins with struct term. */
struct term_backend {
	void (*flush)(struct term *term);
	void (*redraw)(struct term *term);
	int (*wait)(struct term *term, int timeout_ms, struct term_event *event,
		    struct defer_error *err);
	bool (*has_input)(struct term *term); /* NULL: never */
	void (*wake)(struct term *term);
	void (*suspend)(struct term *term);
	int (*lend)(struct term *term, term_lend_fn fn, void *ctx);
	void (*send)(struct term *term, const char *bytes);
	void (*exit)(struct term *term);
};

struct term {
	const struct term_backend *backend;
	unsigned int rows, cols;
	struct term_cell *cells; /* rows * cols cells */
	bool ascii;
	bool has_halves; /* it has UTF-8 and 256 colours or more */
};

/* Replaces the grid by a blank one of that size, within the limits. */
int term__resize(struct term *term, unsigned int rows, unsigned int cols, struct defer_error *err);

#endif /* PERF_DEFER_UI_TUI_TERM_TERM_PRIV_H */
