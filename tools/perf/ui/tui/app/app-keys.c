// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "ui/tui/app/app-data.h"
#include "ui/tui/app/app-keys.h"
#include "ui/tui/app/compare-keys.h"
#include "ui/tui/app/command.h"
#include "ui/tui/app/context-menu.h"
#include "ui/tui/app/copy.h"
#include "ui/tui/app/files.h"
#include "ui/tui/app/finder.h"
#include "ui/tui/app/help.h"
#include "ui/tui/app/info.h"
#include "ui/tui/app/input.h"
#include "ui/tui/app/menu.h"
#include "ui/tui/term/keys.h"
#include "ui/tui/app/order-keys.h"
#include "ui/tui/app/question.h"
#include "ui/tui/app/search.h"
#include "ui/tui/app/status.h"
#include "ui/tui/app/summary-keys.h"
#include "ui/tui/app/zoom-keys.h"
#include "util/profile/event-group.h"

static int key_leave(struct tui_app *app, struct defer_error *err)
{
	(void)err;
	app->leave = true;
	return 0;
}

/* Goes to the view before. What the step from there zoomed into goes with it, later zooms go first. */
static void go_back(struct tui_app *app)
{
	const unsigned int came_with = app->came_with;

	if (came_with && app->request.zooms.nr > came_with) {
		app__unzoom(app);
		return;
	}
	app__go(app, app->before);
	if (came_with && app->request.zooms.nr == came_with)
		app__unzoom(app);
}

/* Goes to the view that is @by behind the current one, or before it, in a ring. */
static int step_view(struct tui_app *app, int by, struct defer_error *err)
{
	(void)err;
	app__go(app, (app->current + app->nr_views + by) % app->nr_views);
	return 0;
}

/* ---- events ---- */

/* Goes to the next event that has samples, or to the one before if @by is -1. */
static int step_event(struct tui_app *app, int by, struct defer_error *err)
{
	const struct profile *profile = app->data.profile;
	uint32_t nr = profile ? profile->nr_events : 0, event = app->event;

	(void)err;
	for (uint32_t i = 1; i < nr; i++) {
		event = (event + nr + by) % nr;
		if (profile->events[event].all.nr)
			break;
	}
	if (nr < 2)
		app__say(app, "There is only one event");
	else if (event == app->event || !profile->events[event].all.nr)
		app__say(app, "No other event has samples");
	else
		app__set_event(app, event);
	return 0;
}

#define MAX_EVENTS	64 /* in a list; ']' goes to any */
#define EVENT_LABEL_LEN 160

/* Offers the events that have samples, as perf does. Returns false if there are no two. */
static bool choose_event(struct tui_app *app)
{
	const struct profile *profile = app->data.profile;
	char labels[MAX_EVENTS][EVENT_LABEL_LEN], name[EVENT_LABEL_LEN - 16];
	const char *items[MAX_EVENTS];
	uint32_t events[MAX_EVENTS];
	unsigned int nr = 0;
	int chosen;

	for (uint32_t i = 0; profile && i < profile->nr_events && nr < MAX_EVENTS; i++) {
		if (!profile->events[i].all.nr)
			continue;
		profile_event__name(&profile->events[i], name, sizeof(name));
		snprintf(labels[nr], sizeof(labels[nr]), "%10" PRIu64 "  %s",
			 profile->events[i].all.nr, name);
		items[nr] = labels[nr];
		events[nr++] = i;
	}
	if (nr < 2)
		return false;
	chosen = app__choose(app, "Samples of which event?", items, nr);
	if (chosen >= 0)
		app__set_event(app, events[chosen]);
	return true;
}

static int key_back(struct tui_app *app, struct defer_error *err)
{
	(void)err;
	if (app->before != app->current)
		go_back(app);
	else if (!app__undo_compare(app) && !app__unzoom(app) && !choose_event(app))
		app__say(app, "There is no zoom to undo; q leaves");
	return 0;
}

/* ---- how things are shown ---- */

