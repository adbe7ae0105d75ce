/* SPDX-License-Identifier: GPL-2.0-only */
/* term_color: the meaning of cells; the palette gives each an appearance. */
#ifndef PERF_DEFER_UI_TUI_TERM_TERM_COLOR_H
#define PERF_DEFER_UI_TUI_TERM_TERM_COLOR_H

/* The meaning of a cell, shown with true colour, 256 colours, 8 or none. */
enum term_color {
	TERM_NORMAL,
	TERM_TITLE,    /* top line, heads of columns */
	TERM_STATUS,   /* bottom line */
	TERM_SELECTED, /* line of the cursor */
	TERM_DIM,
	TERM_KEY,     /* a key in help and hints */
	TERM_TOP,     /* percentages of 5 and more */
	TERM_MEDIUM,  /* percentages of 0.5 and more */
	TERM_KERNEL,  /* names in the kernel half */
	TERM_USER,    /* names in the user half */
	TERM_SEAM,    /* boundary between the halves */
	TERM_MISSING, /* a half that is missing */
	TERM_MATCH,   /* a match of the search */
	TERM_ERROR,
	TERM_BAR,   /* progress, and bars of charts */
	TERM_BOX,   /* frames of menus and help */
	TERM_ADDR,  /* addresses and numbers of lines beside code */
	TERM_ARROW, /* from a jump to its target */
	TERM_MORE,  /* a share that has grown, in a comparison */
	TERM_LESS,  /* one that has shrunk */
	/* Boxes of flame graphs; neighbours take different colours of a group. */
	TERM_FLAME_KERNEL,
	TERM_FLAME_USER = TERM_FLAME_KERNEL + 4,
	TERM_FLAME_MISSING = TERM_FLAME_USER + 4,
	/* Boxes of flame graphs in a comparison: a little, and much. */
	TERM_FLAME_MORE = TERM_FLAME_MISSING + 1,
	TERM_FLAME_LESS = TERM_FLAME_MORE + 2,
	TERM_FLAME_NOISE = TERM_FLAME_LESS + 2,
	/* From cold to hot. */
	TERM_HEAT = TERM_FLAME_NOISE + 1,
	/* Two of these, where term__has_halves(): see TERM_HEATS(). */
	TERM_HEAT_PAIR = TERM_HEAT + 8,
	TERM_NR_COLORS = TERM_HEAT_PAIR + 8 * 8,
};

#define TERM_NR_FLAME 4
#define TERM_NR_HEAT  8

/* The colour of GLYPH_UPPER that is @upper, above the ground of a cell that is @lower, both below TERM_NR_HEAT. */
#define TERM_HEATS(upper, lower) (TERM_HEAT_PAIR + (upper)*TERM_NR_HEAT + (lower))

#endif /* PERF_DEFER_UI_TUI_TERM_TERM_COLOR_H */
