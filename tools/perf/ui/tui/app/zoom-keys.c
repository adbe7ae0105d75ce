// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/tui/app/menu.h"
#include "ui/tui/app/question.h"
#include "ui/tui/app/search.h"
#include "ui/tui/app/zoom-keys.h"
#include "ui/tui/app/zoom-choices.h"
#include "util/base/array.h"
#include "util/base/error.h"
#include "util/dso/dso.h"
#include "util/header/env.h"

/* ---- by a list ---- */

#define LABEL_LEN (ZOOM_NAME_LEN + 16)

/* Has the user choose one of @choices and zooms into it, or into all but it. */
static int choose_zoom(struct tui_app *app, enum zoom_kind kind, bool all_but,
		       const struct zoom_choices *choices, struct defer_error *err)
{
	char(*labels)[LABEL_LEN] = calloc(choices->nr + 1, sizeof(*labels));
	const char **items = calloc(choices->nr + 1, sizeof(*items));
	struct zoom zoom;
	char title[64];
	int ret = 0, chosen = -1;

	for (size_t i = 0; labels && items && i < choices->nr; i++) {
		zoom = zoom_choice__zoom(kind, choices->choices[i].key, &app->data);
		snprintf(labels[i], sizeof(labels[i]), "%6.2f%%  %s",
			 choices->total ? 100.0 * choices->choices[i].weight / choices->total : 0,
			 zoom.name);
		items[i] = labels[i];
	}
	snprintf(title, sizeof(title), "%s which %s?", all_but ? "All but" : "Zoom into",
		 zoom_kinds[kind].name);
	if (labels && items)
		chosen = app__choose(app, title, items, choices->nr);
	else
		ret = error__no_memory(err, "for a list");
	free(items);
	free(labels);
	if (chosen < 0)
		return ret;
	zoom = zoom_choice__zoom(kind, choices->choices[chosen].key, &app->data);
	zoom.all_but = all_but;
	return app__zoom(app, &zoom, err);
}

static int zoom_by_list(struct tui_app *app, enum zoom_kind kind, bool all_but,
			struct defer_error *err)
{
	struct zoom_choices choices;
	struct zoom only;
	int ret;

	if (kind == ZOOM_SOCKET && !app->data.session->env->topology.cpus)
		return defer_error__set(err, DEFER_ERR_NOENT,
					"the trace does not say which socket a CPU is in");
	ret = zoom_choices__init(&choices, kind, &app->data, err);
	if (ret)
		return ret;
	if (kind == ZOOM_SOCKET && choices.nr == 1) {
		/* as in perf: most machines have one socket, so there is no question */
		only = zoom_choice__zoom(kind, choices.choices[0].key, &app->data);
		ret = app__zoom(app, &only, err);
	} else if (choices.nr) {
		ret = choose_zoom(app, kind, all_but, &choices, err);
	} else {
		app__say(app, "No %s is known here", zoom_kinds[kind].name);
	}
	zoom_choices__exit(&choices);
	return ret;
}

/* ---- time ---- */

static int zoom_by_time(struct tui_app *app, struct defer_error *err)
{
	const struct session_stats *stats = &app->data.session->stats;
	struct zoom zoom = {.kind = ZOOM_TIME};
	struct time_ranges ranges = {0};
	int ret;

	if (!app__ask(app, "Time, as --time takes it (start,stop or 10%/2): ", zoom.name,
		      sizeof(zoom.name)) ||
	    !zoom.name[0])
		return 0;
	ret = time_ranges__parse(&ranges, zoom.name, stats->first_time, stats->last_time, err);
	if (!ret && ranges.nr != 1)
		ret = defer_error__set(err, DEFER_ERR_INVAL, "one span of time at once");
	if (!ret) {
		zoom.start = ranges.ranges[0].start;
		zoom.end = ranges.ranges[0].end;
		ret = app__zoom(app, &zoom, err);
	}
	time_ranges__exit(&ranges);
	return ret;
}

/* ---- by what the cursor is on ---- */

bool app__is_read(const struct tui_app *app)
{
	return app->data.has_names && !app->data.partial;
}

bool app__can_zoom(struct tui_app *app)
{
	if (app__is_read(app))
		return true;
	app__say(app, "There is nothing to zoom into until the trace is read");
	return false;
}

static const struct zoom *top_zoom(const struct tui_app *app)
{
	const struct zooms *zooms = &app->request.zooms;

	return zooms->nr ? &zooms->zooms[zooms->nr - 1] : NULL;
}

