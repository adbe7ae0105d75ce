// SPDX-License-Identifier: GPL-2.0-only
#include "ui/tui/app/input.h"

/* Interval at which progress is drawn, ms. */
#define TICK 100

static bool is_loading(const struct tui_app *app)
{
	enum load_phase phase;

	if (!app->loader)
		return false;
	phase = loader__state(app->loader).phase;
	return phase != LOAD_IDLE && phase != LOAD_FAILED;
}

void app__take_common_key(struct tui_app *app, struct term_event *event)
{
	switch (event->key) {
	case KEY_CTRL('c'):
		if (!app->loader || !loader__stop_download(app->loader)) {
			app->leave = true;
			return;
		}
		break;
	case KEY_CTRL('l'):
		term__redraw(app->term);
		break;
	case KEY_CTRL('z'):
		term__suspend(app->term);
		break;
	default:
		return;
	}
	event->kind = TERM_EVENT_RESIZE;
}

/* Drops pasted text, whose letters would all act as keys. */
static void refuse_paste(struct tui_app *app, struct term_event *event)
{
	app__say(app, "Nothing can be pasted here");
	event->kind = TERM_EVENT_NONE;
}

/* Returns how long nothing has to be drawn, ms; -1: until the next event. */
static int input_timeout(const struct tui_app *app)
{
	if ((app->walk.on && !app->walk.waits) || app->views[app->current].busy)
		return 0;
	return is_loading(app) ? TICK : -1;
}

bool app__wait(struct tui_app *app, struct term_event *event)
{
	struct defer_error err = DEFER_ERROR_INIT;

	if (app->leave)
		return false;
	if (term__wait(app->term, input_timeout(app), event, &err) ||
	    event->kind == TERM_EVENT_QUIT)
		app->leave = true;
	else if (event->kind == TERM_EVENT_KEY && event->pasted && !app->asks)
		refuse_paste(app, event);
	else if (event->kind == TERM_EVENT_KEY && !event->pasted)
		app__take_common_key(app, event);
	return !app->leave;
}

bool app__wait_text(struct tui_app *app, struct term_event *event)
{
	bool ret;

	app->asks = true;
	ret = app__wait(app, event);
	app->asks = false;
	return ret;
}
