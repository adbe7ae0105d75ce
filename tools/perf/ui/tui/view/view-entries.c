// SPDX-License-Identifier: GPL-2.0-only
/* Entries into the kernel; an open one shows its kernel stacks in order of time. */
#include "ui/table/tables.h"
#include "ui/tui/view/entry-draw.h"
#include "ui/tui/view/kind-draw.h"
#include "ui/tui/view/table-view.h"
#include "ui/tui/view/views.h"

struct entries_view {
	struct table_view list;
	struct entry_chart chart;  /* of the entry that is open */
	struct kind_parts *parts;  /* of the kind that is open */
	struct kind_lines *marked; /* the kind that others are compared with; NULL: none */
	struct kind_lines *lines;  /* of the kind that is open, in place of its parts; or NULL */
};

static bool entries_table(const struct tui_data *data, struct table *table)
{
	if (data->entries)
		*table = entry_list__table(data->entries);
	return data->entries;
}

static struct table_place entry_place(const struct table *table, uint32_t row)
{
	const struct entry_key *key = &entry_list__at(table->source, row)->key;

	return (struct table_place){key->cookie, (uint64_t)(uint32_t)key->tid << 32 | key->cls};
}

/* ---- one entry ---- */

static const struct entry *entry_at(const struct tui_view *view, uint32_t row)
{
	const struct table_view *tv = view->priv;

	return entry_list__at(tv->table.source, row);
}

static int open_entry(struct tui_view *view, uint32_t row, bool again, struct defer_error *err)
{
	struct entries_view *ev = view->priv;

	if (!again)
		ev->chart.at = 0;
	return entry_chart__open(&ev->chart, ev->list.table.source, entry_at(view, row), err);
}

static void close_entry(struct tui_view *view)
{
	struct entries_view *ev = view->priv;

	entry_chart__close(&ev->chart);
}

static int key_in_chart(struct tui_view *view, uint32_t key)
{
	struct entries_view *ev = view->priv;

	if (key != KEY_LEFT && key != KEY_RIGHT)
		return TUI_PASS;
	entry_chart__move(&ev->chart, key == KEY_RIGHT ? 1 : -1);
	return TUI_DONE;
}

static uint64_t nr_rows(const struct tui_view *view)
{
	const struct entries_view *ev = view->priv;

	return entry_chart__nr_lines(&ev->chart);
}

static void draw_heads(const struct tui_view *view, struct term_win *win)
{
	struct entries_view *ev = view->priv;
	struct cell user;

	table__cell(&ev->list.table, table_kind__find(&table_of_entries, "user", 4),
		    table_view__row(view), &user);
	entry_chart__draw_heads(&ev->chart, user.frames, win);
}

static void draw_row(const struct tui_view *view, uint64_t line, struct term_win *win)
{
	struct entries_view *ev = view->priv;

	entry_chart__draw_line(&ev->chart, line, win);
}

static bool row_has(const struct tui_view *view, uint64_t line, const char *text)
{
	const struct entries_view *ev = view->priv;

	return entry_chart__line_has(&ev->chart, line, text);
}

/* ---- the view ---- */

static void entry_target(const struct tui_view *view, uint32_t row, struct zoom_target *target)
{
	const struct entries_view *ev = view->priv;
	const struct entry_list *list = ev->list.table.source;
	const struct entry *entry = entry_at(view, row);
	uint32_t node = ev->list.open ? entry_chart__node_at(&ev->chart, view->cursor)
				      : entry_list__stack(list, entry)->user;

	target->pid = entry->key.pid;
	target->tid = entry->key.tid;
	target->comm_id = fold__stack(list->shown.all, entry->stack)->comm_id;
	target->cls = entry->key.cls;
	target->start = entry->begin;
	if (!entry_list__return(list, entry, &target->end) || target->end < entry->last)
		target->end = entry->last;
	target->func = entry_list__func(list, node);
	target->dso = target->func ? target->func->dso : NULL;
}

/* ---- kinds ---- */

