// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdio.h>

#include "ui/text/units.h"
#include "ui/tui/view/time-draw.h"
#include "util/base/span.h"

static const struct {
	const char *name;
	enum term_color color;
	enum term_glyph glyph;
} looks[HEAT_NR_STATES] = {
	[HEAT_USER] = {"user", TERM_USER, GLYPH_BLOCK},
	[HEAT_KERNEL] = {"kernel", TERM_KERNEL, GLYPH_BLOCK},
	[HEAT_MISSING] = {"missing", TERM_MISSING, GLYPH_BLOCK},
	[HEAT_OFF_CPU] = {"off CPU", TERM_SEAM, GLYPH_SEAM},
	[HEAT_WAITING] = {"waiting", TERM_DIM, GLYPH_HLINE},
};

/* ---- times ---- */

static const char *time_text__of(const struct time_text *text, uint64_t time,
				 char buf[UNITS_TIME_LEN])
{
	char of[UNITS_TIME_LEN];

	if (text->no_time)
		return units__time(time, true, buf);
	snprintf(buf, UNITS_TIME_LEN, "+%s", units__time(time - text->zero, false, of));
	return buf;
}

static void draw_span(const struct time_text *text, const struct time_span *span,
		      struct term_win *win)
{
	char buf[UNITS_TIME_LEN];

	term_win__puts(win, time_text__of(text, span->start, buf));
	term_win__puts(win, " .. ");
	term_win__puts(win, time_text__of(text, span->end, buf));
}

void time_draw__times(const struct time_axis *axis, const struct time_text *text,
		      struct term_win *win)
{
	struct heat_sums sums;
	struct time_span range = time_axis__range(axis, &sums);
	char buf[UNITS_TIME_LEN];

	term_win__color(win, TERM_TITLE);
	term_win__puts(win, axis->has_mark ? "range " : "at ");
	draw_span(text, &range, win);
	if (axis->has_mark && !text->no_time)
		term_win__printf(win, " (%s s)",
				 units__time(range.end - range.start + 1, false, buf));
	term_win__puts(win, " of ");
	draw_span(text, &axis->shown, win);
	if (!text->no_time)
		term_win__printf(win, " from %s", units__time(text->zero, false, buf));
	term_win__fill(win);
}

/* ---- figures ---- */

static void draw_state(enum heat_state state, struct term_win *win)
{
	term_win__color(win, looks[state].color);
	term_win__puts(win, "  ");
	term_win__glyph(win, looks[state].glyph, 1);
	term_win__printf(win, " %s ", looks[state].name);
	term_win__color(win, TERM_NORMAL);
}

/* Draws those states that the data have anywhere, so that the legend does not change with the range. */
void time_draw__figures(const struct time_axis *axis, struct term_win *win)
{
	struct time_span all = axis->all;
	struct heat_sums sums, sums_all;
	char span[SPAN_LEN];
	uint64_t nr;

	time_axis__range(axis, &sums);
	heat__sum(&axis->whole->heat, &all.start, &all.end, &sums_all);
	nr = heat_sums__nr(&sums);
	term_win__printf(win, "%" PRIu64 " sample%s %.2f%%", nr, nr == 1 ? "" : "s",
			 axis->whole->heat.nr ? 100.0 * nr / axis->whole->heat.nr : 0.0);
	for (int state = 0; state < HEAT_NR_SAMPLED; state++) {
		if (!sums_all.nr[state])
			continue;
		draw_state(state, win);
		term_win__printf(win, "%" PRIu64, sums.nr[state]);
	}
	for (int kind = 0; kind < HEAT_NR_SPANS; kind++) {
		if (!sums_all.ns[kind])
			continue;
		draw_state(HEAT_FIRST_SPAN + kind, win);
		term_win__puts(win, span__text(sums.ns[kind], span));
	}
}

/* ---- strips ---- */

void time_draw__ruler(const struct time_axis *axis, struct term_win *win)
{
	uint32_t first, last;

	time_axis__range_cols(axis, &first, &last);
	for (uint32_t col = 0; col < axis->cols; col++) {
		bool in = col >= first && col <= last;

		term_win__color(win, in ? TERM_KEY : TERM_DIM);
		if (col == axis->at)
			term_win__puts(win, "^");
		else
			term_win__glyph(win, in ? GLYPH_BLOCK : GLYPH_HLINE, 1);
	}
}

static void draw_col(uint8_t state, unsigned int level, bool marked, struct term_win *win)
{
	enum term_color color = state == HEAT_NOTHING ? TERM_NORMAL : looks[state].color;

	term_win__color(win, marked ? TERM_SELECTED : color);
	if (level)
		term_win__glyph(win, GLYPH_LOWER + level, 1);
	else if (state == HEAT_NOTHING)
		term_win__puts(win, " ");
	else
		term_win__glyph(win, looks[state].glyph, 1);
}

void time_draw__strip(const struct time_axis *axis, uint32_t row, double peak,
		      struct time_strip *strip, struct term_win *win)
{
	const struct heat *heat = time_axis__heat(axis);
	struct heat_axis columns = time_axis__columns(axis);
	uint32_t first, last;

	heat__strip(heat, row, columns, strip->nr);
	heat__states(heat, row, columns, strip->states);
	time_axis__range_cols(axis, &first, &last);
	for (uint32_t col = 0; col < axis->cols; col++)
		draw_col(strip->states[col], heat__level(strip->nr[col], peak, TERM_NR_HEAT),
			 col >= first && col <= last, win);
}
