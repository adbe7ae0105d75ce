// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ui/tui/view/host.h"
#include "ui/tui/view/heat-strip.h"
#include "ui/tui/view/views.h"
#include "util/base/error.h"
#include "util/fold/samples.h"
#include "util/profile/zoom.h"
#include "util/session/session.h"
#include "util/view/heat-samples.h"

#define NR_HEADS 3
#define NO_COL	 UINT32_MAX

struct time_view {
	const struct heat *heat;   /* NULL: not there yet */
	uint64_t start, end;	   /* time of the last heat, ns */
	double *strip;		   /* TERM_MAX_COLS of them */
	unsigned int labels, cols; /* columns of names and of time in the last drawing */
	double peak, all_peak;	   /* for peak_cols columns */
	uint32_t peak_cols;	   /* number of columns that the peaks were computed for */
	uint32_t at;		   /* column of the cursor */
	uint32_t begin;		   /* column of the other end of the range; NO_COL: none */
	uint64_t task;		   /* key of the cursor's row, to return to with other data */
	bool has_task;
};

/* ---- columns ---- */

/* Divides @cols. Names take a third of a narrow window; 24 columns are enough for any thread. */
static void time_view__measure(struct time_view *tv, unsigned int cols)
{
	tv->labels = cols / 3 < 24 ? cols / 3 : 24;
	tv->cols = cols - tv->labels;
	if (tv->cols > TERM_MAX_COLS)
		tv->cols = TERM_MAX_COLS;
	if (!tv->cols)
		tv->cols = 1;
	if (tv->at >= tv->cols)
		tv->at = tv->cols - 1;
	if (tv->begin != NO_COL && tv->begin >= tv->cols)
		tv->begin = tv->cols - 1;
	if (tv->peak_cols == tv->cols)
		return;
	tv->peak_cols = tv->cols;
	tv->peak = heat__peak(tv->heat, tv->cols);
	heat__strip(tv->heat, HEAT_ALL, tv->cols, tv->strip);
	tv->all_peak = 0;
	for (uint32_t i = 0; i < tv->cols; i++)
		tv->all_peak = tv->strip[i] > tv->all_peak ? tv->strip[i] : tv->all_peak;
}

static struct heat_mark mark_of(const struct time_view *tv)
{
	uint32_t begin = tv->begin == NO_COL ? tv->at : tv->begin;

	return begin < tv->at ? (struct heat_mark){begin, tv->at}
			      : (struct heat_mark){tv->at, begin};
}

/* Returns the time of the range, or of the cursor's column if there is no range. */
static void chosen_time(const struct time_view *tv, uint64_t *start, uint64_t *end)
{
	struct heat_mark mark = mark_of(tv);
	uint64_t unused;

	heat__span(tv->heat, tv->cols, mark.first, start, &unused);
	heat__span(tv->heat, tv->cols, mark.last, &unused, end);
}

static uint64_t samples_in(const struct tui_view *view, uint64_t start, uint64_t end)
{
	const struct samples *samples = view->data->samples;

	return samples__from(samples, end + 1) - samples__from(samples, start);
}

/* ---- drawing ---- */

static bool is_ready(const struct time_view *tv)
{
	return tv->heat && tv->heat->nr_rows;
}

static bool no_time(const struct tui_view *view)
{
	return view->data->session && view->data->session->no_time;
}

/* Writes "comm tid", or "comm pid/tid" for a thread that is not the first of its process. */
static void row_label(const struct tui_view *view, uint32_t row, char *buf, size_t size)
{
	const struct time_view *tv = view->priv;
	uint64_t key = tv->heat->rows[row].key;
	int32_t pid = heat_task__pid(key), tid = heat_task__tid(key);
	const struct session *session = view->data->session;
	const char *comm = "";
	struct task_view task;

	if (session && tid >= 0) {
		machine__find_task(session->machine, pid, tid, UINT64_MAX, UINT64_MAX, &task);
		comm = machine__comm(session->machine, task.comm_id);
	}
	if (pid == tid)
		snprintf(buf, size, "%s %" PRId32, comm, tid);
	else
		snprintf(buf, size, "%s %" PRId32 "/%" PRId32, comm, pid, tid);
}

static void time_view__draw_label(struct term_win *win, const struct time_view *tv,
				  const char *label, const char *search)
{
	struct term_win part = *win;

	part.cols = tv->labels ? tv->labels - 1 : 0;
	term_win__puts_match(&part, label, search);
	term_win__fill(&part);
	win->col = tv->labels;
}

/* Draws the time of all columns and that of the range. */
static void draw_times(const struct tui_view *view, struct term_win *win)
{
	const struct time_view *tv = view->priv;
	char from[HEAT_TIME_LEN], to[HEAT_TIME_LEN];
	uint64_t start, end;

	chosen_time(tv, &start, &end);
	term_win__color(win, TERM_TITLE);
	term_win__printf(win, "%s .. %s", heat_time__text(tv->heat->start, no_time(view), from),
			 heat_time__text(tv->heat->end, no_time(view), to));
	term_win__printf(win, "  %s %s .. %s", tv->begin == NO_COL ? "at" : "range",
			 heat_time__text(start, no_time(view), from),
			 heat_time__text(end, no_time(view), to));
	term_win__fill(win);
}

