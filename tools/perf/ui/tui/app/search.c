// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "ui/tui/app/menu.h"
#include "ui/tui/app/question.h"
#include "ui/tui/app/search.h"
#include "util/profile/func.h"

#define MAX_COUNT 1000 /* matches to count between two looks at the keys */

/* Has the search begin at the cursor, with that line itself only for a new text. */
static void begin_at_cursor(struct tui_app *app)
{
	const struct tui_view *view = app__view(app);
	struct find_request *find = &app->walk.find;
	bool next = find->forward && app->walk.again;

	if (!view->ops->nr_lines) {
		find->from = app->walk.again;
		return;
	}
	find->below = next && app->search_closed;
	find->from = view->cursor + (next && !app->search_closed);
}

/* Returns where a search continues. Views of a picture have an order of their own, from 0 on. */
static uint64_t other_end(const struct tui_view *view, bool forward)
{
	return forward || !view->ops->nr_lines ? 0 : view->ops->nr_lines(view);
}

/* ---- how many ---- */

/* Returns where the search went on at the end of all lines; nothing if it did not. */
static const char *wrapped_text(const struct search_walk *walk)
{
	if (!walk->wrapped || !walk->again)
		return "";
	return walk->find.forward ? "continued from the top" : "continued from the bottom";
}

static void say_count(struct tui_app *app)
{
	const struct search_walk *walk = &app->walk;
	uint64_t nr = app->search_closed ? walk->nr_all : walk->nr;
	char more[64] = "";

	if (walk->nr_all > nr)
		snprintf(more, sizeof(more), ", %" PRIu64 " more below closed lines",
			 walk->nr_all - nr);
	app__say(app, "'%s': %" PRIu64 " match%s%s%s%s", app->search, nr, nr == 1 ? "" : "es", more,
		 *wrapped_text(walk) ? "; " : "", wrapped_text(walk));
}

/* Counts a line that find() returns. Returns true if there are more to look at. */
static bool count_line(const struct tui_view *view, struct search_walk *walk)
{
	enum find_result result = view__find(view, &walk->find);

	walk->find.from += result == FIND_FOUND;
	walk->nr += result == FIND_FOUND;
	return result == FIND_FOUND || result == FIND_MORE;
}

/* Counts for a while. Returns true if there is more to count. */
static bool count_slice(struct tui_app *app)
{
	struct tui_view *view = app__view(app);
	struct search_walk *walk = &app->walk;
	uint64_t end = walk->find.from + FIND_LINES;
	unsigned int i = 0;

	if (walk->step == WALK_COUNTS_CLOSED)
		return view->ops->count(view, app->search, &walk->find.from, &walk->nr_all);
	while (count_line(view, walk)) {
		if (++i == MAX_COUNT || walk->find.from >= end)
			return true;
	}
	if (!view->ops->count)
		return false;
	walk->step = WALK_COUNTS_CLOSED;
	walk->find.from = 0;
	return true;
}

static void count_on(struct tui_app *app)
{
	app->walk.on = count_slice(app);
	if (!app->walk.on)
		say_count(app);
}

static void begin_count(struct tui_app *app)
{
	app->walk.on = true;
	app->walk.step = WALK_COUNTS;
	app->walk.find = (struct find_request){.text = app->search, .forward = true};
	app->walk.nr = app->walk.nr_all = 0;
	count_on(app);
	if (app->walk.on)
		count_on(app); /* most counts end at once */
}

/* ---- where ---- */

static void end_walk(struct tui_app *app, bool found)
{
	struct tui_view *view = app__view(app);
	uint64_t at = app->walk.find.from;

	app->walk.on = false;
	if (!found) {
		app__say(app, "'%s' is nowhere in this view", app->search);
		app->is_error = true;
		return;
	}
	app__say(app, "%s", wrapped_text(&app->walk));
	if (view->ops->select) {
		view->ops->select(view, at); /* a picture itself says how many there are */
	} else {
		view__go(view, at);
		begin_count(app);
	}
}

static void say_where(struct tui_app *app)
{
	const struct search_walk *walk = &app->walk;
	uint64_t nr = app__view(app)->ops->nr_lines(app__view(app));

	app__say(app, "Searching for '%s': line %" PRIu64 " of %" PRIu64 "; a key stops it",
		 app->search, walk->find.from, nr);
}

/* Goes on at the other end, and then below closed lines. Returns false at the end of all. */
static bool go_on(struct tui_app *app)
{
	const struct tui_view *view = app__view(app);
	struct search_walk *walk = &app->walk;

	if (walk->wrapped) {
		if (app->search_closed || !view->ops->count)
			return false;
		app->search_closed = true;
		walk->find.closed = true;
		walk->wrapped = false;
		begin_at_cursor(app);
		return true;
	}
	walk->wrapped = true;
	walk->find.below = false;
	walk->find.from = other_end(view, walk->find.forward);
	return true;
}

