// SPDX-License-Identifier: GPL-2.0-only
/* Entries into the kernel; an open one shows its kernel stacks in order of time. */
#include <inttypes.h>
#include <string.h>

#include "ui/table/tables.h"
#include "ui/tui/view/entry-draw.h"
#include "ui/tui/view/table-view.h"
#include "ui/tui/view/views.h"
#include "util/base/span.h"
#include "util/entry/kind-parts.h"
#include "util/profile/profile.h"

struct entries_view {
	struct table_view list;
	struct entry_chart chart; /* of the entry that is open */
	struct kind_parts parts;  /* of the kind that is open */
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
		*table = entry_kinds__table(data->kinds);
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

static const struct entry_kind *open_kind(const struct tui_view *view)
{
	const struct table_view *tv = view->priv;
	const struct entry_kinds *kinds = tv->table.source;

	return &kinds->kinds[table_view__row(view)];
}

static int open_parts(struct tui_view *view, uint32_t row, bool again, struct defer_error *err)
{
	struct entries_view *ev = view->priv;
	const struct entry_kinds *kinds = ev->list.table.source;

	(void)again;
	return kind_parts__init(&ev->parts, kinds, &kinds->kinds[row], err);
}

static void close_parts(struct tui_view *view)
{
	struct entries_view *ev = view->priv;

	kind_parts__exit(&ev->parts);
}

static uint64_t nr_parts(const struct tui_view *view)
{
	const struct entries_view *ev = view->priv;

	return ev->parts.nr;
}

#define PART_HEADS 3

static void draw_kind_heads(const struct tui_view *view, struct term_win *win)
{
	const struct entries_view *ev = view->priv;
	const struct entry_kind *kind = open_kind(view);
	const struct entry_kinds *kinds = ev->list.table.source;
	struct term_win heads = term_win__sub(win, 2, 0, 1, win->cols);
	char text[FUNC_LABEL_LEN];
	struct cell user;

	entry_stack__kind_text(entry_list__stack(kinds->list, kind->like), text, sizeof(text));
	table__cell(&ev->list.table, table_kind__find(&table_of_kinds, "user", 4),
		    table_view__row(view), &user);
	term_win__color(win, TERM_TITLE);
	term_win__printf(win, "%s, %s, %" PRIu64 " entries, %s", text,
			 entry_list__comm(kinds->list, kind->like), kind->nr,
			 kind->exact ? "exact" : "sampled: times are at least so long");
	term_win__at(win, 1, 0);
	frames__draw(user.frames, NULL, win);
	term_win__color(&heads, TERM_TITLE);
	term_win__printf(&heads, "%10s  %9s  %6s  %-10s", "Entries", "Total", "Time", "By");
}

/* Returns the user code of an entry, with its callers. */
static struct frames site_of(const struct entry_kinds *kinds, uint32_t entry)
{
	const struct table entries = entry_list__table(kinds->list);
	struct cell user;

	table__cell(&entries, table_kind__find(&table_of_entries, "user", 4), entry, &user);
	return user.frames;
}

/* Returns what tells a part that is no call site from others. */
static const char *part_label(const struct entry_kinds *kinds, const struct kind_part *part,
			      char buf[FUNC_LABEL_LEN])
{
	if (part->by == PART_STATE)
		return entry_state__name(part->id);
	if (part->id == PART_NO_GAP)
		return "no gap";
	return func__label(funcs__at(&kinds->list->shown.profile->funcs, part->id), buf);
}

static bool part_has(const struct tui_view *view, uint64_t line, const char *text)
{
	const struct entries_view *ev = view->priv;
	const struct kind_part *part = &ev->parts.parts[line];
	char buf[FUNC_LABEL_LEN];

	if (part->by == PART_SITE)
		return frames__have(site_of(ev->list.table.source, part->like), text);
	return strcasestr(part_label(ev->list.table.source, part, buf), text);
}

static void draw_part(const struct tui_view *view, uint64_t line, struct term_win *win)
{
	const struct entries_view *ev = view->priv;
	const struct entry_kinds *kinds = ev->list.table.source;
	const struct kind_part *part = &ev->parts.parts[line];
	static const char *const by[] = {
		[PART_SITE] = "call site", [PART_GAP] = "gap after", [PART_STATE] = "state"};
	uint64_t total = open_kind(view)->total;
	char span[SPAN_LEN], buf[FUNC_LABEL_LEN];

	term_win__printf(win, "%10" PRIu64 "  %9s  %5.1f%%  ", part->nr, span__text(part->ns, span),
			 total ? 100.0 * (double)part->ns / (double)total : 0);
	term_win__printf(win, "%-10s  ", by[part->by]);
	if (part->by == PART_SITE)
		frames__draw(site_of(kinds, part->like), view->search, win);
	else
		term_win__puts_match(win, part_label(kinds, part, buf), view->search);
}

static const struct table_view_ops *kinds_ops(void)
{
	static const struct table_view_ops ops = {
		.kind = &table_of_kinds,
		.data = VIEW_DATA_ENTRIES,
		.waiting = "The entries are being gathered",
		.table = kinds_table,
		.nr_heads = PART_HEADS,
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

/* Shows the entries one by one, or their kinds again. */
static int entries_view__key(struct tui_view *view, const struct term_event *event,
			     struct defer_error *err)
{
	const struct table_view *tv = view->priv;
	bool one_by_one = tv->ops == entries_ops();
	int ret;

	if (event->kind != TERM_EVENT_KEY || event->key != 'G' || !tv->has_table)
		return table_view__key(view, event, err);
	ret = table_view__switch(view, one_by_one ? kinds_ops() : entries_ops(), err);
	return ret ? ret : TUI_DONE;
}

static const struct tui_key keys[] = {
	{{'G'}, "Entries one by one, or by kind, comm and user code"},
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
	TABLE_VIEW_OPS,
};