static int toggle_relative(struct tui_app *app, struct defer_error *err)
{
	(void)err;
	if (app->request.compare) {
		app__say(app, "In a comparison percentages are of what is zoomed into");
		return 0;
	}
	app->request.relative = !app->request.relative;
	app__request(app);
	app__say(app, "Percentages are of %s",
		 app->request.relative ? "what is zoomed into" : "all samples");
	return 0;
}

static int toggle_names(struct tui_app *app, struct defer_error *err)
{
	(void)err;
	app->request.short_names = !app->request.short_names;
	app__request(app);
	app__say(app, "Names of functions are %s",
		 app->request.short_names ? "without arguments" : "whole");
	return 0;
}

/* Reads "5" or "5%" from *@text, and sets *@text behind it. Returns false if that is no percentage. */
static bool read_percent(const char **text, double *percent)
{
	char *end;

	*percent = strtod(*text, &end);
	if (end == *text || !(*percent >= 0 && *percent <= 100))
		return false;
	*text = end + (*end == '%');
	return true;
}

/* One number is the limit of both rows and call chains. */
static int ask_limit(struct tui_app *app, struct defer_error *err)
{
	struct load_request *request = &app->request;
	char text[64];
	const char *at = text;
	double rows, graph;
	bool valid;

	snprintf(text, sizeof(text), "%g,%g", request->min_percent, request->graph_percent);
	if (!app__ask(app, "Show no rows below percent (rows,callchains): ", text, sizeof(text)))
		return 0;
	valid = read_percent(&at, &rows);
	graph = rows;
	if (valid && *at == ',') {
		at++;
		valid = read_percent(&at, &graph);
	}
	if (!valid || *at)
		return defer_error__set(err, DEFER_ERR_INVAL, "'%s' is no percentage", text);
	request->min_percent = rows;
	request->graph_percent = graph;
	app__request(app);
	return 0;
}

/* Shows the halves of stacks that @seam, an enum seam_mode, says. A line above the rows says it. */
static int set_seam(struct tui_app *app, int seam, struct defer_error *err)
{
	(void)err;
	app->request.seam = seam;
	app__request(app);
	return 0;
}

static int toggle_heads(struct tui_app *app, struct defer_error *err)
{
	(void)err;
	app->hide_heads = !app->hide_heads;
	return 0;
}

/* ---- the table ---- */

static int key_help(struct tui_app *app, struct defer_error *err)
{
	return app__help(app, app_keys(), err);
}

/* Presses the key that the user finds, if it is a key. */
static int key_find_anything(struct tui_app *app, struct defer_error *err)
{
	struct term_event event = {.kind = TERM_EVENT_KEY};
	int ret = app__find_anything(app, app_keys(), &event.key, err);

	if (ret || !event.key)
		return ret;
	app__take_common_key(app, &event);
	return event.kind == TERM_EVENT_KEY ? app__key(app, &event, err) : 0;
}