/* Zooms into @zoom, or out if it is the last zoom: the same key does both, as in perf. */
static int toggle_zoom(struct tui_app *app, const struct zoom *zoom, struct defer_error *err)
{
	const struct zoom *top = top_zoom(app);

	if (!top || !zoom__equal(top, zoom))
		return app__zoom(app, zoom, err);
	app__unzoom(app);
	return 0;
}

int app__zoom_here(struct tui_app *app, int kind, struct defer_error *err)
{
	const struct zoom_target target = app__target(app);
	const struct zoom *top = top_zoom(app);
	struct zoom zoom;

	if (!app__can_zoom(app))
		return 0;
	if (zoom__from_target(&zoom, kind, &target, app->data.session))
		return toggle_zoom(app, &zoom, err);
	if (!top || (int)top->kind != kind)
		return zoom_by_list(app, kind, false, err);
	app__unzoom(app);
	return 0;
}

int app__zoom_kernel(struct tui_app *app, struct defer_error *err)
{
	struct zoom zoom = {.kind = ZOOM_DSO};
	const struct machine *machine;

	if (!app__can_zoom(app))
		return 0;
	machine = app->data.session->machine;
	for (uint32_t i = 0; i < machine__nr_dsos(machine) && !zoom.name[0]; i++) {
		const struct dso *dso = machine__dso(machine, i);

		if (dso->kind == DSO_KERNEL)
			zoom__set_name(&zoom, dso->short_name);
	}
	if (!zoom.name[0])
		return defer_error__set(err, DEFER_ERR_NOENT, "the trace says nothing of a kernel");
	return toggle_zoom(app, &zoom, err);
}

/* ---- samples ---- */

#define SAMPLES_VIEW "samples"

/*
 * Zooms into @target by the first of @kinds that it has, if any. All but the first zoom are joined to it:
 * @nr_before is the number of zooms before.
 */
static int zoom_by_first(struct tui_app *app, const struct zoom_target *target,
			 unsigned int nr_before, const enum zoom_kind *kinds, size_t nr,
			 struct defer_error *err)
{
	struct zoom zoom;

	for (size_t i = 0; i < nr; i++) {
		if (!zoom__from_target(&zoom, kinds[i], target, app->data.session))
			continue;
		zoom.joined = app->request.zooms.nr > nr_before;
		return app__zoom(app, &zoom, err);
	}
	return 0;
}

/* The time of a thread is an entry into the kernel, whatever its function. */
int app__samples(struct tui_app *app, struct defer_error *err)
{
	static const enum zoom_kind whats[] = {ZOOM_DELAY, ZOOM_SYMBOL, ZOOM_CLASS,
					       ZOOM_TIME,  ZOOM_DSO,	ZOOM_CPU};
	static const enum zoom_kind whose[] = {ZOOM_THREAD, ZOOM_COMM};
	static const enum zoom_kind when[] = {ZOOM_TIME};
	const struct zoom_target target = app__target(app);
	const unsigned int nr = app->request.zooms.nr;
	bool is_span = target.end && target.tid >= 0;
	int ret;

	if (!app__can_zoom(app))
		return 0;
	if (!strcmp(app__view(app)->ops->name, SAMPLES_VIEW)) {
		app__say(app, "These are the samples; z and m zoom into some");
		return 0;
	}
	ret = is_span ? zoom_by_first(app, &target, nr, when, ARRAY_SIZE(when), err)
		      : zoom_by_first(app, &target, nr, whats, ARRAY_SIZE(whats), err);
	if (!ret)
		ret = zoom_by_first(app, &target, nr, whose, ARRAY_SIZE(whose), err);
	if (!ret)
		ret = app__show(app, SAMPLES_VIEW, NULL, err);
	if (!ret && app->request.zooms.nr > nr)
		app->came_with = app->request.zooms.nr;
	return ret;
}

/* ---- menus ---- */

int app__zoom_menu(struct tui_app *app, struct defer_error *err)
{
	const char *items[ZOOM_MAX_KINDS];
	enum zoom_kind kinds[ZOOM_MAX_KINDS];
	unsigned int nr = 0;
	int chosen;

	if (!app__can_zoom(app))
		return 0;
	for (unsigned int kind = 0; zoom_kinds[kind].name; kind++) {
		if (!zoom_kinds[kind].choice)
			continue;
		items[nr] = zoom_kinds[kind].choice;
		kinds[nr++] = kind;
	}
	chosen = app__choose(app, "Zoom into", items, nr);
	if (chosen < 0)
		return 0;
	return kinds[chosen] == ZOOM_TIME ? zoom_by_time(app, err)
					  : zoom_by_list(app, kinds[chosen], false, err);
}

