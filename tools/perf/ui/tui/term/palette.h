/* SPDX-License-Identifier: GPL-2.0-only */
/* palette: the appearance of each term_color with 256 colours, with 8, and without colours. */
#ifndef PERF_DEFER_UI_TUI_TERM_PALETTE_H
#define PERF_DEFER_UI_TUI_TERM_PALETTE_H

#include "ui/tui/term/term-color.h"

enum palette_attr {
	PALETTE_BOLD = 1 << 0,
	PALETTE_UNDERLINE = 1 << 1,
	PALETTE_REVERSE = 1 << 2,
};

struct palette_entry {
	const char *fg, *bg; /* slang's names */
	unsigned int attrs;  /* PALETTE_*; for terminals without colours */
};

/* Returns the appearance of @color. @nr_colors: colours of the terminal. */
struct palette_entry palette__get(enum term_color color, int nr_colors);

#endif /* PERF_DEFER_UI_TUI_TERM_PALETTE_H */
