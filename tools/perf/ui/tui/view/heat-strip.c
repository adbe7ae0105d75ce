// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdio.h>

#include "ui/tui/view/heat-strip.h"

void heat_strip__draw(struct term_win *win, const double *strip, uint32_t nr_cols, double peak,
		      struct heat_mark mark)
{
	for (uint32_t col = 0; col < nr_cols; col++) {
		unsigned int level = heat__level(strip[col], peak, TERM_NR_HEAT);

		term_win__color(win, col >= mark.first && col <= mark.last ? TERM_SELECTED
									   : TERM_HEAT + level);
		if (level)
			term_win__glyph(win, GLYPH_LOWER + level, 1);
		else
			term_win__puts(win, " ");
	}
}
