// SPDX-License-Identifier: GPL-2.0-only
/* Samples one by one; an open one shows all its frames, a line for each. */
#include <inttypes.h>
#include <string.h>

#include "ui/table/tables.h"
#include "ui/tui/view/table-view.h"
#include "ui/tui/view/views.h"
#include "util/fold/samples.h"
#include "util/view/sample-rows.h"

static const struct sample_rows *rows_of(const struct tui_view *view)
{
	const struct table_view *tv = view->priv;

	return tv->table.source;
}

static bool samples_table(const struct tui_data *data, struct table *table)
{
	if (data->sample_rows)
		*table = sample_rows__table(data->sample_rows);
	return data->sample_rows;
}

static struct table_place sample_place(const struct table *table, uint32_t row)
{
	(void)table;
	return (struct table_place){row, 0};
}

/* ---- one sample ---- */

/* Returns the frame at @line of a sample; NULL: it has no more. */
static const struct func *frame_at(const struct sample_rows *rows, uint32_t row, uint64_t line)
{
	struct frames frames = {
		.profile = rows->shown.profile,
		.node = sample_rows__chain(rows, row),
	};

	while (line-- > 0)
		frames__next(&frames);
	return frames__next(&frames);
}

static const struct func *open_frame(const struct tui_view *view, uint64_t line)
{
	return frame_at(rows_of(view), table_view__row(view), line);
}

static uint64_t nr_frames(const struct tui_view *view)
{
	uint64_t nr = 0;

	while (open_frame(view, nr))
		nr++;
	return nr;
}

#define NR_HEADS   3
#define FIRST_HEAD 4 /* columns in the first line */

/* Draws the columns of a table with their headers, in two lines. */
static void draw_columns(const struct table *table, uint32_t row, struct term_win *rows)
{
	unsigned int nr = 0;
	struct cell cell;

	for (unsigned int i = 0; i < table->kind->nr_columns; i++) {
		struct term_win *win = &rows[nr >= FIRST_HEAD];

		if (!table->kind->columns[i].width)
			continue;
		term_win__color(win, TERM_DIM);
		term_win__printf(win, "%s%s ", nr % FIRST_HEAD ? "  " : "",
				 table->kind->columns[i].header);
		term_win__color(win, TERM_NORMAL);
		term_win__puts(win, cell__text(table__cell(table, i, row, &cell)));
		nr++;
	}
}

static void draw_heads(const struct tui_view *view, struct term_win *win)
{
	const struct table_view *tv = view->priv;
	uint32_t row = table_view__row(view);
	const char *trace = sample_rows__trace(rows_of(view), row);
	struct term_win rows[NR_HEADS];

	for (unsigned int i = 0; i < NR_HEADS; i++)
		rows[i] = term_win__sub(win, i, 0, 1, win->cols);
	draw_columns(&tv->table, row, rows);
	term_win__printf(&rows[0], "  period %" PRIu64,
			 sample_rows__ref(rows_of(view), row)->weights.period);
	term_win__color(&rows[2], trace ? TERM_MEDIUM : TERM_DIM);
	term_win__puts(&rows[2], trace ? trace : "Its stack, from the inside");
}

static void draw_frame(const struct tui_view *view, uint64_t line, struct term_win *win)
{
	const struct func *func = open_frame(view, line);
	char buf[FUNC_LABEL_LEN];

	term_win__color(win, func__color(func));
	if (func__is_frame(func))
		term_win__printf(win, "[%c] ", func->level);
	term_win__puts_match(win, func__label(func, buf), view->search);
	term_win__color(win, TERM_DIM);
	if (func__is_frame(func))
		term_win__printf(win, "  %s", func__dso_name(func, false));
}

static bool frame_has(const struct tui_view *view, uint64_t line, const char *text)
{
	char buf[FUNC_LABEL_LEN];

	return strcasestr(func__label(open_frame(view, line), buf), text);
}

/* ---- the view ---- */

static void sample_target(const struct tui_view *view, uint32_t row, struct zoom_target *target)
{
	const struct table_view *tv = view->priv;
	struct sample_place place = sample_rows__place(rows_of(view), row);

	target->pid = place.pid;
	target->tid = place.tid;
	target->cpu = place.cpu;
	target->comm_id = place.comm_id;
	target->cls = place.cls;
	target->func = frame_at(rows_of(view), row, tv->open ? view->cursor : 0);
	target->dso = target->func ? target->func->dso : NULL;
}

static int samples_view__open(struct tui_view *view, struct defer_error *err)
{
	static const struct table_view_ops ops = {
		.kind = &table_of_samples,
		.data = VIEW_DATA_SAMPLES,
		.waiting = "The samples are being listed",
		.nr_heads = NR_HEADS,
		.table = samples_table,
		.place = sample_place,
		.target = sample_target,
		.nr_lines = nr_frames,
		.draw_heads = draw_heads,
		.draw_line = draw_frame,
		.has = frame_has,
	};

	(void)err;
	return table_view__open(view, &ops);
}

static const struct tui_key keys[] = {
	{{'o', 'O'}, "Sort by the next column, the one before; the last is the stack"},
	{{KEY_ENTER}, "Open the sample: all its frames, and close it"},
	{{0}, NULL},
};

const struct tui_view_ops view_samples_ops = {
	.name = "samples",
	.title = "Samples one by one, with both halves of their stacks",
	.hint = "Enter: open  o: sort  f: search  z: zoom",
	.keys = keys,
	.size = sizeof(struct table_view),
	.open = samples_view__open,
	.key = table_view__key,
	.close = table_view__close,
	TABLE_VIEW_OPS,
};
