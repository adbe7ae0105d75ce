// SPDX-License-Identifier: GPL-2.0-only
/* Samples over time: a strip for each thread or a heat map, and a range to narrow all views down to. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ui/text/units.h"
#include "ui/tui/view/host.h"
#include "ui/tui/view/time-draw.h"
#include "ui/tui/view/time-rows.h"
#include "ui/tui/view/time-side.h"
#include "ui/tui/view/views.h"
#include "util/base/time-range.h"
#include "util/fold/samples.h"
#include "util/profile/zoom.h"
#include "util/session/session.h"

#define NR_HEADS	4
#define SECOND_LEN	16
#define SECOND_DECIMALS 7 /* down to a microsecond, with the point */

struct time_view {
	struct time_axis axis;
	struct time_rows rows;
	struct time_side side;
	enum heat_by by; /* the meaning of rows */
	enum time_sort sort;
	bool all_rows;		      /* idle ones have lines of their own */
	bool goes;		      /* keys are digits of a second to go to */
	char second[SECOND_LEN];      /* these digits */
	struct time_strip strip, one; /* of the line that is being drawn, and of one of its rows */
	uint64_t nr;		      /* samples of the range; without one, all */
	unsigned int per_line;	      /* parts of a heat map in a line of the last drawing */
	double peak, peak_all;	      /* highest bar of any thread, and of all threads together */
	unsigned int names,
		shares; /* columns of each in the last drawing, the blank behind it too */
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

/* Divides @cols. Names take a third of a narrow window; 24 columns are enough for any thread. Returns the rest. */
static uint32_t divide_cols(struct time_view *tv, unsigned int cols)
{
	tv->names = cols / 3 < 24 ? cols / 3 : 24;
	tv->shares = cols < TERM_MIN_COLS ? 0 : cols < 60 ? 5 : TIME_SHARE_COLS + 1;
	cols -= tv->names + tv->shares;
	return cols < TERM_MAX_COLS ? cols : TERM_MAX_COLS;
}

/* Fits a heat map into the lines and @cols columns. */
static int fit_heat(const struct tui_view *view, unsigned int cols, struct defer_error *err)
{
	struct time_view *tv = view->priv;

	cols = cols > TIME_PART_COLS ? cols - TIME_PART_COLS : 1;
	return time_axis__fold(&tv->axis, cols, (view->rows ?: 1) * tv->per_line, err);
}

/* Fits what is shown into @win. Without memory for a heat map there are strips. */
static void time_view__measure(const struct tui_view *view, const struct term_win *win)
{
	struct time_view *tv = view->priv;
	struct defer_error err = DEFER_ERROR_INIT;

	tv->per_line = time_draw__parts_of_line(win->term);
	if (time_axis__has_grid(&tv->axis) && !fit_heat(view, win->cols, &err))
		return;
	time_axis__measure(&tv->axis, divide_cols(tv, win->cols));
	measure_peaks(tv);
	tv->nr = tv->axis.has_mark ? time_axis__nr(&tv->axis) : tv->axis.whole->heat.nr;
}

/* ---- drawing ---- */

static void draw_name(struct term_win *win, const struct time_view *tv, const char *name,
		      const char *search)
{
	struct term_win part = *win;

	part.cols = tv->names ? tv->names - 1 : 0;
	term_win__puts_match(&part, name, search);
	term_win__fill(&part);
	win->col = tv->names;
}

/* Draws the part of the samples that @nr is: of those in the range, or of all if there is none. */
static void draw_share(struct term_win *win, const struct time_view *tv, uint64_t nr)
{
	if (tv->shares)
		time_draw__share(nr, tv->nr, tv->shares - 1, win);
	win->col = tv->names + tv->shares;
}

/* Draws the heads of names and shares. */
static void draw_ruler(struct term_win *win, const struct time_view *tv)
{
	struct term_win left = term_win__sub(win, 0, 0, 1, tv->names + tv->shares);
	const char *of = tv->axis.has_mark ? "of range" : "of all";
	unsigned int end = left.cols ? left.cols - 1 : 0;

	term_win__color(&left, TERM_DIM);
	term_win__puts(&left, time_rows__word(tv->by));
	if (tv->shares && end > left.col)
		term_win__pad(&left, of, -(int)(end - left.col));
	term_win__at(win, 0, tv->names + tv->shares);
	time_draw__ruler(&tv->axis, win);
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
	time_view__measure(view, win);
	text.zero = samples__at(view->data->samples, 0)->time;
	for (unsigned int i = 0; i < NR_HEADS; i++)
		rows[i] = term_win__sub(win, i, 0, 1, win->cols);
	time_draw__times(&tv->axis, &text, &rows[0]);
	time_draw__figures(&tv->axis, &rows[1]);
	if (time_axis__has_grid(&tv->axis)) {
		time_draw__levels(&tv->axis, &rows[2]);
		time_draw__seconds(&tv->axis, text.zero, &rows[3]);
		return;
	}
	draw_name(&rows[2], tv, tv->by == HEAT_BY_TASK ? "all threads" : "all", NULL);
	draw_share(&rows[2], tv, tv->nr);
	time_strip__fill(&tv->strip, &tv->axis, HEAT_ALL);
	time_draw__strip(&tv->axis, tv->peak_all, &tv->strip, &rows[2]);
	draw_ruler(&rows[3], tv);
}

static uint64_t time_view__nr_lines(const struct tui_view *view)
{
	const struct time_view *tv = view->priv;

	if (!is_ready(tv))
		return 0;
	return time_axis__has_grid(&tv->axis) ? (view->rows ?: 1) : time_rows__nr_lines(&tv->rows);
}

/* Adds up the strips of the idle rows. A column has the state of the busiest one that is there. */
static void sum_idle(struct time_view *tv)
{
	const struct heat *heat = time_axis__heat(&tv->axis);

	memset(tv->strip.nr, 0, sizeof(tv->strip.nr));
	for (size_t i = tv->rows.nr; i < tv->rows.heat->nr_rows; i++) {
		uint32_t row = heat__find(heat, tv->rows.heat->rows[i].key);

		if (row == HEAT_ALL)
			continue;
		time_strip__fill(&tv->one, &tv->axis, row);
		for (uint32_t col = 0; col < tv->axis.cols; col++) {
			tv->strip.nr[col] += tv->one.nr[col];
			if (tv->strip.states[col] == HEAT_NOTHING)
				tv->strip.states[col] = tv->one.states[col];
		}
	}
}

/* Fills the strip of a line; @row is NULL for that of the idle rows. */
static void fill_strip(struct time_view *tv, const struct heat_row *row)
{
	uint32_t shown = row ? heat__find(time_axis__heat(&tv->axis), row->key) : HEAT_ALL;

	memset(tv->strip.states, HEAT_NOTHING, sizeof(tv->strip.states));
	if (!row)
		sum_idle(tv);
	else if (shown != HEAT_ALL)
		time_strip__fill(&tv->strip, &tv->axis, shown);
}

/* Returns the samples of a line in the range; without one, all. */
static uint64_t line_nr(const struct time_view *tv, uint64_t line)
{
	const struct heat_row *row = time_rows__at(&tv->rows, line);
	uint64_t nr = 0;

	if (!tv->axis.has_mark)
		return time_rows__samples(&tv->rows, line);
	if (row)
		return time_axis__row_nr(&tv->axis, row->key);
	for (size_t i = tv->rows.nr; i < tv->rows.heat->nr_rows; i++)
		nr += time_axis__row_nr(&tv->axis, tv->rows.heat->rows[i].key);
	return nr;
}

static void time_view__draw_line(const struct tui_view *view, uint64_t line, struct term_win *win)
{
	struct time_view *tv = view->priv;
	struct term_win strip = *win;
	char label[TIME_LABEL_LEN];

	win->skip = strip.skip = 0; /* names and times stay under their heads */
	time_view__measure(view, win);
	if (time_axis__has_grid(&tv->axis)) {
		time_draw__cells(&tv->axis, line, win);
		return;
	}
	time_rows__label(&tv->rows, line, label);
	draw_name(win, tv, label, view->search);
	draw_share(win, tv, line_nr(tv, line));
	strip.col = win->col;
	strip.selected = false;
	fill_strip(tv, time_rows__at(&tv->rows, line));
	time_draw__strip(&tv->axis, tv->peak, &tv->strip, &strip);
	win->col = strip.col;
}

static void time_view__side(const struct tui_view *view, unsigned int *cols, unsigned int *rows)
{
	time_side__size(cols, rows);
	if (!is_ready(view->priv))
		*cols = *rows = 0;
}

static void time_view__draw_side(const struct tui_view *view, struct term_win *win)
{
	struct time_view *tv = view->priv;
	struct heat_sums sums;

	time_side__draw(&tv->side, time_axis__range(&tv->axis, &sums), win);
}

/* ---- keys ---- */

static const struct tui_key keys[] = {
	{{KEY_LEFT, KEY_RIGHT}, "Move in time"},
	{{',', '.'}, "Move a tenth of the window in time"},
	{{'+', '-'}, "Show half of the time, twice as much, in this view alone"},
	{{'<', '>'}, "Move the window by half of its time"},
	{{'g'}, "Go to a second: g12 is the range from +12 to +13, g12.5 a tenth of that"},
	{{'b'}, "Begin a range of time here; again: drop it"},
	{{KEY_ENTER}, "Show only the range, in all views"},
	{{KEY_ESC}, "Drop the range; show all of the time again"},
	{{'o', 'O'}, "Sort rows by samples, first sample, number, name; the other way round"},
	{{'r'}, "Rows are threads, CPUs, processes in turn"},
	{{'e'}, "A line for each idle row; again: one for all of them"},
	{{'M'}, "A heat map, a column a second; again: rows"},
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

/* Returns the row of the cursor; NULL: it is on none. */
static const struct heat_row *cursor_row(const struct tui_view *view)
{
	const struct time_view *tv = view->priv;

	if (!is_ready(tv) || time_axis__has_grid(&tv->axis))
		return NULL;
	return time_rows__at(&tv->rows, view->cursor);
}

static void time_view__save(struct tui_view *view)
{
	struct time_view *tv = view->priv;
	const struct heat_row *row = cursor_row(view);

	if (!row)
		return;
	tv->task = row->key;
	tv->has_task = true;
}

/* Moves the cursor to the thread that it was on, if that is there. */
static void return_to_task(struct tui_view *view)
{
	const struct time_view *tv = view->priv;

	for (uint32_t i = 0; tv->has_task && i < tv->rows.nr; i++) {
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
			       tv->axis.whole ? &tv->axis.whole->heat : NULL, tv->by, tv->sort,
			       tv->all_rows, err);
}

/* Makes the rows anew, with the cursor where it was. */
static int remake_rows(struct tui_view *view, struct defer_error *err)
{
	int ret;

	time_view__save(view);
	ret = make_rows(view, err);
	if (ret)
		return ret;
	return_to_task(view);
	view->center = true;
	return TUI_DONE;
}

static int time_view__sort(struct tui_view *view, int step, struct defer_error *err)
{
	struct time_view *tv = view->priv;

	tv->sort = (tv->sort + TIME_NR_SORTS + step) % TIME_NR_SORTS;
	tui_host__say(view->host, "Sorted by %s", time_sort__name(tv->sort));
	return remake_rows(view, err);
}

static int toggle_idle(struct tui_view *view, struct defer_error *err)
{
	struct time_view *tv = view->priv;

	tv->all_rows = !tv->all_rows;
	tui_host__say(view->host, tv->all_rows ? "Idle rows have lines of their own"
					       : "Idle rows are one line");
	return remake_rows(view, err);
}

/* Goes on to rows of another kind. */
static int turn_rows(struct tui_view *view, struct defer_error *err)
{
	struct time_view *tv = view->priv;
	int ret;

	tv->by = (tv->by + 1) % HEAT_BY_FUNC;
	tv->has_task = false;
	view->cursor = 0;
	ret = view->ops->refresh(view, err);
	return ret ? ret : TUI_DONE;
}

/* ---- the heat map ---- */

static int leave_heat(struct tui_view *view, struct defer_error *err)
{
	struct time_view *tv = view->priv;
	int ret = time_axis__fold(&tv->axis, divide_cols(tv, view->cols), 0, err);

	return_to_task(view);
	view->center = true;
	return ret ? ret : TUI_DONE;
}

/* Changes the rows, which are shown then. */
static int press_rows(struct tui_view *view, uint32_t key, struct defer_error *err)
{
	const struct time_view *tv = view->priv;
	int ret = time_axis__has_grid(&tv->axis) ? leave_heat(view, err) : 0;

	if (ret < 0)
		return ret;
	return key == 'r'   ? turn_rows(view, err)
	       : key == 'e' ? toggle_idle(view, err)
			    : time_view__sort(view, key == 'o' ? 1 : -1, err);
}

static int toggle_heat(struct tui_view *view, struct defer_error *err)
{
	struct time_view *tv = view->priv;
	int ret;

	if (time_axis__has_grid(&tv->axis))
		return leave_heat(view, err);
	if (no_time(view)) {
		tui_host__say(view->host, "The samples have no times");
		return TUI_DONE;
	}
	time_view__save(view);
	ret = fit_heat(view, view->cols, err);
	return ret ? ret : TUI_DONE;
}

/* ---- to a second ---- */

/* Makes the second of the digits the range, or the part of it that the last digit tells. */
static int go_to_second(struct tui_view *view, struct defer_error *err)
{
	struct time_view *tv = view->priv;
	uint64_t zero = samples__at(view->data->samples, 0)->time, start, unit;
	const char *pos = tv->second;
	struct time_span span;
	bool is_there =
		time__read_seconds(&pos, &start, &unit) && start <= UINT64_MAX - zero - unit;

	span = (struct time_span){zero + start, zero + start + unit - 1};
	if (is_there && time_span__cut(&span, tv->axis.all))
		return time_axis__go(&tv->axis, span, err);
	tui_host__say(view->host, "Nothing of second %s is shown", tv->second);
	return 0;
}

/* Takes a digit or the point. Other keys end the number and do what they do. */
static int press_digit(struct tui_view *view, uint32_t key, struct defer_error *err)
{
	struct time_view *tv = view->priv;
	const char *point = strchr(tv->second, '.');
	size_t len = strlen(tv->second);
	int ret;

	tv->goes = (key >= '0' && key <= '9') || (key == '.' && !point);
	if (!tv->goes)
		return TUI_PASS;
	if (len + 1 == SECOND_LEN || (point && strlen(point) == SECOND_DECIMALS))
		return TUI_DONE;
	tv->second[len] = key;
	tv->second[len + 1] = '\0';
	tui_host__say(view->host, "Second %s", tv->second);
	ret = key == '.' ? 0 : go_to_second(view, err);
	return ret ? ret : TUI_DONE;
}

static int begin_second(struct tui_view *view)
{
	struct time_view *tv = view->priv;

	tv->goes = !no_time(view);
	tv->second[0] = '\0';
	tui_host__say(view->host,
		      tv->goes ? "Digits are the second to go to" : "The samples have no times");
	return TUI_DONE;
}

/* ---- other keys ---- */

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

static int time_view__press(struct tui_view *view, uint32_t key, struct defer_error *err)
{
	struct time_view *tv = view->priv;
	int ret = tv->goes ? press_digit(view, key, err) : TUI_PASS;

	if (ret != TUI_PASS)
		return ret;
	switch (key) {
	case 'g':
		return begin_second(view);
	case 'M':
		return toggle_heat(view, err);
	case 'r':
	case 'e':
	case 'o':
	case 'O':
		return press_rows(view, key, err);
	case 'b':
		if (tv->axis.has_mark)
			tv->axis.has_mark = false;
		else
			time_axis__mark(&tv->axis);
		return TUI_DONE;
	case KEY_ENTER:
		return time_view__zoom(view, err);
	case KEY_ESC:
		return time_view__escape(tv, err);
	default:
		return time_axis__press(&tv->axis, key, err);
	}
}

/* Begins a range at the column and moves the cursor to the line. */
static void press_mouse(struct tui_view *view, const struct term_event *event, uint32_t col)
{
	struct time_view *tv = view->priv;

	tv->axis.at = col;
	time_axis__mark(&tv->axis);
	if (event->row < view->rows && view->top + event->row < time_view__nr_lines(view))
		view->cursor = view->top + event->row;
}

/* Sets *@at to the column of time where the mouse is, or to the nearest one. Returns false if there is none. */
static bool find_mouse(const struct tui_view *view, const struct term_event *event, uint32_t *at)
{
	const struct time_view *tv = view->priv;
	int64_t col = (int64_t)event->col - tv->names - tv->shares, last = tv->axis.cols - 1;

	if (time_axis__has_grid(&tv->axis))
		return time_draw__find_cell(&tv->axis, tv->per_line, event->row, event->col, at);
	*at = col < 0 ? 0 : col > last ? last : col;
	return *at == col;
}

/* Handles the mouse. A click among the names is not about time. */
static int time_view__mouse(struct tui_view *view, const struct term_event *event,
			    struct defer_error *err)
{
	struct time_view *tv = view->priv;
	struct time_axis *axis = &tv->axis;
	uint32_t first, last, at;
	bool is_there = find_mouse(view, event, &at);

	switch (event->mouse) {
	case MOUSE_PRESS:
		if (!is_there)
			return TUI_PASS;
		press_mouse(view, event, at);
		return TUI_DONE;
	case MOUSE_DRAG:
		axis->at = at;
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
	const struct time_view *tv = view->priv;
	int ret;

	if (!is_ready(tv))
		return TUI_PASS;
	ret = event->kind == TERM_EVENT_MOUSE ? time_view__mouse(view, event, err)
	      : event->kind == TERM_EVENT_KEY ? time_view__press(view, event->key, err)
					      : TUI_PASS;
	if (time_axis__has_grid(&tv->axis))
		view->cursor = time_grid__part(&tv->axis.grid, tv->axis.at) / tv->per_line;
	return ret;
}

static bool label_has(const struct tui_view *view, uint64_t line, const char *text)
{
	const struct time_view *tv = view->priv;

	return !time_axis__has_grid(&tv->axis) && time_rows__has(&tv->rows, line, text);
}

static struct heat_samples *heat_of(const struct tui_view *view, enum heat_by by)
{
	return view->data->heats ? view->data->heats[by] : NULL;
}

static bool time_view__awaits(const struct tui_view *view)
{
	const struct time_view *tv = view->priv;

	return !heat_of(view, tv->by) && view->data->samples;
}

/* ---- the view ---- */

static void time_view__close(struct tui_view *view)
{
	struct time_view *tv = view->priv;

	time_axis__exit(&tv->axis);
	time_rows__exit(&tv->rows);
	time_side__exit(&tv->side);
}

static int time_view__open(struct tui_view *view, struct defer_error *err)
{
	struct time_view *tv = view->priv;

	(void)err;
	time_axis__init(&tv->axis);
	return 0;
}

static void want_heat(struct tui_view *view, enum heat_by by)
{
	if (!heat_of(view, by) && view->data->samples)
		tui_host__want(view->host, VIEW_DATA_HEAT << by);
}

static int time_view__refresh(struct tui_view *view, struct defer_error *err)
{
	struct time_view *tv = view->priv;
	int ret = time_axis__set(&tv->axis, heat_of(view, tv->by), err);

	tv->peak_columns.nr_cols = 0;
	time_side__set(&tv->side, heat_of(view, HEAT_BY_FUNC));
	if (!ret)
		ret = make_rows(view, err);
	want_heat(view, tv->by);
	want_heat(view, HEAT_BY_FUNC);
	if (!ret && tv->axis.whole)
		return_to_task(view);
	return ret;
}

static void time_view__target(const struct tui_view *view, struct zoom_target *target)
{
	const struct time_view *tv = view->priv;
	const struct heat_row *row = cursor_row(view);
	struct heat_sums sums;
	struct time_span range;

	if (!is_ready(tv))
		return;
	range = time_axis__range(&tv->axis, &sums);
	if (row && tv->by == HEAT_BY_TASK) {
		target->pid = heat_task__pid(row->key);
		target->tid = heat_task__tid(row->key);
	} else if (row && tv->by == HEAT_BY_CPU) {
		target->cpu = heat_task__tid(row->key);
	}
	target->start = range.start;
	target->end = range.end;
}

static int time_view__status(const struct tui_view *view, char *buf, size_t size)
{
	const struct time_view *tv = view->priv;
	const struct heat *heat = tv->rows.heat;

	if (!is_ready(tv))
		return snprintf(buf, size, "%s", "");
	return snprintf(buf, size, "%" PRIu64 " sample%s, %zu %s%s", heat->nr,
			heat->nr == 1 ? "" : "s", heat->nr_rows, time_rows__word(tv->by),
			heat->nr_rows == 1 ? "" : time_rows__plural(tv->by));
}

const struct tui_view_ops view_time_ops = {
	.name = "time",
	.title = "Samples over time, and what a part of it has more or less of",
	.hint = "g: second  b: range  M: heat",
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
	.side = time_view__side,
	.draw_side = time_view__draw_side,
	.key = time_view__key,
	.has = label_has,
	.awaits = time_view__awaits,
	.target = time_view__target,
	.status = time_view__status,
};
