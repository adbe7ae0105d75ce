// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <string.h>

#include "ui/tui/view/host.h"
#include "ui/tui/view/row-view.h"
#include "util/base/clock.h"

/* Limit on opening everything, which any key ends, and on one slice of it; ns. */
#define OPEN_TIME  1000000000LL
#define OPEN_SLICE 15000000LL

void row_view__clear(struct row_view *rv)
{
	row_match__exit(&rv->match);
	rows__exit(&rv->rows);
	rv->hist = NULL;
}

void row_view__close(struct tui_view *view)
{
	struct row_view *rv = view->priv;

	row_view__clear(rv);
	row_memory__exit(&rv->memory);
}

int row_view__set(struct tui_view *view, const struct row_source *source, struct defer_error *err)
{
	const struct hist *hist = source->hist;
	const struct column_list *fields = hist ? &hist->conf.order->fields : NULL;
	struct row_view *rv = view->priv;
	int ret;

	row_view__clear(rv);
	if (!hist)
		return 0;
	ret = rows__init(&rv->rows, hist, source->levels, err);
	if (ret)
		return ret;
	if (source->says_rest && !rv->rows.says_rest) {
		rv->rows.says_rest = true;
		rv->rows.rest_from = hist->conf.show->graph.threshold;
	}
	rv->hist = hist;
	for (unsigned int i = 0; i < fields->nr; i++)
		rv->widths[i] = source->widths ? source->widths[i]
					       : hist__column_width(hist, fields->columns[i]);
	return row_view__restore(view, source->heaviest, err);
}

uint64_t row_view__nr_lines(const struct tui_view *view)
{
	const struct row_view *rv = view->priv;

	return rv->hist ? rows__nr(&rv->rows) : 0;
}

/* ---- open and close ---- */

/* Opens all lines of the next entry. Rows that are above others are open already. */
static int row_view__open_next(struct row_view *rv, struct defer_error *err)
{
	bool has_graph = rows__has_graph(&rv->rows, rv->next_entry);
	int ret = has_graph ? rows__open_all(&rv->rows, rv->next_line, false, err) : 0;
	uint64_t nr = rows__nr(&rv->rows);

	if (!ret && has_graph)
		ret = rows__open_all(&rv->rows, rv->next_line, true, err);
	rv->next_entry++;
	rv->next_line += 1 + rows__nr(&rv->rows) - nr;
	return ret;
}

int row_view__work(struct tui_view *view, struct defer_error *err)
{
	struct row_view *rv = view->priv;
	int64_t begin = clock__now(), time = 0;
	int ret = 0;

	while (!ret && rv->next_entry < rv->end_entry && time < OPEN_SLICE) {
		ret = row_view__open_next(rv, err);
		time = clock__now() - begin;
	}
	rv->time_left -= time;
	if (ret || rv->next_entry == rv->end_entry) {
		tui_host__say(view->host, "%s", "");
		return ret;
	}
	tui_host__say(view->host, "The first %" PRIu32 " lines are open", rv->next_entry);
	return rv->time_left > 0;
}

/* Opens the call graphs of the slots from @begin to @end. The rows of all slots are shown. */
static int open_graphs(struct tui_view *view, uint32_t begin, uint32_t end, struct defer_error *err)
{
	struct row_view *rv = view->priv;
	int ret;

	rv->next_entry = begin;
	rv->end_entry = end;
	rv->next_line = view->cursor;
	rv->time_left = OPEN_TIME;
	ret = row_view__work(view, err);
	view->busy = ret > 0;
	return ret < 0 ? ret : 0;
}

static int open_world(struct row_view *rv, struct tui_view *view, struct defer_error *err)
{
	view->cursor = 0;
	rows__open_levels(&rv->rows);
	return open_graphs(view, 0, rv->rows.nr, err);
}

/* Opens or closes all that is below the line of the cursor. */
static int toggle_all(struct row_view *rv, struct tui_view *view, const struct row *row,
		      struct defer_error *err)
{
	uint32_t slot = rows__slot(&rv->rows, view->cursor);
	int ret = rows__open_all(&rv->rows, view->cursor, !row->is_open, err);

	if (ret || row->is_open || row->hist == rv->hist)
		return ret;
	return open_graphs(view, slot, rows__slot_end(&rv->rows, slot), err);
}

/* Returns the line of the entry that @line belongs to. */
static uint64_t entry_line(const struct row_view *rv, uint64_t line)
{
	struct row row;

	while (line && rows__get(&rv->rows, line, &row) && row.entry && row.kind != ROW_ENTRY)
		line--;
	return line;
}

