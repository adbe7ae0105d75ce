// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "ui/tui/app/app-data.h"
#include "ui/tui/load/trees.h"

/* ---- what is shown ---- */

static void point_at_event(struct tui_app *app)
{
	struct load_shot *shot = app->shot;

	if (app->event >= shot->profile->nr_events)
		app->event = 0;
	app->data.event = &shot->profile->events[app->event];
	app->data.widths = shot->widths[app->event];
	app->data.trees = shot->parts.trees ? shot->parts.trees->hists[app->event] : NULL;
	app->data.flame = shot->parts.event == app->event ? shot->parts.flame : NULL;
	app->data.heat = shot->parts.event == app->event ? shot->parts.heat : NULL;
}

void app__set_event(struct tui_app *app, uint32_t event)
{
	if (!app->shot)
		return;
	app__save_views(app);
	app->event = event;
	point_at_event(app);
	app__refresh_view(app);
}

/* Lines are about other things than before. */
static void reset_cursors(struct tui_app *app)
{
	for (unsigned int i = 0; i < app->nr_views; i++)
		app->views[i].cursor = app->views[i].top = 0;
}

static void set_shot(struct tui_app *app, struct load_shot *shot)
{
	const struct pipeline *pipeline = shot->pipeline;

	app__stop_work(app);
	app__save_views(app);
	if (!app->shot)
		app->event = load_shot__first_event(shot);
	else if (memcmp(&app->shot->request.zooms, &shot->request.zooms, sizeof(struct zooms)))
		reset_cursors(app);
	app->shot = shot;
	app->data = (struct tui_data){
		.path = app->path,
		.session = pipeline->session,
		.ledger = pipeline__ledger(pipeline),
		.all = pipeline->fold,
		.losses = shot->has_all ? &pipeline->losses : NULL,
		.samples = shot->has_all ? &pipeline->samples : NULL,
		.fold = shot->part ? shot->part : pipeline->fold,
		.profile = shot->profile,
		.zooms = &shot->request.zooms,
		.partial = shot->partial,
		.has_names = shot->has_names,
	};
	point_at_event(app);
}

/* ---- what the loader has made ---- */

/* Rows stay what they are, but views look at all of it anew. */
static void take_parts(struct tui_app *app)
{
	if (!loader__take_parts(app->loader, app->shot))
		return;
	if (!app->walk.waits)
		app__stop_work(app);
	app__save_views(app);
	point_at_event(app);
	app__refresh_view(app);
	app->walk.waits = false; /* it goes on when that has been drawn */
}

/* Views let go of the old shot when they are refreshed, or when they are closed. */
void app__take_data(struct tui_app *app)
{
	struct load_shot *old = app->shot, *shot = loader__take(app->loader);

	if (shot) {
		set_shot(app, shot);
		app->data.resolve = loader__resolve(app->loader);
		app__refresh_view(app);
		load_shot__delete(old);
	}
	if (app->shot)
		take_parts(app);
	app->data.resolve = loader__resolve(app->loader);
	missing__count(&app->missing, &app->data);
}

/* ---- traces ---- */

int app__load(struct tui_app *app, struct defer_error *err)
{
	app->pipeline.path = app->path;
	app->request.zooms.nr = 0;
	app->failed = false;
	return loader__start(&app->loader, &app->pipeline, &app->request, app->term, err);
}

static void stop_loader(struct tui_app *app, struct load_shot *shot)
{
	if (!loader__delete(app->loader, shot))
		app->busy = true;
	app->loader = NULL;
}

void app__unload(struct tui_app *app)
{
	if (app->loader)
		stop_loader(app, app->shot);
}

/* Views forget all of the trace, and then it is freed. */
static void drop_data(struct tui_app *app)
{
	struct load_shot *old = app->shot;

	app__save_views(app);
	app->shot = NULL;
	app->missing = (struct missing){0};
	app->data = (struct tui_data){.path = app->path};
	app__refresh_view(app);
	stop_loader(app, old);
}

void app__forget_path(struct tui_app *app)
{
	if (!app->busy) /* a loader that was left at work may read it yet */
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
