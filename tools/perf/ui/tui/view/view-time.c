// SPDX-License-Identifier: GPL-2.0-only
/* Samples over time: a strip for each thread, and a range to narrow all views down to. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ui/text/units.h"
#include "ui/tui/view/host.h"
#include "ui/tui/view/time-draw.h"
#include "ui/tui/view/time-rows.h"
#include "ui/tui/view/views.h"
#include "util/base/error.h"
#include "util/fold/samples.h"
#include "util/profile/zoom.h"
#include "util/session/session.h"

#define NR_HEADS 4

struct time_view {
	struct time_axis axis;
	struct time_rows rows;
	enum time_sort sort;
	struct time_strip strip;       /* of the row that is being drawn */
	double peak, peak_all;	       /* highest bar of any thread, and of all threads together */
	unsigned int labels;	       /* columns of names in the last drawing */
	struct heat_axis peak_columns; /* that the peaks were computed for; nr_cols 0: none */
	uint64_t task;		       /* key of the cursor's row, to return to with other data */
	bool has_task;
};

static bool is_ready(const struct time_view *tv)
{
	return tv->axis.whole && tv->rows.heat->nr_rows;
}

/* ---- columns ---- */

static void measure_peaks(struct time_view *tv)
{
	const struct heat *heat = time_axis__heat(&tv->axis);
	struct heat_axis columns = time_axis__columns(&tv->axis);

	if (!memcmp(&columns, &tv->peak_columns, sizeof(columns)))
		return;
	tv->peak_columns = columns;
	tv->peak = heat__peak(heat, columns);
	heat__strip(heat, HEAT_ALL, columns, tv->strip.nr);
	tv->peak_all = 0;
	for (uint32_t i = 0; i < columns.nr_cols; i++)
		tv->peak_all = tv->strip.nr[i] > tv->peak_all ? tv->strip.nr[i] : tv->peak_all;
}

/* Divides @cols. Names take a third of a narrow window; 24 columns are enough for any thread. */
static void time_view__measure(struct time_view *tv, unsigned int cols)
{
	tv->labels = cols / 3 < 24 ? cols / 3 : 24;
	cols -= tv->labels;
	time_axis__measure(&tv->axis, cols < TERM_MAX_COLS ? cols : TERM_MAX_COLS);
	measure_peaks(tv);
}

/* ---- drawing ---- */

static void time_view__draw_label(struct term_win *win, const struct time_view *tv,
				  const char *label, const char *search)
{
	struct term_win part = *win;

	part.cols = tv->labels ? tv->labels - 1 : 0;
	term_win__puts_match(&part, label, search);
	term_win__fill(&part);
	win->col = tv->labels;
}

static unsigned int time_view__nr_heads(const struct tui_view *view)
{
	return is_ready(view->priv) ? NR_HEADS : 1;
}

/* Draws what is awaited. Samples are sorted last of all. */
static void draw_waiting(const struct tui_view *view, struct term_win *win)
{
	const struct time_view *tv = view->priv;

	term_win__color(win, TERM_DIM);
	if (!tv->axis.whole)
		term_win__puts(win, view->data->samples ? "The times of samples are being counted"
							: "The trace is being read");
}

static bool no_time(const struct tui_view *view)
{
	return view->data->session && view->data->session->no_time;
}

static void time_view__draw_head(const struct tui_view *view, struct term_win *win)
{
	struct time_view *tv = view->priv;
	struct time_text text = {.no_time = no_time(view)};
	struct term_win rows[NR_HEADS];

	if (!is_ready(tv)) {
		draw_waiting(view, win);
		return;
	}
	time_view__measure(tv, win->cols);
	text.zero = samples__at(view->data->samples, 0)->time;
	for (unsigned int i = 0; i < NR_HEADS; i++)
		rows[i] = term_win__sub(win, i, 0, 1, win->cols);
	time_draw__times(&tv->axis, &text, &rows[0]);
	time_draw__figures(&tv->axis, &rows[1]);
	time_view__draw_label(&rows[2], tv, "all threads", NULL);
	time_draw__strip(&tv->axis, HEAT_ALL, tv->peak_all, &tv->strip, &rows[2]);
	term_win__at(&rows[3], 0, tv->labels);
	time_draw__ruler(&tv->axis, &rows[3]);
}

static uint64_t time_view__nr_lines(const struct tui_view *view)
{
	const struct time_view *tv = view->priv;

	return is_ready(tv) ? tv->rows.heat->nr_rows : 0;
}

static void time_view__draw_line(const struct tui_view *view, uint64_t line, struct term_win *win)
{
	struct time_view *tv = view->priv;
	struct term_win strip = *win;
	char label[TIME_LABEL_LEN];
	uint32_t row;

	win->skip = strip.skip = 0; /* names and times stay under their heads */
	time_view__measure(tv, win->cols);
	time_rows__label(&tv->rows, line, label);
	time_view__draw_label(win, tv, label, view->search);
	strip.col = tv->labels;
	strip.selected = false;
	row = heat__find(time_axis__heat(&tv->axis), time_rows__at(&tv->rows, line)->key);
	if (row != HEAT_ALL)
		time_draw__strip(&tv->axis, row, tv->peak, &tv->strip, &strip);
	win->col = strip.col;
}

