// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ui/tui/app.h"
#include "ui/tui/source-rows.h"
#include "ui/tui/view-source.h"
#include "util/dso.h"

#define TEXT_LEN 2048

enum source_unit {
	SOURCE_PERCENT,
	SOURCE_PERIOD,
	SOURCE_SAMPLES,
	SOURCE_NR_UNITS
};

struct source_view {
	const struct dso *dso; /* NULL: no function yet */
	const struct symbol *sym;
	bool chosen;	  /* by the user: else it is the one that was hit most */
	size_t nr_before; /* rows that there were */
	struct source_rows rows;
	bool has_rows;
	bool assembly;
	bool of_all; /* percentages are of all samples of the event */
	enum source_unit unit;
};

/* ---- the function ---- */

static void drop_rows(struct source_view *sv)
{
	if (sv->has_rows)
		source_rows__exit(&sv->rows);
	sv->has_rows = false;
}

static void set_func(struct source_view *sv, const struct dso *dso, const struct symbol *sym)
{
	drop_rows(sv);
	sv->dso = dso;
	sv->sym = sym;
}

/* What is shown until the user asks for another: the function that most samples hit. */
static void choose_func(struct source_view *sv, const struct tui_data *data)
{
	const struct hist *hist = &data->event->hist;
	const struct hist_entry *best = NULL;
	const struct func *func;

	for (size_t i = 0; i < hist->nr; i++) {
		const struct hist_entry *entry = &hist->entries[i];

		func = funcs__at(hist->conf.funcs, entry->func);
		if (func->sym && func->dso && entry->self.nr &&
		    (!best || entry->self.period > best->self.period))
			best = entry;
	}
	func = best ? funcs__at(hist->conf.funcs, best->func) : NULL;
	set_func(sv, func ? func->dso : NULL, func ? func->sym : NULL);
}

/*
 * The DSO as who may ask it for lines has it. NULL: the function is of another trace, and the
 * pointers mean nothing any more.
 */
static struct dso *find_dso(const struct source_view *sv, const struct resolve *resolve)
{
	for (uint32_t i = 0; sv->sym && i < resolve__nr(resolve); i++) {
		const struct frame *frame = resolve__frame(resolve, i);

		if (frame->sym == sv->sym && frame->dso == sv->dso)
			return frame->dso;
	}
	return NULL;
}

static int make_rows(struct tui_view *view, struct defer_error *err)
{
	const struct tui_data *data = view->data;
	struct source_view *sv = view->priv;
	struct source_what what = {
		.fold = data->fold,
		.evsel_idx = data->event->evsel->idx,
		.resolve = data->resolve,
		.dso = find_dso(sv, data->resolve),
		.sym = sv->sym,
		.conf = app__opts(view->app)->pipeline->conf,
		.assembly = sv->assembly,
	};
	int ret;

	drop_rows(sv);
	if (!what.dso)
		return 0;
	ret = source_rows__init(&sv->rows, &what, err);
	sv->has_rows = !ret;
	return ret;
}

/* Nothing can be asked while names are looked for. */
static bool is_ready(const struct tui_data *data)
{
	return data->event && data->fold && data->resolve && data->has_names;
}

static int go_to_hottest(struct tui_view *view, struct defer_error *err)
{
	struct source_view *sv = view->priv;
	int ret = make_rows(view, err);

	if (sv->has_rows)
		view->cursor = source_rows__hottest(&sv->rows);
	/* Lines before it tell more than lines after it. */
	view->top = view->cursor > view->rows / 2 ? view->cursor - view->rows / 2 : 0;
	return ret;
}

/* What is shown is made anew or dropped: strings in it may be of a trace that is gone. */
static int refresh_source(struct tui_view *view, struct defer_error *err)
{
	struct source_view *sv = view->priv;
	const struct symbol *before = sv->sym;
	size_t nr = sv->has_rows ? sv->rows.nr : sv->nr_before;
	int ret;

	drop_rows(sv);
	sv->nr_before = nr;
	if (!is_ready(view->data))
		return 0;
	if (!sv->chosen || !find_dso(sv, view->data->resolve)) {
		choose_func(sv, view->data);
		sv->chosen = false;
	}
	if (!sv->sym)
		return 0;
	if (!nr || sv->sym != before)
		return go_to_hottest(view, err);
	ret = make_rows(view, err);
	if (sv->has_rows && sv->rows.nr != nr)
		view->cursor = source_rows__hottest(&sv->rows);
	return ret;
}

