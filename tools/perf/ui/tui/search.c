// SPDX-License-Identifier: GPL-2.0-only
/* Search: asks for a text, and goes to the places that have it. */
#include <stdio.h>
#include <string.h>

#include "ui/tui/app-priv.h"

/* Where the next search begins: at the cursor itself only the first time. */
static uint64_t begin_at(const struct tui_view *view, bool forward, bool again)
{
	if (!view->ops->nr_lines)
		return again;
	return view->cursor + (forward && again);
}

static int go_to(struct tui_app *app, bool forward, bool again)
{
	struct tui_view *view = app__view(app);
	uint64_t at, wrap = forward || !view->ops->nr_lines ? 0 : view->ops->nr_lines(view);
	bool wrapped = false;

	if (!view->ops->find || !app->search[0]) {
		app__say(app, "There is nothing to search for: / asks what");
		return 0;
	}
	at = view->ops->find(view, begin_at(view, forward, again), app->search, forward);
	if (at == UINT64_MAX) {
		at = view->ops->find(view, wrap, app->search, forward);
		wrapped = true;
	}
	if (at == UINT64_MAX) {
		app__say(app, "'%s' is nowhere in this view", app->search);
		app->is_error = true;
		return 0;
	}
	if (view->ops->select)
		view->ops->select(view, at);
	else
		view__go(view, at);
	if (wrapped && again)
		app__say(app, "The search went on from the other end");
	return 0;
}

int app__search(struct tui_app *app, struct defer_error *err)
{
	char text[SEARCH_LEN] = "";

	(void)err;
	if (!app__view(app)->ops->find) {
		app__say(app, "There is nothing to search in this view");
		return 0;
	}
	if (!app__ask(app, "Search: ", text, sizeof(text)))
		return 0;
	memcpy(app->search, text, sizeof(text));
	return text[0] ? go_to(app, true, false) : 0;
}

int app__search_next(struct tui_app *app, struct defer_error *err)
{
	(void)err;
	return go_to(app, true, true);
}

int app__search_back(struct tui_app *app, struct defer_error *err)
{
	(void)err;
	return go_to(app, false, true);
}
