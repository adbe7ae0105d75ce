// SPDX-License-Identifier: GPL-2.0-only
#include <time.h>

#include "ui/tui/app/screen.h"
#include "ui/tui/app/status.h"

static void draw_too_small(struct tui_app *app)
{
	struct term_win win = term__win(app->term);

	term_win__printf(&win, "%ux%u is too small: %dx%d is needed", win.cols, win.rows,
			 TERM_MIN_COLS, TERM_MIN_ROWS);
}

/* Draws the reason why a view has no lines, so that the reader need not guess. */
static void draw_emptiness(struct tui_app *app, const struct term_win *part)
{
	struct term_win win = *part;
	bool loads = !app->loader || loader__state(app->loader).phase != LOAD_IDLE;

	if (!app->data.event || loads || win.rows < 4)
		return;
	term_win__at(&win, 2, 2);
	term_win__color(&win, TERM_DIM);
	if (app__shown_zooms(app).nr)
		term_win__puts(&win, "Nothing is left here by the zooms: Esc undoes the last one");
	else if (!app->data.event->all.nr)
		term_win__puts(&win, app->data.profile->nr_events > 1
					     ? "This event has no samples: ] shows the next one"
					     : "This event has no samples");
	else if (app__view(app)->ops->empty)
		term_win__puts(&win, app__view(app)->ops->empty);
}

void app__draw(struct tui_app *app)
{
	struct term_win win = term__win(app->term), part;
	unsigned int heads = app__nr_heads(app);
	struct tui_view *view = app__view(app);

	term__clear(app->term);
	if (win.rows < TERM_MIN_ROWS || win.cols < TERM_MIN_COLS) {
		draw_too_small(app);
		return;
	}
	app__draw_heads(app, &win);
	view->search = app->search[0] ? app->search : NULL;
	part = term_win__sub(&win, heads, 0, win.rows - heads - 1, win.cols);
	view__draw(view, &part, !app->hide_heads);
	if (view->ops->nr_lines && !view->ops->nr_lines(view))
		draw_emptiness(app, &part);
	part = term_win__sub(&win, win.rows - 1, 0, 1, win.cols);
	app__draw_status(app, &part);
}

/*
 * Skip drawing while keys arrive faster than screens can be drawn (a held key, a slow line), but
 * for no longer than this, ms.
 */
#define MAX_SKIP 100

bool app__is_due(struct tui_app *app)
{
	struct timespec ts;
	int64_t now;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	now = ts.tv_sec * 1000LL + ts.tv_nsec / 1000000;
	/* A view learns the length of a page when it is drawn for the first time. */
	if (app__view(app)->rows && now - app->drawn_at < MAX_SKIP && term__has_input(app->term))
		return false;
	app->drawn_at = now;
	return true;
}