static int show_source(struct tui_view *view, const struct tui_target *target,
		       struct defer_error *err)
{
	struct source_view *sv = view->priv;
	const struct func *func = target->func;

	if (!func)
		return 0;
	if (!func->sym || !func->dso)
		return defer_error__set(err, DEFER_ERR_NOENT, DEFER_NO_OFFSET,
					"there is no source of %s: it is not known which function "
					"it is",
					func->name ? func->name : func__dso_name(func, false));
	if (sv->has_rows && sv->sym == func->sym && sv->dso == func->dso)
		return 0;
	sv->chosen = true;
	set_func(sv, func->dso, func->sym);
	return is_ready(view->data) ? go_to_hottest(view, err) : 0;
}

static void source_target(const struct tui_view *view, struct tui_target *target)
{
	const struct profile *profile = view->data->profile;
	const struct source_view *sv = view->priv;

	if (!profile || !sv->sym)
		return;
	target->dso = sv->dso;
	for (size_t i = 0; i < profile->funcs.nr && !target->func; i++) {
		const struct func *func = funcs__at(&profile->funcs, i);

		if (func->kind == FUNC_SYMBOL && func->sym == sv->sym && func->dso == sv->dso)
			target->func = func;
	}
}

/* ---- drawing ---- */

static struct annotate_stat base_of(const struct tui_view *view)
{
	const struct source_view *sv = view->priv;
	const struct profile_event *event = view->data->event;

	if (sv->of_all && event)
		return (struct annotate_stat){event->nr, event->period};
	return sv->rows.annotate.total;
}

static int unit_width(const struct source_view *sv)
{
	return sv->unit == SOURCE_PERIOD ? 15 : 9;
}

static void draw_stat(const struct tui_view *view, const struct annotate_stat *stat,
		      struct term_win *win)
{
	const struct source_view *sv = view->priv;
	struct annotate_stat base = base_of(view);
	double percent = 100 * annotate_stat__share(stat, &base);
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

static void draw_place(const struct source_view *sv, const struct source_row *row,
		       struct term_win *win)
{
	char text[32] = "";

	if (row->kind == SOURCE_LINE)
		snprintf(text, sizeof(text), "%u", row->line);
	else if (row->kind == SOURCE_INSN)
		snprintf(text, sizeof(text), "%" PRIx64, sv->rows.disasm.insns[row->at].vaddr);
	term_win__color(win, TERM_DIM);
	term_win__pad(win, text, sv->assembly ? -12 : -7);
	term_win__puts(win, " ");
	term_win__glyph(win, GLYPH_VLINE, 1);
	term_win__puts(win, " ");
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

static void draw_source_line(const struct tui_view *view, uint64_t line, struct term_win *win)
{
	const struct source_view *sv = view->priv;
	const struct source_row *row = &sv->rows.rows[line];
	struct annotate_stat self, total;
	char text[TEXT_LEN];

	source_rows__text(&sv->rows, line, text, sizeof(text));
	if (row->kind != SOURCE_FILE && row->kind != SOURCE_NOTE) {
		source_rows__stat(&sv->rows, line, &self, &total);
		if (!sv->assembly)
			draw_stat(view, &total, win);
		draw_stat(view, &self, win);
		draw_place(sv, row, win);
	} else {
		term_win__puts(win, " ");
	}
	term_win__color(win, text_color(row->kind));
	term_win__puts_match(win, text, view->search);
}

static unsigned int nr_source_heads(const struct tui_view *view)
{
	(void)view;
	return 2;
}

static void draw_no_func(const struct tui_view *view, struct term_win *win)
{
	if (!is_ready(view->data))
		term_win__puts(win, " Functions are being named");
	else
		term_win__puts(win, " No function was hit: choose one in another view, press a");
	term_win__fill(win);
}

static void draw_func(const struct tui_view *view, struct term_win *win)
{
	const struct source_view *sv = view->priv;
	const struct annotate_stat *total = &sv->rows.annotate.total;
	const struct profile_event *event = view->data->event;
	const struct annotate_stat all = {event ? event->nr : 0, event ? event->period : 0};

	term_win__printf(win, " %s  %s  %" PRIu64 " sample%s, %.2f%% of all", sv->sym->name,
			 sv->dso->short_name, total->nr, total->nr == 1 ? "" : "s",
			 100 * annotate_stat__share(total, &all));
	term_win__fill(win);
}

static void draw_columns(const struct source_view *sv, struct term_win *win)
{
	if (!sv->assembly)
		term_win__pad(win, "Children", -unit_width(sv));
	term_win__pad(win, "Self", -unit_width(sv));
	term_win__pad(win, sv->assembly ? "Address" : "Line", sv->assembly ? -12 : -7);
	term_win__puts(win, sv->assembly ? "   Assembly (a: source)" : "   Source (a: assembly)");
	term_win__fill(win);
}

static void draw_source_head(const struct tui_view *view, struct term_win *win)
{
	const struct source_view *sv = view->priv;

	term_win__color(win, TERM_TITLE);
	if (!sv->has_rows) {
		draw_no_func(view, win);
		return;
	}
	draw_func(view, win);
	term_win__at(win, 1, 0);
	draw_columns(sv, win);
}

/* ---- keys ---- */

static int toggle_assembly(struct tui_view *view, struct defer_error *err)
{
	struct source_view *sv = view->priv;

	if (!disasm__is_there())
		return disasm__init(&(struct disasm){0}, NULL, 0, err);
	if (!sv->sym || !is_ready(view->data)) {
		app__say(view->app, "There is no function to show the assembly of");
		return 0;
	}
	sv->assembly = !sv->assembly;
	return go_to_hottest(view, err);
}

static void next_unit(struct tui_view *view)
{
	static const char *const names[] = {"percentages", "periods", "samples"};
	struct source_view *sv = view->priv;

	sv->unit = (sv->unit + 1) % SOURCE_NR_UNITS;
	app__say(view->app, "Lines show %s", names[sv->unit]);
}

static int source_key(struct tui_view *view, const struct term_event *event,
		      struct defer_error *err)
{
	struct source_view *sv = view->priv;
	int ret = 0;