const struct app_key *app_keys(void)
{
	static const struct app_key keys[] = {
		{.key = {{KEY_UP, KEY_DOWN}, "Move to the line before, after"}},
		{.key = {{KEY_PGUP, KEY_PGDN, ' '}, "Move by a page"}},
		{.key = {{KEY_HOME, KEY_END}, "Move to the first, last line"}},
		{.key = {{'<', '{'},
			 "Scroll left, and show columns that a narrow screen leaves out"}},
		{.key = {{'>', '}'}, "Scroll right"}},
		{{{KEY_TAB}, "Next view"}, .run_with = step_view, .what = 1},
		{{{KEY_UNTAB}, "Previous view"}, .run_with = step_view, .what = -1},
		{{{KEY_ENTER, KEY_RIGHT, 'm'},
		  "Open what is here, or a menu of what to do with it"},
		 .run = app__context_menu},
		{{{KEY_ESC, KEY_LEFT},
		  "Back: to the view before, or undo the last zoom, or to the list of events"},
		 .run = key_back},
		{{{'t'}, "Zoom into a thread"}, .run_with = app__zoom_here, .what = ZOOM_THREAD},
		{{{'d'}, "Zoom into a DSO"}, .run_with = app__zoom_here, .what = ZOOM_DSO},
		{{{'k'}, "Zoom into the kernel"}, .run = app__zoom_kernel},
		{{{'S'}, "Zoom into a CPU socket"},
		 .run_with = app__zoom_here,
		 .what = ZOOM_SOCKET},
		{{{'z'}, "Zoom into something else: symbol, comm, CPU, class, time"},
		 .run = app__zoom_menu},
		{{{'F'}, "Percentages of all samples, or of what is zoomed into"},
		 .run = toggle_relative},
		{{{'L'}, "Change the percent limit of rows and callchains"}, .run = ask_limit},
		{{{'A'}, "Names of functions whole, or without their arguments"},
		 .run = toggle_names},
		{{{'R'}, "Fold recursion: a function that calls itself once, and how often"},
		 .run = app__fold_recursion,
		 .works = app__folds},
		{{{'o'}, "Rows by other keys: a list to check, as -s takes them"},
		 .run = app__ask_sort,
		 .works = app__has_rows},
		{{{'O'}, "Other columns: a list to check, as -F takes them"},
		 .run = app__ask_fields,
		 .works = app__has_rows},
		{{{'v'}, "The samples of what the cursor is on, one by one"}, .run = app__samples},
		{{{'K'}, "Without kernel frames: user code has its kernel time"},
		 .run_with = set_seam,
		 .what = SEAM_USER},
		{{{'U'}, "Without user frames: kernel alone"},
		 .run_with = set_seam,
		 .what = SEAM_KERNEL},
		{{{'p'}, "Where user code enters the kernel: callers, and what is called"},
		 .run_with = set_seam,
		 .what = SEAM_PIVOT},
		{{{'B'}, "Both halves of all stacks"}, .run_with = set_seam, .what = SEAM_BOTH},
		{{{'!'}, "Leave out a thread, comm, symbol or DSO"}, .run = app__all_but},
		{{{'='}, "Mark what is shown; then compare with it; then end the comparison"},
		 .run = app__compare},
		{{{'C'}, "Compare with another file; without a name, with nothing"},
		 .run = app__compare_file},
		{{{'/'}, "Show only rows with a text in their symbol; in other views: search"},
		 .run = app__filter_rows},
		{{{'f', KEY_CTRL('f')}, "Search"}, .run = app__search},
		{{{'n'}, "Next place found"}, .run_with = app__search_again, .what = true},
		{{{'N'}, "Previous place found"}, .run_with = app__search_again, .what = false},
		{{{'a'}, "Source and assembly of the function"},
		 .run = app__source,
		 .works = app__has_source},
		{{{'w'}, "Callers and callees of the function"}, .run = app__calls},
		{{{'g'}, "The same function in another view"}, .run = app__find_func},
		{{{':'}, "Find a function, a thread or a key, and go there or press it"},
		 .run = key_find_anything},
		{{{']'}, "Next event"}, .run_with = step_event, .what = 1},
		{{{'['}, "Previous event"}, .run_with = step_event, .what = -1},
		{{{'H'}, "Show or hide column headers"}, .run = toggle_heads},
		{{{'i'}, "About the trace: its header, and why symbols are missing"},
		 .run = app__info},
		{{{'y'}, "Copy the name to the clipboard of the terminal"}, .run = app__copy},
		{{{'Y'}, "Copy the command line that opens what is shown"},
		 .run = app__copy_command},
		{{{'P'}, "Print the view to a file"}, .run = app__print},
		{{{'x'}, "Export the profile, in the shape of the flame that is shown"},
		 .run = app__export},
		{{{'s'}, "Switch to another trace of this directory"}, .run = app__switch_file},
		{{{'h', '?', KEY_F1}, "This help"}, .run = key_help},
		{.key = {{KEY_CTRL('l')}, "Redraw the screen"}},
		{.key = {{KEY_CTRL('z')}, "Suspend"}},
		{{{'q', KEY_CTRL('c')}, "Leave"}, .run = key_leave},
		{.key = {{0}, NULL}},
	};

	return keys;
}

static const struct app_key *find_key(const struct tui_app *app, uint32_t key)
{
	for (const struct app_key *known = app_keys(); known->key.help; known++) {
		for (size_t i = 0; i < 3 && known->key.keys[i]; i++) {
			if (known->key.keys[i] == key && app_key__works(app, known))
				return known;
		}
	}
	return NULL;
}