static bool kinds_table(const struct tui_data *data, struct table *table)
{
	if (data->kinds)
		*table = entry_kinds__table(data->kinds, NULL);
	return data->kinds;
}

/* A kind is found again by its earliest entry. */
static struct table_place kind_place(const struct table *table, uint32_t row)
{
	const struct entry_key *key = &entry_kinds__first(table, row)->key;

	return (struct table_place){key->cookie, (uint64_t)(uint32_t)key->tid << 32 | key->cls};
}

static void kind_target(const struct tui_view *view, uint32_t row, struct zoom_target *target)
{
	const struct table_view *tv = view->priv;

	target->comm_id = entry_kinds__comm(&tv->table, row);
	target->func = entry_kinds__user(&tv->table, row);
	target->dso = target->func ? target->func->dso : NULL;
}

/* Returns the table of the parts of the kind that is open. */
static struct table parts_of(const struct tui_view *view)
{
	const struct entries_view *ev = view->priv;

	return kind_parts__table(ev->parts, table_view__row(view));
}

static int open_parts(struct tui_view *view, uint32_t row, bool again, struct defer_error *err)
{
	struct entries_view *ev = view->priv;
	int ret;

	(void)again;
	if (!ev->marked)
		return kind_draw__open(&ev->parts, &ev->list.table, row, err);
	ret = kind_lines__new(&ev->lines, &ev->list.table, row, err);
	if (!ret)
		ret = kind_lines__compare(ev->lines, ev->marked, err);
	if (ret)
		kind_lines__delete(&ev->lines);
	return ret;
}

static void close_parts(struct tui_view *view)
{
	struct entries_view *ev = view->priv;

	kind_draw__close(&ev->parts);
	kind_lines__delete(&ev->lines);
}

static uint64_t nr_parts(const struct tui_view *view)
{
	const struct entries_view *ev = view->priv;

	return ev->lines ? kind_lines__nr(ev->lines) : parts_of(view).nr;
}

static void draw_kind_heads(const struct tui_view *view, struct term_win *win)
{
	const struct entries_view *ev = view->priv;
	struct table parts;

	if (ev->lines) {
		kind_lines__draw_heads(ev->lines, ev->marked, win);
		return;
	}
	parts = parts_of(view);
	kind_draw__heads(&ev->list.table, table_view__row(view), &parts, win);
}

static void draw_part(const struct tui_view *view, uint64_t line, struct term_win *win)
{
	const struct entries_view *ev = view->priv;
	struct table parts;

	if (ev->lines) {
		kind_lines__draw(ev->lines, line, view->search, win);
		return;
	}
	parts = parts_of(view);
	table__draw_row(&parts, parts.rows[line], view->search, win);
}

static bool part_has(const struct tui_view *view, uint64_t line, const char *text)
{
	const struct entries_view *ev = view->priv;
	struct table parts;

	if (ev->lines)
		return kind_lines__have(ev->lines, line, text);
	parts = parts_of(view);
	return table__row_has(&parts, parts.rows[line], text);
}

static const struct table_view_ops *kinds_ops(void)
{
	static const struct table_view_ops ops = {
		.kind = &table_of_kinds,
		.data = VIEW_DATA_ENTRIES,
		.waiting = "The entries are being gathered",
		.table = kinds_table,
		.nr_heads = KIND_HEADS,
		.place = kind_place,
		.target = kind_target,
		.open = open_parts,
		.close = close_parts,
		.nr_lines = nr_parts,
		.draw_heads = draw_kind_heads,
		.draw_line = draw_part,
		.has = part_has,
	};

	return &ops;
}

/* ---- both ---- */

static const struct table_view_ops *entries_ops(void)
{
	static const struct table_view_ops ops = {
		.kind = &table_of_entries,
		.data = VIEW_DATA_ENTRIES,
		.waiting = "The entries are being gathered",
		.nr_heads = ENTRY_CHART_HEADS,
		.reopens = true,
		.table = entries_table,
		.place = entry_place,
		.target = entry_target,
		.open = open_entry,
		.close = close_entry,
		.key = key_in_chart,
		.nr_lines = nr_rows,
		.draw_heads = draw_heads,
		.draw_line = draw_row,
		.has = row_has,
	};

	return &ops;
}

