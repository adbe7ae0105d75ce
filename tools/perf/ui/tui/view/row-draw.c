// SPDX-License-Identifier: GPL-2.0-only
/* Draws the lines of a row_view. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/tui/view/row-view.h"
#include "util/profile/hist-change.h"
#include "util/profile/seam.h"
#include "util/profile/show-opts.h"

#define CELL_LEN 4096
#define INDENT	 2 /* columns per level of a call graph */
#define LEVEL	 3 /* columns per level of a hierarchy, as in perf */

/* Returns the colour that perf gives to a percentage. */
static enum term_color percent_color(double percent)
{
	return percent >= 5 ? TERM_TOP : percent >= 0.5 ? TERM_MEDIUM : TERM_NORMAL;
}

static enum term_color change_color(struct change change)
{
	if (change.is_noise)
		return TERM_DIM;
	return change__points(&change) > 0 ? TERM_MORE : TERM_LESS;
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
	if (!column__is_key(fields->columns[i]) || i + 1 == fields->nr || rv->widths[i] <= most)
		return rv->widths[i];
	return most < 8 ? 8 : most;
}

#define LAST_COLS 20 /* columns kept free for the last column, the symbol */

/* Returns the columns before and after the numbers together, by which all rows are indented. */
static unsigned int levels_indent(const struct row_view *rv)
{
	return rv->rows.levels ? (rv->rows.levels->nr_levels - 1) * LEVEL : 0;
}

/* Returns whether field @i is one that stands beside others in a row of any level. */
static bool is_beside(const struct row_view *rv, unsigned int i)
{
	const struct column_list *fields = &rv->hist->conf.order->fields;

	return rv->rows.levels ? !column__is_key(fields->columns[i]) : i + 1 < fields->nr;
}

