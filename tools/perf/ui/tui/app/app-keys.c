// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <stdlib.h>

#include "ui/tui/app/app-data.h"
#include "ui/tui/app/app-keys.h"
#include "ui/tui/app/compare-keys.h"
#include "ui/tui/app/context-menu.h"
#include "ui/tui/app/copy.h"
#include "ui/tui/app/files.h"
#include "ui/tui/app/finder.h"
#include "ui/tui/app/help.h"
#include "ui/tui/app/info.h"
#include "ui/tui/app/input.h"
#include "ui/tui/term/keys.h"
#include "ui/tui/app/order-keys.h"
#include "ui/tui/app/question.h"
#include "ui/tui/app/search.h"
#include "ui/tui/app/status.h"
#include "ui/tui/app/zoom-keys.h"

static int key_leave(struct tui_app *app, struct defer_error *err)
{
	(void)err;
	app->leave = true;
	return 0;
}

static int key_back(struct tui_app *app, struct defer_error *err)
{
	(void)err;
	if (app->before != app->current)
		app__go(app, app->before);
	else if (!app__undo_compare(app) && !app__unzoom(app))
		app__say(app, "There is no zoom to undo; q leaves");
	return 0;
}

static int key_next_view(struct tui_app *app, struct defer_error *err)
{
	(void)err;
	app__go(app, (app->current + 1) % app->nr_views);
	return 0;
}

static int key_prev_view(struct tui_app *app, struct defer_error *err)
{
	(void)err;
	app__go(app, (app->current + app->nr_views - 1) % app->nr_views);
	return 0;
}

/* ---- events ---- */