/* ---- keys ---- */

static const struct tui_key keys[] = {
	{{KEY_LEFT, KEY_RIGHT}, "Move in time"},
	{{',', '.'}, "Move a tenth of the window in time"},
	{{'+', '-'}, "Show half of the time, twice as much, in this view alone"},
	{{'<', '>'}, "Move the window by half of its time"},
	{{'b'}, "Begin a range of time here; again: drop it"},
	{{KEY_ENTER}, "Show only the range, in all views"},
	{{KEY_ESC}, "Drop the range; show all of the time again"},
	{{'o', 'O'}, "Sort threads by samples, first sample, tid, name; the other way round"},
	{{0}, "Drag: choose a range and show only that, in all views"},
	{{0}, NULL},
};

static int time_view__zoom(struct tui_view *view, struct defer_error *err)
{
	struct time_view *tv = view->priv;
	struct heat_sums sums;
	struct time_span range = time_axis__range(&tv->axis, &sums);
	struct zoom zoom = {.kind = ZOOM_TIME, .start = range.start, .end = range.end};
	char from[UNITS_TIME_LEN], to[UNITS_TIME_LEN];
	int ret;

	snprintf(zoom.name, sizeof(zoom.name), "%s-%s",
		 units__time(zoom.start, no_time(view), from),
		 units__time(zoom.end, no_time(view), to));
	if (!heat_sums__nr(&sums)) {
		tui_host__say(view->host, "There are no samples in %s", zoom.name);
		return TUI_DONE;
	}
	tv->axis.has_mark = false;
	ret = tui_host__zoom(view->host, &zoom, err);
	return ret < 0 ? ret : TUI_DONE;
}

static void time_view__save(struct tui_view *view)
{
	struct time_view *tv = view->priv;

	if (!is_ready(tv) || view->cursor >= tv->rows.heat->nr_rows)
		return;
	tv->task = time_rows__at(&tv->rows, view->cursor)->key;
	tv->has_task = true;
}

/* Moves the cursor to the thread that it was on, if that is there. */
static void return_to_task(struct tui_view *view)
{
	const struct time_view *tv = view->priv;

	for (uint32_t i = 0; tv->has_task && i < tv->rows.heat->nr_rows; i++) {
		if (time_rows__at(&tv->rows, i)->key == tv->task)
			view->cursor = i;
	}
}

/* Sorts the rows of the data anew. */
static int make_rows(struct tui_view *view, struct defer_error *err)
{
	struct time_view *tv = view->priv;

	time_rows__exit(&tv->rows);
	return time_rows__init(&tv->rows, view->data->session,
			       tv->axis.whole ? &tv->axis.whole->heat : NULL, tv->sort, err);
}

static int time_view__sort(struct tui_view *view, int step, struct defer_error *err)
{
	struct time_view *tv = view->priv;
	int ret;

	time_view__save(view);
	tv->sort = (tv->sort + TIME_NR_SORTS + step) % TIME_NR_SORTS;
	ret = make_rows(view, err);
	if (ret)
		return ret;
	return_to_task(view);
	view->center = true;
	tui_host__say(view->host, "Sorted by %s", time_sort__name(tv->sort));
	return TUI_DONE;
}

static int time_view__escape(struct time_view *tv, struct defer_error *err)
{
	int ret;

	if (tv->axis.has_mark) {
		tv->axis.has_mark = false;
		return TUI_DONE;
	}
	if (time_axis__is_whole(&tv->axis))
		return TUI_PASS;
	ret = time_axis__show_whole(&tv->axis, err);
	return ret ? ret : TUI_DONE;
}

/* Moves in time or zooms. Returns TUI_PASS for other keys. */
static int press_axis(struct time_axis *axis, uint32_t key, struct defer_error *err)
{
	int64_t tenth = axis->cols / 10 ? axis->cols / 10 : 1;
	int ret;

	switch (key) {
	case KEY_LEFT:
	case KEY_RIGHT:
		ret = time_axis__move(axis, key == KEY_LEFT ? -1 : 1, err);
		break;
	case ',':
	case '.':
		ret = time_axis__move(axis, key == ',' ? -tenth : tenth, err);
		break;
	case '+':
	case '-':
		ret = time_axis__zoom(axis, key == '+', err);
		break;
	case '<':
	case '>':
		ret = time_axis__pan(axis, key == '>', err);
		break;
	default:
		return TUI_PASS;
	}
	return ret ? ret : TUI_DONE;
}

static int time_view__press(struct tui_view *view, uint32_t key, struct defer_error *err)
{
	struct time_view *tv = view->priv;

	switch (key) {
	case 'b':
		if (tv->axis.has_mark)
			tv->axis.has_mark = false;
		else
			time_axis__mark(&tv->axis);
		return TUI_DONE;
	case 'o':
	case 'O':
		return time_view__sort(view, key == 'o' ? 1 : -1, err);
	case KEY_ENTER:
		return time_view__zoom(view, err);
	case KEY_ESC:
		return time_view__escape(tv, err);
	default:
		return press_axis(&tv->axis, key, err);
	}
}

