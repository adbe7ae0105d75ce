// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ui/tui/view/host.h"
#include "ui/tui/view/flame-boxes.h"
#include "ui/tui/view/flame-place.h"
#include "ui/tui/view/views.h"
#include "util/base/error.h"
#include "util/profile/profile.h"

#define NR_HEADS 1 /* rows above the boxes */

struct flame_view {
	struct flame_place place;
	char *search; /* text that matches contain, or NULL */
	struct flame_matches matches;
};

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

	if (!fv->place.flame && view->data->event)
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

	if (found < fv->matches.nr)
		flame_place__show(&fv->place, fv->matches.nodes[found]);
}

/* ---- drawing ---- */

#define NOTE_LEN 160

/*
 * Writes the share of samples whose stacks contain a match, in at most @room columns; "" if there
 * are none.
 */
static const char *note_text(const struct flame_view *fv, unsigned int room, char buf[NOTE_LEN])
{
	double percent = flame__percent(fv->place.flame, fv->matches.total);
	const char *plural = fv->matches.nr == 1 ? "" : "s";

	snprintf(buf, NOTE_LEN, " \"%.100s\" %.2f%% in %zu place%s", fv->search, percent,
		 fv->matches.nr, plural);
	if (term__width(buf) > room)
		snprintf(buf, NOTE_LEN, " %.2f%% in %zu place%s", percent, fv->matches.nr, plural);
	if (term__width(buf) > room)
		snprintf(buf, NOTE_LEN, " %.2f%%", percent);
	return term__width(buf) > room ? "" : buf;
}

/*
 * Draws the note at the right end. @end is the end of the name, which keeps at least half of the
 * row.
 */
static void draw_note(const struct flame_view *fv, unsigned int begin, unsigned int end,
		      struct term_win *win)
{
	unsigned int most = begin + win->cols / 2, keep = end < most ? end : most;
	char buf[NOTE_LEN];
	const char *text = note_text(fv, keep < win->cols ? win->cols - keep : 0, buf);

	term_win__at(win, 0, win->cols - term__width(text));
	term_win__color(win, TERM_MATCH);
	term_win__puts(win, text);
}

/* Draws the name and figures of the selected box. */
static void draw_head(const struct flame_view *fv, struct term_win *win)
{
	const struct flame_node *node = &fv->place.flame->nodes[fv->place.selected];
	const struct func *func = NULL;
	char buf[FLAME_LABEL_LEN];
	unsigned int begin, end;

	term_win__color(win, TERM_TITLE);
	term_win__printf(win, "%6.2f%%  self %6.2f%%  ",
			 flame__percent(fv->place.flame, node->total),
			 flame__percent(fv->place.flame, node->self));
	if (fv->place.selected != FLAME_ROOT) {
		func = flame__func(fv->place.flame, fv->place.selected);
		term_win__printf(win, "[%c] ", func->level);
	}
	begin = win->col;
	term_win__puts(win, func ? flame__label(fv->place.flame, fv->place.selected, buf)
				 : "all samples");
	end = win->col;
	if (func && func->dso)
		term_win__printf(win, "  %s", func__dso_name(func, false));
	term_win__fill(win);
	if (fv->search)
		draw_note(fv, begin, end, win);
}

static void flame_view__draw(struct tui_view *view, struct term_win *win)
{
	struct flame_view *fv = view->priv;
	struct term_win boxes = term_win__sub(win, NR_HEADS, 0, win->rows, win->cols);

	flame_view__search(fv, view->search);
	if (!fv->place.flame || !fv->place.flame->nodes[FLAME_ROOT].total || !boxes.rows) {
		term_win__color(win, TERM_DIM);
		term_win__puts(win, fv->place.flame	? "No samples"
				    : view->data->event ? "The flame graph is being made"
							: "The trace is being read");
		return;
	}
	if (flame_place__lay_out(&fv->place, boxes.rows, boxes.cols)) {
		term_win__color(win, TERM_ERROR);
		term_win__puts(win, "not enough memory for the flame graph");
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
	{{0}, "Click on a box: zoom into it, or out to a caller", true},
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

static void flame_view__click(struct flame_view *fv, unsigned int row, unsigned int col)
{
	uint32_t node = flame_place__at(&fv->place, row, col);

	if (node == FLAME_NO_BOX)
		return;
	flame_place__select(&fv->place, node);
	flame_place__zoom_in(&fv->place, node);
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
	case MOUSE_DRAG:
	case MOUSE_RELEASE:
	case MOUSE_RIGHT:
	default:
		return TUI_PASS;
	}
}

static int flame_view__key(struct tui_view *view, const struct term_event *event,
			   struct defer_error *err)
{
	struct flame_view *fv = view->priv;

	(void)err;
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
	view->priv = fv;
	return 0;
}

static void flame_view__close(struct tui_view *view)
{
	struct flame_view *fv = view->priv;

	drop_search(fv);
	flame_place__exit(&fv->place);
	free(fv);
	view->priv = NULL;
}

static int flame_view__refresh(struct tui_view *view, struct defer_error *err)
{
	const struct tui_data *data = view->data;
	struct flame_view *fv = view->priv;

	(void)err;
	drop_search(fv);
	flame_place__set(&fv->place, data->flame);
	if (!data->flame && data->event)
		tui_host__want(view->host, VIEW_DATA_FLAME);
	return 0;
}

static void flame_view__target(const struct tui_view *view, struct tui_target *target)
{
	const struct flame_view *fv = view->priv;

	if (!fv->place.flame || fv->place.selected == FLAME_ROOT)
		return;
	target->func = flame__func(fv->place.flame, fv->place.selected);
	target->dso = target->func->dso;
}

static int flame_view__status(const struct tui_view *view, char *buf, size_t size)
{
	const struct flame_view *fv = view->priv;
	size_t nr = 0;

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
	.keys = keys,
	.open = flame_view__open,
	.close = flame_view__close,
	.refresh = flame_view__refresh,
	.draw = flame_view__draw,
	.key = flame_view__key,
	.find = flame_view__find,
	.select = flame_view__select,
	.target = flame_view__target,
	.status = flame_view__status,
};
