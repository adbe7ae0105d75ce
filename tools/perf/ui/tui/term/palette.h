/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * palette: the appearance of each term_color with 256 colours or more, with 8, and without colours, on
 * dark and on light backgrounds. Text has a contrast of 4.5:1 or more (WCAG 2, level AA), unless the
 * user has chosen other colours.
 */
#ifndef PERF_DEFER_UI_TUI_TERM_PALETTE_H
#define PERF_DEFER_UI_TUI_TERM_PALETTE_H

#include <stdbool.h>

#include <perf/defer-error.h>

#include "ui/tui/term/ground.h"
#include "ui/tui/term/term-color.h"

enum palette_attr {
	PALETTE_BOLD = 1 << 0,
	PALETTE_UNDERLINE = 1 << 1,
	PALETTE_REVERSE = 1 << 2,
	PALETTE_ALWAYS = 1 << 3, /* the others are needed beside any colour: others share it */
};

#define PALETTE_TRUE_COLOR (1 << 24) /* number of colours */
#define PALETTE_NAME_LEN   16

/* Colours that the user has chosen, by slang's names; an empty one: none was. */
struct palette_choice {
	char fg[PALETTE_NAME_LEN], bg[PALETTE_NAME_LEN];
};

struct palette_choices {
	struct palette_choice of[TERM_NR_COLORS];
};

/*
 * Takes a setting of [colors] of perf's configuration: @name is top, medium, normal, selected,
 * jump_arrows, addr or root, @value "foreground, background". Returns DEFER_ERR_INVAL for others, and
 * for colours that have no name.
 */
int palette_choices__set(struct palette_choices *choices, const char *name, const char *value,
			 struct defer_error *err);

/* The terminal that is drawn on. */
struct palette {
	int nr_colors;
	enum ground ground;
	const struct palette_choices *choices; /* NULL: none */
};

struct palette_entry {
	char fg[PALETTE_NAME_LEN], bg[PALETTE_NAME_LEN]; /* slang's names, or "#rrggbb" */
	unsigned int attrs; /* PALETTE_*; for terminals without colours */
	bool plain; /* the attributes are needed with colours, too: both are the terminal's own, or shared */
};

/* Returns the appearance of @color. */
struct palette_entry palette__get(const struct palette *palette, enum term_color color);

#endif /* PERF_DEFER_UI_TUI_TERM_PALETTE_H */