static int entries_view__open(struct tui_view *view, struct defer_error *err)
{
	(void)err;
	return table_view__open(view, kinds_ops());
}

static void entries_view__close(struct tui_view *view)
{
	struct entries_view *ev = view->priv;

	table_view__close(view);
	kind_lines__delete(&ev->marked);
}

/* Marks the kind of the cursor, or ends that; opens another one, or the same within other zooms, beside it. */
static int compare_kinds(struct tui_view *view, struct defer_error *err)
{
	static const struct term_event enter = {.kind = TERM_EVENT_KEY, .key = KEY_ENTER};
	struct entries_view *ev = view->priv;
	struct kind_lines *here;
	bool same;
	int ret = kind_lines__new(&here, &ev->list.table, ev->list.table.rows[view->cursor], err);

	same = !ret && ev->marked && kind_lines__equal(here, ev->marked);
	if (!ret && !ev->marked) {
		ev->marked = here;
		tui_host__say(view->host,
			      "Marked: %s; = on another kind, or after a zoom, compares",
			      kind_lines__name(here));
		return TUI_DONE;
	}
	kind_lines__delete(&here);
	if (ret || !same)
		return ret ? ret : table_view__key(view, &enter, err);
	kind_lines__delete(&ev->marked);
	tui_host__say(view->host, "No longer marked");
	return TUI_DONE;
}

/* Takes '=' where kinds are shown. In an open one it ends the comparison. */
static int mark_key(struct tui_view *view, const struct term_event *event, struct defer_error *err)
{
	struct entries_view *ev = view->priv;
	const struct term_event back = {.kind = TERM_EVENT_KEY, .key = KEY_ESC};
	int ret;

	if (!ev->list.open)
		return view->cursor < ev->list.table.nr ? compare_kinds(view, err) : TUI_PASS;
	if (!ev->lines)
		return table_view__key(view, event, err);
	ret = table_view__key(view, &back, err);
	kind_lines__delete(&ev->marked);
	return ret;
}

/* Shows the entries one by one, or their kinds again. */
static int entries_view__key(struct tui_view *view, const struct term_event *event,
			     struct defer_error *err)
{
	const struct entries_view *ev = view->priv;
	const struct table_view *tv = &ev->list;
	bool one_by_one = tv->ops == entries_ops();
	int ret;

	if (event->kind == TERM_EVENT_KEY && event->key == '=' && tv->has_table && !one_by_one) {
		ret = mark_key(view, event, err);
		view->marked = ev->marked;
		return ret;
	}
	if (event->kind != TERM_EVENT_KEY || event->key != 'G' || !tv->has_table)
		return table_view__key(view, event, err);
	ret = table_view__switch(view, one_by_one ? kinds_ops() : entries_ops(), err);
	return ret ? ret : TUI_DONE;
}

static const struct tui_key keys[] = {
	{{'G'}, "Entries one by one, or by kind, comm and user code"},
	{{'='}, "Mark a kind; then compare another one with it, or the same after a zoom"},
	{{'o', 'O'}, "Sort by the next column, the one before"},
	{{KEY_ENTER},
	 "Open a kind by call site, state and what came before gaps; an entry in order of time"},
	{{KEY_LEFT, KEY_RIGHT}, "In an entry: move in time"},
	{{0}, NULL},
};

const struct tui_view_ops view_entries_ops = {
	.name = "entries",
	.title = "Entries into the kernel by kind and user code, or one by one",
	.hint = "G: by kind, or one by one  o: sort  f: search  z: zoom",
	.empty = ENTRY_NONE,
	.keys = keys,
	.size = sizeof(struct entries_view),
	.open = entries_view__open,
	.key = entries_view__key,
	.close = entries_view__close,
	TABLE_VIEW_OPS,
};
