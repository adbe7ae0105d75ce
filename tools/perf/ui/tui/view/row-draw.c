// SPDX-License-Identifier: GPL-2.0-only
/* Draws the lines of a row_view. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "ui/tui/view/row-view.h"
#include "util/profile/seam.h"

#define CELL_LEN 4096
#define INDENT	 2 /* columns per level */

static enum term_color func_color(const struct func *func)
{
	if (func->kind == FUNC_NO_HALF)
		return TERM_MISSING;
	return func__is_kernel(func) ? TERM_KERNEL : TERM_USER;
}

/* Returns the colour that perf gives to a percentage. */
static enum term_color percent_color(double percent)
{
	return percent >= 5 ? TERM_TOP : percent >= 0.5 ? TERM_MEDIUM : TERM_NORMAL;
}

static void draw_mark(const struct row *row, struct term_win *win)
{
	if (row->can_open)
		term_win__glyph(win, row->is_open ? GLYPH_OPEN : GLYPH_CLOSED, 1);
	else
		term_win__puts(win, " ");
}

/* ---- entries ---- */

static unsigned int column_width(const struct row_view *rv, const struct term_win *win,
				 unsigned int i)
{
	const struct column_list *fields = &rv->hist->conf.order->fields;
	unsigned int most = win->cols / 3;

	/* A column before another one must leave room for it. */
	if (fields->columns[i]->kind != COLUMN_KEY || i + 1 == fields->nr || rv->widths[i] <= most)
		return rv->widths[i];
	return most < 8 ? 8 : most;
}

#define LAST_COLS 20 /* columns kept free for the last column, the symbol */

/* Leaves out columns from the left, of keys or any, until @*need columns fit. */
static uint32_t leave_out(const struct row_view *rv, const struct term_win *win, bool keys,
			  unsigned int *need)
{
	const struct column_list *fields = &rv->hist->conf.order->fields;
	uint32_t out = 0;

	for (unsigned int i = 0; i + 1 < fields->nr && *need > win->cols; i++) {
		if ((fields->columns[i]->kind == COLUMN_KEY) != keys)
			continue;
		*need -= column_width(rv, win, i) + 2;
		out |= 1U << i;
	}
	return out;
}

/*
 * Returns a bit for each column that is left out on a narrow screen, so that the last one has
 * enough room: key columns from the left, then others. The last @rv->nr_back of them are shown all
 * the same.
 */
static uint32_t left_out(const struct row_view *rv, const struct term_win *win)
{
	const struct column_list *fields = &rv->hist->conf.order->fields;
	unsigned int need = 2 + LAST_COLS;
	uint32_t out;

	for (unsigned int i = 0; i + 1 < fields->nr; i++)
		need += column_width(rv, win, i) + 2;
	out = leave_out(rv, win, true, &need);
	need -= LAST_COLS / 2; /* half the room for a name is better than a number less */
	out |= leave_out(rv, win, false, &need);
	for (unsigned int nr = 0; out && nr < rv->nr_back; nr++)
		out &= ~(1U << (31 - __builtin_clz(out)));
	return out;
}

bool row_view__leaves_out(const struct row_view *rv, unsigned int cols)
{
	const struct term_win win = {.cols = cols};

	return rv->hist && left_out(rv, &win);
}

void row_view__draw_head(const struct row_view *rv, struct term_win *win)
{
	const struct sort_order *order = rv->hist ? rv->hist->conf.order : NULL;
	uint32_t out = order ? left_out(rv, win) : 0;
	bool first = true;

	term_win__color(win, TERM_TITLE);
	term_win__puts(win, "  ");
	for (unsigned int i = 0; order && i < order->fields.nr; i++) {
		const struct column *column = order->fields.columns[i];
		int width = column_width(rv, win, i);

		if (out >> i & 1)
			continue;
		term_win__puts(win, first ? "" : "  ");
		first = false;
		term_win__pad(win, sort_order__header(order, column),
			      column->kind == COLUMN_KEY ? width : -width);
	}
	term_win__fill(win);
}

static enum term_color cell_color(const struct row_view *rv, const struct column *column,
				  const struct hist_entry *entry)
{
	if (column__is_percent(column) && rv->hist->total_period)
		return percent_color(column__percent(column, rv->hist, entry));
	if (!strcmp(column->name, "symbol"))
		return func_color(funcs__at(rv->hist->conf.funcs, entry->func));
	return TERM_NORMAL;
}

static void draw_entry(const struct row_view *rv, const struct row *row, const char *search,
		       struct term_win *win)
{
	const struct column_list *fields = &rv->hist->conf.order->fields;
	uint32_t out = left_out(rv, win);
	char cell[CELL_LEN];

