// SPDX-License-Identifier: GPL-2.0-only
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "ui/tui/app/app.h"
#include "ui/tui/term/editor.h"

/* ---- messages ---- */

/* What work says about its progress replaces no message of others. */
static void app__vsay(struct tui_app *app, const char *fmt, va_list args)
{
	if (app->works && app->message[0] && !app->is_progress)
		return;
	app->is_progress = app->works;
	vsnprintf(app->message, sizeof(app->message), fmt, args);
	app->is_error = false;
}

void app__say(struct tui_app *app, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	app__vsay(app, fmt, args);
	va_end(args);
}

void app__say_error(struct tui_app *app, const struct defer_error *err)
{
	app__say(app, "%s", err->text[0] ? err->text : defer_error__name(err->code));
	app->is_error = true;
}

/* ---- requests ---- */

/* Requests view data for the current view only: other views request theirs when they are shown. */
void app__request(struct tui_app *app)
{
	app->request.kinds = app__view(app)->wanted;
	app->request.event = app->event;
	if (app->loader)
		loader__request(app->loader, &app->request);
}

int app__zoom(struct tui_app *app, const struct zoom *zoom, struct defer_error *err)
{
	int ret = zooms__push(&app->request.zooms, zoom, err);

	if (!ret)
		app__request(app);
	return ret;
}

/* Returns those zooms that the current view shows, or those that are nothing to it. */
static struct zooms pick_zooms(const struct tui_app *app, bool shown)
{
	const struct tui_view_ops *ops = app->views[app->current].ops;
	const struct zooms *all = &app->request.zooms;
	struct zooms zooms = {.nr = 0};

	for (unsigned int i = 0; i < all->nr; i++) {
		enum zoom_kind kind = all->zooms[i].kind;
		bool shows =
			(kind != ZOOM_ROWS || ops->has_rows) && (kind != ZOOM_FOLD || ops->folds);

		if (shows == shown)
			zooms.zooms[zooms.nr++] = all->zooms[i];
	}
	return zooms;
}

struct zooms app__shown_zooms(const struct tui_app *app)
{
	return pick_zooms(app, true);
}

/* What is nothing to the view stays. */
bool app__unzoom(struct tui_app *app)
{
	struct zooms zooms = pick_zooms(app, true), others = pick_zooms(app, false);

	if (!zooms__pop(&zooms))
		return false;
	for (unsigned int i = 0; i < others.nr; i++)
		zooms.zooms[zooms.nr++] = others.zooms[i];
	app->request.zooms = zooms;
	app__request(app);
	return true;
}

static void app__want(struct tui_app *app, enum view_data_kind kind)
{
	struct load_request *request = &app->request;

	app__view(app)->wanted |= kind;
	if (request->kinds & kind && request->event == app->event)
		return; /* already requested */
	request->kinds |= kind;
	request->event = app->event;
	if (app->loader)
		loader__request(app->loader, request);
}

/* ---- views ---- */

struct tui_view *app__view(struct tui_app *app)
{
	return &app->views[app->current];
}

void app__save_views(struct tui_app *app)
{
	for (unsigned int i = 0; i < app->nr_views; i++) {
		struct tui_view *view = &app->views[i];

		if (!view->stale && view->ops->save && app->snapshot)
			view->ops->save(view);
		view->stale = true;
	}
}

/* A view that fails to refresh is refreshed again with the next data. */
void app__refresh_view(struct tui_app *app)
{
	struct tui_view *view = app__view(app);
	struct defer_error err = DEFER_ERROR_INIT;

	if (!view->stale)
		return;
	view->stale = false;
	if (view->ops->refresh(view, &err))
		app__say_error(app, &err);
	view->replaced = false;
}

void app__go(struct tui_app *app, unsigned int i)
{
	app->before = app->current = i;
	app->came_with = 0;
	app->search_closed = false;
	app__refresh_view(app);
}

int app__show(struct tui_app *app, const char *name, const struct zoom_target *target,
	      struct defer_error *err)
{
	unsigned int from = app->current, before = app->before, i = 0;
	int ret = 0;

	while (i < app->nr_views && strcmp(app->views[i].ops->name, name))
		i++;
	if (i == app->nr_views)
		return defer_error__set(err, DEFER_ERR_NOENT, "there is no view of %s", name);
	app__go(app, i);
	if (target && app->views[i].ops->show)
		ret = app->views[i].ops->show(&app->views[i], target, err);
	app->before = from == i ? before : from;
	return ret;
}

struct zoom_target app__target(struct tui_app *app)
{
	const struct tui_view *view = app__view(app);
	struct zoom_target target = ZOOM_TARGET_INIT;

	if (view->ops->target && app->snapshot && !view->stale)
		view->ops->target(view, &target);
	return target;
}

void app__stop_work(struct tui_app *app)
{
	struct tui_view *view = app__view(app);

	if (app->is_progress && (app->walk.on || view->busy))
		app->message[0] = '\0';
	app->walk.on = false;
	view->busy = false;
}

/* ---- what views ask for ---- */

static struct tui_app *app_of_host(struct tui_host *host)
{
	return (struct tui_app *)((char *)host - offsetof(struct tui_app, host));
}

static int host__zoom(struct tui_host *host, const struct zoom *zoom, struct defer_error *err)
{
	return app__zoom(app_of_host(host), zoom, err);
}

static void host__want(struct tui_host *host, enum view_data_kind kind)
{
	app__want(app_of_host(host), kind);
}

static void host__say(struct tui_host *host, const char *fmt, va_list args)
{
	app__vsay(app_of_host(host), fmt, args);
}

static void host__edit(struct tui_host *host, const char *path, unsigned int line)
{
	struct tui_app *app = app_of_host(host);
	int status = editor__open(app->term, path, line);

	if (status < 0)
		app__say(app, "%s could not be run", editor__name());
	else if (status)
		app__say(app, "%s ended with status %d", editor__name(), status);
}

void app__init_host(struct tui_app *app)
{
	static const struct tui_host_ops ops = {
		.zoom = host__zoom,
		.want = host__want,
		.say = host__say,
		.edit = host__edit,
	};

	app->host = (struct tui_host){
		.ops = &ops,
		.conf = app->pipeline.conf,
		.children = app->pipeline.sort.children,
	};
}
