// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "ui/tui/app/app-data.h"
#include "ui/tui/app/command.h"
#include "ui/tui/app/tui.h"
#include "ui/tui/load/trees.h"

/* ---- what is shown ---- */

static void point_at_event(struct tui_app *app)
{
	struct snapshot *snapshot = app->snapshot;

	if (app->event >= snapshot->profile->nr_events)
		app->event = 0;
	app->data.event = &snapshot->profile->events[app->event];
	app->data.widths = snapshot->widths[app->event];
	app->data.levels = snapshot->levels[app->event];
	app->data.trees =
		snapshot->view_data.trees ? snapshot->view_data.trees->hists[app->event] : NULL;
	app->data.flames =
		snapshot->view_data.event == app->event ? snapshot->view_data.flames : NULL;
	app->data.entries = snapshot->view_data.entries;
	app->data.kinds = snapshot->view_data.kinds;
	app->data.sample_rows = snapshot->view_data.sample_rows;
	app->data.chart =
		snapshot->view_data.event == app->event ? snapshot->view_data.chart : NULL;
	app->data.summary =
		snapshot->view_data.event == app->event ? snapshot->view_data.summary : NULL;
	app->data.heats =
		snapshot->view_data.event == app->event ? snapshot->view_data.heats : NULL;
}

void app__set_event(struct tui_app *app, uint32_t event)
{
	app__save_views(app);
	app->event = event;
	point_at_event(app);
	app__refresh_view(app);
}

/* Moves all cursors to the first line, because the lines show something else now. */
static void reset_cursors(struct tui_app *app)
{
	for (unsigned int i = 0; i < app->nr_views; i++)
		app->views[i].cursor = app->views[i].top = 0;
}

static void set_snapshot(struct tui_app *app, struct snapshot *snapshot)
{
	const struct pipeline *pipeline = snapshot->pipeline;

	app__stop_work(app);
	app__save_views(app);
	for (unsigned int i = 0; i < app->nr_views; i++)
		app->views[i].replaced = true;
	if (!app->snapshot)
		app->event = app__first_event(app, snapshot);
	else if (memcmp(&app->snapshot->request.zooms, &snapshot->request.zooms,
			sizeof(struct zooms)))
		reset_cursors(app);
	app->snapshot = snapshot;
	app->data = (struct tui_data){
		.path = app->path,
		.session = pipeline->session,
		.ledger = pipeline__ledger(pipeline),
		.all = pipeline->fold,
		.losses = snapshot->has_all ? &pipeline->losses : NULL,
		.samples = snapshot->has_all ? &pipeline->samples : NULL,
		.fold = snapshot->part ? snapshot->part : pipeline->fold,
		.profile = snapshot->profile,
		.zooms = &snapshot->request.zooms,
		.partial = snapshot->partial,
		.has_names = snapshot->has_names,
	};
	point_at_event(app);
}

/* ---- what the loader has made ---- */

/* Takes view data that were made since. The rows stay the same, but all views are refreshed. */
static void take_view_data(struct tui_app *app)
{
	if (!loader__has_view_data(app->loader))
		return;
	if (!app->walk.waits)
		app__stop_work(app);
	app__save_views(app); /* by the data that may be freed now */
	loader__take_view_data(app->loader, app->snapshot);
	point_at_event(app);
	app__refresh_view(app);
	app->walk.waits = false; /* the search goes on after the next drawing */
}

/* Goes back to the comparison that is shown, or to none if that is what was refused. */
static void take_refusal(struct tui_app *app)
{
	const struct load_request *shown = &app->snapshot->request;
	struct load_request *request = &app->request, old = app->request;
	struct defer_error why;

	if (!loader__refused(app->loader, &why))
		return;
	request->compare = shown->compare;
	request->base = shown->base;
	memcpy(request->base_path, shown->base_path, sizeof(request->base_path));
	memcpy(request->sort, shown->sort, sizeof(request->sort));
	memcpy(request->fields, shown->fields, sizeof(request->fields));
	if (request->compare == old.compare && !strcmp(request->base_path, old.base_path) &&
	    !strcmp(request->sort, old.sort) && !strcmp(request->fields, old.fields))
		request->compare = LOAD_COMPARE_NOT;
	app__request(app);
	app__say_error(app, &why);
}

