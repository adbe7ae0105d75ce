// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ui/entry/entry-cell.h"
#include "ui/tui/term/keys.h"
#include "ui/tui/view/entry-draw.h"
#include "ui/tui/view/host.h"
#include "ui/tui/view/views.h"
#include "util/base/error.h"
#include "util/entry/entry-chart.h"

/* The entry that the cursor is on, to be found in new data. */
struct entry_place {
	uint64_t cookie;
	int32_t tid;
	uint32_t cls;
	bool known;
};

struct entries_view {
	const struct entry_list *list; /* NULL: not there yet */
	uint32_t *rows;		       /* sorted by @column; NULL: those of the list */
	enum entry_column column;      /* that the lines are sorted by; NR_COLUMNS: user code */
	struct entry_place place;
	bool open; /* one entry is shown: the one at @line */
	uint64_t line;
	struct entry_chart chart; /* of that entry */
	uint32_t at;		  /* column of the cursor in the chart */
	uint32_t cols;		  /* of the chart in the last drawing */
};

static const struct entry *entry_at(const struct entries_view *ev, uint64_t line)
{
	return entry_list__at(ev->list, (ev->rows ? ev->rows : ev->list->rows)[line]);
}

static uint64_t entries_view__nr_lines(const struct tui_view *view)
{
	const struct entries_view *ev = view->priv;

	if (!ev->list)
		return 0;
	return ev->open ? ev->chart.max_depth : ev->list->nr;
}

/* ---- drawing ---- */

#define CHART_HEADS 4

static unsigned int entries_view__nr_heads(const struct tui_view *view)
{
	const struct entries_view *ev = view->priv;

	return ev->open ? CHART_HEADS : 1;
}

static void entries_view__draw_head(const struct tui_view *view, struct term_win *win)
{
	struct entries_view *ev = view->priv;

	if (ev->open) {
		ev->cols = win->cols < TERM_MAX_COLS ? win->cols : TERM_MAX_COLS;
		if (ev->at >= ev->cols)
			ev->at = ev->cols ? ev->cols - 1 : 0;
		entry_chart__draw_heads(&ev->chart, entry_at(ev, ev->line), ev->at, win);
	} else if (ev->list) {
		entry_row__draw_head(ev->column, win);
	} else {
		term_win__color(win, TERM_DIM);
		term_win__puts(win, view->data->samples ? "The entries are being gathered"
							: "The trace is being read");
	}
}

static void entries_view__draw_line(const struct tui_view *view, uint64_t line,
				    struct term_win *win)
{
	const struct entries_view *ev = view->priv;

	if (ev->open)
		entry_chart__draw_row(&ev->chart, line, ev->at, win);
	else
		entry_row__draw(ev->list, entry_at(ev, line), view->search, win);
}

/* ---- order ---- */

/* Behind the last column is the user code. */
static enum entry_sort sort_of(enum entry_column column)
{
	return column == ENTRY_NR_COLUMNS ? ENTRY_BY_USER : entry_cell__sort(column);
}

static int sort_rows(struct entries_view *ev, struct defer_error *err)
{
	const struct entry_order order = {.by = {sort_of(ev->column)}, .nr = 1};
	size_t size = (ev->list->nr + 1ULL) * sizeof(*ev->rows);
	uint32_t *rows;

	free(ev->rows);
	ev->rows = NULL;
	if (ev->column == ENTRY_REMAINING)
		return 0;
	rows = malloc(size);
	if (!rows)
		return error__no_memory(err, "to sort entries");
	memcpy(rows, ev->list->rows, size - sizeof(*rows));
	ev->rows = rows;
	return entry_list__sort(ev->list, &order, rows, err);
}

static void save_place(struct tui_view *view)
{
	struct entries_view *ev = view->priv;
	uint64_t line = ev->open ? ev->line : view->cursor;
	const struct entry *entry;

	ev->place.known = ev->list && line < ev->list->nr;
	if (!ev->place.known)
		return;
	entry = entry_at(ev, line);
	ev->place.cookie = entry->key.cookie;
	ev->place.tid = entry->key.tid;
	ev->place.cls = entry->key.cls;
}

