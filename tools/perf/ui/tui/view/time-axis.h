/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * time_axis: the time that a view of time shows, which may be a part of what its data cover, the
 * column of its cursor, and a range that the user marks:
 *
 *	whole   |--------------------------------------------|   all of the data
 *	shown            |------------------|                    the window's columns
 *	range                 |=======^                          from the mark to the cursor
 *
 * With a grid each of its columns is a cell of that.
 */
#ifndef PERF_DEFER_UI_TUI_VIEW_TIME_AXIS_H
#define PERF_DEFER_UI_TUI_VIEW_TIME_AXIS_H

#include "ui/tui/view/time-grid.h"
#include "util/view/heat-samples.h"

struct time_axis {
	const struct heat_samples *whole; /* NULL: not there yet */
	/* Of the shown time, where columns are narrower than buckets of whole; with a grid, of its cells. */
	struct heat part;
	bool has_part;
	struct time_grid grid;
	struct time_span all; /* time of the data, or of the last ones */
	struct time_span shown;
	struct time_span mark; /* the other end of the range */
	bool has_mark;
	uint32_t cols; /* number of columns; at least 1 */
	uint32_t at;   /* column of the cursor */
	uint64_t time; /* in the column where the cursor was last; zooms keep it under the cursor */
};

void time_axis__init(struct time_axis *axis);
void time_axis__exit(struct time_axis *axis);

/* Takes new data. Shows the same part of time, unless the data are of another time. NULL: none. */
int time_axis__set(struct time_axis *axis, const struct heat_samples *whole,
		   struct defer_error *err);

/* Sets the number of columns, without a grid. The cursor stays at its time. There must be data. */
void time_axis__measure(struct time_axis *axis, uint32_t cols);

/*
 * Makes a grid in the room of @cols columns and @parts parts; without parts, has @cols columns and no grid. The
 * cursor stays at its time. There must be data. After an error there is no grid.
 */
int time_axis__fold(struct time_axis *axis, uint32_t cols, uint32_t parts, struct defer_error *err);
static inline bool time_axis__has_grid(const struct time_axis *axis)
{
	return axis->grid.max_parts;
}

/* Returns the heat to draw. Its rows are not those of axis->whole: find them by their key. */
const struct heat *time_axis__heat(const struct time_axis *axis);
struct heat_axis time_axis__columns(const struct time_axis *axis);

/* Returns true if all of the data are shown. */
bool time_axis__is_whole(const struct time_axis *axis);
int time_axis__show_whole(struct time_axis *axis, struct defer_error *err);

/*
 * Moves the cursor by columns; beyond the window's edge, the window moves. In a grid, whole columns of cells leave
 * it in its row.
 */
int time_axis__move(struct time_axis *axis, int64_t by, struct defer_error *err);
/* Moves the window by half of its width. */
int time_axis__pan(struct time_axis *axis, bool later, struct defer_error *err);
/* Shows half of the time, or twice as much, with the cursor where it is. */
int time_axis__zoom(struct time_axis *axis, bool in, struct defer_error *err);

/* Does what a key does of this, and moves between the cells of a grid. Returns an enum tui_handled, or an error. */
int time_axis__press(struct time_axis *axis, uint32_t key, struct defer_error *err);

/* Makes @span the range, with the cursor in its middle; shows less if a column would be longer than a part of it. */
int time_axis__go(struct time_axis *axis, struct time_span span, struct defer_error *err);

/* Begins a range at the cursor. */
void time_axis__mark(struct time_axis *axis);
/* Returns the range, or the time of the cursor's column, and its sums. */
struct time_span time_axis__range(const struct time_axis *axis, struct heat_sums *sums);
/* Return the samples in it: all, and those of the row whose key is @key. */
uint64_t time_axis__nr(const struct time_axis *axis);
uint64_t time_axis__row_nr(const struct time_axis *axis, uint64_t key);
/* Sets the first and the last column of the range, as far as they are shown. */
void time_axis__range_cols(const struct time_axis *axis, uint32_t *first, uint32_t *last);

#endif /* PERF_DEFER_UI_TUI_VIEW_TIME_AXIS_H */