/* ---- all but ---- */

/* The kinds that can be left out, in the order of the menu. */
static const enum zoom_kind droppable[] = {ZOOM_SYMBOL, ZOOM_DSO, ZOOM_THREAD, ZOOM_COMM};
#define NR_DROPPABLE ARRAY_SIZE(droppable)

/* The cursor's line has one of each kind at most; then come the idle task, and a list of each kind. */
#define MAX_DROPS (2 * NR_DROPPABLE + 1)

struct drops {
	struct zoom zooms[MAX_DROPS];
	char labels[MAX_DROPS][LABEL_LEN];
	const char *items[MAX_DROPS];
	unsigned int nr, nr_zooms; /* zooms come before lists */
};

static char *next_label(struct drops *drops)
{
	char *label = drops->labels[drops->nr];

	drops->items[drops->nr++] = label;
	return label;
}

/* The tasks that run on idle CPUs are threads of pid 0. perf calls them swapper. */
static bool has_idle_task(const struct fold *fold)
{
	for (uint32_t i = 0; i < fold__nr(fold); i++) {
		if (!fold__stack(fold, i)->pid && !fold__stack(fold, i)->tid)
			return true;
	}
	return false;
}

static void list_drops(struct drops *drops, const struct tui_app *app,
		       const struct zoom_target *target)
{
	for (size_t i = 0; i < NR_DROPPABLE; i++) {
		struct zoom zoom;

		if (!zoom__from_target(&zoom, droppable[i], target, app->data.session))
			continue;
		drops->zooms[drops->nr] = zoom;
		snprintf(next_label(drops), LABEL_LEN, "All but %s %s",
			 zoom_kinds[droppable[i]].name, zoom.name);
	}
	if (has_idle_task(app->data.fold)) {
		drops->zooms[drops->nr] = zoom__at(ZOOM_THREAD, 0, app->data.session);
		snprintf(next_label(drops), LABEL_LEN, "All but the idle task");
	}
	drops->nr_zooms = drops->nr;
	for (size_t i = 0; i < NR_DROPPABLE; i++)
		snprintf(next_label(drops), LABEL_LEN, "All but a %s...",
			 zoom_kinds[droppable[i]].name);
}

int app__all_but(struct tui_app *app, struct defer_error *err)
{
	const struct zoom_target target = app__target(app);
	struct drops drops = {.nr = 0};
	int chosen;

	if (!app__can_zoom(app))
		return 0;
	list_drops(&drops, app, &target);
	chosen = app__choose(app, "What to leave out", drops.items, drops.nr);
	if (chosen < 0)
		return 0;
	if (chosen >= (int)drops.nr_zooms)
		return zoom_by_list(app, droppable[chosen - drops.nr_zooms], true, err);
	drops.zooms[chosen].all_but = true;
	return app__zoom(app, &drops.zooms[chosen], err);
}

/* ---- rows ---- */

int app__filter_rows(struct tui_app *app, struct defer_error *err)
{
	struct zoom zoom = {.kind = ZOOM_ROWS};
	char text[SEARCH_LEN] = "";
	bool had;

	if (!app__view(app)->ops->has_rows)
		return app__search(app, err);
	if (!app__can_zoom(app) ||
	    !app__ask(app, "Show rows with (none: all): ", text, sizeof(text)))
		return 0;
	had = zooms__drop(&app->request.zooms, ZOOM_ROWS);
	if (text[0]) {
		zoom__set_name(&zoom, text);
		return app__zoom(app, &zoom, err);
	}
	if (had)
		app__request(app);
	else
		app__say(app, "All rows are shown already");
	return 0;
}

bool app__folds(const struct tui_app *app)
{
	return app->views[app->current].ops->folds;
}

int app__fold_recursion(struct tui_app *app, struct defer_error *err)
{
	const struct zoom fold = zoom__fold();

	if (!app__can_zoom(app))
		return 0;
	if (!zooms__drop(&app->request.zooms, ZOOM_FOLD))
		return app__zoom(app, &fold, err);
	app__request(app);
	return 0;
}
