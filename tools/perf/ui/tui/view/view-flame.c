// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ui/tui/view/host.h"
#include "ui/tui/view/flame-boxes.h"
#include "ui/tui/view/flame-chart.h"
#include "ui/tui/view/flame-note.h"
#include "ui/tui/view/flame-place.h"
#include "ui/tui/view/views.h"
#include "util/base/error.h"
#include "util/profile/profile.h"

#define NR_HEADS 1 /* rows above the boxes */

struct flame_view {
	struct flame_place place;
	enum flame_shape shape; /* that the user wants */
	char *search;		/* text that matches contain, or NULL */
	struct flame_matches matches;
	struct flame_chart chart; /* FLAME_TIME; the others are not for it */
};

/* Returns the shape that is shown. Pivots have one alone. */
static enum flame_shape shape_of(const struct tui_view *view)
{
	const struct flame_view *fv = view->priv;
	const struct profile_event *event = view->data->event;

	return event && event->hist.conf.sides.on ? FLAME_CALLERS : fv->shape;
}

/* Returns false if the data of the shape are being made. */
static bool is_made(const struct tui_view *view)
{
	const struct flame_view *fv = view->priv;

	return shape_of(view) == FLAME_TIME ? fv->chart.place.chart != NULL
					    : fv->place.flame != NULL;
}

static bool is_chart(const struct tui_view *view)
{
	const struct flame_view *fv = view->priv;

	return shape_of(view) == FLAME_TIME && flame_chart__is_ready(&fv->chart);
}

/* ---- search ---- */

static void drop_search(struct flame_view *fv)
{
	flame_matches__exit(&fv->matches);
	free(fv->search);
	fv->search = NULL;
}

/* Finds all boxes that contain @text. Without memory it finds none. */
static void flame_view__search(struct flame_view *fv, const char *text)
{
	if (text && fv->search && !strcmp(text, fv->search))
		return;
	drop_search(fv);
	if (!text || !*text || !fv->place.flame)
		return;
	fv->search = strdup(text);
	if (flame__search(fv->place.flame, text, &fv->matches, NULL))
		flame_matches__exit(&fv->matches);
}

static uint64_t flame_view__find(const struct tui_view *view, uint64_t from, const char *text,
				 bool forward)
{
	struct flame_view *fv = view->priv;
	uint64_t nr;

	if (is_chart(view))
		return flame_chart__find(&fv->chart, from, text, forward);
	if (!is_made(view) && view->data->event)
		return VIEW_FIND_LATER;
	flame_view__search(fv, text);
	nr = fv->matches.nr;
	if (forward)
		return from < nr ? from : UINT64_MAX;
	return from && nr ? (from < nr ? from : nr) - 1 : UINT64_MAX;
}

static void flame_view__select(struct tui_view *view, uint64_t found)
{
	struct flame_view *fv = view->priv;

	if (is_chart(view))
		flame_chart__select(&fv->chart, found);
	else if (found < fv->matches.nr)
		flame_place__show(&fv->place, fv->matches.nodes[found]);
}

/* ---- drawing ---- */

/* Draws how the share of the selected box has changed. */
static void draw_change(const struct flame_view *fv, struct term_win *win)
{
	struct change change = flame__change(fv->place.flame, fv->place.selected);
	char text[CHANGE_LEN];

	change__format(&change, 9, text, sizeof(text));
	term_win__printf(win, "%s  ", text);
}

