// SPDX-License-Identifier: GPL-2.0-only
/* Draws the source view. */
#include <inttypes.h>
#include <stdio.h>

#include "ui/tui/view/host.h"
#include "ui/tui/view/source-view.h"
#include "util/dso/dso.h"
#include "util/profile/profile.h"

/* ---- shares ---- */

static struct sample_sum base_of(const struct tui_view *view)
{
	const struct source_view *sv = view->priv;
	const struct profile_event *event = view->data->event;

	if (sv->of_all && event)
		return event->all;
	return view->host->children ? sv->rows.annotate.total : sv->rows.annotate.self;
}

static double percent_of(const struct source_view *sv, struct sample_sum stat,
			 struct sample_sum base)
{
	if (sv->by_hits)
		stat.period = base.period = 0;
	return 100 * annotate_stat__share(&stat, &base);
}

static int unit_width(const struct source_view *sv)
{
	return sv->unit == SOURCE_PERIOD ? 15 : 9;
}

static void draw_stat(const struct tui_view *view, const struct sample_sum *stat,
		      struct term_win *win)
{
	const struct source_view *sv = view->priv;
	double percent = percent_of(sv, *stat, base_of(view));
	char text[32] = "";

	if (stat->nr && sv->unit == SOURCE_PERCENT)
		snprintf(text, sizeof(text), "%.2f%%", percent);
	else if (stat->nr)
		snprintf(text, sizeof(text), "%" PRIu64,
			 sv->unit == SOURCE_PERIOD ? stat->period : stat->nr);
	term_win__color(win, percent >= 5 ? TERM_TOP : percent >= 0.5 ? TERM_MEDIUM : TERM_NORMAL);
	term_win__pad(win, text, -unit_width(sv));
	term_win__color(win, TERM_NORMAL);
}

/* ---- lines ---- */

static int place_width(const struct source_view *sv)
{
	return sv->assembly ? 12 : 7;
}

static void draw_place(const struct source_view *sv, uint64_t line, struct term_win *win)
{
	const struct source_row *row = &sv->rows.rows[line];
	char text[32] = "";

	if (sv->jumps && sv->assembly) {
		if (row->jumps)
			snprintf(text, sizeof(text), "%" PRIu32, row->jumps);
		term_win__color(win, row->jumps > 1 ? TERM_MEDIUM : TERM_NORMAL);
		term_win__pad(win, text, -5);
	}
	source_rows__place(&sv->rows, line, &sv->look, text, sizeof(text));
	term_win__color(win, TERM_ADDR);
	term_win__pad(win, text, -place_width(sv));
	term_win__puts(win, " ");
	term_win__glyph(win, GLYPH_VLINE, 1);
	term_win__puts(win, " ");
}

/* Draws the arrow from the jump under the cursor to its target, if that is in the function. */
static void draw_arrow(const struct tui_view *view, uint64_t line, struct term_win *win)
{
	const struct source_view *sv = view->priv;
	const struct source_row *jump =
		view->cursor < sv->rows.nr ? &sv->rows.rows[view->cursor] : NULL;
	uint64_t first, last;

	if (!sv->assembly || sv->no_arrows)
		return;
	if (!jump || jump->kind != SOURCE_INSN || jump->to == SOURCE_NONE || jump->callee) {
		term_win__puts(win, "  ");
		return;
	}
	first = jump->to < view->cursor ? jump->to : view->cursor;
	last = jump->to > view->cursor ? jump->to : view->cursor;
	term_win__color(win, TERM_ARROW);
	if (line < first || line > last)
		term_win__puts(win, " ");
	else if (line != first && line != last)
		term_win__glyph(win, GLYPH_VLINE, 1);
	else
		term_win__glyph(win, line == first ? GLYPH_TOP_LEFT : GLYPH_BOTTOM_LEFT, 1);
	term_win__puts(win, line != jump->to ? " " : ">");
	term_win__color(win, TERM_NORMAL);
}

