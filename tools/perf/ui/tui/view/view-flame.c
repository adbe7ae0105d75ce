// SPDX-License-Identifier: GPL-2.0-only
/* All call chains as boxes: a flame of one of several shapes, or a chart in order of time. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ui/tui/view/host.h"
#include "ui/tui/view/chart-draw.h"
#include "ui/tui/view/flame-boxes.h"
#include "ui/tui/view/flame-note.h"
#include "ui/tui/view/flame-place.h"
#include "ui/tui/view/views.h"
#include "util/base/error.h"
#include "util/profile/profile.h"

#define NR_HEADS 1 /* rows above the boxes */

struct flame_view {
	enum flame_shape shape; /* that the user wants */
	struct flame_place place;
	struct chart_place time; /* FLAME_TIME; the other place is for all others */
	char *search;		 /* text that matches contain, or NULL */
	struct flame_matches matches;
	struct chart_matches time_matches;
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

	return shape_of(view) == FLAME_TIME ? fv->time.chart != NULL : fv->place.flame != NULL;
}

/* Returns true if a chart is shown; false if it has no samples. */
static bool is_chart(const struct tui_view *view)
{
	const struct flame_view *fv = view->priv;

	return shape_of(view) == FLAME_TIME && fv->time.chart && fv->time.chart->nr;
}

static unsigned int nr_heads(const struct tui_view *view)
{
	return is_chart(view) ? CHART_NR_HEADS : NR_HEADS;
}

/* ---- search ---- */

static void drop_search(struct flame_view *fv)
{
	flame_matches__exit(&fv->matches);
	chart_matches__exit(&fv->time_matches);
	free(fv->search);
	fv->search = NULL;
}

/* Finds all boxes that contain @text. Without memory it finds none. */
static void search(const struct tui_view *view, const char *text)
{
	struct flame_view *fv = view->priv;

	if (text && fv->search && !strcmp(text, fv->search))
		return;
	drop_search(fv);
	if (!text || !*text || !(is_chart(view) || fv->place.flame))
		return;
	fv->search = strdup(text);
	if (is_chart(view) ? chart__search(fv->time.chart, text, &fv->time_matches, NULL)
			   : flame__search(fv->place.flame, text, &fv->matches, NULL)) {
		flame_matches__exit(&fv->matches);
		fv->time_matches = (struct chart_matches){0};
	}
}

static bool flame_view__awaits(const struct tui_view *view)
{
	return !is_made(view) && view->data->event;
}

static enum find_result flame_view__find(const struct tui_view *view, struct find_request *request)
{
	struct flame_view *fv = view->priv;
	uint64_t nr, from = request->from;

	search(view, request->text);
	if (is_chart(view)) {
		request->from =
			chart__find(fv->time.chart, &fv->time_matches, from, request->forward);
		return request->from == SIZE_MAX ? FIND_NONE : FIND_FOUND;
	}
	nr = fv->matches.nr;
	if (request->forward)
		return from < nr ? FIND_FOUND : FIND_NONE;
	if (!from || !nr)
		return FIND_NONE;
	request->from = (from < nr ? from : nr) - 1;
	return FIND_FOUND;
}

