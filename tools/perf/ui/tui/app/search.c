// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "ui/tui/app/question.h"
#include "ui/tui/app/search.h"

/* Returns where the next search begins: at the cursor itself only for a new text. */
static uint64_t begin_at(const struct tui_view *view, bool forward, bool again)
{
	if (!view->ops->nr_lines)
		return again;
	return view->cursor + (forward && again);
}

/* Returns where a search continues. Views of a picture have an order of their own, from 0 on. */
static uint64_t other_end(const struct tui_view *view, bool forward)
{
	return forward || !view->ops->nr_lines ? 0 : view->ops->nr_lines(view);
}

static void end_at(struct tui_app *app, uint64_t at)
{
	struct tui_view *view = app__view(app);

	app->walk.on = false;
	if (at == UINT64_MAX) {
		app__say(app, "'%s' is nowhere in this view", app->search);
		app->is_error = true;
		return;
	}
	if (view->ops->select)
		view->ops->select(view, at);
	else
		view__go(view, at);
	app__say(app, "%s",
		 app->walk.wrapped && app->walk.again ? "The search went on from the other end"
						      : "");
}

static void say_where(struct tui_app *app)
{
	const struct search_walk *walk = &app->walk;
	uint64_t nr = app__view(app)->ops->nr_lines(app__view(app));

	app__say(app, "Searching for '%s': line %" PRIu64 " of %" PRIu64 "; a key stops it",
		 app->search, walk->from, nr);
}

void app__search_on(struct tui_app *app)
{
	struct tui_view *view = app__view(app);
	struct search_walk *walk = &app->walk;
	uint64_t at = view->ops->find(view, walk->from, app->search, walk->forward);

	walk->waits = at == VIEW_FIND_LATER;
	if (walk->waits) {
		app__say(app, "Searching for '%s'", app->search);
	} else if (at == VIEW_FIND_MORE) {
		walk->from += walk->forward ? VIEW_FIND_LINES : -(uint64_t)VIEW_FIND_LINES;
		say_where(app);
	} else if (at == UINT64_MAX && !walk->wrapped) {
		walk->wrapped = true;
		walk->from = other_end(view, walk->forward);
	} else {
		end_at(app, at);
	}
}

static int go_to(struct tui_app *app, bool forward, bool again)
{
	const struct tui_view *view = app__view(app);
	struct search_walk *walk = &app->walk;

	if (!view->ops->find || !app->search[0]) {
		app__say(app, "There is nothing to search for: / asks what");
		return 0;
	}
	*walk = (struct search_walk){
		.on = true,
		.forward = forward,
		.again = again,
		.from = begin_at(view, forward, again),
	};
	/* Runs the first slice at once: most matches are near. */
	app__search_on(app);
	if (walk->on && walk->wrapped)
		app__search_on(app);
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
