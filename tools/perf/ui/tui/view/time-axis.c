// SPDX-License-Identifier: GPL-2.0-only
#include "ui/tui/view/time-axis.h"
#include "util/fold/samples.h"

void time_axis__init(struct time_axis *axis)
{
	*axis = (struct time_axis){.cols = 1, .grid.parts = 1};
}

static void drop_part(struct time_axis *axis)
{
	if (axis->has_part)
		heat__exit(&axis->part);
	axis->has_part = false;
}

void time_axis__exit(struct time_axis *axis)
{
	drop_part(axis);
}

const struct heat *time_axis__heat(const struct time_axis *axis)
{
	return axis->has_part ? &axis->part : &axis->whole->heat;
}

struct heat_axis time_axis__columns(const struct time_axis *axis)
{
	if (time_axis__has_grid(axis))
		return heat__axis(&axis->part, axis->cols);
	return heat__axis_of(time_axis__heat(axis), axis->shown.start, axis->shown.end, axis->cols);
}

static bool is_in(const struct heat *heat, struct time_span span)
{
	return heat->start <= span.start && span.end <= heat->end;
}

/* Returns true if each column of @span has a bucket of its own in @heat. */
static bool is_fine(const struct heat *heat, struct time_span span, uint32_t cols)
{
	return is_in(heat, span) && heat__axis_of(heat, span.start, span.end, cols).nr >= cols;
}

/* ---- the window ---- */

static int init_part(struct time_axis *axis, struct time_span span, uint32_t nr_buckets,
		     struct defer_error *err)
{
	int ret;

	drop_part(axis);
	ret = heat__init_part(&axis->part, axis->whole, span.start, span.end, nr_buckets, err);
	axis->has_part = true;
	if (ret)
		drop_part(axis);
	return ret;
}

/* Makes the heat of the part that is shown, unless there is one with enough buckets. */
static int make_part(struct time_axis *axis, struct defer_error *err)
{
	if (axis->has_part && is_fine(&axis->part, axis->shown, axis->cols))
		return 0;
	drop_part(axis);
	if (is_fine(&axis->whole->heat, axis->shown, axis->cols) || time_axis__is_whole(axis))
		return 0;
	return init_part(axis, axis->shown, axis->whole->want.nr_buckets, err);
}

/* Makes the heat of a grid, each bucket of which is a cell, unless it is there. */
static int make_cells(struct time_axis *axis, struct defer_error *err)
{
	const struct samples *samples = axis->whole->shown.samples;
	struct time_grid *grid = &axis->grid;
	struct time_span span;
	int ret = 0;

	time_grid__divide(grid, &axis->shown, axis->all,
			  samples__nr(samples) ? samples__at(samples, 0)->time : axis->all.start);
	span = time_grid__span(grid);
	grid->most = 0;
	axis->cols = grid->nr;
	axis->at = axis->at < axis->cols ? axis->at : axis->cols - 1;
	if (!axis->has_part || axis->part.start != span.start || axis->part.end != span.end ||
	    axis->part.nr_buckets != grid->nr)
		ret = init_part(axis, span, grid->nr, err);
	if (ret)
		*grid = (struct time_grid){.parts = 1};
	for (uint32_t i = 0; i < grid->nr; i++) {
		uint64_t nr = heat_sums__nr(&axis->part.all[i]);

		grid->most = nr > grid->most ? nr : grid->most;
	}
	return ret;
}

/* Shows @span, widened to whole buckets, or to whole columns of a grid. */
static int show(struct time_axis *axis, struct time_span span, struct defer_error *err)
{
	struct heat_axis columns;
	int ret;

	axis->shown = span;
	if (time_axis__has_grid(axis))
		return make_cells(axis, err);
	ret = make_part(axis, err);
	columns = time_axis__columns(axis);
	axis->shown.start = heat__bucket_start(time_axis__heat(axis), columns.first);
	axis->shown.end = heat__bucket_start(time_axis__heat(axis), columns.first + columns.nr) - 1;
	return ret;
}

bool time_axis__is_whole(const struct time_axis *axis)
{
	return axis->shown.start == axis->all.start && axis->shown.end == axis->all.end;
}

int time_axis__set(struct time_axis *axis, const struct heat_samples *whole,
		   struct defer_error *err)
{
	const struct time_span old = axis->all;

	drop_part(axis);
	axis->whole = whole;
	if (!whole)
		return 0;
	axis->all = (struct time_span){whole->heat.start, whole->heat.end};
	if (axis->all.start == old.start && axis->all.end == old.end)
		return show(axis, axis->shown, err);
	axis->has_mark = false;
	axis->at = 0;
	axis->time = axis->all.start;
	return show(axis, axis->all, err);
}

/* Returns the time of the cursor's column. */
static struct time_span time_at(const struct time_axis *axis)
{
	struct time_span span;

	heat__span(time_axis__heat(axis), time_axis__columns(axis), axis->at, &span.start,
		   &span.end);
	time_span__cut(&span, axis->all);
	return span;
}

/* Returns a time in the cursor's column: the one that it was put on, else the middle. */
static uint64_t cursor_time(const struct time_axis *axis)
{
	struct time_span span = time_at(axis);

	if (span.start <= axis->time && axis->time <= span.end)
		return axis->time;
	return span.start + (span.end - span.start) / 2;
}