/* Goes to the next event that has samples, @by 1 on, or nr - 1, which is one back. */
static int step_event(struct tui_app *app, uint32_t by)
{
	const struct profile *profile = app->data.profile;
	uint32_t nr = profile ? profile->nr_events : 0, event = app->event;

	for (uint32_t i = 1; i < nr; i++) {
		event = (event + by) % nr;
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

static int key_next_event(struct tui_app *app, struct defer_error *err)
{
	(void)err;
	return step_event(app, 1);
}

static int key_prev_event(struct tui_app *app, struct defer_error *err)
{
	(void)err;
	return step_event(app, app->data.profile ? app->data.profile->nr_events - 1 : 0);
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

static int ask_limit(struct tui_app *app, struct defer_error *err)
{
	char text[32], *end;
	double limit;

	snprintf(text, sizeof(text), "%g", app->request.min_percent);
	if (!app__ask(app, "Show no rows below percent: ", text, sizeof(text)))
		return 0;
	limit = strtod(text, &end);
	if (*end == '%')
		end++;
	if (end == text || *end || !(limit >= 0 && limit <= 100))
		return defer_error__set(err, DEFER_ERR_INVAL, "'%s' is no percentage", text);
	app->request.min_percent = app->request.graph_percent = limit;
	app__request(app);
	return 0;
}

/* A line above the rows says it. */
static int set_seam(struct tui_app *app, enum seam_mode seam)
{
	app->request.seam = seam;
	app__request(app);
	return 0;
}

static int show_user(struct tui_app *app, struct defer_error *err)
{
	(void)err;
	return set_seam(app, SEAM_USER);
}

static int show_kernel(struct tui_app *app, struct defer_error *err)
{
	(void)err;
	return set_seam(app, SEAM_KERNEL);
}

static int show_both(struct tui_app *app, struct defer_error *err)
{
	(void)err;
	return set_seam(app, SEAM_BOTH);
}

static int show_pivots(struct tui_app *app, struct defer_error *err)
{
	(void)err;
	return set_seam(app, SEAM_PIVOT);
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
		{{{KEY_UP, KEY_DOWN}, "Move to the line before, after", false}, NULL, NULL},
		{{{KEY_PGUP, KEY_PGDN, ' '}, "Move by a page", false}, NULL, NULL},
		{{{KEY_HOME, KEY_END}, "Move to the first, last line", false}, NULL, NULL},
		{{{'<', '{'}, "Move to the left, and to columns that had no room", false},
		 NULL,
		 NULL},
		{{{'>', '}'}, "Move to the right", false}, NULL, NULL},
		{{{KEY_TAB}, "Next view", false}, key_next_view, NULL},
		{{{KEY_UNTAB}, "Previous view", false}, key_prev_view, NULL},
		{{{KEY_ENTER, KEY_RIGHT, 'm'},
		  "Open what is here, or a menu of what to do with it",
		  false},
		 app__context_menu,
		 NULL},
		{{{KEY_ESC, KEY_LEFT}, "Back: to the view before, or undo the last zoom", false},
		 key_back,
		 NULL},
		{{{'t'}, "Zoom into a thread", false}, app__zoom_thread, NULL},
		{{{'d'}, "Zoom into a DSO", false}, app__zoom_dso, NULL},
		{{{'k'}, "Zoom into the kernel", false}, app__zoom_kernel, NULL},
		{{{'S'}, "Zoom into a CPU socket", false}, app__zoom_socket, NULL},
		{{{'z'}, "Zoom into something else: symbol, comm, CPU, class, time", false},
		 app__zoom_menu,
		 NULL},
		{{{'F'}, "Percentages of all samples, or of what is zoomed into", false},
		 toggle_relative,
		 NULL},
		{{{'L'}, "Change the percent limit of rows and callchains", false},
		 ask_limit,
		 NULL},
		{{{'A'}, "Names of functions whole, or without their arguments", false},
		 toggle_names,
		 NULL},
		{{{'o'}, "Rows by other keys, as -s takes them", false},
		 app__ask_sort,
		 app__has_rows},
		{{{'O'}, "Other columns, as -F takes them", false}, app__ask_fields, app__has_rows},
		{{{'v'}, "The samples of what the cursor is on, one by one", false},
		 app__samples,
		 NULL},
		{{{'K'}, "Without kernel frames: user code has its kernel time", false},
		 show_user,
		 NULL},
		{{{'U'}, "Without user frames: kernel alone", false}, show_kernel, NULL},
		{{{'p'}, "Where user code enters the kernel: callers, and what is called", false},
		 show_pivots,
		 NULL},
		{{{'B'}, "Both halves of all stacks", false}, show_both, NULL},
		{{{'!'}, "Drop a thread, comm, symbol or DSO: all but that is left", false},
		 app__all_but,
		 NULL},
		{{{'='},
		  "Mark what is shown; then compare with it; then end the comparison",
		  false},
		 app__compare,
		 NULL},
		{{{'/'},
		  "Show only rows with a text in their symbol; in other views: search",
		  false},
		 app__filter_rows,
		 NULL},
		{{{'f', KEY_CTRL('f')}, "Search", false}, app__search, NULL},
		{{{'n'}, "Next place found", false}, app__search_next, NULL},
		{{{'N'}, "Previous place found", false}, app__search_back, NULL},
		{{{'a'}, "Source and assembly of the function", false},
		 app__source,
		 app__has_source},
		{{{'w'}, "Callers and callees of the function", false}, app__calls, NULL},
		{{{'g'}, "The same function in another view", false}, app__find_func, NULL},
		{{{':'}, "Find a function, a thread or a key, and go there or press it", false},
		 key_find_anything,
		 NULL},
		{{{']'}, "Next event", false}, key_next_event, NULL},
		{{{'['}, "Previous event", false}, key_prev_event, NULL},
		{{{'H'}, "Show or hide column headers", false}, toggle_heads, NULL},
		{{{'i'}, "About the trace: its header, and why symbols are missing", false},
		 app__info,
		 NULL},
		{{{'y'}, "Copy the name to the clipboard of the terminal", false}, app__copy, NULL},
		{{{'P'}, "Print the view to a file", false}, app__print, NULL},
		{{{'x'}, "Export the profile, in the shape of the flame that is shown", false},
		 app__export,
		 NULL},
		{{{'s'}, "Switch to another trace of this directory", false},
		 app__switch_file,
		 NULL},
		{{{'h', '?', KEY_F1}, "This help", false}, key_help, NULL},
		{{{KEY_CTRL('l')}, "Draw the screen anew", false}, NULL, NULL},
		{{{KEY_CTRL('z')}, "Suspend", false}, NULL, NULL},
		{{{'q', KEY_CTRL('c')}, "Leave", false}, key_leave, NULL},
		{{{0}, NULL, false}, NULL, NULL},
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

static int pass_key(struct tui_app *app, const struct term_event *event, struct defer_error *err)
{
	uint32_t key = event->key, view = key - '1';
	const struct app_key *known = find_key(app, key);
	char name[KEY_NAME_LEN];

	if (key >= '1' && key <= '9' && view < app->nr_views)
		app__go(app, view);
	else if (known && known->run)
		return known->run(app, err);
	else if (!known)
		app__say(app, "%s does nothing here; h lists the keys", key__name(key, name));
	return 0;
}

/* Offers a key to the view first, then to scrolling, then to the table of common keys. */
static int take_key(struct tui_app *app, const struct term_event *event, struct defer_error *err)
{
	struct tui_view *view = app__view(app);
	int ret = view->ops->key ? view->ops->key(view, event, err) : TUI_PASS;

	if (ret == TUI_PASS)
		ret = view__scroll(view, event);
	if (ret != TUI_PASS)
		return ret;
	return pass_key(app, event, err);
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
