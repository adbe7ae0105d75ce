// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/tui/app/app-data.h"
#include "ui/tui/app/app-keys.h"
#include "ui/tui/app/command.h"
#include "ui/tui/app/input.h"
#include "ui/tui/app/screen.h"
#include "ui/tui/app/search.h"
#include "ui/tui/app/text-box.h"
#include "ui/tui/app/tui.h"
#include "ui/tui/view/views.h"
#include "util/base/error.h"

/* ---- views ---- */

static int open_views(struct tui_app *app, struct defer_error *err)
{
	const struct tui_view_ops *const *ops = tui_views();
	unsigned int nr = 0;

	while (ops[nr])
		nr++;
	app->views = calloc(nr + 1, sizeof(*app->views));
	if (!app->views)
		return error__no_memory(err, "for the TUI");
	for (unsigned int i = 0; i < nr; i++) {
		struct tui_view *view = &app->views[i];
		int ret;

		*view = (struct tui_view){.ops = ops[i], .host = &app->host, .data = &app->data};
		ret = view__open(view, err);
		if (ret)
			return ret;
		app->nr_views++;
	}
	return 0;
}

static void close_views(struct tui_app *app)
{
	for (unsigned int i = 0; i < app->nr_views; i++)
		view__close(&app->views[i]);
	free(app->views);
}

/* ---- the loop ---- */

static void app__draw_and_flush(struct tui_app *app)
{
	app__draw(app);
	term__flush(app->term);
}

/* Continues work that is too long to finish within one key. */
static void app__work(struct tui_app *app)
{
	struct tui_view *view = app__view(app);
	struct defer_error err = DEFER_ERROR_INIT;
	int ret;

	app->works = true;
	if (app->walk.on)
		app__search_on(app);
	ret = view->busy ? view->ops->work(view, &err) : 0;
	view->busy = ret > 0;
	app->works = false;
	if (ret < 0)
		app__say_error(app, &err);
}

/*
 * Shows the reason and returns to the previous trace, if there was one. That path is then
 * forgotten: if the previous trace cannot be read any more, there is nothing else to return to.
 */
static int see_to_failure(struct tui_app *app, struct defer_error *err)
{
	const struct defer_error *why = loader__error(app->loader);
	char title[256], *old = app->old_path;
	const char *const lines[] = {why->text, "", "Press a key"};
	int ret;

	app->failed = true;
	if (app->snapshot) {
		app__say_error(app, why);
		return 0;
	}
	snprintf(title, sizeof(title), "Cannot read %s", app->path);
	app__show_text(app, title, lines, sizeof(lines) / sizeof(*lines));
	if (!old) {
		*err = *why;
		return err->code;
	}
	app->old_path = NULL;
	ret = app__open(app, old, err);
	app__forget_path(app);
	return ret;
}

/*
 * Handles an event. Errors become messages; they end the loop only if no trace is shown or being
 * read.
 */
static int take_event(struct tui_app *app, const struct term_event *event, struct defer_error *err)
{
	struct defer_error why = DEFER_ERROR_INIT;
	int ret;

	if (event->kind != TERM_EVENT_KEY && event->kind != TERM_EVENT_MOUSE)
		return 0;
	app->message[0] = '\0';
	app->is_error = false;
	app__stop_work(app);
	ret = app__key(app, event, &why);
	app->is_progress = app->walk.on || app__view(app)->busy; /* the key began work */
	if (ret >= 0)
		return 0;
	if (app->loader) {
		app__say_error(app, &why);
		return 0;
	}
	*err = why;
	return ret;
}

static int app__run(struct tui_app *app, struct defer_error *err)
{
	struct term_event event;
	int ret = 0;

	while (!ret && !app->leave) {
		app__take_data(app);
		if (app__is_due(app))
			app__draw_and_flush(app);
		if (!app->failed && loader__state(app->loader).phase == LOAD_FAILED) {
			ret = see_to_failure(app, err);
		} else if (app__wait(app, &event)) {
			ret = take_event(app, &event, err);
			if (event.kind == TERM_EVENT_NONE || event.kind == TERM_EVENT_WAKE)
				app__work(app);
		}
	}
	return ret;
}

/* ---- from start to end ---- */

static int app__start(struct tui_app *app, struct defer_error *err)
{
	int ret = open_views(app, err);

	if (ret)
		return ret;
	if (app->opts->view || app->opts->sums_up)
		app__begin_with_view(app, app->opts->view ? app->opts->view : "summary");
	app__draw_and_flush(app); /* before anything is read */
	return app__load(app, err);
}

static void app__exit(struct tui_app *app)
{
	close_views(app);
	app__unload(app);
	if (app->busy)
		return;
	free(app->path);
	free(app->old_path);
}

static int app__init(struct tui_app *app, struct term *term, const struct tui_opts *opts,
		     struct defer_error *err)
{
	*app = (struct tui_app){
		.opts = opts,
		.term = term,
		.path = strdup(opts->pipeline->session.path),
		.pipeline = *opts->pipeline,
		.request.min_percent = opts->pipeline->show.min_percent,
		.request.graph_percent = opts->pipeline->show.graph.threshold,
		.request.relative = opts->pipeline->show.relative,
		.request.short_names = opts->pipeline->show.short_names,
		.request.seam = opts->pipeline->show.seam,
	};
	app->data.path = app->path;
	app__init_host(app);
	return app->path ? 0 : error__no_memory(err, "for the TUI");
}

static void call_done(struct tui_app *app)
{
	struct resolve *resolve = app->loader ? loader__resolve(app->loader) : NULL;

	if (resolve && app->opts->done)
		app->opts->done(app->opts->ctx, loader__pipeline(app->loader), resolve);
}

int tui__run(struct term *term, const struct tui_opts *opts, bool keep, struct defer_error *err)
{
	struct tui_app app;
	int ret = app__init(&app, term, opts, err);

	if (!ret)
		ret = app__start(&app, err);
	if (!ret)
		ret = app__run(&app, err);
	if (app.loader)
		loader__mute(app.loader);
	if (!keep)
		term__delete(term);
	if (!ret)
		call_done(&app);
	app__exit(&app);
	return ret ? ret : app.busy ? TUI_BUSY : 0;
}