/* Draws the name and figures of the selected box. */
static void draw_head(const struct flame_view *fv, struct term_win *win)
{
	const struct flame_node *node = &fv->place.flame->nodes[fv->place.selected];
	const struct func *func;
	char buf[FLAME_LABEL_LEN];
	unsigned int begin, end;

	term_win__color(win, TERM_TITLE);
	term_win__printf(win, "%6.2f%%  self %6.2f%%  ",
			 flame__percent(fv->place.flame, node->total),
			 flame__percent(fv->place.flame, node->self));
	if (fv->place.flame->sums)
		draw_change(fv, win);
	func = flame__func(fv->place.flame, fv->place.selected);
	if (func && func->kind != FUNC_SEAM)
		term_win__printf(win, "[%c] ", func->level);
	begin = win->col;
	term_win__puts(win, fv->place.selected == FLAME_ROOT
				    ? "all samples"
				    : flame__label(fv->place.flame, fv->place.selected, buf));
	end = win->col;
	if (func && func->dso)
		term_win__printf(win, "  %s", func__dso_name(func, false));
	term_win__fill(win);
	if (fv->search)
		flame_note__draw(&(struct flame_note){.text = fv->search,
						      .percent = flame__percent(fv->place.flame,
										fv->matches.total),
						      .nr = fv->matches.nr},
				 begin, end, win);
}

/* Says what there is in place of a flame. */
static void draw_nothing(const struct tui_view *view, struct term_win *win)
{
	const struct flame *flame = ((const struct flame_view *)view->priv)->place.flame;

	if (flame && flame->too_large) {
		term_win__color(win, TERM_ERROR);
		term_win__printf(win, "More than %" PRIu64 " boxes: too many; b: turn",
				 flame->hist->conf.max_nodes);
		return;
	}
	term_win__color(win, TERM_DIM);
	if (is_made(view))
		term_win__puts(win, "No samples");
	else
		term_win__puts(win, view->data->event ? "The flame graph is being made"
						      : "The trace is being read");
}

static void draw_no_memory(struct term_win *win)
{
	term_win__color(win, TERM_ERROR);
	term_win__puts(win, "not enough memory for the flame graph");
}

static void flame_view__draw(struct tui_view *view, struct term_win *win)
{
	struct flame_view *fv = view->priv;
	struct term_win boxes = term_win__sub(win, NR_HEADS, 0, win->rows, win->cols);

	if (is_chart(view) && boxes.rows) {
		if (!flame_chart__draw(&fv->chart, view, win))
			draw_no_memory(win);
		return;
	}
	flame_view__search(fv, view->search);
	if (!fv->place.flame || !fv->place.flame->nodes[FLAME_ROOT].total || !boxes.rows) {
		draw_nothing(view, win);
		return;
	}
	if (flame_place__lay_out(&fv->place, boxes.rows, boxes.cols)) {
		draw_no_memory(win);
		return;
	}
	draw_head(fv, win);
	flame_boxes__draw(&(struct flame_boxes){.flame = fv->place.flame,
						.picture = &fv->place.picture,
						.matches = &fv->matches,
						.selected = fv->place.selected,
						.top = fv->place.top},
			  &boxes);
}

/* ---- keys ---- */

static const struct tui_key keys[] = {
	{{KEY_UP}, "Go to the caller", false},
	{{KEY_DOWN}, "Go to the heaviest function that is called", false},
	{{KEY_LEFT}, "Go to the box on the left", false},
	{{KEY_RIGHT}, "Go to the box on the right", false},
	{{KEY_PGUP}, "Go a window up, from caller to caller", false},
	{{KEY_PGDN}, "Go a window down, the heaviest path", false},
	{{KEY_HOME}, "Show all again", false},
	{{KEY_ENTER}, "Zoom: the box becomes as wide as the window", false},
	{{KEY_ESC, KEY_BACKSPACE}, "Take the last zoom back", false},
	{{'b'}, "Callers down, what was hit to its callers, by thread, in order of time", false},
	{{'+', '-'}, "In order of time: show half of the time, twice as much", false},
	{{'<', '>'}, "In order of time: move the window by half of its time", false},
	{{0}, "Click on a box: zoom into it, or out to a caller", true},
	{{0}, "Right button on a box: menu of what to do", true},
	{{0}, "Wheel: scroll", true},
	{{0}, NULL, false},
};