	term_win__hold(win);
	draw_mark(row, win);
	term_win__puts(win, " ");
	for (unsigned int i = 0; i < fields->nr; i++) {
		const struct column *column = fields->columns[i];
		unsigned int width = column_width(rv, win, i);

		if (out >> i & 1)
			continue;
		column__format(column, rv->hist, row->entry, width, false, cell, sizeof(cell));
		win->color = cell_color(rv, column, row->entry);
		if (i + 1 < fields->nr) {
			term_win__pad(win, cell, width);
			win->color = TERM_NORMAL;
			term_win__puts(win, "  ");
		} else {
			term_win__release(win);
			term_win__puts_match(win, cell, search);
		}
		win->color = TERM_NORMAL;
	}
}

/* ---- frames of call chains ---- */

/* Returns the period that is 100 % for the siblings of @node. */
static uint64_t graph_total(const struct row_view *rv, const struct row *row)
{
	uint32_t parent = row->graph->nodes[row->node].parent;

	if (rv->hist->conf.graph->mode != GRAPH_REL)
		return rv->hist->total_period;
	if (parent == GRAPH_ROOT)
		return hist__entry_period(rv->hist, row->entry);
	return graph_node__children_hits(&row->graph->nodes[parent]);
}

static void draw_value(const struct row_view *rv, const struct row *row, struct term_win *win)
{
	const struct graph_node *node = &row->graph->nodes[row->node];
	uint64_t total = graph_total(rv, row);
	double percent = total ? 100.0 * node->cum_hits / total : 0;

	switch (rv->hist->conf.graph->value) {
	case GRAPH_PERIOD:
		term_win__printf(win, "%" PRIu64, node->cum_hits);
		break;
	case GRAPH_COUNT:
		term_win__printf(win, "%" PRIu64, node->cum_count);
		break;
	case GRAPH_PERCENT:
	default:
		win->color = percent_color(percent);
		term_win__printf(win, "%6.2f%%", percent);
	}
	win->color = TERM_NORMAL;
}

static void draw_seam(const char *name, struct term_win *win)
{
	win->color = TERM_SEAM;
	term_win__glyph(win, GLYPH_SEAM, 2);
	term_win__printf(win, " %s ", name);
	term_win__glyph(win, GLYPH_SEAM, 2);
	term_win__puts(win, " ");
}

static void draw_func(const struct row_view *rv, const struct func *func, const char *search,
		      struct term_win *win)
{
	win->color = func_color(func);
	if (func->kind != FUNC_NO_HALF)
		term_win__printf(win, "[%c] ", func->level);
	if (func->name)
		term_win__puts_match(win, func->name, search);
	else
		term_win__printf(win, "%#" PRIx64, func->addr);
	win->color = TERM_DIM;
	if (rv->hist->conf.graph->key != GRAPH_KEY_FUNCTION && func->srcline)
		term_win__printf(win, " %s", func->srcline);
	if (func->kind == FUNC_INLINED)
		term_win__puts(win, " (inlined)");
	if (rv->verbose && func->kind != FUNC_NO_HALF)
		term_win__printf(win, "  %s", func__dso_name(func, false));
	win->color = TERM_NORMAL;
}

static void draw_frame(const struct row_view *rv, const struct row *row, const char *search,
		       struct term_win *win)
{
	const struct funcs *funcs = rv->hist->conf.funcs;
	const struct graph_node *node = &row->graph->nodes[row->node];
	const struct func *func = funcs__at(funcs, node->func);
	const char *seam = NULL;

	if (node->parent != GRAPH_ROOT)
		seam = seam__name(funcs__at(funcs, row->graph->nodes[node->parent].func), func);
	term_win__pad(win, "", row->depth * INDENT);
	term_win__hold(win);
	draw_mark(row, win);
	term_win__puts(win, " ");
	if (row->first)
		draw_value(rv, row, win);
	else
		term_win__pad(win, "", 7);
	term_win__puts(win, " ");
	term_win__release(win);
	if (seam)
		draw_seam(seam, win);
	draw_func(rv, func, search, win);
}

void row_view__draw_line(const struct row_view *rv, uint64_t line, const char *search,
			 struct term_win *win)
{
	struct row row;

	if (!rv->hist || !rows__get(&rv->rows, line, &row))
		return;
	if (row.kind == ROW_ENTRY)
		draw_entry(rv, &row, search, win);
	else
		draw_frame(rv, &row, search, win);
}