/* Returns the line of the entry that the cursor was on, or UINT64_MAX. */
static uint64_t find_place(const struct entries_view *ev)
{
	const struct entry_place *place = &ev->place;

	for (uint64_t line = 0; place->known && line < ev->list->nr; line++) {
		const struct entry *entry = entry_at(ev, line);

		if (entry->key.cookie == place->cookie && entry->key.tid == place->tid &&
		    entry->key.cls == place->cls)
			return line;
	}
	return UINT64_MAX;
}

static int sort_by(struct tui_view *view, enum entry_column column, struct defer_error *err)
{
	struct entries_view *ev = view->priv;
	int ret;

	save_place(view);
	ev->column = column;
	ret = sort_rows(ev, err);
	if (ret)
		return ret;
	tui_host__say(view->host, "Sorted by %s", entry_sort__name(sort_of(column)));
	view->cursor = view->top = 0;
	return TUI_DONE;
}

/* ---- one entry ---- */

static void close_entry(struct entries_view *ev)
{
	entry_chart__exit(&ev->chart);
	ev->open = false;
}

static int open_entry(struct tui_view *view, uint64_t line, struct defer_error *err)
{
	struct entries_view *ev = view->priv;
	int ret = entry_chart__init(&ev->chart, ev->list, entry_at(ev, line), err);

	if (ret)
		return ret;
	ev->open = true;
	ev->line = line;
	view->cursor = view->top = 0;
	return TUI_DONE;
}

static int key_in_list(struct tui_view *view, uint32_t key, struct defer_error *err)
{
	struct entries_view *ev = view->priv;

	switch (key) {
	case 'o':
		return sort_by(view, (ev->column + 1) % (ENTRY_NR_COLUMNS + 1), err);
	case 'O':
		return sort_by(view, (ev->column + ENTRY_NR_COLUMNS) % (ENTRY_NR_COLUMNS + 1), err);
	case KEY_ENTER:
		if (view->cursor >= ev->list->nr)
			return TUI_DONE;
		ev->at = 0;
		return open_entry(view, view->cursor, err);
	default:
		return TUI_PASS;
	}
}

static int key_in_chart(struct tui_view *view, uint32_t key)
{
	struct entries_view *ev = view->priv;

	switch (key) {
	case KEY_LEFT:
		ev->at -= ev->at > 0;
		return TUI_DONE;
	case KEY_RIGHT:
		ev->at += ev->at + 1 < ev->cols;
		return TUI_DONE;
	case KEY_ESC:
	case KEY_ENTER:
		close_entry(ev);
		view->cursor = ev->line;
		view->center = true;
		return TUI_DONE;
	default:
		return TUI_PASS;
	}
}

static int entries_view__key(struct tui_view *view, const struct term_event *event,
			     struct defer_error *err)
{
	struct entries_view *ev = view->priv;

	if (!ev->list || event->kind != TERM_EVENT_KEY)
		return TUI_PASS;
	return ev->open ? key_in_chart(view, event->key) : key_in_list(view, event->key, err);
}

static const struct tui_key keys[] = {
	{{'o', 'O'}, "Sort by the next column, the one before", false},
	{{KEY_ENTER},
	 "Open the kernel stacks of the entry in order of time, and close them",
	 false},
	{{KEY_LEFT, KEY_RIGHT}, "In an entry: move in time", false},
	{{0}, NULL, false},
};

/* ---- search ---- */

static bool chart_row_has(const struct entry_chart *chart, uint32_t depth, const char *text)
{
	uint32_t before = CHAIN_ROOT;

	for (size_t i = 0; i < chart->nr; i++) {
		uint32_t node = entry_chart__node(chart, i, depth);

		if (node != before && entry_chart__node_has(chart, node, text))
			return true;
		before = node;
	}
	return false;
}