static void find_on(struct tui_app *app)
{
	enum find_result result = view__find(app__view(app), &app->walk.find);

	app->walk.waits = result == FIND_LATER;
	if (app->walk.waits)
		app__say(app, "Searching for '%s'", app->search);
	else if (result == FIND_MORE)
		say_where(app);
	else if (result == FIND_FOUND || !go_on(app))
		end_walk(app, result == FIND_FOUND);
}

void app__search_on(struct tui_app *app)
{
	if (app->walk.step == WALK_FINDS)
		find_on(app);
	else
		count_on(app);
}

static void init_walk(struct tui_app *app, bool forward, bool again)
{
	app->walk = (struct search_walk){
		.on = true,
		.again = again,
		.find = {.text = app->search, .forward = forward, .closed = app->search_closed},
	};
}

/* Runs the first slices at once: most matches are near. */
static void begin_walk(struct tui_app *app)
{
	const struct search_walk *walk = &app->walk;

	app__search_on(app);
	for (int i = 0; i < 3 && walk->on && walk->step == WALK_FINDS && !walk->waits; i++)
		app__search_on(app);
}

static int go_to(struct tui_app *app, bool forward, bool again)
{
	if (!view__can_find(app__view(app)) || !app->search[0]) {
		app__say(app, "Nothing was searched for yet: f begins a search");
		return 0;
	}
	init_walk(app, forward, again);
	begin_at_cursor(app);
	begin_walk(app);
	return 0;
}

int app__search(struct tui_app *app, struct defer_error *err)
{
	char text[SEARCH_LEN] = "";

	(void)err;
	if (!view__can_find(app__view(app))) {
		app__say(app, "There is nothing to search in this view");
		return 0;
	}
	if (!app__ask(app, "Search: ", text, sizeof(text)))
		return 0;
	memcpy(app->search, text, sizeof(text));
	app->search_closed = false;
	return text[0] ? go_to(app, true, false) : 0;
}

int app__search_again(struct tui_app *app, int forward, struct defer_error *err)
{
	(void)err;
	return go_to(app, forward, true);
}

/* ---- the same function in another view ---- */

#define MAX_VIEWS 16

/* Has the user choose a view with functions. Returns it; NULL: none is chosen. */
static const struct tui_view *choose_view(struct tui_app *app, const char *name)
{
	const struct tui_view *views[MAX_VIEWS] = {0};
	char labels[MAX_VIEWS][32], title[SEARCH_LEN];
	const char *items[MAX_VIEWS];
	unsigned int nr = 0;
	int chosen;

	for (unsigned int i = 0; i < app->nr_views && nr < MAX_VIEWS; i++) {
		if (i == app->current || !app->views[i].ops->has_funcs)
			continue;
		snprintf(labels[nr], sizeof(labels[nr]), "%u %s", i + 1, app->views[i].ops->name);
		items[nr] = labels[nr];
		views[nr++] = &app->views[i];
	}
	snprintf(title, sizeof(title), "Go to %s in", name);
	chosen = app__choose(app, title, items, nr);
	return chosen < 0 ? NULL : views[chosen];
}

int app__go_to_func(struct tui_app *app, const struct func *func, const char *view,
		    struct defer_error *err)
{
	char label[FUNC_LABEL_LEN], text[SEARCH_MAX];
	const struct tui_view_ops *ops;
	int ret = snprintf(text, sizeof(text), "=%s",
			   func->name ? func->name : func__label(func, label));

	if ((size_t)ret >= sizeof(text))
		return defer_error__set(err, DEFER_ERR_INVAL,
					"the name of this function is too long to search for");
	ret = app__show(app, view, NULL, err);
	if (ret)
		return ret;
	ops = app__view(app)->ops;
	memcpy(app->search, text, sizeof(text));
	/* A row of its own is better than a place below that of a caller. */
	app->search_closed = ops->count && !ops->has_rows;
	init_walk(app, true, false);
	begin_walk(app);
	return 0;
}

int app__find_func(struct tui_app *app, struct defer_error *err)
{
	const struct zoom_target target = app__target(app);
	char label[FUNC_LABEL_LEN];
	const struct tui_view *view;

	if (!target.func)
		return defer_error__set(err, DEFER_ERR_NOENT,
					"there is no function here to go to in another view");
	view = choose_view(app, func__label(target.func, label));
	return view ? app__go_to_func(app, target.func, view->ops->name, err) : 0;
}
