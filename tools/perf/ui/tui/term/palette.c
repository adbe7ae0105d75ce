// SPDX-License-Identifier: GPL-2.0-only
#include <stdbool.h>
#include <stddef.h>

#include "ui/tui/term/palette.h"

/*
 * perf's own colours where it has them (red, green, the yellow bar of the cursor); the others are
 * legible on light and on dark backgrounds. Flames of the kernel are warm, those of user space
 * cold.
 */
struct look {
	const char *fg256, *bg256; /* NULL: the terminal's default */
	const char *fg8, *bg8;
	unsigned int attrs;
};

static const struct look looks[TERM_NR_COLORS] = {
	[TERM_NORMAL] = {0},
	[TERM_TITLE] = {"color231", "color24", "white", "blue", PALETTE_REVERSE},
	[TERM_STATUS] = {"color231", "color24", "white", "blue", PALETTE_REVERSE},
	[TERM_SELECTED] = {"color16", "color221", "black", "brown", PALETTE_REVERSE},
	[TERM_DIM] = {"color244", NULL, NULL, NULL, 0},
	[TERM_KEY] = {"color33", NULL, "cyan", NULL, PALETTE_BOLD},
	[TERM_TOP] = {"color160", NULL, "red", NULL, PALETTE_BOLD},
	[TERM_MEDIUM] = {"color34", NULL, "green", NULL, 0},
	[TERM_KERNEL] = {"color166", NULL, "brown", NULL, 0},
	[TERM_USER] = {"color32", NULL, "cyan", NULL, 0},
	[TERM_SEAM] = {"color133", NULL, "magenta", NULL, PALETTE_BOLD},
	[TERM_MISSING] = {"color161", NULL, "magenta", NULL, PALETTE_UNDERLINE},
	[TERM_MATCH] = {"color16", "color114", "black", "green",
			PALETTE_REVERSE | PALETTE_UNDERLINE},
	[TERM_ERROR] = {"color231", "color160", "white", "red", PALETTE_REVERSE | PALETTE_BOLD},
	[TERM_BAR] = {"color38", NULL, "cyan", NULL, 0},
	[TERM_BOX] = {"color231", "color238", "white", "black", PALETTE_REVERSE},
	[TERM_FLAME_KERNEL] = {"color16", "color208", "black", "brown", PALETTE_REVERSE},
	[TERM_FLAME_KERNEL + 1] = {"color16", "color215", "black", "red",
				   PALETTE_REVERSE | PALETTE_BOLD},
	[TERM_FLAME_KERNEL + 2] = {"color16", "color172", "black", "brown", PALETTE_REVERSE},
	[TERM_FLAME_KERNEL + 3] = {"color16", "color221", "black", "red",
				   PALETTE_REVERSE | PALETTE_BOLD},
	[TERM_FLAME_USER] = {"color16", "color75", "black", "cyan", PALETTE_REVERSE},
	[TERM_FLAME_USER + 1] = {"color16", "color117", "black", "blue",
				 PALETTE_REVERSE | PALETTE_BOLD},
	[TERM_FLAME_USER + 2] = {"color16", "color74", "black", "cyan", PALETTE_REVERSE},
	[TERM_FLAME_USER + 3] = {"color16", "color153", "black", "blue",
				 PALETTE_REVERSE | PALETTE_BOLD},
	[TERM_FLAME_MISSING] = {"color16", "color247", "white", "magenta",
				PALETTE_REVERSE | PALETTE_UNDERLINE},
	[TERM_HEAT] = {"color250", "color236", NULL, NULL, 0},
	[TERM_HEAT + 1] = {"color95", "color236", "blue", NULL, 0},
	[TERM_HEAT + 2] = {"color130", "color236", "blue", NULL, 0},
	[TERM_HEAT + 3] = {"color166", "color236", "cyan", NULL, 0},
	[TERM_HEAT + 4] = {"color202", "color236", "green", NULL, 0},
	[TERM_HEAT + 5] = {"color208", "color236", "brown", NULL, PALETTE_BOLD},
	[TERM_HEAT + 6] = {"color214", "color236", "red", NULL, PALETTE_BOLD},
	[TERM_HEAT + 7] = {"color226", "color236", "red", NULL, PALETTE_BOLD},
};

static const char *or_default(const char *name)
{
	return name ? name : "default";
}

struct palette_entry palette__get(enum term_color color, int nr_colors)
{
	const struct look *look = &looks[color];
	bool many = nr_colors >= 256;

	return (struct palette_entry){
		.fg = or_default(many ? look->fg256 : look->fg8),
		.bg = or_default(many ? look->bg256 : look->bg8),
		.attrs = look->attrs,
	};
}
