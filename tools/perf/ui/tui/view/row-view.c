// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <string.h>
#include <time.h>

#include "ui/tui/view/host.h"
#include "ui/tui/view/row-view.h"

/* Limit on opening everything, which any key ends, and on one slice of it; ns. */
#define OPEN_TIME  1000000000LL
#define OPEN_SLICE 15000000LL

void row_view__exit(struct row_view *rv)
{
	row_match__exit(&rv->match);
	rows__exit(&rv->rows);
	rv->hist = NULL;
}

int row_view__set(struct row_view *rv, const struct hist *hist, const unsigned int *widths,
		  struct defer_error *err)
{
	const struct column_list *fields = hist ? &hist->conf.order->fields : NULL;
	int ret;

	row_view__exit(rv);
	if (!hist)
		return 0;
	ret = rows__init(&rv->rows, hist, err);
	if (ret)
		return ret;
	rv->hist = hist;
	for (unsigned int i = 0; i < fields->nr; i++)
		rv->widths[i] = widths ? widths[i] : hist__column_width(hist, fields->columns[i]);
	return 0;
}

/* ---- open and close ---- */

bool row_view__ends_run(const struct row_view *rv, uint64_t i, const struct row *row)
{
	struct row next;

	return row->can_open || !rows__get(&rv->rows, i + 1, &next) || next.kind == ROW_ENTRY ||
	       next.first;
}

static int row_view__toggle(struct row_view *rv, uint64_t line, const struct row *row, bool all,
			    struct defer_error *err)
{
	return all ? rows__open_all(&rv->rows, line, !row->is_open, err)
		   : rows__open(&rv->rows, line, !row->is_open, err);
}

static int64_t row_view__now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000000000LL + ts.tv_nsec;
}

/* Opens all lines of the next entry. */
static int row_view__open_next(struct row_view *rv, struct defer_error *err)
{
	int ret = rows__open_all(&rv->rows, rv->next_line, false, err);
	uint64_t nr = rows__nr(&rv->rows);

	if (!ret)
		ret = rows__open_all(&rv->rows, rv->next_line, true, err);
	rv->next_entry++;
	rv->next_line += 1 + rows__nr(&rv->rows) - nr;
	return ret;
}

int row_view__work(struct row_view *rv, struct tui_view *view, struct defer_error *err)
{
	int64_t begin = row_view__now(), time = 0;
	int ret = 0;

	while (!ret && rv->next_entry < rv->rows.nr && time < OPEN_SLICE) {
		ret = row_view__open_next(rv, err);
		time = row_view__now() - begin;
	}
	rv->time_left -= time;
	if (ret || rv->next_entry == rv->rows.nr) {
		tui_host__say(view->host, "%s", "");
		return ret;
	}
	tui_host__say(view->host, "The first %" PRIu32 " lines are open", rv->next_entry);
	return rv->time_left > 0;
}

static int open_world(struct row_view *rv, struct tui_view *view, struct defer_error *err)
{
	int ret;

	rv->next_entry = 0;
	rv->next_line = 0;
	rv->time_left = OPEN_TIME;
	ret = row_view__work(rv, view, err);
	view->busy = ret > 0;
	return ret < 0 ? ret : 0;
}

/* Returns the line of the entry that @line belongs to. */
static uint64_t entry_line(const struct row_view *rv, uint64_t line)
{
	struct row row;

	while (line && rows__get(&rv->rows, line, &row) && row.kind != ROW_ENTRY)
		line--;
	return line;
}

static int open_key(struct row_view *rv, struct tui_view *view, uint32_t key, const struct row *row,
		    struct defer_error *err)
{
	int ret = 0;

	switch (key) {
	case '+':
	case 'e':
		ret = row_view__toggle(rv, view->cursor, row, key == 'e', err);
		break;
	case '-':
		ret = rows__open(&rv->rows, view->cursor, false, err);
		break;
	case 'c':
		view->cursor = entry_line(rv, view->cursor);
		ret = rows__open_all(&rv->rows, view->cursor, false, err);
		break;
	case 'E':
		view->cursor = 0;
		ret = open_world(rv, view, err);
		break;
	case 'C':
		view->cursor = 0;
		rows__close_world(&rv->rows);
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

int row_view__key(struct row_view *rv, struct tui_view *view, const struct term_event *event,
		  struct defer_error *err)
{
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

static bool has_column(const struct row_view *rv, const char *name)
{
	return column_list__has(&rv->hist->conf.order->keys, name);
}

static void set_func(const struct row_view *rv, uint32_t id, struct tui_target *target)
{
	const struct func *func = funcs__at(rv->hist->conf.funcs, id);

	target->func = func;
	target->dso = func->dso;
	if (func->kind != FUNC_NO_HALF)
		return;
	for (int cls = 0; cls < DEFER_NR_CLASSES; cls++) {
		const char *name = func__no_half_name(cls);

		if (name && !strcmp(name, func->name))
			target->cls = cls;
	}
}

static void set_entry(const struct row_view *rv, const struct hist_entry *entry,
		      struct tui_target *target)
{
	const struct func *func = funcs__at(rv->hist->conf.funcs, entry->func);

	if (has_column(rv, "symbol"))
		set_func(rv, entry->func, target);
	else if (has_column(rv, "dso"))
		target->dso = func->dso;
	if (has_column(rv, "comm"))
		target->comm_id = entry->comm_id;
	if (has_column(rv, "pid")) {
		target->pid = entry->pid;
		target->tid = entry->tid;
	}
	if (has_column(rv, "cpu"))
		target->cpu = entry->cpu;
	if (has_column(rv, "class"))
		target->cls = entry->cls;
}

void row_view__target(const struct row_view *rv, uint64_t line, struct tui_target *target)
{
	struct row row;

	if (!rv->hist || !rows__get(&rv->rows, line, &row))
		return;
	set_entry(rv, row.entry, target);
	if (row.kind == ROW_FRAME)
		set_func(rv, row.graph->nodes[row.node].func, target);
}
