// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ui/tui/term/keys.h"
#include "ui/tui/view/flame-chart.h"
#include "ui/tui/view/flame-note.h"
#include "util/fold/samples.h"

void flame_chart__init(struct flame_chart *fc)
{
	*fc = (struct flame_chart){0};
	chart_place__init(&fc->place);
}

static void drop_search(struct flame_chart *fc)
{
	chart_matches__exit(&fc->matches);
	free(fc->search);
	fc->search = NULL;
}

void flame_chart__exit(struct flame_chart *fc)
{
	drop_search(fc);
	chart_place__exit(&fc->place);
}

int flame_chart__set(struct flame_chart *fc, const struct tui_data *data, struct defer_error *err)
{
	drop_search(fc);
	return chart_place__set(&fc->place, data->chart, err);
}

/* ---- search ---- */

/* Finds all places of @text. Without memory it finds none. */
static void search(struct flame_chart *fc, const char *text)
{
	if (text && fc->search && !strcmp(text, fc->search))
		return;
	drop_search(fc);
	if (!text || !*text)
		return;
	fc->search = strdup(text);
	if (chart__search(fc->place.chart, text, &fc->matches, NULL))
		fc->matches = (struct chart_matches){0};
}

uint64_t flame_chart__find(struct flame_chart *fc, uint64_t from, const char *text, bool forward)
{
	size_t found;

	search(fc, text);
	found = chart__find(fc->place.chart, &fc->matches, from, forward);
	return found == SIZE_MAX ? UINT64_MAX : found;
}

void flame_chart__select(struct flame_chart *fc, uint64_t found)
{
	const struct chart *chart = fc->place.chart;

	if (found < chart->nr && fc->matches.depths)
		chart_place__show(&fc->place, found,
				  fc->matches.depths[chart->samples[found].chain]);
}

/* ---- drawing ---- */

static struct chart_look look_of(const struct flame_chart *fc, const struct tui_data *data)
{
	const struct samples *samples = data->samples;

	return (struct chart_look){
		.zero = samples && samples__nr(samples) ? samples__at(samples, 0)->time
							: fc->place.chart->start,
		.matches = &fc->matches,
	};
}

bool flame_chart__draw(struct flame_chart *fc, const struct tui_view *view, struct term_win *win)
{
	struct chart_look look = look_of(fc, view->data);
	struct term_win axis = term_win__sub(win, 1, 0, 1, win->cols);
	struct term_win boxes = term_win__sub(win, CHART_NR_HEADS, 0, win->rows, win->cols);
	unsigned int name;

	search(fc, view->search);
	if (chart_place__lay_out(&fc->place, boxes.rows, boxes.cols, NULL))
		return false;
	name = chart_draw__box(&fc->place, &look, win);
	if (fc->search)
		flame_note__draw(&(struct flame_note){.text = fc->search,
						      .percent = chart__percent(fc->place.chart,
										fc->matches.total),
						      .nr = fc->matches.nr},
				 name, win->col, win);
	chart_draw__axis(&fc->place, &look, &axis);
	chart_draw__boxes(&fc->place, &look, &boxes);
	return true;
}

/* ---- keys ---- */

static int go_by_window(struct chart_place *place, uint32_t key)
{
	for (unsigned int i = 0; i < place->rows; i++)
		key == KEY_PGUP ? chart_place__go_up(place) : chart_place__go_down(place);
	return TUI_DONE;
}

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

int flame_chart__press(struct flame_chart *fc, uint32_t key)
{
	struct chart_place *place = &fc->place;

	switch (key) {
	case KEY_UP:
		chart_place__go_up(place);
		return TUI_DONE;
	case KEY_DOWN:
		chart_place__go_down(place);
		return TUI_DONE;
	case KEY_LEFT:
	case KEY_RIGHT:
		chart_place__go_beside(place, key == KEY_LEFT ? -1 : 1);
		return TUI_DONE;
	case KEY_PGUP:
	case KEY_PGDN:
		return go_by_window(place, key);
	case KEY_HOME:
		chart_place__go_home(place);
		return TUI_DONE;
	case KEY_ENTER:
		chart_place__zoom_in(place);
		return TUI_DONE;
	case KEY_ESC:
	case KEY_BACKSPACE:
		return chart_place__zoom_out(place) ? TUI_DONE : TUI_PASS;
	default:
		return press_time(place, key);
	}
}

int flame_chart__mouse(struct flame_chart *fc, const struct term_event *event)
{
	struct chart_place *place = &fc->place;
	bool on_box = event->row >= CHART_NR_HEADS &&
		      (event->mouse == MOUSE_PRESS || event->mouse == MOUSE_RIGHT) &&
		      chart_place__go_to(place, event->row - CHART_NR_HEADS, event->col);

	switch (event->mouse) {
	case MOUSE_PRESS:
		if (on_box)
			chart_place__zoom_in(place);
		return TUI_DONE;
	case MOUSE_RIGHT: /* selects; the app opens the menu */
		return on_box ? TUI_PASS : TUI_DONE;
	case MOUSE_WHEEL_UP:
	case MOUSE_WHEEL_DOWN:
		chart_place__scroll(place, event->mouse == MOUSE_WHEEL_UP ? -1 : 1);
		return TUI_DONE;
	case MOUSE_DRAG:
	case MOUSE_RELEASE:
	default:
		return TUI_PASS;
	}
}

/* ---- for the app ---- */

void flame_chart__target(struct flame_chart *fc, struct tui_target *target)
{
	const struct chart_box *box = chart_place__box(&fc->place);
	const struct chart_facts *facts = chart_place__facts(&fc->place);
	const struct chart *chart = fc->place.chart;

	if (!box || !facts)
		return;
	target->pid = chart->threads[box->thread].pid;
	target->tid = chart->threads[box->thread].tid;
	target->comm_id = chart->threads[box->thread].comm_id;
	if (!box->depth)
		return;
	target->start = facts->start;
	target->end = facts->end > facts->start ? facts->end - 1 : facts->start;
	target->func = funcs__subject(chart->conf.funcs, chart->conf.chains->nodes[box->node].func);
	target->dso = target->func ? target->func->dso : NULL;
}

int flame_chart__status(const struct flame_chart *fc, char *buf, size_t size)
{
	const struct chart *chart = fc->place.chart;
	const char *plural = chart->nr_threads == 1 ? "" : "s";

	if (chart->nr_bare)
		return snprintf(buf, size, "%zu thread%s, %zu samples without a stack",
				chart->nr_threads, plural, chart->nr_bare);
	return snprintf(buf, size, "%zu thread%s", chart->nr_threads, plural);
}