/* Leaves out columns from the left, of keys or any, until @*need columns fit. */
static uint32_t leave_out(const struct row_view *rv, const struct term_win *win, bool keys,
			  unsigned int *need)
{
	const struct column_list *fields = &rv->hist->conf.order->fields;
	uint32_t out = 0;

	for (unsigned int i = 0; i < fields->nr; i++) {
		if (*need <= win->cols)
			break;
		if (column__is_key(fields->columns[i]) != keys || !is_beside(rv, i))
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
	unsigned int need = 2 + LAST_COLS + levels_indent(rv);
	uint32_t out;

	for (unsigned int i = 0; i < fields->nr; i++)
		need += is_beside(rv, i) ? column_width(rv, win, i) + 2 : 0;
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

/* Draws the heads of keys: "Command / Shared Object+Symbol". */
static void draw_key_heads(const struct row_view *rv, struct term_win *win)
{
	const struct sort_order *order = rv->hist->conf.order;

	for (unsigned int i = 0; i < order->keys.nr; i++) {
		const char *before, *head = sort_order__key_header(order, i, &before);

		term_win__puts(win, before);
		term_win__puts(win, head);
	}
}

/* Returns whether field @i has a head of its own, unless it is one of those that are left @out. */
static bool has_head(const struct row_view *rv, uint32_t out, unsigned int i)
{
	const struct column *column = rv->hist->conf.order->fields.columns[i];

	return !(out >> i & 1) && !(rv->rows.levels && column__is_key(column));
}

/* Returns the head of @column, whose rows of functions can be those of a seam. */
static const char *head_of(const struct row_view *rv, const struct column *column)
{
	const struct hist_conf *conf = &rv->hist->conf;

	return conf->sides.on && !strcmp(column->name, "symbol")
		       ? SEAM_HEADING
		       : sort_order__header(conf->order, column);
}

void row_view__draw_head(const struct tui_view *view, struct term_win *win)
{
	const struct row_view *rv = view->priv;
	const struct sort_order *order = rv->hist ? rv->hist->conf.order : NULL;
	uint32_t out = order ? left_out(rv, win) : 0;
	bool first = true;

	term_win__color(win, TERM_TITLE);
	term_win__puts(win, "  ");
	term_win__pad(win, "", levels_indent(rv));
	for (unsigned int i = 0; order && i < order->fields.nr; i++) {
		const struct column *column = order->fields.columns[i];
		int width = column_width(rv, win, i);

		if (!has_head(rv, out, i))
			continue;
		term_win__puts(win, first ? "" : "  ");
		first = false;
		term_win__pad(win, head_of(rv, column), column__is_right(column) ? -width : width);
	}
	if (rv->rows.levels) {
		term_win__puts(win, first ? "" : "  ");
		draw_key_heads(rv, win);
	}
	term_win__fill(win);
}

int row_view__click_head(struct tui_view *view, unsigned int col, const struct column **column,
			 struct defer_error *err)
{
	const struct row_view *rv = view->priv;
	const struct sort_order *order = rv->hist ? rv->hist->conf.order : NULL;
	const struct term_win win = {.cols = view->cols};
	uint32_t out = order ? left_out(rv, &win) : 0;
	unsigned int end = 2 + (order ? levels_indent(rv) : 0);

	(void)err;
	for (unsigned int i = 0; order && i < order->fields.nr && end <= col; i++) {
		if (!has_head(rv, out, i))
			continue;
		*column = order->fields.columns[i];
		end += column_width(rv, &win, i) + 2;
	}
	return 0;
}

static enum term_color cell_color(const struct row *row, const struct column *column)
{
	if (column__is_percent(column) && row->hist->total.period)
		return percent_color(column__percent(column, row->hist, row->entry));
	if (column->kind == COLUMN_BASELINE && row->hist->base)
		return percent_color(hist__entry_change(row->hist, row->entry).before);
	if (column->kind == COLUMN_CHANGE && row->hist->base)
		return change_color(hist__entry_change(row->hist, row->entry));
	if (!strcmp(column->name, "symbol"))
		return func__color(funcs__at(row->hist->conf.funcs, row->entry->func));
	return TERM_NORMAL;
}

/* Draws a value that another one stands beside. */
static void draw_cell(const struct row_view *rv, const struct row *row, unsigned int i,
		      struct term_win *win)
{
	const struct column *column = rv->hist->conf.order->fields.columns[i];
	unsigned int width = column_width(rv, win, i);
	char cell[CELL_LEN];

	column__format(column, row->hist, row->entry, width, false, cell, sizeof(cell));
	win->color = cell_color(row, column);
	term_win__pad(win, cell, width);
	win->color = TERM_NORMAL;
	term_win__puts(win, "  ");
}

/* Draws the value of the last column, which has no end. */
static void draw_last(const struct row_view *rv, const struct row *row, unsigned int i,
		      const char *search, struct term_win *win)
{
	const struct column *column = rv->hist->conf.order->fields.columns[i];
	char cell[CELL_LEN], *whole = NULL;
	const char *text = cell;
	int len = column__format(column, row->hist, row->entry, rv->widths[i], false, cell,
				 sizeof(cell));

	if (len >= CELL_LEN)
		whole = malloc(len + 1);
	if (whole) {
		column__format(column, row->hist, row->entry, rv->widths[i], false, whole, len + 1);
		text = whole;
	}
	if (rv->rows.levels)
		text += strspn(text, " "); /* numbers too begin at the left */
	term_win__release(win);
	win->color = cell_color(row, column);
	term_win__puts_match(win, text, search);
	win->color = TERM_NORMAL;
	free(whole);
}

/* Draws what the level of a row of a hierarchy has: its keys alone. */
static void draw_keys(const struct row_view *rv, const struct row *row, const char *search,
		      struct term_win *win)
{
	const struct column_list *fields = &rv->hist->conf.order->fields;
	const struct column_list *keys = &rv->rows.levels->keys[row->level];

	term_win__pad(win, "", levels_indent(rv));
	for (unsigned int i = 0; i + 1 < keys->nr; i++)
		draw_cell(rv, row, column_list__index(fields, keys->columns[i]), win);
	draw_last(rv, row, column_list__index(fields, keys->columns[keys->nr - 1]), search, win);
}

static void draw_entry(const struct row_view *rv, const struct row *row, const char *search,
		       struct term_win *win)
{
	unsigned int nr = rv->hist->conf.order->fields.nr;
	uint32_t out = left_out(rv, win);

	term_win__hold(win);
	term_win__pad(win, "", row->level * LEVEL);
	draw_mark(row, win);
	term_win__puts(win, " ");
	for (unsigned int i = 0; i < nr; i++) {
		if (is_beside(rv, i) && !(out >> i & 1))
			draw_cell(rv, row, i, win);
	}
	if (rv->rows.levels)
		draw_keys(rv, row, search, win);
	else
		draw_last(rv, row, nr - 1, search, win);
}

/* ---- frames of call chains ---- */

/* Returns the period that is 100 % for the branches below @parent. */
static uint64_t graph_total(const struct row_view *rv, const struct row *row, uint32_t parent)
{
	if (rv->hist->conf.show->graph.mode != GRAPH_REL)
		return rv->hist->total.period;
	if (parent == GRAPH_ROOT)
		return hist__entry_period(rv->hist, row->entry);
	return graph_node__children_hits(&row->graph->nodes[parent]);
}

void row_view__draw_percent(double percent, struct term_win *win)
{
	win->color = percent_color(percent);
	term_win__printf(win, "%6.2f%%", percent);
	win->color = TERM_NORMAL;
}

static void draw_value(const struct row_view *rv, const struct row *row, struct term_win *win)
{
	const struct graph_node *node = &row->graph->nodes[row->node];
	uint64_t total = graph_total(rv, row, node->parent);
	double percent = total ? 100.0 * node->sums.cum.period / total : 0;

	switch (rv->hist->conf.show->graph.value) {
	case GRAPH_PERIOD:
		term_win__printf(win, "%" PRIu64, node->sums.cum.period);
		break;
	case GRAPH_COUNT:
		term_win__printf(win, "%" PRIu64, node->sums.cum.nr);
		break;
	case GRAPH_PERCENT:
	default:
		row_view__draw_percent(percent, win);
	}
}

bool row_view__shows_changes(const struct row_view *rv)
{
	const struct graph_conf *conf = &rv->hist->conf.show->graph;

	return rv->hist->base && conf->mode != GRAPH_REL && conf->value == GRAPH_PERCENT;
}

void row_view__draw_change(struct change change, struct term_win *win)
{
	char text[CHANGE_LEN];

	change__format(&change, CHANGE_COLS, text, sizeof(text));
	win->color = change_color(change);
	term_win__puts(win, text);
	win->color = TERM_NORMAL;
}

/* Draws the share of samples that hit the function of the frame itself. */
static void draw_self(const struct row_view *rv, const struct graph_node *node,
		      struct term_win *win)
{
	const uint64_t total = rv->hist->total.period;

	if (!rv->shows_self || !node->sums.self.period || !total)
		return;
	win->color = TERM_DIM;
	term_win__printf(win, "  self %.2f%%", 100.0 * node->sums.self.period / total);
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
	char label[FUNC_LABEL_LEN];

	win->color = func__color(func);
	if (func__is_frame(func))
		term_win__printf(win, "[%c] ", func->level);
	term_win__puts_match(win, func__label(func, label), search);
	win->color = TERM_DIM;
	if (rv->hist->conf.show->graph.key != GRAPH_KEY_FUNCTION && func->srcline)
		term_win__printf(win, " %s", func->srcline);
	if (func->kind == FUNC_INLINED)
		term_win__puts(win, " (inlined)");
	if (rv->verbose && func__is_frame(func))
		term_win__printf(win, "  %s", func__dso_name(func, false));
	win->color = TERM_NORMAL;
}

void row_view__draw_call(const struct row_view *rv, const struct func *from,
			 const struct func *func, const char *search, struct term_win *win)
{
	const char *seam = from ? seam__name(from, func) : NULL;

	if (seam)
		draw_seam(seam, win);
	draw_func(rv, func, search, win);
}

void row_view__draw_times(uint32_t least, uint32_t most, struct term_win *win)
{
	const char *sign = term__is_ascii(win->term) ? "x" : "×";
	char text[GRAPH_TIMES_LEN];

	win->color = TERM_DIM;
	term_win__puts(win, graph_times__text(least, most, sign, text));
	win->color = TERM_NORMAL;
}

static void draw_frame(const struct row_view *rv, const struct row *row, const char *search,
		       struct term_win *win)
{
	const struct funcs *funcs = rv->hist->conf.funcs;
	const struct graph_node *node = &row->graph->nodes[row->node];
	const struct func *from = rv->above;

	if (node->parent != GRAPH_ROOT)
		from = funcs__at(funcs, row->graph->nodes[node->parent].func);
	term_win__pad(win, "", row->level * LEVEL + row->depth * INDENT);
	term_win__hold(win);
	draw_mark(row, win);
	term_win__puts(win, " ");
	if (row->first)
		draw_value(rv, row, win);
	else
		term_win__pad(win, "", 7);
	if (row_view__shows_changes(rv) && row->first)
		row_view__draw_change(callgraph__change(row->graph, row->node), win);
	else if (row_view__shows_changes(rv))
		term_win__pad(win, "", CHANGE_COLS);
	term_win__puts(win, " ");
	term_win__release(win);
	row_view__draw_call(rv, from, funcs__at(funcs, node->func), search, win);
	row_view__draw_times(node->least, node->most, win);
	draw_self(rv, node, win);
}

/* ---- what the percent limit hides ---- */

static void draw_rest_value(const struct row_view *rv, const struct row *row, struct term_win *win)
{
	enum graph_value value = row->graph ? rv->hist->conf.show->graph.value : GRAPH_PERCENT;
	uint64_t total = row->graph ? graph_total(rv, row, row->node) : rv->hist->total.period;

	if (value == GRAPH_PERIOD)
		term_win__printf(win, "%" PRIu64, row->rest.sum.period);
	else if (value == GRAPH_COUNT)
		term_win__printf(win, "%" PRIu64, row->rest.sum.nr);
	else
		term_win__printf(win, "%.2f%%", total ? 100.0 * row->rest.sum.period / total : 0);
}

/* Draws "... 214 more, 2.08%". What rows share counts once, where it was hit: "self". */
static void draw_rest(const struct row_view *rv, const struct row *row, struct term_win *win)
{
	term_win__pad(win, "", row->level * LEVEL + row->depth * INDENT);
	term_win__hold(win);
	term_win__puts(win, "  ");
	term_win__release(win);
	win->color = TERM_DIM;
	term_win__puts(win, term__is_ascii(win->term) ? "..." : "…");
	term_win__printf(win, " %" PRIu32 " more, ", row->rest.nr);
	draw_rest_value(rv, row, win);
	if (!row->graph && rv->hist->conf.order->children)
		term_win__puts(win, " self");
	win->color = TERM_NORMAL;
}

void row_view__draw_line(const struct tui_view *view, uint64_t line, struct term_win *win)
{
	const struct row_view *rv = view->priv;
	struct row row;

	if (!rv->hist || !rows__get(&rv->rows, line, &row))
		return;
	switch (row.kind) {
	case ROW_ENTRY:
		draw_entry(rv, &row, view->search, win);
		break;
	case ROW_FRAME:
		draw_frame(rv, &row, view->search, win);
		break;
	case ROW_REST:
	default:
		draw_rest(rv, &row, win);
	}
}
