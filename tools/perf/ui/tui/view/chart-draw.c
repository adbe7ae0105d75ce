// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdio.h>

#include "ui/text/units.h"
#include "ui/tui/view/chart-draw.h"
#include "ui/tui/view/flame-boxes.h"
#include "ui/tui/view/flame-note.h"
#include "util/base/array.h"
#include "util/base/hash.h"
#include "util/base/mul-div.h"
#include "util/base/span.h"
#include "util/fold/samples.h"

/* ---- the cursor's box ---- */

/* Returns the func of a box; NULL: it is a thread's name. */
static const struct func *func_of(const struct chart *chart, const struct chart_box *box)
{
	return box->depth ? funcs__at(chart->conf.funcs, chart->conf.chains->nodes[box->node].func)
			  : NULL;
}

static const char *label_of(const struct chart *chart, const struct chart_box *box,
			    char buf[CHART_LABEL_LEN])
{
	return box->depth ? func__label(func_of(chart, box), buf)
			  : chart__thread_label(chart, box->thread, buf);
}

/* Returns the time that others are relative to, ns. */
static uint64_t zero_of(const struct chart *chart, const struct chart_look *look)
{
	return look->samples && samples__nr(look->samples) ? samples__at(look->samples, 0)->time
							   : chart->start;
}

static void draw_times(const struct chart *chart, const struct chart_facts *facts,
		       const struct chart_look *look, struct term_win *win)
{
	char buf[UNITS_TIME_LEN], span[SPAN_LEN];
	uint64_t zero = zero_of(chart, look);
	uint64_t start = facts->start > zero ? facts->start - zero : 0;

	if (chart->conf.no_time)
		term_win__printf(win, "at %s  ", units__time(facts->start, true, buf));
	else
		term_win__printf(win, "+%s for %s  ", units__time(start, false, buf),
				 span__text(facts->end - facts->start, span));
}

struct term_span chart_draw__box(struct chart_place *place, const struct chart_look *look,
				 struct term_win *win)
{
	struct chart_facts facts;
	const struct chart_box *box = chart_place__box(place, &facts);
	char buf[CHART_LABEL_LEN];

	if (!box)
		return (struct term_span){0};
	term_win__color(win, TERM_TITLE);
	term_win__printf(win, "%6.2f%%  %" PRIu64 " sample%s  ",
			 chart__percent(place->chart, facts.weight), facts.nr,
			 facts.nr == 1 ? "" : "s");
	if (facts.nr)
		draw_times(place->chart, &facts, look, win);
	return flame_note__draw_name(func_of(place->chart, box), label_of(place->chart, box, buf),
				     win);
}

/* ---- the axis ---- */

#define TICK_COLS 14 /* columns from a tick to the next, at least: "|+0.0000001" fits */

/* Returns 1, 2 or 5 times a power of 10: the smallest step with TICK_COLS columns or more, ns. */
static uint64_t tick_step(uint64_t len, uint32_t cols)
{
	static const unsigned int steps[] = {1, 2, 5};
	uint64_t power = 1;

	for (; power <= UINT64_MAX / 100; power *= 10) {
		for (unsigned int i = 0; i < ARRAY_SIZE(steps); i++) {
			if (mul_div(power * steps[i], cols, TICK_COLS) >= len)
				return power * steps[i];
		}
	}
	return power;
}

/* Writes a multiple of @step as seconds, with the digits that tell ticks apart. */
static void tick_text(uint64_t time, uint64_t step, bool no_time, char *buf, size_t size)
{
	uint64_t second = 1000000000, rest = time % second;
	int digits = 0;

	if (no_time) {
		snprintf(buf, size, "%" PRIu64, time);
		return;
	}
	for (; second > step; second /= 10)
		digits++;
	for (int i = digits; i < 9; i++)
		rest /= 10;
	snprintf(buf, size, digits ? "+%" PRIu64 ".%0*" PRIu64 : "+%" PRIu64, time / 1000000000,
		 digits, rest);
}

void chart_draw__ticks(const struct chart_part *shown, uint32_t cols, uint64_t zero, bool no_time,
		       struct term_win *win)
{
	uint64_t start = shown->start - zero, end = shown->end - zero;
	uint64_t step = tick_step(end - start, cols);
	uint64_t time = start / step * step;
	char buf[64];

	term_win__color(win, TERM_DIM);
	for (time += time < start ? step : 0; time <= end && time >= start; time += step) {
		uint32_t col = chart_part__col(shown, time + zero, cols);

		tick_text(time, step, no_time, buf, sizeof(buf));
		if (col + 1 + term__width(buf) > win->cols)
			break;
		term_win__at(win, 0, col);
		term_win__puts(win, "|");
		term_win__puts(win, buf);
	}
}

void chart_draw__cursor(uint32_t col, struct term_win *win)
{
	term_win__at(win, 0, col);
	term_win__color(win, TERM_KEY);
	term_win__puts(win, "^");
}

void chart_draw__axis(const struct chart_place *place, const struct chart_look *look,
		      struct term_win *win)
{
	bool no_time = place->chart->conf.no_time;
	uint64_t first = zero_of(place->chart, look);

	chart_draw__ticks(&place->shown, place->cols,
			  no_time || first > place->shown.start ? 0 : first, no_time, win);
	chart_draw__cursor(place->col, win);
}

/* ---- boxes ---- */

static enum term_color color_of(const struct chart *chart, const struct chart_box *box,
				const struct chart_box *cursor, const struct chart_look *look)
{
	uint32_t func = chart->conf.chains->nodes[box->node].func;
	const struct func *of = funcs__at(chart->conf.funcs, func);
	char label[FUNC_LABEL_LEN];

	if (box == cursor)
		return TERM_SELECTED;
	if (!box->depth)
		return TERM_BOX;
	if (look->matches->funcs && look->matches->funcs[func])
		return TERM_MATCH;
	return flame_box__color(of, hash__fixed(func__label(of, label)));
}

void chart_draw__boxes(struct chart_place *place, const struct chart_look *look,
		       const struct term_win *win)
{
	const struct chart_box *cursor = chart_place__box(place, NULL);
	char buf[CHART_LABEL_LEN];

	for (size_t i = 0; i < place->picture.nr; i++) {
		const struct chart_box *box = &place->picture.boxes[i];
		struct term_win cell =
			term_win__sub(win, box->line - place->top, box->col, 1, box->width);

		if (!cell.cols)
			continue;
		term_win__color(&cell, color_of(place->chart, box, cursor, look));
		flame_box__draw(&cell, label_of(place->chart, box, buf), box == cursor);
	}
}
