/* SPDX-License-Identifier: GPL-2.0-only */
/* term_color: what cells mean: the palette knows how that looks. */
#ifndef PERF_DEFER_UI_TUI_TERM_TERM_COLOR_H
#define PERF_DEFER_UI_TUI_TERM_TERM_COLOR_H

/* What a cell means; the term knows how to show that with 256, 8 or no colours. */
enum term_color {
	TERM_NORMAL,
	TERM_TITLE,    /* the line at the top, heads of columns */
	TERM_STATUS,   /* the line at the bottom */
	TERM_SELECTED, /* the line of the cursor */
	TERM_DIM,
	TERM_KEY,     /* a key in help and hints */
	TERM_TOP,     /* percentages: 5 and more */
	TERM_MEDIUM,  /* 0.5 and more */
	TERM_KERNEL,  /* names of the kernel half */
	TERM_USER,    /* names of the user half */
	TERM_SEAM,    /* between the halves */
	TERM_MISSING, /* a half that is not there */
	TERM_MATCH,   /* what the search found */
	TERM_ERROR,
	TERM_BAR, /* progress, and bars of charts */
	TERM_BOX, /* frames of menus and help */
	/* Cells of flames; neighbours take different ones of a group. */
	TERM_FLAME_KERNEL,
	TERM_FLAME_USER = TERM_FLAME_KERNEL + 4,
	TERM_FLAME_MISSING = TERM_FLAME_USER + 4,
	/* From cold to hot. */
	TERM_HEAT = TERM_FLAME_MISSING + 1,
	TERM_NR_COLORS = TERM_HEAT + 8,
};

#define TERM_NR_FLAME 4
#define TERM_NR_HEAT  8

#endif /* PERF_DEFER_UI_TUI_TERM_TERM_COLOR_H */