static void flame_view__select(struct tui_view *view, uint64_t found)
{
	struct flame_view *fv = view->priv;

	if (is_chart(view) && found < fv->time.chart->nr && fv->time_matches.depths)
		chart_place__show(&fv->time, found,
				  fv->time_matches.depths[fv->time.chart->samples[found].chain]);
	else if (!is_chart(view) && found < fv->matches.nr)
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

/* Draws the figures and the name of the selected box. Returns where the name is. */
static struct term_span draw_head(const struct flame_view *fv, struct term_win *win)
{
	const struct flame *flame = fv->place.flame;
	const struct flame_node *node = &flame->nodes[fv->place.selected];
	const struct func *func = flame__func(flame, fv->place.selected);
	char buf[FLAME_LABEL_LEN];

	term_win__color(win, TERM_TITLE);
	term_win__printf(win, "%6.2f%%  self %6.2f%%  ", flame__percent(flame, node->total),
			 flame__percent(flame, node->self));
	if (flame->base)
		draw_change(fv, win);
	return flame_note__draw_name(func,
				     fv->place.selected == FLAME_ROOT
					     ? "all samples"
					     : flame__label(flame, fv->place.selected, buf),
				     win);
}

/* Says what there is in place of a flame. */
static void draw_nothing(const struct tui_view *view, struct term_win *win)
{
	const struct flame *flame = ((const struct flame_view *)view->priv)->place.flame;

	if (flame && flame->too_large) {
		term_win__color(win, TERM_ERROR);
		term_win__printf(win, "More than %" PRIu64 " boxes: too many; b: another shape",
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

/* Draws what was searched for, behind the name of the selected box. */
static void draw_note(const struct tui_view *view, struct term_span name, struct term_win *win)
{
	const struct flame_view *fv = view->priv;
	struct flame_note note = {.text = fv->search};

	if (!fv->search)
		return;
	if (is_chart(view)) {
		note.nr = fv->time_matches.nr;
		note.percent = chart__percent(fv->time.chart, fv->time_matches.total);
	} else {
		note.nr = fv->matches.nr;
		note.percent = flame__percent(fv->place.flame, fv->matches.total);
	}
	flame_note__draw(&note, name, win);
}

static void draw_chart(struct tui_view *view, const struct term_win *boxes, struct term_win *win)
{
	struct flame_view *fv = view->priv;
	const struct chart_look look = {.samples = view->data->samples,
					.matches = &fv->time_matches};
	struct term_win axis = term_win__sub(win, 1, 0, 1, win->cols);

	if (chart_place__lay_out(&fv->time, boxes->rows, boxes->cols, NULL)) {
		draw_no_memory(win);
		return;
	}
	draw_note(view, chart_draw__box(&fv->time, &look, win), win);
	chart_draw__axis(&fv->time, &look, &axis);
	chart_draw__boxes(&fv->time, &look, boxes);
}

static void draw_flame(struct tui_view *view, const struct term_win *boxes, struct term_win *win)
{
	struct flame_view *fv = view->priv;

	if (flame_place__lay_out(&fv->place, boxes->rows, boxes->cols)) {
		draw_no_memory(win);
		return;
	}
	draw_note(view, draw_head(fv, win), win);
	flame_boxes__draw(&fv->place, &fv->matches, boxes);
}

static void flame_view__draw(struct tui_view *view, struct term_win *win)
{
	struct flame_view *fv = view->priv;
	struct term_win boxes = term_win__sub(win, nr_heads(view), 0, win->rows, win->cols);

	search(view, view->search);
	if (is_chart(view) && win->rows > 1)
		draw_chart(view, &boxes, win);
	else if (fv->place.flame && fv->place.flame->nodes[FLAME_ROOT].total && boxes.rows)
		draw_flame(view, &boxes, win);
	else
		draw_nothing(view, win);
}

/* ---- keys ---- */

static const struct tui_key keys[] = {
	{{KEY_UP}, "Go to the caller"},
	{{KEY_DOWN}, "Go to the heaviest function that is called"},
	{{KEY_LEFT}, "Go to the box on the left"},
	{{KEY_RIGHT}, "Go to the box on the right"},
	{{KEY_PGUP}, "Go a window up, from caller to caller"},
	{{KEY_PGDN}, "Go a window down, the heaviest path"},
	{{KEY_HOME}, "Show all again"},
	{{KEY_ENTER}, "Zoom: the box becomes as wide as the window"},
	{{KEY_ESC, KEY_BACKSPACE}, "Take the last zoom back"},
	{{'b'}, "Callers down, what was hit to its callers, by thread, in order of time"},
	{{'+', '-'}, "In order of time: show half of the time, twice as much"},
	{{'<', '>'}, "In order of time: move the window by half of its time"},
	{{0}, "Click on a box: zoom into it, or out to a caller"},
	{{0}, "Right button on a box: menu of what to do"},
	{{0}, "Wheel: scroll"},
	{{0}, NULL},
};

/* Goes to callers, or to what is called, box by box. */
static void go_by(struct tui_view *view, bool up, unsigned int nr)
{
	struct flame_view *fv = view->priv;

	for (; nr > 0; nr--) {
		if (is_chart(view))
			up ? chart_place__go_up(&fv->time) : chart_place__go_down(&fv->time);
		else
			up ? flame_place__go_up(&fv->place) : flame_place__go_down(&fv->place);
	}
}

static void zoom_in(struct tui_view *view)
{
	struct flame_view *fv = view->priv;

	if (is_chart(view))
		chart_place__zoom_in(&fv->time);
	else
		flame_place__zoom_in(&fv->place, fv->place.selected);
}

/* Changes the window of a chart. */
static int press_time(struct chart_place *place, uint32_t key)
{
	switch (key) {
	case '+':
	case '-':
		chart_place__scale(place, key == '+');
		return TUI_DONE;
	case '<':
	case '>':
		chart_place__pan(place, key == '>');
		return TUI_DONE;
	default:
		return TUI_PASS;
	}
}

static int flame_view__press(struct tui_view *view, uint32_t key)
{
	struct flame_view *fv = view->priv;
	bool chart = is_chart(view);
	int step = key == KEY_LEFT ? -1 : 1;

	switch (key) {
	case KEY_UP:
	case KEY_DOWN:
		go_by(view, key == KEY_UP, 1);
		return TUI_DONE;
	case KEY_PGUP:
	case KEY_PGDN:
		go_by(view, key == KEY_PGUP, chart ? fv->time.rows : fv->place.rows);
		return TUI_DONE;
	case KEY_LEFT:
	case KEY_RIGHT:
		chart ? chart_place__go_beside(&fv->time, step)
		      : flame_place__go_beside(&fv->place, step);
		return TUI_DONE;
	case KEY_HOME:
		chart ? chart_place__go_home(&fv->time) : flame_place__go_home(&fv->place);
		return TUI_DONE;
	case KEY_ENTER:
		zoom_in(view);
		return TUI_DONE;
	case KEY_ESC:
	case KEY_BACKSPACE:
		return (chart ? chart_place__zoom_out(&fv->time)
			      : flame_place__zoom_out(&fv->place))
			       ? TUI_DONE
			       : TUI_PASS;
	default:
		return chart ? press_time(&fv->time, key) : TUI_PASS;
	}
}

/* Selects the box below the mouse. Returns false if there is none. */
static bool go_to(struct tui_view *view, const struct term_event *event)
{
	struct flame_view *fv = view->priv;
	unsigned int heads = nr_heads(view);

	if (event->row < heads)
		return false;
	return is_chart(view) ? chart_place__go_to(&fv->time, event->row - heads, event->col)
			      : flame_place__go_to(&fv->place, event->row - heads, event->col);
}

static int flame_view__mouse(struct tui_view *view, const struct term_event *event)
{
	struct flame_view *fv = view->priv;
	int step = event->mouse == MOUSE_WHEEL_UP ? -1 : 1;

	switch (event->mouse) {
	case MOUSE_PRESS:
		if (go_to(view, event))
			zoom_in(view);
		return TUI_DONE;
	case MOUSE_WHEEL_UP:
	case MOUSE_WHEEL_DOWN:
		is_chart(view) ? chart_place__scroll(&fv->time, step)
			       : flame_place__scroll(&fv->place, step);
		return TUI_DONE;
	case MOUSE_RIGHT: /* selects; the app opens the menu */
		return go_to(view, event) ? TUI_PASS : TUI_DONE;
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
	return chart_place__set(&fv->time, data->chart, err);
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
	if (!is_chart(view) && !fv->place.flame)
		return TUI_PASS;
	return event->kind == TERM_EVENT_MOUSE ? flame_view__mouse(view, event)
	       : event->kind == TERM_EVENT_KEY ? flame_view__press(view, event->key)
					       : TUI_PASS;
}

/* ---- the view ---- */

static int flame_view__open(struct tui_view *view, struct defer_error *err)
{
	struct flame_view *fv = view->priv;

	(void)err;
	flame_place__init(&fv->place);
	chart_place__init(&fv->time);
	return 0;
}

static void flame_view__close(struct tui_view *view)
{
	struct flame_view *fv = view->priv;

	drop_search(fv);
	flame_place__exit(&fv->place);
	chart_place__exit(&fv->time);
}

static void chart_target(struct chart_place *place, struct zoom_target *target)
{
	struct chart_facts facts;
	const struct chart_box *box = chart_place__box(place, &facts);
	const struct chart *chart = place->chart;

	if (!box)
		return;
	target->pid = chart->threads[box->thread].pid;
	target->tid = chart->threads[box->thread].tid;
	target->comm_id = chart->threads[box->thread].comm_id;
	if (!box->depth)
		return;
	target->start = facts.start;
	target->end = facts.end > facts.start ? facts.end - 1 : facts.start;
	target->func = funcs__subject(chart->conf.funcs, chart->conf.chains->nodes[box->node].func);
	target->dso = target->func ? target->func->dso : NULL;
}

static void flame_view__target(const struct tui_view *view, struct zoom_target *target)
{
	struct flame_view *fv = view->priv;
	const struct flame_thread *thread;

	if (is_chart(view)) {
		chart_target(&fv->time, target);
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
	return shape_of(view);
}

static int chart_status(const struct chart *chart, char *buf, size_t size)
{
	const char *plural = chart->nr_threads == 1 ? "" : "s";

	if (chart->nr_bare)
		return snprintf(buf, size, "%zu thread%s, %zu samples without a stack",
				chart->nr_threads, plural, chart->nr_bare);
	return snprintf(buf, size, "%zu thread%s", chart->nr_threads, plural);
}

static int flame_view__status(const struct tui_view *view, char *buf, size_t size)
{
	const struct flame_view *fv = view->priv;
	size_t nr = 0;

	if (is_chart(view))
		return chart_status(fv->time.chart, buf, size);
	if (!fv->place.flame)
		return snprintf(buf, size, "%s", "");
	for (size_t i = 0; i < fv->place.picture.nr; i++)
		nr += !fv->place.picture.boxes[i].nr_rest;
	if (!fv->place.picture.nr_narrow)
		return snprintf(buf, size, "%zu boxes", nr);
	return snprintf(buf, size, "%zu boxes, %" PRIu64 " too narrow to draw", nr,
			fv->place.picture.nr_narrow);
}

const struct tui_view_ops view_flame_ops = {
	.name = "flame",
	.title = "All call chains as a flame graph, callers above what they call",
	.hint = "Enter: zoom  b: shape  f: search",
	.has_funcs = true,
	.folds = true,
	.keys = keys,
	.size = sizeof(struct flame_view),
	.open = flame_view__open,
	.close = flame_view__close,
	.refresh = flame_view__refresh,
	.draw = flame_view__draw,
	.key = flame_view__key,
	.find = flame_view__find,
	.awaits = flame_view__awaits,
	.select = flame_view__select,
	.target = flame_view__target,
	.shape = flame_view__shape,
	.status = flame_view__status,
};
