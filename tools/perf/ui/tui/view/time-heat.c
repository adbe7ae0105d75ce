// SPDX-License-Identifier: GPL-2.0-only
/* The heat map of the view of time. */
#include <stdio.h>
#include <string.h>

#include "ui/text/units.h"
#include "ui/tui/view/time-draw.h"
#include "util/base/span.h"

#define LABEL_COLS 10 /* from one label of the ruler to the next, at least */

/* ---- levels ---- */

/* Draws what has a single level, @width times. Where colours are few, glyphs tell levels apart. */
static void draw_level(unsigned int level, enum term_color color, uint32_t width,
		       struct term_win *win)
{
	static const char *const ascii[TERM_NR_HEAT] = {" ", ".", ":", "-", "+", "*", "#", "@"};

	term_win__color(win, color);
	if (level && !term__is_ascii(win->term)) {
		term_win__glyph(win, GLYPH_LOWER + level, width);
		return;
	}
	while (width--)
		term_win__puts(win, ascii[level]);
}

static void draw_halves(unsigned int upper, unsigned int lower, uint32_t width,
			struct term_win *win)
{
	if (!upper && !lower) {
		draw_level(0, TERM_HEAT, width, win);
	} else if (!upper) {
		term_win__color(win, TERM_HEAT + lower);
		term_win__glyph(win, GLYPH_LOWER + 3, width);
	} else {
		term_win__color(win, !lower || lower == upper ? TERM_HEAT + upper
							      : TERM_HEATS(upper, lower));
		term_win__glyph(win, upper == lower ? GLYPH_BLOCK : GLYPH_UPPER, width);
	}
}

/* Writes a span of time without the zeros at its end: "50 ms". Returns @buf. */
static const char *short_span(uint64_t ns, char buf[SPAN_LEN])
{
	char *unit = strchr(span__text(ns, buf), ' '), *end = unit;

	while (strchr(buf, '.') && end[-1] == '0')
		end--;
	end -= end[-1] == '.';
	memmove(end, unit, strlen(unit) + 1);
	end[2 + (end[2] == 's')] = '\0'; /* a second has a blank behind it */
	return buf;
}

void time_draw__levels(const struct time_axis *axis, struct term_win *win)
{
	const struct time_grid *grid = &axis->grid;
	char column[SPAN_LEN], cell[SPAN_LEN];

	term_win__printf(win, "column %s, cell %s: 1 ",
			 short_span(grid->cell * grid->parts, column),
			 short_span(grid->cell, cell));
	for (unsigned int level = 1; level < TERM_NR_HEAT; level++) {
		if (term__has_halves(win->term))
			draw_halves(level, level, 1, win);
		else
			draw_level(level, TERM_HEAT + level, 1, win);
	}
	term_win__color(win, TERM_NORMAL);
	term_win__printf(win, " %s samples", UNITS_GROUPED(grid->most));
}

/* ---- cells ---- */

/* The range, as cells. */
struct cell_range {
	uint32_t first, last, at;
	bool has_mark;
};

static bool is_in(const struct cell_range *range, uint32_t cell)
{
	return !range->has_mark || (cell >= range->first && cell <= range->last);
}

static unsigned int level_of(const struct time_axis *axis, uint32_t cell)
{
	return heat__level(heat_sums__nr(&time_axis__heat(axis)->all[cell]), axis->grid.most,
			   TERM_NR_HEAT);
}

/* Returns the sign for one of @cells, of which there are @nr: the cursor, or an end of the range. NULL: none. */
static const char *sign_of(const struct cell_range *range, const uint32_t *cells, unsigned int nr)
{
	const char *sign = NULL;

	for (unsigned int i = 0; i < nr; i++) {
		if (cells[i] == range->at)
			return nr < 2 ? "x" : i ? "v" : "^";
		if (range->has_mark && (cells[i] == range->first || cells[i] == range->last))
			sign = cells[i] == range->first ? "[" : "]";
	}
	return sign;
}