/* Draws the range as a line that ends at the cursor. */
static void draw_ruler(const struct time_view *tv, struct term_win *win)
{
	struct heat_mark mark = mark_of(tv);

	for (uint32_t col = 0; col < tv->cols; col++) {
		bool in = col >= mark.first && col <= mark.last;

		term_win__color(win, in ? TERM_KEY : TERM_DIM);
		if (col == tv->at)
			term_win__puts(win, "^");
		else
			term_win__glyph(win, in ? GLYPH_BLOCK : GLYPH_HLINE, 1);
	}
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
	if (!tv->heat)
		term_win__puts(win, view->data->samples ? "The times of samples are being counted"
							: "The trace is being read");
}

static void time_view__draw_head(const struct tui_view *view, struct term_win *win)
{
	struct time_view *tv = view->priv;
	struct term_win times = term_win__sub(win, 0, 0, 1, win->cols);
	struct term_win all = term_win__sub(win, 1, 0, 1, win->cols);
	struct term_win ruler;

	if (!is_ready(tv)) {
		draw_waiting(view, win);
		return;
	}
	time_view__measure(tv, win->cols);
	ruler = term_win__sub(win, 2, tv->labels, 1, tv->cols);
	draw_times(view, &times);
	time_view__draw_label(&all, tv, "all threads", NULL);
	heat__strip(tv->heat, HEAT_ALL, tv->cols, tv->strip);
	heat_strip__draw(&all, tv->strip, tv->cols, tv->all_peak, mark_of(tv));
	draw_ruler(tv, &ruler);
}

static uint64_t time_view__nr_lines(const struct tui_view *view)
{
	const struct time_view *tv = view->priv;

	return is_ready(tv) ? tv->heat->nr_rows : 0;
}

static void time_view__draw_line(const struct tui_view *view, uint64_t line, struct term_win *win)
{
	struct time_view *tv = view->priv;
	struct term_win strip = *win;
	char label[128];

	win->skip = strip.skip = 0; /* names and times stay under their heads */
	time_view__measure(tv, win->cols);
	row_label(view, line, label, sizeof(label));
	time_view__draw_label(win, tv, label, view->search);
	strip.col = tv->labels;
	strip.selected = false;
	heat__strip(tv->heat, line, tv->cols, tv->strip);
	heat_strip__draw(&strip, tv->strip, tv->cols, tv->peak, mark_of(tv));
	win->col = strip.col;
}

/* ---- keys ---- */

static const struct tui_key keys[] = {
	{{KEY_LEFT, KEY_RIGHT}, "Move in time", false},
	{{',', '.'}, "Move a tenth of the window in time", false},
	{{'b'}, "Begin a range of time here; again: drop it", false},
	{{KEY_ENTER}, "Show only the range, in all views", false},
	{{0}, "Drag: choose a range and show only that, in all views", true},
	{{0}, NULL, false},
};

static void time_view__move(struct time_view *tv, int64_t by)
{
	int64_t at = (int64_t)tv->at + by, last = tv->cols ? tv->cols - 1 : 0;

	tv->at = at < 0 ? 0 : at > last ? last : at;
}

static int time_view__zoom(struct tui_view *view, struct defer_error *err)
{
	struct time_view *tv = view->priv;
	struct zoom zoom = {.kind = ZOOM_TIME};
	char from[HEAT_TIME_LEN], to[HEAT_TIME_LEN];
	int ret;

	chosen_time(tv, &zoom.start, &zoom.end);
	snprintf(zoom.name, sizeof(zoom.name), "%s-%s",
		 heat_time__text(zoom.start, no_time(view), from),
		 heat_time__text(zoom.end, no_time(view), to));
	if (!samples_in(view, zoom.start, zoom.end)) {
		tui_host__say(view->host, "There are no samples in %s", zoom.name);
		return TUI_DONE;
	}
	tv->begin = NO_COL;
	ret = tui_host__zoom(view->host, &zoom, err);
	return ret < 0 ? ret : TUI_DONE;
}

static int time_view__press(struct tui_view *view, uint32_t key, struct defer_error *err)
{
	struct time_view *tv = view->priv;
	int64_t tenth = tv->cols / 10 ? tv->cols / 10 : 1;

	switch (key) {
	case KEY_LEFT:
	case KEY_RIGHT:
		time_view__move(tv, key == KEY_LEFT ? -1 : 1);
		return TUI_DONE;
	case ',':
	case '.':
		time_view__move(tv, key == ',' ? -tenth : tenth);
		return TUI_DONE;
	case 'b':
		tv->begin = tv->begin == NO_COL ? tv->at : NO_COL;
		return TUI_DONE;
	case KEY_ENTER:
		return time_view__zoom(view, err);
	case KEY_ESC:
		if (tv->begin == NO_COL)
			return TUI_PASS;
		tv->begin = NO_COL;
		return TUI_DONE;
	default:
		return TUI_PASS;
	}
}

