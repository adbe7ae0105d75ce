// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "ui/tui/term/keys.h"
#include "ui/tui/view/host.h"
#include "ui/tui/view/sample-draw.h"
#include "ui/tui/view/views.h"
#include "util/base/error.h"
#include "util/profile/profile.h"

struct samples_view {
	struct sample_rows *rows;  /* NULL: not there yet */
	uint32_t *sorted;	   /* by @column; NULL: those of the rows, by time */
	enum sample_column column; /* that the lines are sorted by; NR_COLUMNS: the stack */
	bool known;		   /* @sample is the one that the cursor was on */
	uint32_t sample;
	bool open; /* one sample is shown: the one at @line */
	uint64_t line;
};

static uint32_t sample_at(const struct samples_view *sv, uint64_t line)
{
	return (sv->sorted ? sv->sorted : sv->rows->rows)[line];
}

/* Returns the node of the frame at @line of the sample that is open. */
static uint32_t frame_at(const struct samples_view *sv, uint64_t line)
{
	const struct chain_node *nodes = sv->rows->shown.profile->chains.nodes;
	uint32_t node = sample_rows__chain(sv->rows, sample_at(sv, sv->line));

	while (line-- && node != CHAIN_ROOT)
		node = nodes[node].parent;
	return node;
}

static uint64_t samples_view__nr_lines(const struct tui_view *view)
{
	const struct samples_view *sv = view->priv;

	if (!sv->rows)
		return 0;
	return sv->open ? sv->rows->shown.profile->chains
				  .nodes[sample_rows__chain(sv->rows, sample_at(sv, sv->line))]
				  .depth
			: sv->rows->nr;
}

/* ---- drawing ---- */

static unsigned int samples_view__nr_heads(const struct tui_view *view)
{
	const struct samples_view *sv = view->priv;

	return sv->open ? SAMPLE_HEADS : 1;
}

static void samples_view__draw_head(const struct tui_view *view, struct term_win *win)
{
	const struct samples_view *sv = view->priv;

	if (sv->open) {
		sample_one__draw_heads(sv->rows, sample_at(sv, sv->line), win);
	} else if (sv->rows) {
		sample_row__draw_head(sv->column, win);
	} else {
		term_win__color(win, TERM_DIM);
		term_win__puts(win, view->data->samples ? "The samples are being listed"
							: "The trace is being read");
	}
}

static void samples_view__draw_line(const struct tui_view *view, uint64_t line,
				    struct term_win *win)
{
	const struct samples_view *sv = view->priv;

	if (sv->open)
		sample_one__draw_frame(sv->rows, frame_at(sv, line), view->search, win);
	else
		sample_row__draw(sv->rows, sample_at(sv, line), view->search, win);
}

/* ---- order ---- */

static enum sample_sort sort_of(const struct samples_view *sv)
{
	return sv->column == SAMPLE_NR_COLUMNS ? SAMPLE_BY_STACK : sample_cell__sort(sv->column);
}

static int sort_rows(struct samples_view *sv, struct defer_error *err)
{
	size_t size = (sv->rows->nr + 1ULL) * sizeof(*sv->sorted);

	free(sv->sorted);
	sv->sorted = NULL;
	if (sort_of(sv) == SAMPLE_BY_TIME)
		return 0;
	sv->sorted = malloc(size);
	if (!sv->sorted)
		return error__no_memory(err, "to sort samples");
	memcpy(sv->sorted, sv->rows->rows, size - sizeof(*sv->sorted));
	return sample_rows__sort(sv->rows, sort_of(sv), sv->sorted, err);
}

/* Sorts by the column @by further on; behind the last one comes the stack. */
static int sort_by_next(struct tui_view *view, unsigned int by, struct defer_error *err)
{
	struct samples_view *sv = view->priv;
	int ret;

	sv->column = (sv->column + by) % (SAMPLE_NR_COLUMNS + 1);
	ret = sort_rows(sv, err);
	if (ret)
		return ret;
	tui_host__say(view->host, "Sorted by %s", sample_sort__name(sort_of(sv)));
	view->cursor = view->top = 0;
	return TUI_DONE;
}

static void save_sample(struct tui_view *view)
{
	struct samples_view *sv = view->priv;
	uint64_t line = sv->open ? sv->line : view->cursor;

	sv->known = sv->rows && line < sv->rows->nr;
	if (sv->known)
		sv->sample = sample_at(sv, line);
}

/* Puts the cursor on the sample that it was on, if that is there. */
static void find_sample(struct tui_view *view)
{
	struct samples_view *sv = view->priv;

	for (uint64_t line = 0; sv->known && line < sv->rows->nr; line++) {
		if (sample_at(sv, line) != sv->sample)
			continue;
		view->cursor = line;
		view->center = true;
		return;
	}
}