static enum term_color text_color(uint8_t kind)
{
	switch (kind) {
	case SOURCE_FILE:
		return TERM_KEY;
	case SOURCE_NOTE:
		return TERM_MISSING;
	case SOURCE_QUOTE:
	case SOURCE_GAP:
		return TERM_DIM;
	default:
		return TERM_NORMAL;
	}
}

void source_view__draw_line(const struct tui_view *view, uint64_t line, struct term_win *win)
{
	const struct source_view *sv = view->priv;
	const struct source_row *row = &sv->rows.rows[line];
	struct sample_sum self, total;
	char text[SOURCE_TEXT_LEN];

	source_rows__text(&sv->rows, line, &sv->look, text, sizeof(text));
	term_win__hold(win);
	if (row->kind != SOURCE_FILE && row->kind != SOURCE_NOTE) {
		source_rows__stat(&sv->rows, line, &self, &total);
		if (view->host->children)
			draw_stat(view, &total, win);
		draw_stat(view, &self, win);
		draw_place(sv, line, win);
		draw_arrow(view, line, win);
		term_win__release(win);
	} else {
		term_win__puts(win, " "); /* all of it stays */
	}
	term_win__color(win, text_color(row->kind));
	term_win__puts_match(win, text, view->search);
}

/* ---- heads ---- */

#define FIGURES_COLS 60 /* columns for figures on the right of the function's name */

static void draw_no_func(const struct tui_view *view, struct term_win *win)
{
	if (!source_view__is_ready(view))
		term_win__puts(win, " Functions are being named");
	else
		term_win__puts(win, " No function was hit: choose one in another view, press a");
	term_win__fill(win);
}

static void draw_source_func(const struct tui_view *view, struct term_win *win)
{
	const struct source_view *sv = view->priv;
	const struct annotate *annotate = &sv->rows.annotate;
	const struct profile_event *event = view->data->event;
	const struct sample_sum all = event ? event->all : (struct sample_sum){0};
	bool children = view->host->children && annotate->total.nr != annotate->self.nr;
	unsigned int room = win->cols > 2 * FIGURES_COLS ? win->cols - FIGURES_COLS : win->cols / 2;
	struct term_win name;

	/* A long name, as in C++, leaves room for the figures. */
	term_win__puts(win, " ");
	name = term_win__sub(win, 0, 1, 1, room);
	name.color = win->color;
	term_win__printf(&name, "%s  %s", sv->sym->name, sv->dso->short_name);
	win->col += name.col < room ? name.col : room;
	term_win__printf(win, "  %" PRIu64 " sample%s, %.2f%% of all", annotate->self.nr,
			 annotate->self.nr == 1 ? "" : "s", percent_of(sv, annotate->self, all));
	if (children)
		term_win__printf(win, "; Children: %" PRIu64 ", %.2f%%", annotate->total.nr,
				 percent_of(sv, annotate->total, all));
	else if (!annotate->self.nr && annotate->total.nr)
		term_win__puts(win, "; it was only on the way to others");
	term_win__fill(win);
}

static void draw_columns(const struct tui_view *view, struct term_win *win)
{
	const struct source_view *sv = view->priv;

	if (view->host->children)
		term_win__pad(win, "Children", -unit_width(sv));
	term_win__pad(win, "Self", -unit_width(sv));
	if (sv->jumps && sv->assembly)
		term_win__pad(win, "Jump", -5);
	term_win__pad(win, sv->assembly ? "Address" : "Line", -place_width(sv));
	term_win__puts(win, sv->assembly ? "   Assembly (a: source)" : "   Source (a: assembly)");
	term_win__fill(win);
}

void source_view__draw_head(const struct tui_view *view, struct term_win *win)
{
	const struct source_view *sv = view->priv;

	term_win__color(win, TERM_TITLE);
	if (!sv->has_rows) {
		draw_no_func(view, win);
		return;
	}
	draw_source_func(view, win);
	term_win__at(win, 1, 0);
	draw_columns(view, win);
}
