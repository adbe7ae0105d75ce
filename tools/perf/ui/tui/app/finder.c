// SPDX-License-Identifier: GPL-2.0-only
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "ui/tui/app/finder.h"
#include "ui/tui/app/menu.h"
#include "ui/tui/app/search.h"
#include "ui/tui/app/zoom-choices.h"
#include "ui/tui/app/zoom-keys.h"
#include "ui/tui/term/keys.h"
#include "util/base/array.h"
#include "util/base/error.h"
#include "util/profile/profile.h"

/* A function, a thread or a key. */
struct spot {
	int (*go)(struct tui_app *app, uint64_t value, struct defer_error *err); /* NULL: a key */
	uint64_t value; /* key of a zoom_choice, or the key */
	char *line;
};

struct finder {
	struct tui_app *app;
	struct spot *spots;
	size_t nr, cap;
};

static int __attribute__((format(printf, 4, 5)))
finder__add(struct finder *finder, struct spot spot, struct defer_error *err, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	if (vasprintf(&spot.line, fmt, args) < 0)
		spot.line = NULL;
	va_end(args);
	if (spot.line && ARRAY_APPEND(finder->spots, finder->nr, finder->cap, &spot, 1))
		return 0;
	free(spot.line);
	return error__no_memory(err, "for a list");
}

static void finder__exit(struct finder *finder)
{
	for (size_t i = 0; i < finder->nr; i++)
		free(finder->spots[i].line);
	free(finder->spots);
}

/* ---- functions and threads ---- */

#define SYMBOLS_VIEW "symbols"

static int go_to_func(struct tui_app *app, uint64_t id, struct defer_error *err)
{
	const struct tui_view_ops *ops = app__view(app)->ops;

	return app__go_to_func(app, funcs__at(app->data.event->hist.conf.funcs, id),
			       ops->has_funcs ? ops->name : SYMBOLS_VIEW, err);
}

static int zoom_into_thread(struct tui_app *app, uint64_t key, struct defer_error *err)
{
	const struct zoom zoom = zoom__at(ZOOM_THREAD, key, app->data.session);

	return app__zoom(app, &zoom, err);
}

static int add_choices(struct finder *finder, enum zoom_kind kind, struct defer_error *err)
{
	const struct tui_data *data = &finder->app->data;
	bool is_func = kind == ZOOM_SYMBOL;
	struct zoom_choices choices;
	int ret = zoom_choices__init(&choices, kind, data, err);

	for (size_t i = 0; !ret && i < choices.nr; i++) {
		const struct spot spot = {is_func ? go_to_func : zoom_into_thread,
					  choices.choices[i].key, NULL};

		ret = finder__add(finder, spot, err, "%s %s",
				  is_func ? "function" : zoom_kinds[kind].name,
				  zoom_choice__zoom(kind, spot.value, data).name);
	}
	zoom_choices__exit(&choices);
	return ret;
}

/* ---- keys ---- */

static int add_key(struct finder *finder, uint32_t key, const char *help, struct defer_error *err)
{
	const struct spot spot = {.value = key};
	char name[KEY_NAME_LEN];

	return finder__add(finder, spot, err, "key %-5s %s", key__name(key, name), help);
}

static bool has_key(const struct tui_key *keys, uint32_t key)
{
	for (; keys && keys->help; keys++) {
		for (size_t i = 0; i < ARRAY_SIZE(keys->keys) && keys->keys[i]; i++) {
			if (keys->keys[i] == key)
				return true;
		}
	}
	return false;
}

/* Adds each of the keys that do the same, except those that @others use for something else. */
static int add_same_keys(struct finder *finder, const struct tui_key *key,
			 const struct tui_key *others, struct defer_error *err)
{
	int ret = 0;

	for (size_t i = 0; !ret && i < ARRAY_SIZE(key->keys) && key->keys[i]; i++) {
		if (!has_key(others, key->keys[i]))
			ret = add_key(finder, key->keys[i], key->help, err);
	}
	return ret;
}

static int add_views(struct finder *finder, struct defer_error *err)
{
	const struct tui_app *app = finder->app;
	char help[128];
	int ret = 0;

	for (unsigned int i = 0; !ret && i < app->nr_views; i++) {
		snprintf(help, sizeof(help), "View %s: %s", app->views[i].ops->name,
			 app->views[i].ops->title);
		ret = add_key(finder, app__view_key(i), help, err);
	}
	return ret;
}

/* Adds the keys of the view that is shown, then those of all views. */
static int add_keys(struct finder *finder, const struct app_key *keys, struct defer_error *err)
{
	const struct tui_key *own = app__view(finder->app)->ops->keys;
	int ret = 0;

	for (const struct tui_key *key = own; !ret && key && key->help; key++)
		ret = add_same_keys(finder, key, NULL, err);
	for (; !ret && keys->key.help; keys++) {
		if (app_key__works(finder->app, keys))
			ret = add_same_keys(finder, &keys->key, own, err);
	}
	return ret ? ret : add_views(finder, err);
}

/* ---- the box ---- */

/* Adds what there is: while the trace is read, only keys, and functions that have names by then. */
static int finder__fill(struct finder *finder, const struct app_key *keys, struct defer_error *err)
{
	int ret = 0;

	if (finder->app->data.event)
		ret = add_choices(finder, ZOOM_SYMBOL, err);
	if (!ret && app__is_read(finder->app))
		ret = add_choices(finder, ZOOM_THREAD, err);
	return ret ? ret : add_keys(finder, keys, err);
}

/* Sets *@spot to what the user chose; leaves it if that is nothing. */
static int finder__choose(const struct finder *finder, const struct spot **spot,
			  struct defer_error *err)
{
	const char **lines = calloc(finder->nr, sizeof(*lines));
	int chosen;

	if (!lines)
		return error__no_memory(err, "for a list");
	for (size_t i = 0; i < finder->nr; i++)
		lines[i] = finder->spots[i].line;
	chosen = app__choose(finder->app, "Function, thread or key", lines, finder->nr);
	if (chosen >= 0)
		*spot = &finder->spots[chosen];
	free(lines);
	return 0;
}

int app__find_anything(struct tui_app *app, const struct app_key *keys, uint32_t *key,
		       struct defer_error *err)
{
	struct finder finder = {.app = app};
	const struct spot *spot = NULL;
	int ret = finder__fill(&finder, keys, err);

	*key = 0;
	if (!ret)
		ret = finder__choose(&finder, &spot, err);
	if (spot && spot->go)
		ret = spot->go(app, spot->value, err);
	else if (spot)
		*key = spot->value;
	finder__exit(&finder);
	return ret;
}