/* Handles the mouse. A click among the names is not about time. */
static int time_view__mouse(struct tui_view *view, const struct term_event *event,
			    struct defer_error *err)
{
	struct time_view *tv = view->priv;
	int64_t col = (int64_t)event->col - tv->labels;

	switch (event->mouse) {
	case MOUSE_PRESS:
		if (col < 0 || col >= tv->cols)
			return TUI_PASS;
		tv->at = tv->begin = col;
		if (event->row < view->rows && view->top + event->row < tv->heat->nr_rows)
			view->cursor = view->top + event->row;
		return TUI_DONE;
	case MOUSE_DRAG:
		tv->at = 0;
		time_view__move(tv, col);
		return TUI_DONE;
	case MOUSE_RELEASE:
		if (tv->begin != NO_COL && tv->begin != tv->at)
			return time_view__zoom(view, err);
		tv->begin = NO_COL;
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

static uint64_t time_view__find(const struct tui_view *view, uint64_t from, const char *text,
				bool forward)
{
	uint64_t nr = time_view__nr_lines(view);
	char label[128];

	if (!view->data->heat && view->data->samples)
		return VIEW_FIND_LATER;
	for (uint64_t i = from < nr ? from : nr; forward ? i < nr : i-- > 0; i += forward) {
		row_label(view, i, label, sizeof(label));
		if (strcasestr(label, text))
			return i;
	}
	return UINT64_MAX;
}

/* ---- the view ---- */

static int time_view__open(struct tui_view *view, struct defer_error *err)
{
	struct time_view *tv = calloc(1, sizeof(*tv));

	if (tv)
		tv->strip = calloc(TERM_MAX_COLS, sizeof(*tv->strip));
	if (!tv || !tv->strip) {
		free(tv);
		return error__no_memory(err, "for times");
	}
	tv->begin = NO_COL;
	tv->cols = 1;
	view->priv = tv;
	return 0;
}

static void time_view__close(struct tui_view *view)
{
	struct time_view *tv = view->priv;

	free(tv->strip);
	free(tv);
	view->priv = NULL;
}

static void time_view__save(struct tui_view *view)
{
	struct time_view *tv = view->priv;

	if (!is_ready(tv) || view->cursor >= tv->heat->nr_rows)
		return;
	tv->task = tv->heat->rows[view->cursor].key;
	tv->has_task = true;
}

/* Moves the cursor to the thread that it was on, if that is there. */
static void return_to_task(struct tui_view *view)
{
	const struct time_view *tv = view->priv;

	for (uint32_t i = 0; tv->has_task && i < tv->heat->nr_rows; i++) {
		if (tv->heat->rows[i].key == tv->task)
			view->cursor = i;
	}
}

/* Takes new data and drops the range, which means nothing in other times. */
static int time_view__refresh(struct tui_view *view, struct defer_error *err)
{
	const struct tui_data *data = view->data;
	struct time_view *tv = view->priv;

	(void)err;
	tv->heat = data->heat;
	tv->peak_cols = 0;
	if (!tv->heat && data->samples)
		tui_host__want(view->host, VIEW_DATA_HEAT);
	if (tv->heat)
		return_to_task(view);
	if (!tv->heat || (tv->heat->start == tv->start && tv->heat->end == tv->end))
		return 0;
	tv->start = tv->heat->start;
	tv->end = tv->heat->end;
	tv->begin = NO_COL;
	tv->at = 0;
	return 0;
}

static void time_view__target(const struct tui_view *view, struct tui_target *target)
{
	const struct time_view *tv = view->priv;
	uint64_t key;

	if (!is_ready(tv) || view->cursor >= tv->heat->nr_rows)
		return;
	key = tv->heat->rows[view->cursor].key;
	target->pid = heat_task__pid(key);
	target->tid = heat_task__tid(key);
	chosen_time(tv, &target->start, &target->end);
}

static int time_view__status(const struct tui_view *view, char *buf, size_t size)
{
	const struct time_view *tv = view->priv;

	if (!is_ready(tv))
		return snprintf(buf, size, "%s", "");
	return snprintf(buf, size, "%" PRIu64 " sample%s, %zu thread%s", tv->heat->nr,
			tv->heat->nr == 1 ? "" : "s", tv->heat->nr_rows,
			tv->heat->nr_rows == 1 ? "" : "s");
}

const struct tui_view_ops view_time_ops = {
	.name = "time",
	.title = "Samples over time, by thread; a range of time for all views",
	.keys = keys,
	.open = time_view__open,
	.close = time_view__close,
	.save = time_view__save,
	.refresh = time_view__refresh,
	.nr_lines = time_view__nr_lines,
	.draw_line = time_view__draw_line,
	.nr_heads = time_view__nr_heads,
	.draw_head = time_view__draw_head,
	.key = time_view__key,
	.find = time_view__find,
	.target = time_view__target,
	.status = time_view__status,
};
