// SPDX-License-Identifier: GPL-2.0-only
#include <string.h>

#include "ui/tui/view/chart-place.h"
#include "ui/tui/view/time-span.h"

void chart_place__init(struct chart_place *place)
{
	*place = (struct chart_place){.rows = 1, .cols = 1, .tid = -1};
}

void chart_place__exit(struct chart_place *place)
{
	chart_picture__exit(&place->picture);
}

static const struct chart_thread *thread_of(const struct chart_place *place)
{
	return &place->chart->threads[chart__thread_at(place->chart, place->line)];
}

/* Returns the time of the cursor: the one that it was put on if that is in its column. */
static uint64_t cursor_time(const struct chart_place *place)
{
	uint64_t start = chart_part__edge(&place->shown, place->col, place->cols);
	uint64_t next = chart_part__edge(&place->shown, place->col + 1, place->cols);

	return place->time > start && place->time < next ? place->time : start;
}

/* Keeps where the cursor is, for another chart and for zooms. */
static void keep(struct chart_place *place)
{
	const struct chart_thread *thread = thread_of(place);

	place->pid = thread->pid;
	place->tid = thread->tid;
	place->depth = place->line - thread->line;
	place->time = cursor_time(place);
}

/* ---- the picture ---- */

/* Moves the cursor to where there is a box: up to its callers, at last to the thread's name. */
static const struct chart_box *find_box(struct chart_place *place)
{
	const struct chart_picture *picture = &place->picture;
	const struct chart_box *found = NULL;
	uint64_t name = thread_of(place)->line;

	for (size_t i = 0; i < picture->nr && picture->boxes[i].line <= place->line; i++) {
		const struct chart_box *box = &picture->boxes[i];

		if (box->line >= name && box->col <= place->col &&
		    place->col < box->col + box->width)
			found = box;
	}
	if (found)
		place->line = found->line;
	return found;
}

/* Scrolls until the cursor is visible, and no row is empty that has a line. */
static void follow(struct chart_place *place)
{
	uint64_t nr = place->shown.end_line - place->shown.first_line;
	uint64_t last = place->shown.first_line + (nr > place->rows ? nr - place->rows : 0);

	if (place->line < place->top)
		place->top = place->line;
	if (place->line - place->top >= place->rows)
		place->top = place->line - place->rows + 1;
	if (place->top > last)
		place->top = last;
}

static int make_picture(struct chart_place *place, struct defer_error *err)
{
	struct chart_part part = place->shown;

	follow(place);
	part.first_line = place->top;
	if (part.end_line - part.first_line > place->rows)
		part.end_line = part.first_line + place->rows;
	place->moved = false;
	return chart__layout(place->chart, &part, place->cols, &place->picture, err);
}

int chart_place__lay_out(struct chart_place *place, unsigned int rows, unsigned int cols,
			 struct defer_error *err)
{
	uint64_t time = cursor_time(place);
	int ret;

	place->rows = rows ? rows : 1;
	if (place->cols != cols && cols) {
		place->cols = cols;
		place->col = chart_part__col(&place->shown, time, cols);
	}
	ret = make_picture(place, err);
	/* A box that is gone leaves the cursor on its caller, which may be above the window. */
	while (!ret && !find_box(place) && place->line > thread_of(place)->line) {
		place->line--;
		ret = make_picture(place, err);
	}
	keep(place);
	return ret;
}

const struct chart_box *chart_place__box(struct chart_place *place, struct chart_facts *facts)
{
	const struct chart_box *box;

	if (!place->chart || !place->chart->nr)
		return NULL;
	if (place->moved && chart_place__lay_out(place, place->rows, place->cols, NULL))
		return NULL;
	box = find_box(place);
	if (box && facts)
		chart__facts(place->chart, &place->picture, box, facts);
	return box;
}

/* ---- another chart ---- */

static void show_whole(struct chart_place *place)
{
	place->shown = chart__whole(place->chart);
	place->nr_history = 0;
}

