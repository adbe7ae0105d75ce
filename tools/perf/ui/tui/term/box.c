// SPDX-License-Identifier: GPL-2.0-only
#include "ui/tui/term/box.h"

static void draw_edge(struct term_win *win, unsigned int row, enum term_glyph left,
		      enum term_glyph right)
{
	term_win__at(win, row, 0);
	term_win__glyph(win, left, 1);
	term_win__glyph(win, GLYPH_HLINE, win->cols > 2 ? win->cols - 2 : 0);
	term_win__glyph(win, right, 1);
}

static unsigned int least_size(unsigned int a, unsigned int b)
{
	return a < b ? a : b;
}

unsigned int box__cols(const char *const *lines, unsigned int nr)
{
	unsigned int cols = 0;

	for (unsigned int i = 0; i < nr; i++) {
		unsigned int width = term__width(lines[i]);

		cols = width > cols ? width : cols;
	}
	return cols;
}

struct term_win box__draw(const struct term_win *win, const char *title, unsigned int rows,
			  unsigned int cols)
{
	unsigned int room_rows = win->rows > 2 ? win->rows - 2 : 1;
	unsigned int room_cols = win->cols > 4 ? win->cols - 4 : 1;
	unsigned int width = term__width(title) + 2;
	struct term_win box;

	rows = least_size(rows, room_rows);
	cols = least_size(cols > width ? cols : width, room_cols);
	box = term_win__sub(win, (win->rows - least_size(rows + 2, win->rows)) / 2,
			    (win->cols - least_size(cols + 4, win->cols)) / 2, rows + 2, cols + 4);
	box.color = TERM_BOX;
	draw_edge(&box, 0, GLYPH_TOP_LEFT, GLYPH_TOP_RIGHT);
	for (unsigned int row = 1; row <= rows; row++) {
		term_win__at(&box, row, 0);
		term_win__glyph(&box, GLYPH_VLINE, 1);
		term_win__fill(&box);
		term_win__at(&box, row, box.cols - 1);
		term_win__glyph(&box, GLYPH_VLINE, 1);
	}
	draw_edge(&box, rows + 1, GLYPH_BOTTOM_LEFT, GLYPH_BOTTOM_RIGHT);
	term_win__at(&box, 0, 2);
	term_win__printf(&box, " %s ", title);
	return term_win__sub(&box, 1, 2, rows, cols);
}

void box__draw_place(const struct term_win *win, const struct term_win *inside, unsigned int top,
		     unsigned int nr)
{
	struct term_win edge = term_win__sub(win, inside->top + inside->rows, inside->left,
					     win->rows > inside->top + inside->rows, inside->cols);

	if (nr <= inside->rows || !edge.rows)
		return;
	edge.color = TERM_BOX;
	term_win__printf(&edge, " %u-%u of %u ", top + 1, top + inside->rows, nr);
}