static int open_key(struct row_view *rv, struct tui_view *view, uint32_t key, const struct row *row,
		    struct defer_error *err)
{
	uint64_t nr;
	int ret = 0;

	switch (key) {
	case '+':
		ret = rows__open(&rv->rows, view->cursor, !row->is_open, err);
		break;
	case 'e':
		ret = toggle_all(rv, view, row, err);
		break;
	case '-':
		ret = rows__open(&rv->rows, view->cursor, false, err);
		break;
	case 'c':
		view->cursor = entry_line(rv, view->cursor);
		ret = rows__open_all(&rv->rows, view->cursor, false, err);
		break;
	case 'E':
		ret = open_world(rv, view, err);
		break;
	case 'C':
		nr = rows__nr(&rv->rows);
		rows__close_world(&rv->rows);
		if (rows__nr(&rv->rows) == nr)
			return TUI_PASS; /* none was open */
		view->cursor = 0;
		break;
	default:
		break;
	}
	return ret ? ret : TUI_DONE;
}

/* Shows one more of the columns that a narrow screen has no room for, or one less. */
static int side_key(struct row_view *rv, const struct tui_view *view, bool back)
{
	unsigned int nr_back = rv->nr_back;

	rv->nr_back = 0;
	if (!row_view__leaves_out(rv, view->cols))
		return TUI_PASS; /* it is wide enough */
	rv->nr_back = nr_back;
	if (view->left || (back ? !row_view__leaves_out(rv, view->cols) : !nr_back))
		return TUI_PASS;
	rv->nr_back += back ? 1 : -1;
	return TUI_DONE;
}

int row_view__key(struct tui_view *view, const struct term_event *event, struct defer_error *err)
{
	struct row_view *rv = view->priv;
	struct row row;

	if (event->kind != TERM_EVENT_KEY || !rv->hist)
		return TUI_PASS;
	if (event->key == 'V') {
		rv->verbose = !rv->verbose;
		return TUI_DONE;
	}
	if (event->key && event->key < 0x80 && strchr("<{>}", event->key))
		return side_key(rv, view, event->key == '<' || event->key == '{');
	if (!rows__get(&rv->rows, view->cursor, &row))
		return TUI_PASS;
	if (event->key == KEY_ENTER && row.can_open)
		return open_key(rv, view, '+', &row, err);
	if (event->key && event->key < 0x80 && strchr("+-ecEC", event->key))
		return open_key(rv, view, event->key, &row, err);
	return TUI_PASS;
}

/* ---- what a line is about ---- */

void row_view__target_func(const struct row_view *rv, uint32_t id, struct zoom_target *target)
{
	const struct func *func = funcs__subject(rv->hist->conf.funcs, id);

	if (!func)
		return;
	target->func = func;
	target->dso = func->dso;
	if (func__is_frame(func))
		return;
	for (int cls = 0; cls < DEFER_NR_CLASSES; cls++) {
		const char *name = func__no_half_name(cls);

		if (name && !strcmp(name, func->name))
			target->cls = cls;
	}
}

static void set_entry(const struct row_view *rv, const struct row *row, struct zoom_target *target)
{
	const struct column_list *keys = &row->hist->conf.order->keys;
	const struct hist_entry *entry = row->entry;
	const struct func *func = funcs__at(rv->hist->conf.funcs, entry->func);

	if (column_list__has(keys, "symbol"))
		row_view__target_func(rv, entry->func, target);
	else if (column_list__has(keys, "dso"))
		target->dso = func->dso;
	if (column_list__has(keys, "comm"))
		target->comm_id = entry->who.comm_id;
	if (column_list__has(keys, "pid")) {
		target->pid = entry->who.pid;
		target->tid = entry->who.tid;
	}
	if (column_list__has(keys, "cpu"))
		target->cpu = entry->who.cpu;
	if (column_list__has(keys, "class"))
		target->cls = entry->who.cls;
}

void row_view__target(const struct tui_view *view, struct zoom_target *target)
{
	const struct row_view *rv = view->priv;
	struct row row;

	if (!rv->hist || !rows__get(&rv->rows, view->cursor, &row) || !row.entry)
		return;
	set_entry(rv, &row, target);
	if (row.kind == ROW_FRAME)
		row_view__target_func(rv, row.graph->nodes[row.node].func, target);
}