/* Draws column @col of a line of @per_line parts of the grid, the first of which is @part. */
static void draw_col(const struct time_axis *axis, const struct cell_range *range, uint32_t col,
		     uint32_t part, unsigned int per_line, struct term_win *win)
{
	uint32_t cells[2];
	unsigned int levels[2] = {0}, nr = 0, most = 0;
	const char *sign;
	bool in = false;

	for (unsigned int i = 0; i < per_line; i++) {
		cells[i] = HEAT_ALL; /* no cell */
		if (!time_grid__find(&axis->grid, col, part + i, &cells[i]))
			continue;
		levels[i] = level_of(axis, cells[i]);
		most = levels[i] > most ? levels[i] : most;
		in |= is_in(range, cells[i]);
		nr++;
	}
	sign = nr ? sign_of(range, cells, per_line) : "";
	if (sign) {
		term_win__color(win, nr ? TERM_SELECTED : TERM_NORMAL);
		term_win__pad(win, sign, axis->grid.width);
	} else if (!in) {
		draw_level(most, TERM_DIM, axis->grid.width, win);
	} else if (per_line == 2) {
		draw_halves(levels[0], levels[1], axis->grid.width, win);
	} else {
		draw_level(most, TERM_HEAT + most, axis->grid.width, win);
	}
}

void time_draw__cells(const struct time_axis *axis, uint64_t line, struct term_win *win)
{
	unsigned int per_line = time_draw__parts_of_line(win->term);
	const struct time_grid *grid = &axis->grid;
	uint32_t part = line * per_line, at = time_grid__part(grid, axis->at);
	struct cell_range range = {.at = axis->at, .has_mark = axis->has_mark};
	bool has_cursor = line == at / per_line;
	char label[SPAN_LEN];

	if (line * per_line >= grid->parts)
		return;
	time_axis__range_cols(axis, &range.first, &range.last);
	win->selected = false;
	term_win__color(win, has_cursor ? TERM_SELECTED : TERM_DIM);
	term_win__pad(win, short_span((has_cursor ? at : part) * grid->cell, label),
		      -(TIME_PART_COLS - 1));
	win->col = TIME_PART_COLS;
	for (uint32_t col = 0; col <= time_grid__col(grid, grid->nr - 1); col++)
		draw_col(axis, &range, col, part, per_line, win);
}

bool time_draw__find_cell(const struct time_axis *axis, unsigned int per_line, uint64_t line,
			  uint32_t col, uint32_t *cell)
{
	const struct time_grid *grid = &axis->grid;
	uint64_t part = line * per_line;
	uint32_t left = col < TIME_PART_COLS ? 0 : (col - TIME_PART_COLS) / grid->width;
	bool is_there =
		time_grid__find(grid, left, part < grid->parts ? part : grid->parts - 1, cell);

	if (!is_there)
		*cell = left ? grid->nr - 1 : 0;
	return is_there && col >= TIME_PART_COLS && part < grid->parts;
}

/* ---- the ruler ---- */

/* Writes when column @col begins, seconds after @zero, as "+12" or "+0.35". */
static void format_second(const struct time_grid *grid, uint64_t zero, uint32_t col,
			  char buf[UNITS_TIME_LEN + 1])
{
	uint64_t first = grid->start - zero - grid->skip * grid->cell;
	size_t len;

	buf[0] = '+';
	units__time(first + col * grid->cell * grid->parts, false, buf + 1);
	len = strlen(buf);
	while (buf[len - 1] == '0')
		len--;
	buf[buf[len - 1] == '.' ? len - 1 : len] = '\0';
}

void time_draw__seconds(const struct time_axis *axis, uint64_t zero, struct term_win *win)
{
	const struct time_grid *grid = &axis->grid;
	uint32_t nr = time_grid__col(grid, grid->nr - 1) + 1, first, last;
	uint32_t every = (LABEL_COLS + grid->width - 1) / grid->width;
	char label[UNITS_TIME_LEN + 1];

	time_axis__range_cols(axis, &first, &last);
	first = time_grid__col(grid, first);
	last = time_grid__col(grid, last);
	term_win__color(win, TERM_DIM);
	win->col = TIME_PART_COLS;
	term_win__glyph(win, GLYPH_HLINE, nr * grid->width);
	for (uint32_t col = 0; col < nr; col += every) {
		if (axis->has_mark && col + every > first && col <= last)
			continue; /* the range is there */
		win->col = TIME_PART_COLS + col * grid->width;
		format_second(grid, zero, col, label);
		term_win__puts(win, label);
	}
	term_win__color(win, TERM_KEY);
	win->col = TIME_PART_COLS + first * grid->width;
	if (axis->has_mark)
		term_win__glyph(win, GLYPH_BLOCK, (last - first + 1) * grid->width);
	win->col = TIME_PART_COLS + time_grid__col(grid, axis->at) * grid->width;
	term_win__puts(win, "^");
}
