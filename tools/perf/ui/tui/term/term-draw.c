// SPDX-License-Identifier: GPL-2.0-only
/* The grid of a term, and windows that draw into it. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/tui/term/term-priv.h"
#include "ui/text/utf8.h"
#include "util/base/error.h"

/* ---- the grid ---- */

static unsigned int clamp_size(unsigned int n, unsigned int min, unsigned int max)
{
	return n < min ? min : n > max ? max : n;
}

int term__resize(struct term *term, unsigned int rows, unsigned int cols, struct defer_error *err)
{
	struct term_cell *cells;

	rows = clamp_size(rows, 1, TERM_MAX_ROWS);
	cols = clamp_size(cols, 1, TERM_WIDE_COLS);
	cells = calloc((size_t)rows * cols, sizeof(*cells));
	if (!cells)
		return error__no_memory(err, "for the screen");
	free(term->cells);
	term->cells = cells;
	term->rows = rows;
	term->cols = cols;
	term__clear(term);
	return 0;
}

unsigned int term__rows(const struct term *term)
{
	return term->rows;
}

unsigned int term__cols(const struct term *term)
{
	return term->cols;
}

bool term__is_ascii(const struct term *term)
{
	return term->ascii;
}

bool term__has_halves(const struct term *term)
{
	return term->has_halves;
}

void term__clear(struct term *term)
{
	for (size_t i = 0; i < (size_t)term->rows * term->cols; i++)
		term->cells[i] = (struct term_cell){' ', TERM_NORMAL};
}

static struct term_cell *cell_at(const struct term *term, unsigned int row, unsigned int col)
{
	return &term->cells[(size_t)row * term->cols + col];
}

enum term_color term__color_at(const struct term *term, unsigned int row, unsigned int col)
{
	return row < term->rows && col < term->cols ? cell_at(term, row, col)->color : TERM_NORMAL;
}

size_t term__text(const struct term *term, unsigned int row, char *buf, size_t size)
{
	unsigned int end = row < term->rows ? term->cols : 0;
	size_t len = 0;

	while (end && cell_at(term, row, end - 1)->ch == ' ')
		end--;
	for (unsigned int col = 0; col < end; col++) {
		char bytes[4];
		size_t nr;

		if (!cell_at(term, row, col)->ch)
			continue;
		nr = utf8__put(bytes, cell_at(term, row, col)->ch);
		if (len + nr < size)
			memcpy(buf + len, bytes, nr);
		else if (len < size)
			memset(buf + len, '\0', size - len);
		len += nr;
	}
	if (size)
		buf[len < size ? len : size - 1] = '\0';
	return len;
}

void term__flush(struct term *term)
{
	term->backend->flush(term);
}

void term__redraw(struct term *term)
{
	term->backend->redraw(term);
}

int term__wait(struct term *term, int timeout_ms, struct term_event *event, struct defer_error *err)
{
	*event = (struct term_event){.kind = TERM_EVENT_NONE};
	return term->backend->wait(term, timeout_ms, event, err);
}

void term__wake(struct term *term)
{
	term->backend->wake(term);
}

bool term__has_input(struct term *term)
{
	return term->backend->has_input && term->backend->has_input(term);
}

void term__suspend(struct term *term)
{
	term->backend->suspend(term);
}

int term__lend(struct term *term, term_lend_fn fn, void *ctx)
{
	return term->backend->lend(term, fn, ctx);
}

void term__send(struct term *term, const char *bytes)
{
	term->backend->send(term, bytes);
}

void term__delete(struct term *term)
{
	if (!term)
		return;
	free(term->cells);
	term->cells = NULL;
	term->backend->exit(term);
}

/* ---- windows ---- */

struct term_win term__win(struct term *term)
{
	return (struct term_win){.term = term, .rows = term->rows, .cols = term->cols};
}

struct term_win term_win__sub(const struct term_win *win, unsigned int row, unsigned int col,
			      unsigned int rows, unsigned int cols)
{
	struct term_win sub = *win;

	row = clamp_size(row, 0, win->rows);
	col = clamp_size(col, 0, win->cols);
	sub.top = win->top + row;
	sub.left = win->left + col;
	sub.rows = clamp_size(rows, 0, win->rows - row);
	sub.cols = clamp_size(cols, 0, win->cols - col);
	sub.row = sub.col = sub.skip = sub.indent = sub.held = 0;
	sub.text = sub.match = (struct term_span){0};
	return sub;
}

void term_win__at(struct term_win *win, unsigned int row, unsigned int col)
{
	win->row = row;
	win->col = col;
}

void term_win__color(struct term_win *win, enum term_color color)
{
	win->color = color;
}

/* ---- sideways ---- */