/* ---- what to do with a key ---- */

/* Goes to view @i. One of a single function shows that of the cursor, if there is one. */
static int go_to_view(struct tui_app *app, unsigned int i, struct defer_error *err)
{
	const struct zoom_target target = app__target(app);
	bool has_func = target.func && (target.func->sym || !app->views[i].ops->needs_symbol);

	if (i != app->current && app->views[i].ops->show && has_func)
		return app__show(app, app->views[i].ops->name, &target, err);
	app__go(app, i);
	return 0;
}

static int pass_key(struct tui_app *app, const struct term_event *event, struct defer_error *err)
{
	uint32_t key = event->key, view = key == '0' ? 9 : key - '1';
	const struct app_key *known = find_key(app, key);
	char name[KEY_NAME_LEN];

	if (key == '0' && view < app->nr_views)
		return app__show(app, app->views[view].ops->name, NULL, err);
	if (key >= '1' && key <= '9' && view < app->nr_views)
		return go_to_view(app, view, err);
	if (known && known->run)
		return known->run(app, err);
	else if (known && known->run_with)
		return known->run_with(app, known->what, err);
	else if (!known)
		app__say(app, "%s does nothing here; h lists the keys", key__name(key, name));
	return 0;
}

/* Offers a key to the view first, then to scrolling, then to the table of common keys. */
static int take_key(struct tui_app *app, const struct term_event *event, struct defer_error *err)
{
	struct tui_view *view = app__view(app);
	/* A comparison of zooms that began goes on in any view. */
	bool compares = event->key == '=' && (app->marked || app->request.compare);
	int ret = view->ops->key && !compares ? view->ops->key(view, event, err) : TUI_PASS;

	if (ret == TUI_PASS)
		ret = view__scroll(view, event);
	if (ret != TUI_PASS)
		return ret;
	if (app__pass_key(app, event->key))
		return take_key(app, event, err);
	return pass_key(app, event, err);
}

/* Returns whether @row, which is above the view's lines, is one of its heads. */
static bool is_head(const struct tui_app *app, unsigned int row)
{
	const struct tui_view *view = &app->views[app->current];

	return !app->hide_heads && view->ops->click_head && row + view__nr_heads(view) >= view->row;
}

static int click_head(struct tui_app *app, unsigned int col, struct defer_error *err)
{
	const struct column *column = NULL;
	int ret = app__view(app)->ops->click_head(app__view(app), col, &column, err);

	return ret < 0 || !column ? ret : app__sort_by(app, column, err);
}

static int take_mouse(struct tui_app *app, const struct term_event *event, struct defer_error *err)
{
	const struct term_event enter = {.kind = TERM_EVENT_KEY, .key = KEY_ENTER};
	struct tui_view *view = app__view(app);
	struct term_event inside = *event;
	int ret = TUI_PASS, tab = app__tab_at(app, event->row, event->col);

	if (event->mouse == MOUSE_PRESS && tab >= 0) {
		app__go(app, tab);
		return 0;
	}
	if (event->mouse == MOUSE_PRESS && event->row < view->row && is_head(app, event->row))
		return click_head(app, event->col, err);
	inside.row -= view->row;
	if (event->row < view->row || inside.row >= view->rows)
		return 0;
	if (view->ops->key)
		ret = view->ops->key(view, &inside, err);
	if (ret == TUI_PASS)
		ret = view__scroll(view, &inside);
	if (ret == TUI_PASS && event->mouse == MOUSE_RIGHT && view->ops->draw && view->ops->target)
		return app__context_menu(app, err);
	if (ret != TUI_PASS || !view->ops->nr_lines || inside.row + view->top != view->cursor)
		return ret;
	if (event->mouse == MOUSE_PRESS)
		return take_key(app, &enter, err);
	return event->mouse == MOUSE_RIGHT ? app__context_menu(app, err) : 0;
}

int app__key(struct tui_app *app, const struct term_event *event, struct defer_error *err)
{
	return event->kind == TERM_EVENT_MOUSE ? take_mouse(app, event, err)
					       : take_key(app, event, err);
}
