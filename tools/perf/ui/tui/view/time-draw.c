// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdio.h>

#include "ui/text/units.h"
#include "ui/tui/view/time-draw.h"
#include "util/base/span.h"

/* States differ by their glyphs as well, since not all terminals and eyes tell all colours apart. */
static const struct {
	const char *name;
	enum term_color color;
	enum term_glyph glyph; /* the lowest of @heights */
	unsigned int heights;  /* of bars */
} looks[HEAT_NR_STATES] = {
	[HEAT_USER] = {"user", TERM_USER, GLYPH_DOTS, 4},
	[HEAT_KERNEL] = {"kernel", TERM_KERNEL, GLYPH_LOWER, 8},
	[HEAT_MISSING] = {"missing", TERM_MISSING, GLYPH_DOT_LINE, 4},
	[HEAT_OFF_CPU] = {"off CPU", TERM_SEAM, GLYPH_SEAM, 1},
	[HEAT_WAITING] = {"waiting", TERM_DIM, GLYPH_HLINE, 1},
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

static double percent_of(uint64_t nr, uint64_t all)
{
	return all ? 100.0 * nr / all : 0;
}

void time_draw__share(uint64_t nr, uint64_t all, unsigned int width, struct term_win *win)
{
	double percent = percent_of(nr, all);
	char text[16];

	snprintf(text, sizeof(text), "%.*f%%", width < TIME_SHARE_COLS ? 0 : 1, percent);
	term_win__pad(win, text, -(int)width);
}

static void draw_state(enum heat_state state, struct term_win *win)
{
	term_win__color(win, looks[state].color);
	term_win__puts(win, " ");
	term_win__glyph(win, looks[state].glyph + looks[state].heights - 1, 1);
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
	term_win__printf(win, "%s of %s samples, %.2f%%:", UNITS_GROUPED(nr),
			 UNITS_GROUPED(axis->whole->heat.nr), percent_of(nr, axis->whole->heat.nr));
	for (int state = 0; state < HEAT_NR_SAMPLED; state++) {
		if (!sums_all.nr[state])
			continue;
		draw_state(state, win);
		term_win__printf(win, "%.0f%%", percent_of(sums.nr[state], nr));
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

/* The way in which the range changes the columns of a strip. */
struct range_look {
	uint32_t first, last; /* columns of the range */
	bool dims;	      /* what is not in it */
};

/* Draws a column. What is in the range looks as without one; blanks show where it begins and ends. */
static void draw_col(const struct range_look *range, uint32_t col, uint8_t state, double share,
		     struct term_win *win)
{
	bool is_out = range->dims && (col < range->first || col > range->last);
	unsigned int level;

	if (state == HEAT_NOTHING) {
		term_win__color(win, TERM_DIM);
		if (col == range->first || col == range->last)
			term_win__glyph(win, GLYPH_VLINE, 1);
		else
			term_win__puts(win, " ");
		return;
	}
	level = heat__level(share, 1, looks[state].heights + 1);
	term_win__color(win, is_out ? TERM_DIM : looks[state].color);
	term_win__glyph(win, looks[state].glyph + (level ? level - 1 : 0), 1);
}

void time_strip__fill(struct time_strip *strip, const struct time_axis *axis, uint32_t row)
{
	const struct heat *heat = time_axis__heat(axis);
	struct heat_axis columns = time_axis__columns(axis);

	heat__strip(heat, row, columns, strip->nr);
	heat__states(heat, row, columns, strip->states);
}

void time_draw__strip(const struct time_axis *axis, double peak, const struct time_strip *strip,
		      struct term_win *win)
{
	struct range_look range = {.dims = axis->has_mark};

	time_axis__range_cols(axis, &range.first, &range.last);
	for (uint32_t col = 0; col < axis->cols; col++)
		draw_col(&range, col, strip->states[col], strip->nr[col] / peak, win);
}
