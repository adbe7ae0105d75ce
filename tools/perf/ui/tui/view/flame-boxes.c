// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "ui/tui/view/flame-boxes.h"

enum term_color flame_box__color(const struct func *func, unsigned int nth)
{
	if (func->kind == FUNC_NO_HALF)
		return TERM_FLAME_MISSING;
	if (func->kind == FUNC_SEAM && func->leaf == FUNC_NO_LEAF)
		return TERM_DIM;
	if (func->is_kernel)
		return TERM_FLAME_KERNEL + nth % TERM_NR_FLAME;
	return TERM_FLAME_USER + nth % TERM_NR_FLAME;
}

#define MUCH 5 /* points of percent */

static enum term_color change_color(const struct change *change)
{
	double points = change__points(change);

	if (change->is_noise)
		return TERM_FLAME_NOISE;
	if (points > 0)
		return TERM_FLAME_MORE + (points >= MUCH);
	return TERM_FLAME_LESS + (points <= -MUCH);
}

static enum term_color box_color(const struct flame_place *place,
				 const struct flame_matches *matches, const struct flame_box *box,
				 unsigned int nth)
{
	const struct flame *flame = place->flame;
	struct change change;

	if (box->nr_rest)
		return TERM_DIM;
	if (box->node == place->selected)
		return TERM_SELECTED;
	if (flame_matches__has(matches, flame, box->node))
		return TERM_MATCH;
	if (box->node == FLAME_ROOT || box->is_outer)
		return TERM_DIM;
	if (flame->base) {
		change = flame__change(flame, box->node);
		return change_color(&change);
	}
	if (flame__thread(flame, box->node))
		return TERM_BOX;
	return flame_box__color(flame__func(flame, box->node), nth);
}

/* Draws @label; one that is too long ends with two dots, if enough of it remains to be useful. */
static void draw_label(struct term_win *win, const char *label)
{
	unsigned int room = win->cols - win->col;
	struct term_win part = *win;

	if (room < 5 || term__width(label) <= room) {
		term_win__puts(win, label);
	} else {
		part.cols -= 2;
		term_win__puts(&part, label);
		term_win__fill(&part);
		win->col = part.cols;
		term_win__puts(win, "..");
	}
	term_win__fill(win);
}

void flame_box__draw(struct term_win *win, const char *label, bool has_cursor)
{
	struct term_win rest = *win;

	term_win__glyph(&rest, term__is_ascii(win->term) ? GLYPH_VLINE : GLYPH_EIGHTH, 1);
	rest.cols -= has_cursor;
	draw_label(&rest, label);
	if (!has_cursor)
		return;
	term_win__at(win, 0, win->cols - 1);
	term_win__puts(win, term__is_ascii(win->term) ? "<" : "◀");
}

static void draw_rest(struct term_win *win, const struct flame_box *box)
{
	char label[32];

	snprintf(label, sizeof(label), " %" PRIu32 " more ", box->nr_rest);
	if (strlen(label) <= win->cols)
		term_win__puts(win, label);
	term_win__glyph(win, GLYPH_SHADE, win->cols - win->col);
}

void flame_boxes__draw(const struct flame_place *place, const struct flame_matches *matches,
		       const struct term_win *win)
{
	char buf[FLAME_LABEL_LEN];
	uint32_t depth = 0;
	unsigned int nth = 0;

	for (size_t i = 0; i < place->picture.nr; i++) {
		const struct flame_box *box = &place->picture.boxes[i];
		struct term_win cell;

		nth = box->depth == depth ? nth + 1 : box->depth;
		depth = box->depth;
		if (depth < place->top || depth - place->top >= win->rows)
			continue;
		cell = term_win__sub(win, depth - place->top, box->col, 1, box->width);
		term_win__color(&cell, box_color(place, matches, box, nth));
		if (box->nr_rest)
			draw_rest(&cell, box);
		else if (cell.cols)
			flame_box__draw(&cell, flame__label(place->flame, box->node, buf),
					box->node == place->selected);
	}
}