void term_win__hold(struct term_win *win)
{
	win->indent = win->col;
	win->held = UINT_MAX;
}

void term_win__release(struct term_win *win)
{
	win->held = win->col;
}

/* Returns how many of the columns before the held ones are scrolled out. */
static unsigned int indent_out(const struct term_win *win)
{
	return win->skip < win->indent ? win->skip : win->indent;
}

/* Returns the column where those after the held ones begin to be visible. */
static unsigned int rest_begin(const struct term_win *win)
{
	return win->held == UINT_MAX ? UINT_MAX : win->held + win->skip - indent_out(win);
}

/* Returns whether column @col of the line is not scrolled out; *@at is its place then. */
static bool is_in(const struct term_win *win, unsigned int col, unsigned int *at)
{
	unsigned int out = indent_out(win);

	*at = col - (col < win->held ? out : win->skip);
	return col < win->held ? col >= out : col >= rest_begin(win);
}

unsigned int term_win__snug(const struct term_win *win)
{
	unsigned int out = indent_out(win);
	unsigned int need = win->col > win->cols ? win->col - win->cols : 0;

	if (need < out)
		return out;
	return need < win->skip ? need : win->skip;
}

bool term_win__shows(const struct term_win *win, const struct term_span *span)
{
	unsigned int at;

	return is_in(win, span->begin, &at) && span->end <= win->cols + win->skip;
}

static void set_cell(const struct term_win *win, unsigned int col, uint32_t ch)
{
	bool keep = !win->selected || win->color == TERM_MATCH;

	*cell_at(win->term, win->top + win->row, win->left + col) = (struct term_cell){
		.ch = ch,
		.color = keep ? win->color : TERM_SELECTED,
	};
}

static void put_char(struct term_win *win, uint32_t ch)
{
	unsigned int width = utf8__width(ch), col;

	if (!width || (ch >= 0x80 && win->term->ascii)) {
		ch = '.';
		width = 1;
	}
	if (!is_in(win, win->col, &col) || win->row >= win->rows) {
		; /* scrolled out on the left */
	} else if (col + width <= win->cols) {
		set_cell(win, col, ch);
		if (width == 2)
			set_cell(win, col + 1, 0);
	} else if (col < win->cols) {
		set_cell(win, col, ' '); /* half of a wide character cannot be shown */
	}
	if (ch != ' ' && !win->text.end)
		win->text.begin = win->col;
	if (win->col < win->skip + TERM_WIDE_COLS)
		win->col += width;
	if (ch != ' ')
		win->text.end = win->col;
}

static void put_bytes(struct term_win *win, const char *str, size_t len)
{
	while (len) {
		uint32_t ch;
		size_t nr = utf8__next(str, len, &ch);

		put_char(win, ch);
		str += nr;
		len -= nr;
	}
}

void term_win__puts(struct term_win *win, const char *str)
{
	put_bytes(win, str, strlen(str));
}

void term_win__printf(struct term_win *win, const char *fmt, ...)
{
	char buf[1024];
	va_list args;

	va_start(args, fmt);
	vsnprintf(buf, sizeof(buf), fmt, args);
	va_end(args);
	term_win__puts(win, buf);
}

unsigned int term__width(const char *str)
{
	size_t len = strlen(str);
	unsigned int width = 0;

	while (len) {
		uint32_t ch;
		size_t nr = utf8__next(str, len, &ch);
		unsigned int w = utf8__width(ch);

		width += w ? w : 1;
		str += nr;
		len -= nr;
	}
	return width;
}

static void put_blanks(struct term_win *win, unsigned int nr)
{
	nr = clamp_size(nr, 0, 2 * TERM_WIDE_COLS);
	while (nr--)
		put_char(win, ' ');
}

void term_win__pad(struct term_win *win, const char *str, int width)
{
	unsigned int want = width < 0 ? -width : width, have = term__width(str);
	unsigned int all = win->cols + win->skip, left = clamp_size(win->col, 0, all);
	unsigned int end = left + clamp_size(want, 0, all - left);
	unsigned int out = end <= win->held ? indent_out(win) : win->skip;
	struct term_win part = *win;

	part.cols = clamp_size(end > out ? end - out : 0, 0, win->cols);
	if (width < 0 && have < want)
		put_blanks(&part, want - have);
	term_win__puts(&part, str);
	if (width > 0 && have < want)
		put_blanks(&part, want - have);
	win->col += want;
	win->text = part.text;
}