/* ---- keys ---- */

static int open_sample(struct tui_view *view)
{
	struct samples_view *sv = view->priv;

	if (view->cursor >= sv->rows->nr)
		return TUI_DONE;
	sv->open = true;
	sv->line = view->cursor;
	view->cursor = view->top = 0;
	return TUI_DONE;
}

static int close_sample(struct tui_view *view)
{
	struct samples_view *sv = view->priv;

	sv->open = false;
	view->cursor = sv->line;
	view->center = true;
	return TUI_DONE;
}

static int samples_view__key(struct tui_view *view, const struct term_event *event,
			     struct defer_error *err)
{
	struct samples_view *sv = view->priv;

	if (!sv->rows || event->kind != TERM_EVENT_KEY)
		return TUI_PASS;
	if (sv->open)
		return event->key == KEY_ENTER || event->key == KEY_ESC ? close_sample(view)
									: TUI_PASS;
	switch (event->key) {
	case 'o':
		return sort_by_next(view, 1, err);
	case 'O':
		return sort_by_next(view, SAMPLE_NR_COLUMNS, err);
	case KEY_ENTER:
		return open_sample(view);
	default:
		return TUI_PASS;
	}
}

static const struct tui_key keys[] = {
	{{'o', 'O'}, "Sort by the next column, the one before; the last is the stack", false},
	{{KEY_ENTER}, "Open the sample: all its frames, and close it", false},
	{{0}, NULL, false},
};

/* ---- search ---- */

static bool line_has(const struct tui_view *view, uint64_t line, const char *text)
{
	const struct samples_view *sv = view->priv;
	char buf[SAMPLE_CELL_LEN];

	if (!sv->open)
		return sample_row__has(sv->rows, sample_at(sv, line), text);
	return strcasestr(sample_cell__func(sv->rows, frame_at(sv, line), buf), text);
}

static uint64_t samples_view__find(const struct tui_view *view, uint64_t from, const char *text,
				   bool forward)
{
	const struct samples_view *sv = view->priv;

	if (!sv->rows && view->data->samples)
		return VIEW_FIND_LATER;
	return view__find_line(view, from, text, forward, line_has);
}

/* ---- the view ---- */

static int samples_view__open(struct tui_view *view, struct defer_error *err)
{
	view->priv = calloc(1, sizeof(struct samples_view));
	return view->priv ? 0 : error__no_memory(err, "for a view");
}

static void samples_view__close(struct tui_view *view)
{
	struct samples_view *sv = view->priv;

	free(sv->sorted);
	free(sv);
	view->priv = NULL;
}

static int samples_view__refresh(struct tui_view *view, struct defer_error *err)
{
	struct samples_view *sv = view->priv;
	int ret;

	if (sv->rows == view->data->sample_rows && sv->rows)
		return 0;
	free(sv->sorted);
	sv->sorted = NULL;
	sv->open = false;
	sv->rows = view->data->sample_rows;
	if (!sv->rows) {
		if (view->data->samples)
			tui_host__want(view->host, VIEW_DATA_SAMPLES);
		return 0;
	}
	ret = sort_rows(sv, err);
	if (!ret)
		find_sample(view);
	return ret;
}

static void samples_view__target(const struct tui_view *view, struct tui_target *target)
{
	const struct samples_view *sv = view->priv;
	uint64_t line = sv->open ? sv->line : view->cursor;
	const struct profile *profile;
	struct sample_place place;
	uint32_t node;

	if (!sv->rows || line >= sv->rows->nr)
		return;
	profile = sv->rows->shown.profile;
	place = sample_rows__place(sv->rows, sample_at(sv, line));
	node = sv->open ? frame_at(sv, view->cursor)
			: sample_rows__chain(sv->rows, sample_at(sv, line));
	target->pid = place.pid;
	target->tid = place.tid;
	target->cpu = place.cpu;
	target->comm_id = place.comm_id;
	target->cls = place.cls;
	if (node == CHAIN_ROOT)
		return;
	target->func = funcs__at(&profile->funcs, profile->chains.nodes[node].func);
	target->dso = target->func->dso;
}

const struct tui_view_ops view_samples_ops = {
	.name = "samples",
	.title = "Samples one by one, with both halves of their stacks",
	.hint = "Enter: open  o: sort  f: search  z: zoom",
	.keys = keys,
	.open = samples_view__open,
	.close = samples_view__close,
	.save = save_sample,
	.refresh = samples_view__refresh,
	.nr_lines = samples_view__nr_lines,
	.draw_line = samples_view__draw_line,
	.nr_heads = samples_view__nr_heads,
	.draw_head = samples_view__draw_head,
	.key = samples_view__key,
	.find = samples_view__find,
	.target = samples_view__target,
};