static bool line_has(const struct tui_view *view, uint64_t line, const char *text)
{
	const struct entries_view *ev = view->priv;

	return ev->open ? chart_row_has(&ev->chart, line, text)
			: entry_row__has(ev->list, entry_at(ev, line), text);
}

static uint64_t entries_view__find(const struct tui_view *view, uint64_t from, const char *text,
				   bool forward)
{
	const struct entries_view *ev = view->priv;

	if (!ev->list && view->data->samples)
		return VIEW_FIND_LATER;
	return view__find_line(view, from, text, forward, line_has);
}

/* ---- the view ---- */

static int entries_view__open(struct tui_view *view, struct defer_error *err)
{
	view->priv = calloc(1, sizeof(struct entries_view));
	return view->priv ? 0 : error__no_memory(err, "for a view");
}

static void entries_view__close(struct tui_view *view)
{
	struct entries_view *ev = view->priv;

	close_entry(ev);
	free(ev->rows);
	free(ev);
	view->priv = NULL;
}

/* Finds the cursor's entry in the new data, and shows it if it was open. */
static int restore_place(struct tui_view *view, bool open, struct defer_error *err)
{
	struct entries_view *ev = view->priv;
	uint64_t line = find_place(ev);
	int ret;

	if (line == UINT64_MAX)
		return 0;
	view->cursor = line;
	view->center = true;
	ret = open ? open_entry(view, line, err) : 0;
	return ret < 0 ? ret : 0;
}

static int entries_view__refresh(struct tui_view *view, struct defer_error *err)
{
	struct entries_view *ev = view->priv;
	bool open = ev->open;
	int ret;

	if (ev->list == view->data->entries && ev->list)
		return 0;
	close_entry(ev);
	free(ev->rows);
	ev->rows = NULL;
	ev->list = view->data->entries;
	if (!ev->list) {
		if (view->data->samples)
			tui_host__want(view->host, VIEW_DATA_ENTRIES);
		return 0;
	}
	ret = sort_rows(ev, err);
	return ret ? ret : restore_place(view, open, err);
}

static void target_function(const struct entries_view *ev, uint32_t node, struct tui_target *target)
{
	target->func = entry_list__func(ev->list, node);
	target->dso = target->func ? target->func->dso : NULL;
}

static void entries_view__target(const struct tui_view *view, struct tui_target *target)
{
	const struct entries_view *ev = view->priv;
	uint64_t line = ev->open ? ev->line : view->cursor;
	const struct entry *entry;

	if (!ev->list || line >= ev->list->nr)
		return;
	entry = entry_at(ev, line);
	target->pid = entry->key.pid;
	target->tid = entry->key.tid;
	target->comm_id = fold__stack(ev->list->shown.all, entry->stack)->comm_id;
	target->cls = entry->key.cls;
	target->start = entry->begin;
	if (!entry_list__return(ev->list, entry, &target->end) || target->end < entry->last)
		target->end = entry->last;
	if (ev->open)
		target_function(ev,
				entry_chart__node_at(&ev->chart, ev->at, ev->cols, view->cursor),
				target);
	else
		target_function(ev, entry_list__stack(ev->list, entry)->user, target);
}

const struct tui_view_ops view_entries_ops = {
	.name = "entries",
	.title = "Entries into the kernel, and the time until each returned",
	.hint = "Enter: stacks  o: sort  f: search  z: zoom",
	.empty = ENTRY_NONE,
	.keys = keys,
	.open = entries_view__open,
	.close = entries_view__close,
	.save = save_place,
	.refresh = entries_view__refresh,
	.nr_lines = entries_view__nr_lines,
	.draw_line = entries_view__draw_line,
	.nr_heads = entries_view__nr_heads,
	.draw_head = entries_view__draw_head,
	.key = entries_view__key,
	.find = entries_view__find,
	.target = entries_view__target,
};