/* Moves the cursor to @time, which may be outside of what is shown. */
static void go_to_time(struct chart_place *place, uint64_t time)
{
	time = time < place->shown.start ? place->shown.start : time;
	time = time > place->shown.end ? place->shown.end : time;
	place->time = time;
	place->col = chart_part__col(&place->shown, time, place->cols);
}

/* Moves the cursor to the thread and depth where it was, if they are there. */
static void return_to_line(struct chart_place *place)
{
	const struct chart *chart = place->chart;

	place->line = 0;
	for (size_t i = 0; i < chart->nr_threads; i++) {
		const struct chart_thread *thread = &chart->threads[i];
		uint32_t depth = place->depth < thread->depth ? place->depth : thread->depth;

		if (thread->pid == place->pid && thread->tid == place->tid)
			place->line = thread->line + depth;
	}
}

int chart_place__set(struct chart_place *place, const struct chart *chart, struct defer_error *err)
{
	struct chart_part shown = place->shown;
	bool had = place->chart != NULL || place->tid != -1;

	if (chart == place->chart && (!chart || chart->hash_key == place->key))
		return 0;
	chart_picture__exit(&place->picture);
	place->chart = chart;
	place->key = chart ? chart->hash_key : 0;
	if (!chart || !chart->nr)
		return 0;
	show_whole(place);
	if (had && shown.start >= chart->start && shown.end <= chart->end &&
	    shown.start < shown.end) {
		place->shown.start = shown.start;
		place->shown.end = shown.end;
	}
	place->top = 0;
	return_to_line(place);
	go_to_time(place, place->time);
	return chart_place__lay_out(place, place->rows, place->cols, err);
}

/* ---- moving ---- */

static void go_to_line(struct chart_place *place, uint64_t line)
{
	place->line = line;
	place->moved = true;
}

void chart_place__go_up(struct chart_place *place)
{
	const struct chart_box *box = chart_place__box(place, NULL);

	if (!box || place->line <= place->shown.first_line)
		return;
	go_to_line(place,
		   box->depth ? place->line - 1 : place->chart->threads[box->thread - 1].line);
}

/* Returns true if there is a frame below the cursor's box in its column. */
static bool has_callee(const struct chart_place *place, const struct chart_box *box)
{
	uint32_t chain = place->picture.rows[box->thread].chains[place->col];

	return chain != CHART_NONE && place->chart->conf.chains->nodes[chain].depth > box->depth;
}

void chart_place__go_down(struct chart_place *place)
{
	const struct chart_box *box = chart_place__box(place, NULL);
	const struct chart_thread *thread;
	uint64_t line;

	if (!box)
		return;
	thread = &place->chart->threads[box->thread];
	line = has_callee(place, box) ? place->line + 1 : thread->line + thread->depth + 1;
	if (line < place->shown.end_line)
		go_to_line(place, line);
}

/* Moves by a column; beyond the edge, the window moves. */
static void go_by_column(struct chart_place *place, int step)
{
	uint32_t edge = step < 0 ? 0 : place->cols - 1;

	if (place->col == edge)
		chart_place__pan(place, step > 0);
	if (place->col != edge)
		place->col += step;
	keep(place);
}

void chart_place__go_beside(struct chart_place *place, int step)
{
	const struct chart_picture *picture = &place->picture;
	const struct chart_box *box = chart_place__box(place, NULL);
	size_t next;

	if (!box)
		return;
	if (!box->depth) {
		go_by_column(place, step);
		return;
	}
	next = box - picture->boxes + step;
	if (next < picture->nr && picture->boxes[next].line == place->line)
		place->col = picture->boxes[next].col;
	else
		chart_place__pan(place, step > 0);
	keep(place);
}

bool chart_place__go_to(struct chart_place *place, unsigned int row, unsigned int col)
{
	const struct chart_box *box = chart_place__box(place, NULL);

	box = box ? chart_picture__at(&place->picture, place->top + row, col) : NULL;
	if (!box)
		return false;
	place->line = box->line;
	place->col = col;
	keep(place);
	return true;
}