static int flame_view__press(struct flame_view *fv, uint32_t key)
{
	switch (key) {
	case KEY_UP:
		flame_place__go_up(&fv->place);
		return TUI_DONE;
	case KEY_DOWN:
		flame_place__go_down(&fv->place);
		return TUI_DONE;
	case KEY_LEFT:
		flame_place__go_beside(&fv->place, -1);
		return TUI_DONE;
	case KEY_RIGHT:
		flame_place__go_beside(&fv->place, 1);
		return TUI_DONE;
	case KEY_PGUP:
	case KEY_PGDN:
		for (unsigned int i = 0; i < fv->place.rows; i++)
			key == KEY_PGUP ? flame_place__go_up(&fv->place)
					: flame_place__go_down(&fv->place);
		return TUI_DONE;
	case KEY_HOME:
		flame_place__zoom_in(&fv->place, FLAME_ROOT);
		flame_place__select(&fv->place, FLAME_ROOT);
		return TUI_DONE;
	case KEY_ENTER:
		flame_place__zoom_in(&fv->place, fv->place.selected);
		return TUI_DONE;
	case KEY_ESC:
	case KEY_BACKSPACE:
		return flame_place__zoom_out(&fv->place) ? TUI_DONE : TUI_PASS;
	default:
		return TUI_PASS;
	}
}

/* Selects the box at that place. Returns false if there is none. */
static bool flame_view__select_at(struct flame_view *fv, unsigned int row, unsigned int col)
{
	uint32_t node = flame_place__at(&fv->place, row, col);

	if (node != FLAME_NO_BOX)
		flame_place__select(&fv->place, node);
	return node != FLAME_NO_BOX;
}

static void flame_view__click(struct flame_view *fv, unsigned int row, unsigned int col)
{
	if (flame_view__select_at(fv, row, col))
		flame_place__zoom_in(&fv->place, fv->place.selected);
}

static int flame_view__mouse(struct flame_view *fv, const struct term_event *event)
{
	switch (event->mouse) {
	case MOUSE_PRESS:
		if (event->row >= NR_HEADS)
			flame_view__click(fv, event->row - NR_HEADS, event->col);
		return TUI_DONE;
	case MOUSE_WHEEL_UP:
		flame_place__scroll(&fv->place, -1);
		return TUI_DONE;
	case MOUSE_WHEEL_DOWN:
		flame_place__scroll(&fv->place, 1);
		return TUI_DONE;
	case MOUSE_RIGHT: /* selects; the app opens the menu */
		return event->row >= NR_HEADS &&
				       flame_view__select_at(fv, event->row - NR_HEADS, event->col)
			       ? TUI_PASS
			       : TUI_DONE;
	case MOUSE_DRAG:
	case MOUSE_RELEASE:
	default:
		return TUI_PASS;
	}
}

/* Takes the flame of the shape that is wanted. */
static int flame_view__refresh(struct tui_view *view, struct defer_error *err)
{
	const struct tui_data *data = view->data;
	struct flame_view *fv = view->priv;

	enum flame_shape shape = shape_of(view);
	bool chart = shape == FLAME_TIME;

	drop_search(fv);
	flame_place__set(&fv->place, data->flames && !chart ? data->flames[shape] : NULL);
	if (data->event && (chart ? !data->chart && data->samples : !fv->place.flame))
		tui_host__want(view->host, VIEW_DATA_FLAME << shape);
	return flame_chart__set(&fv->chart, data, err);
}

/* Shows the next shape. */
static int flame_view__turn(struct tui_view *view, struct defer_error *err)
{
	static const char *const names[FLAME_NR_SHAPES] = {
		[FLAME_CALLERS] = "From the outermost callers down",
		[FLAME_INVERTED] = "From the functions that were hit to their callers",
		[FLAME_THREADS] = "By thread",
		[FLAME_TIME] = "In order of time, by thread",
	};
	struct flame_view *fv = view->priv;

	if (view->data->event->hist.conf.sides.on) {
		tui_host__say(view->host, "Callers are on the left, the kernel is on the right");
		return TUI_DONE;
	}
	fv->shape = (fv->shape + 1) % FLAME_NR_SHAPES;
	tui_host__say(view->host, "%s", names[fv->shape]);
	return flame_view__refresh(view, err) ? DEFER_ERR_NOMEM : TUI_DONE;
}