void term_win__puts_match(struct term_win *win, const char *str, const char *text)
{
	size_t len = text ? strlen(text) : 0;
	enum term_color color = win->color;
	const char *at;

	while (len && (at = strcasestr(str, text))) {
		unsigned int begin;

		put_bytes(win, str, at - str);
		begin = win->col;
		win->color = TERM_MATCH;
		put_bytes(win, at, len);
		win->color = color;
		if (!win->match.end)
			win->match = (struct term_span){begin, win->col};
		str = at + len;
	}
	term_win__puts(win, str);
}

void term_win__pad_match(struct term_win *win, const char *str, int width, const char *text)
{
	struct term_win cell = *win;

	if (width < 0 || !text || !*text) {
		term_win__pad(win, str, width);
		return;
	}
	/* Drawn over, in case the match is cut. */
	term_win__pad(win, "", width);
	cell.cols = cell.cols < cell.col + width ? cell.cols : cell.col + width;
	term_win__puts_match(&cell, str, text);
	if (!win->match.end)
		win->match = cell.match;
}

void term_win__fill(struct term_win *win)
{
	while (win->col < win->cols + win->skip)
		put_char(win, ' ');
}

/* ---- glyphs ---- */

static const struct {
	uint32_t ch;
	char ascii;
} glyphs[GLYPH_NR] = {
	[GLYPH_HLINE] = {0x2500, '-'},	      [GLYPH_VLINE] = {0x2502, '|'},
	[GLYPH_TEE] = {0x251c, '+'},	      [GLYPH_CORNER] = {0x2514, '`'},
	[GLYPH_TOP_LEFT] = {0x250c, '+'},     [GLYPH_TOP_RIGHT] = {0x2510, '+'},
	[GLYPH_BOTTOM_LEFT] = {0x2514, '+'},  [GLYPH_BOTTOM_RIGHT] = {0x2518, '+'},
	[GLYPH_OPEN] = {0x25be, '-'},	      [GLYPH_CLOSED] = {0x25b8, '+'},
	[GLYPH_SEAM] = {0x254c, '~'},	      [GLYPH_BLOCK] = {0x2588, '#'},
	[GLYPH_GAP] = {0x254e, ':'},	      [GLYPH_SHADE] = {0x2591, '.'},
	[GLYPH_UPPER] = {0x2580, '"'},	      [GLYPH_EIGHTH] = {0x258f, ' '},
	[GLYPH_EIGHTH + 1] = {0x258e, ' '},   [GLYPH_EIGHTH + 2] = {0x258d, ' '},
	[GLYPH_EIGHTH + 3] = {0x258c, '-'},   [GLYPH_EIGHTH + 4] = {0x258b, '='},
	[GLYPH_EIGHTH + 5] = {0x258a, '='},   [GLYPH_EIGHTH + 6] = {0x2589, '='},
	[GLYPH_EIGHTH + 7] = {0x2588, '#'},   [GLYPH_LOWER] = {0x2581, '.'},
	[GLYPH_LOWER + 1] = {0x2582, '.'},    [GLYPH_LOWER + 2] = {0x2583, ':'},
	[GLYPH_LOWER + 3] = {0x2584, ':'},    [GLYPH_LOWER + 4] = {0x2585, '+'},
	[GLYPH_LOWER + 5] = {0x2586, '*'},    [GLYPH_LOWER + 6] = {0x2587, '#'},
	[GLYPH_LOWER + 7] = {0x2588, '@'},    [GLYPH_DOTS] = {0x28c0, 'u'},
	[GLYPH_DOTS + 1] = {0x28e4, 'u'},     [GLYPH_DOTS + 2] = {0x28f6, 'U'},
	[GLYPH_DOTS + 3] = {0x28ff, 'U'},     [GLYPH_DOT_LINE] = {0x2880, '?'},
	[GLYPH_DOT_LINE + 1] = {0x28a0, '?'}, [GLYPH_DOT_LINE + 2] = {0x28b0, '?'},
	[GLYPH_DOT_LINE + 3] = {0x28b8, '?'},
};

void term_win__glyph(struct term_win *win, enum term_glyph glyph, unsigned int nr)
{
	uint32_t ch = win->term->ascii ? (uint32_t)glyphs[glyph].ascii : glyphs[glyph].ch;

	nr = clamp_size(nr, 0, TERM_MAX_COLS);
	while (nr--)
		put_char(win, ch);
}

void term_win__bar(struct term_win *win, double share, unsigned int width)
{
	double eighths = (share > 0 ? share < 1 ? share : 1 : 0) * width * 8;
	unsigned int nr = (unsigned int)(eighths + 0.5), full = nr / 8;

	term_win__glyph(win, GLYPH_BLOCK, full);
	if (nr % 8) {
		term_win__glyph(win, GLYPH_EIGHTH + nr % 8 - 1, 1);
		full++;
	}
	put_blanks(win, width - full);
}