/* Scrolls the window; the cursor stays in it. */
void chart_place__scroll(struct chart_place *place, int step)
{
	if (!chart_place__box(place, NULL))
		return;
	if (step < 0 && place->top > place->shown.first_line)
		place->top--;
	if (step > 0 && place->top + place->rows < place->shown.end_line)
		place->top++;
	if (place->line < place->top)
		place->line = place->top;
	if (place->line - place->top >= place->rows)
		place->line = place->top + place->rows - 1;
	place->moved = true;
}

/* ---- zooms ---- */

static void remember(struct chart_place *place)
{
	if (place->nr_history == CHART_MAX_HISTORY)
		memmove(place->history, place->history + 1,
			--place->nr_history * sizeof(*place->history));
	place->history[place->nr_history++] = place->shown;
}

/* Shows @part, with the cursor at the time where it is. */
static void show(struct chart_place *place, const struct chart_part *part)
{
	keep(place);
	place->shown = *part;
	go_to_time(place, place->time);
	if (place->top < part->first_line)
		place->top = part->first_line;
	place->moved = true;
}

void chart_place__zoom_in(struct chart_place *place)
{
	struct chart_facts facts;
	const struct chart_box *box = chart_place__box(place, &facts);
	struct chart_part part = place->shown;

	if (!box)
		return;
	part.first_line = place->chart->threads[box->thread].line;
	part.end_line = part.first_line + place->chart->threads[box->thread].depth + 1;
	if (box->depth) {
		part.start = facts.start;
		part.end = facts.end > facts.start ? facts.end - 1 : facts.start;
	}
	if (!memcmp(&part, &place->shown, sizeof(part)))
		return;
	remember(place);
	show(place, &part);
}

/* Returns false if everything is shown already. */
static bool zoom_whole(struct chart_place *place)
{
	struct chart_part whole = chart__whole(place->chart);

	if (!memcmp(&whole, &place->shown, sizeof(whole)))
		return false;
	place->nr_history = 0;
	show(place, &whole);
	return true;
}

bool chart_place__zoom_out(struct chart_place *place)
{
	if (!place->nr_history)
		return zoom_whole(place);
	show(place, &place->history[--place->nr_history]);
	return true;
}

void chart_place__go_home(struct chart_place *place)
{
	zoom_whole(place);
	place->line = place->top = 0;
	go_to_time(place, place->chart->start);
	place->moved = true;
}

static struct time_span all_time(const struct chart_place *place)
{
	return (struct time_span){place->chart->start, place->chart->end};
}

static struct time_span shown_time(const struct chart_place *place)
{
	return (struct time_span){place->shown.start, place->shown.end};
}

static void show_time(struct chart_place *place, struct time_span span)
{
	struct chart_part part = place->shown;

	part.start = span.start;
	part.end = span.end;
	show(place, &part);
}

void chart_place__scale(struct chart_place *place, bool in)
{
	uint64_t time = cursor_time(place);
	struct time_span shown = shown_time(place);

	if (in && shown.end - shown.start < place->cols)
		return;
	show_time(place, time_span__scale(shown, all_time(place), in, time));
}

void chart_place__pan(struct chart_place *place, bool later)
{
	show_time(place, time_span__pan(shown_time(place), all_time(place), later));
}

void chart_place__show(struct chart_place *place, size_t i, uint32_t depth)
{
	const struct chart_sample *sample = &place->chart->samples[i];
	uint64_t line = place->chart->threads[sample->thread].line + depth;

	if (line < place->shown.first_line || line >= place->shown.end_line)
		zoom_whole(place);
	if (sample->time < place->shown.start || sample->time > place->shown.end)
		show_time(place,
			  time_span__around(shown_time(place), all_time(place), sample->time));
	place->line = line;
	go_to_time(place, sample->time);
	place->moved = true;
}