static int flame_view__key(struct tui_view *view, const struct term_event *event,
			   struct defer_error *err)
{
	struct flame_view *fv = view->priv;

	if (event->kind == TERM_EVENT_KEY && event->key == 'b' && view->data->event)
		return flame_view__turn(view, err);
	if (is_chart(view))
		return event->kind == TERM_EVENT_MOUSE ? flame_chart__mouse(&fv->chart, event)
		       : event->kind == TERM_EVENT_KEY ? flame_chart__press(&fv->chart, event->key)
						       : TUI_PASS;
	if (!fv->place.flame)
		return TUI_PASS;
	return event->kind == TERM_EVENT_MOUSE ? flame_view__mouse(fv, event)
	       : event->kind == TERM_EVENT_KEY ? flame_view__press(fv, event->key)
					       : TUI_PASS;
}

/* ---- the view ---- */

static int flame_view__open(struct tui_view *view, struct defer_error *err)
{
	struct flame_view *fv = calloc(1, sizeof(*fv));

	if (!fv)
		return error__no_memory(err, "for the flame graph");
	flame_place__init(&fv->place);
	flame_chart__init(&fv->chart);
	view->priv = fv;
	return 0;
}

static void flame_view__close(struct tui_view *view)
{
	struct flame_view *fv = view->priv;

	drop_search(fv);
	flame_place__exit(&fv->place);
	flame_chart__exit(&fv->chart);
	free(fv);
	view->priv = NULL;
}

static void flame_view__target(const struct tui_view *view, struct tui_target *target)
{
	struct flame_view *fv = view->priv;
	const struct flame_thread *thread;

	if (is_chart(view)) {
		flame_chart__target(&fv->chart, target);
		return;
	}
	if (!fv->place.flame || fv->place.selected == FLAME_ROOT)
		return;
	thread = flame__thread(fv->place.flame, fv->place.selected);
	if (thread) {
		target->pid = thread->pid;
		target->tid = thread->tid;
		target->comm_id = thread->comm_id;
		return;
	}
	target->func = flame__subject(fv->place.flame, fv->place.selected);
	target->dso = target->func ? target->func->dso : NULL;
}

static int flame_view__shape(const struct tui_view *view)
{
	enum flame_shape shape = shape_of(view);

	return shape;
}

static int flame_view__status(const struct tui_view *view, char *buf, size_t size)
{
	const struct flame_view *fv = view->priv;
	size_t nr = 0;

	if (is_chart(view))
		return flame_chart__status(&fv->chart, buf, size);
	if (!fv->place.flame)
		return snprintf(buf, size, "%s", "");
	for (size_t i = 0; i < fv->place.picture.nr; i++)
		nr += !fv->place.picture.boxes[i].nr_rest;
	if (!fv->place.picture.nr_narrow)
		return snprintf(buf, size, "%zu boxes", nr);
	return snprintf(buf, size, "%zu boxes, %" PRIu64 " too narrow", nr,
			fv->place.picture.nr_narrow);
}

const struct tui_view_ops view_flame_ops = {
	.name = "flame",
	.title = "All call chains as a flame graph, callers above what they call",
	.hint = "Enter: zoom  b: turn  f: search",
	.has_funcs = true,
	.keys = keys,
	.open = flame_view__open,
	.close = flame_view__close,
	.refresh = flame_view__refresh,
	.draw = flame_view__draw,
	.key = flame_view__key,
	.find = flame_view__find,
	.select = flame_view__select,
	.target = flame_view__target,
	.shape = flame_view__shape,
	.status = flame_view__status,
};