/* Begins a range at the column and moves the cursor to the line. */
static void press_mouse(struct tui_view *view, const struct term_event *event, uint32_t col)
{
	struct time_view *tv = view->priv;

	tv->axis.at = col;
	time_axis__mark(&tv->axis);
	if (event->row < view->rows && view->top + event->row < tv->rows.heat->nr_rows)
		view->cursor = view->top + event->row;
}

/* Handles the mouse. A click among the names is not about time. */
static int time_view__mouse(struct tui_view *view, const struct term_event *event,
			    struct defer_error *err)
{
	struct time_view *tv = view->priv;
	struct time_axis *axis = &tv->axis;
	int64_t col = (int64_t)event->col - tv->labels;
	uint32_t first, last;

	switch (event->mouse) {
	case MOUSE_PRESS:
		if (col < 0 || col >= axis->cols)
			return TUI_PASS;
		press_mouse(view, event, col);
		return TUI_DONE;
	case MOUSE_DRAG:
		axis->at = col < 0 ? 0 : col >= axis->cols ? axis->cols - 1 : col;
		return TUI_DONE;
	case MOUSE_RELEASE:
		time_axis__range_cols(axis, &first, &last);
		if (first != last)
			return time_view__zoom(view, err);
		axis->has_mark = false;
		return TUI_DONE;
	case MOUSE_RIGHT:
	case MOUSE_WHEEL_UP:
	case MOUSE_WHEEL_DOWN:
	default:
		return TUI_PASS;
	}
}

static int time_view__key(struct tui_view *view, const struct term_event *event,
			  struct defer_error *err)
{
	if (!is_ready(view->priv))
		return TUI_PASS;
	return event->kind == TERM_EVENT_MOUSE ? time_view__mouse(view, event, err)
	       : event->kind == TERM_EVENT_KEY ? time_view__press(view, event->key, err)
					       : TUI_PASS;
}

static bool label_has(const struct tui_view *view, uint64_t line, const char *text)
{
	const struct time_view *tv = view->priv;
	char label[TIME_LABEL_LEN];

	time_rows__label(&tv->rows, line, label);
	return strcasestr(label, text);
}

static bool time_view__awaits(const struct tui_view *view)
{
	return !view->data->heat && view->data->samples;
}

/* ---- the view ---- */

static void time_view__close(struct tui_view *view)
{
	struct time_view *tv = view->priv;

	time_axis__exit(&tv->axis);
	time_rows__exit(&tv->rows);
}

static int time_view__open(struct tui_view *view, struct defer_error *err)
{
	struct time_view *tv = view->priv;

	(void)err;
	time_axis__init(&tv->axis);
	return 0;
}

static int time_view__refresh(struct tui_view *view, struct defer_error *err)
{
	const struct tui_data *data = view->data;
	struct time_view *tv = view->priv;
	int ret = time_axis__set(&tv->axis, data->heat, err);

	tv->peak_columns.nr_cols = 0;
	if (!ret)
		ret = make_rows(view, err);
	if (!data->heat && data->samples)
		tui_host__want(view->host, VIEW_DATA_HEAT);
	if (!ret && data->heat)
		return_to_task(view);
	return ret;
}

static void time_view__target(const struct tui_view *view, struct zoom_target *target)
{
	const struct time_view *tv = view->priv;
	struct heat_sums sums;
	struct time_span range;
	uint64_t key;

	if (!is_ready(tv) || view->cursor >= tv->rows.heat->nr_rows)
		return;
	key = time_rows__at(&tv->rows, view->cursor)->key;
	range = time_axis__range(&tv->axis, &sums);
	target->pid = heat_task__pid(key);
	target->tid = heat_task__tid(key);
	target->start = range.start;
	target->end = range.end;
}

static int time_view__status(const struct tui_view *view, char *buf, size_t size)
{
	const struct time_view *tv = view->priv;
	const struct heat *heat = tv->rows.heat;

	if (!is_ready(tv))
		return snprintf(buf, size, "%s", "");
	return snprintf(buf, size, "%" PRIu64 " sample%s, %zu thread%s", heat->nr,
			heat->nr == 1 ? "" : "s", heat->nr_rows, heat->nr_rows == 1 ? "" : "s");
}

const struct tui_view_ops view_time_ops = {
	.name = "time",
	.title = "Samples over time, by thread; a range of time for all views",
	.hint = "b: range  +, -: zoom  o: order",
	.keys = keys,
	.size = sizeof(struct time_view),
	.open = time_view__open,
	.close = time_view__close,
	.save = time_view__save,
	.refresh = time_view__refresh,
	.nr_lines = time_view__nr_lines,
	.draw_line = time_view__draw_line,
	.nr_heads = time_view__nr_heads,
	.draw_head = time_view__draw_head,
	.key = time_view__key,
	.has = label_has,
	.awaits = time_view__awaits,
	.target = time_view__target,
	.status = time_view__status,
};