	if (event->kind != TERM_EVENT_KEY)
		return TUI_PASS;
	switch (event->key) {
	case 'a':
		ret = toggle_assembly(view, err);
		break;
	case 't':
		next_unit(view);
		break;
	case 'p':
		sv->of_all = !sv->of_all;
		app__say(view->app, "Percentages are of %s",
			 sv->of_all ? "all samples" : "the function");
		break;
	case 'H':
		if (sv->has_rows)
			view->cursor = source_rows__hottest(&sv->rows);
		break;
	default:
		return TUI_PASS;
	}
	return ret ? ret : TUI_DONE;
}

static uint64_t find_in_source(const struct tui_view *view, uint64_t from, const char *text,
			       bool forward)
{
	const struct source_view *sv = view->priv;
	uint64_t nr = sv->has_rows ? sv->rows.nr : 0;
	char buf[TEXT_LEN];

	if (!forward) {
		for (uint64_t i = from < nr ? from : nr; i-- > 0;) {
			if (strcasestr(source_rows__text(&sv->rows, i, buf, sizeof(buf)), text))
				return i;
		}
		return UINT64_MAX;
	}
	for (uint64_t i = from; i < nr; i++) {
		if (strcasestr(source_rows__text(&sv->rows, i, buf, sizeof(buf)), text))
			return i;
	}
	return UINT64_MAX;
}

/* ---- the view ---- */

static int open_source(struct tui_view *view, struct defer_error *err)
{
	view->priv = calloc(1, sizeof(struct source_view));
	return view->priv ? 0
			  : defer_error__set(err, DEFER_ERR_NOMEM, DEFER_NO_OFFSET,
					     "no memory for a view");
}

static void close_source(struct tui_view *view)
{
	drop_rows(view->priv);
	free(view->priv);
}

static uint64_t nr_source_lines(const struct tui_view *view)
{
	const struct source_view *sv = view->priv;

	return sv->has_rows ? sv->rows.nr : 0;
}

static const struct tui_key keys[] = {
	{{'a'}, "Source lines, or assembly with them", false},
	{{'t'}, "Percentages, periods or samples of lines", false},
	{{'p'}, "Percentages of the function, or of all samples", false},
	{{'H'}, "Go to the line that was hit most", false},
	{{0}, NULL, false},
};

const struct tui_view_ops view_source_ops = {
	.name = "source",
	.title = "the source of a function, line by line, or its assembly",
	.keys = keys,
	.open = open_source,
	.close = close_source,
	.refresh = refresh_source,
	.nr_lines = nr_source_lines,
	.draw_line = draw_source_line,
	.nr_heads = nr_source_heads,
	.draw_head = draw_source_head,
	.key = source_key,
	.find = find_in_source,
	.target = source_target,
	.show = show_source,
};