/* The loader has its names for itself while it works: a view that had to wait for them is made then. */
static void take_resolve(struct tui_app *app)
{
	struct resolve *resolve = loader__resolve(app->loader);
	const bool came = resolve && !app->data.resolve && app->snapshot;

	if (came)
		app__save_views(app);
	app->data.resolve = resolve;
	if (came)
		app__refresh_view(app);
}

/* Says what is wrong with the file that is compared with since, if anything. */
static void say_damage(struct tui_app *app, const struct snapshot *old)
{
	const struct pipeline_other *other = app->snapshot->other;
	const struct damage *damage = other ? &other->pipeline.session->damage : NULL;

	if (!damage || !damage->nr || (old && old->other == other))
		return;
	app__say(app, "%s is damaged: %s", other->path, damage->kept[0].text);
	app->is_error = true;
}

/* Views drop their pointers into the old snapshot when they are refreshed or closed. */
void app__take_data(struct tui_app *app)
{
	struct snapshot *old = app->snapshot, *snapshot = loader__take(app->loader);

	if (snapshot) {
		set_snapshot(app, snapshot);
		app->data.resolve = loader__resolve(app->loader);
		app__refresh_view(app);
		say_damage(app, old);
		snapshot__delete(old);
	}
	if (app->snapshot)
		take_view_data(app);
	if (app->snapshot)
		take_refusal(app);
	take_resolve(app);
	missing__count(&app->missing, &app->data);
}

/* ---- traces ---- */

/* Begins anew. Filters and drops of the command line are zooms here, so that they can be taken back. */
static int first_request(struct tui_app *app, struct defer_error *err)
{
	const char *filter = app->opts->pipeline->show.symbol_filter;
	struct zoom zoom = {.kind = ZOOM_ROWS}, fold = zoom__fold();
	int ret = 0;

	app->request.zooms = app->request.base = (struct zooms){.nr = 0};
	app->request.compare = LOAD_COMPARE_NOT;
	app->request.base_path[0] = '\0';
	app->marked = false;
	/* Another trace may not have the columns. */
	app->request.sort[0] = app->request.fields[0] = '\0';
	if (app->opts->pipeline->zooms)
		app->request.zooms = app->request.base = *app->opts->pipeline->zooms;
	if (app->opts->pipeline->sort.compares)
		app->request.compare = LOAD_COMPARE_BASELINE;
	app->compared_at = app->request.zooms.nr;
	if (app->opts->pipeline->show.fold_recursion)
		ret = zooms__push(&app->request.zooms, &fold, err);
	if (ret || !filter || strlen(filter) >= ZOOM_NAME_LEN)
		return ret;
	app->pipeline.show.symbol_filter = NULL;
	zoom__set_name(&zoom, filter);
	return zooms__push(&app->request.zooms, &zoom, err);
}

int app__load(struct tui_app *app, struct defer_error *err)
{
	int ret = first_request(app, err);

	if (ret)
		return ret;
	app->pipeline.session.path = app->path;
	app->failed = false;
	return loader__start(&app->loader, &app->pipeline, &app->request, app->term, err);
}

static void stop_loader(struct tui_app *app, struct snapshot *snapshot)
{
	if (!loader__delete(app->loader, snapshot))
		app->busy = true;
	app->loader = NULL;
}

void app__unload(struct tui_app *app)
{
	if (app->loader)
		stop_loader(app, app->snapshot);
}

/* Has all views drop their pointers into the trace, then stops the loader. */
static void drop_data(struct tui_app *app)
{
	struct snapshot *old = app->snapshot;

	app__save_views(app);
	app->snapshot = NULL;
	app->missing = (struct missing){0};
	app->data = (struct tui_data){.path = app->path};
	app__refresh_view(app);
	stop_loader(app, old);
}

void app__forget_path(struct tui_app *app)
{
	if (!app->busy) /* a loader that could not be stopped may still read it */
		free(app->old_path);
	app->old_path = NULL;
}

int app__open(struct tui_app *app, char *path, struct defer_error *err)
{
	drop_data(app);
	app__forget_path(app);
	app->old_path = app->path;
	app->path = path;
	app->data.path = path;
	return app__load(app, err);
}