void time_axis__measure(struct time_axis *axis, uint32_t cols)
{
	uint64_t time = cursor_time(axis);

	cols = cols ? cols : 1;
	if (cols == axis->cols)
		return;
	axis->cols = cols;
	axis->at = heat__col(time_axis__heat(axis), time_axis__columns(axis), time);
}

/* Shows @span with the cursor at @time. */
static int show_at(struct time_axis *axis, struct time_span span, uint64_t time,
		   struct defer_error *err)
{
	int ret = show(axis, span, err);

	axis->at = heat__col(time_axis__heat(axis), time_axis__columns(axis), time);
	axis->time = time;
	return ret;
}

int time_axis__fold(struct time_axis *axis, uint32_t cols, uint32_t parts, struct defer_error *err)
{
	struct time_grid *grid = &axis->grid;
	uint64_t time = cursor_time(axis);

	if (parts && grid->max_cols == cols && grid->max_parts == parts)
		return 0;
	*grid = (struct time_grid){.max_cols = cols, .max_parts = parts, .parts = 1};
	if (!parts) {
		drop_part(axis);
		axis->cols = cols ? cols : 1;
	}
	return show_at(axis, axis->shown, time, err);
}

int time_axis__show_whole(struct time_axis *axis, struct defer_error *err)
{
	return show_at(axis, axis->all, cursor_time(axis), err);
}

int time_axis__zoom(struct time_axis *axis, bool in, struct defer_error *err)
{
	uint64_t time = cursor_time(axis);

	if (in && axis->shown.end - axis->shown.start < axis->cols)
		return 0;
	return show_at(axis, time_span__scale(axis->shown, axis->all, in, time), time, err);
}

int time_axis__pan(struct time_axis *axis, bool later, struct defer_error *err)
{
	uint32_t at = axis->at;
	int ret = show_at(axis, time_span__pan(axis->shown, axis->all, later), axis->shown.start,
			  err);

	axis->at = at < axis->cols ? at : axis->cols - 1;
	return ret;
}

int time_axis__move(struct time_axis *axis, int64_t by, struct defer_error *err)
{
	int64_t at = axis->at + by, last = axis->cols - 1;
	int64_t step = by % axis->grid.parts ? 1 : axis->grid.parts;
	uint64_t time = cursor_time(axis);
	int ret = 0;

	if ((at < 0 && axis->shown.start > axis->all.start) ||
	    (at > last && axis->shown.end < axis->all.end)) {
		ret = time_axis__pan(axis, by > 0, err);
		at = heat__col(time_axis__heat(axis), time_axis__columns(axis), time) + by;
		last = axis->cols - 1;
	}
	while (at < 0)
		at += step;
	while (at > last)
		at -= step;
	axis->at = at;
	return ret;
}

/* ---- the range ---- */

/* The columns that a range has at least. */
#define RANGE_COLS 2

int time_axis__go(struct time_axis *axis, struct time_span span, struct defer_error *err)
{
	uint64_t last = span.end - span.start, middle = span.start + last / 2;
	struct time_span shown = axis->shown;
	int ret;

	if (shown.start > span.start || shown.end < span.end)
		shown = axis->all;
	while (shown.end - shown.start >= axis->cols &&
	       last < (shown.end - shown.start) / axis->cols * RANGE_COLS)
		shown = time_span__scale(time_span__around(shown, axis->all, middle), axis->all,
					 true, middle);
	ret = show_at(axis, shown, middle, err);
	axis->mark = span;
	axis->has_mark = true;
	return ret;
}

void time_axis__mark(struct time_axis *axis)
{
	axis->mark = time_at(axis);
	axis->has_mark = true;
}

/* Sets the range and returns the heat that has all of it. */
static const struct heat *find_range(const struct time_axis *axis, struct time_span *range)
{
	const struct heat *heat = time_axis__heat(axis);

	*range = time_at(axis);
	if (axis->has_mark && axis->mark.start < range->start)
		range->start = axis->mark.start;
	if (axis->has_mark && axis->mark.end > range->end)
		range->end = axis->mark.end;
	if (!is_in(heat, *range))
		heat = &axis->whole->heat;
	return heat;
}

struct time_span time_axis__range(const struct time_axis *axis, struct heat_sums *sums)
{
	struct time_span range;
	const struct heat *heat = find_range(axis, &range);

	heat__sum(heat, &range.start, &range.end, sums);
	time_span__cut(&range, axis->all);
	return range;
}

uint64_t time_axis__nr(const struct time_axis *axis)
{
	struct heat_sums sums;

	time_axis__range(axis, &sums);
	return heat_sums__nr(&sums);
}

uint64_t time_axis__row_nr(const struct time_axis *axis, uint64_t key)
{
	struct time_span range;
	const struct heat *heat = find_range(axis, &range);
	uint32_t row = heat__find(heat, key);

	return row == HEAT_ALL ? 0 : heat__row_nr(heat, row, range.start, range.end);
}

void time_axis__range_cols(const struct time_axis *axis, uint32_t *first, uint32_t *last)
{
	struct heat_axis columns = time_axis__columns(axis);
	const struct heat *heat = time_axis__heat(axis);

	*first = *last = axis->at;
	if (!axis->has_mark)
		return;
	*first = heat__col(heat, columns, axis->mark.start);
	*last = heat__col(heat, columns, axis->mark.end);
	*first = *first < axis->at ? *first : axis->at;
	*last = *last > axis->at ? *last : axis->at;
}
