// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ui/tui/app-priv.h"

/* How often progress is shown, ms. */
#define TICK 100

static int no_memory(struct defer_error *err)
{
	return defer_error__set(err, DEFER_ERR_NOMEM, DEFER_NO_OFFSET, "no memory for the TUI");
}

/* ---- what views ask for ---- */

const struct tui_opts *app__opts(const struct tui_app *app)
{
	return app->opts;
}

struct tui_view *app__view(struct tui_app *app)
{
	return &app->views[app->current];
}

void app__say(struct tui_app *app, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vsnprintf(app->message, sizeof(app->message), fmt, args);
	va_end(args);
	app->is_error = false;
}

static void say_error(struct tui_app *app, const struct defer_error *err)
{
	app__say(app, "%s", err->text[0] ? err->text : defer_error__name(err->code));
	app->is_error = true;
}

/* With what the view that is shown needs; others ask for theirs when they are. */
void app__request(struct tui_app *app)
{
	app->request.parts = app__view(app)->parts;
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

bool app__unzoom(struct tui_app *app)
{
	if (!zooms__pop(&app->request.zooms))
		return false;
	app__request(app);
	return true;
}

void app__want(struct tui_app *app, enum part part)
{
	struct load_request *request = &app->request;

	app__view(app)->parts |= part;
	if (request->parts & part && request->event == app->event)
		return; /* it is being made */
	request->parts |= part;
	request->event = app->event;
	if (app->loader)
		loader__request(app->loader, request);
}

/* ---- views ---- */

/* What cannot be refreshed is tried again with the next data. */
static void refresh(struct tui_app *app)
{
	struct tui_view *view = app__view(app);
	struct defer_error err = DEFER_ERROR_INIT;

	if (!view->stale)
		return;
	view->stale = false;
	if (view->ops->refresh(view, &err))
		say_error(app, &err);
}

int app__go(struct tui_app *app, unsigned int i, struct defer_error *err)
{
	(void)err;
	app->before = app->current = i;
	refresh(app);
	return 0;
}

int app__show(struct tui_app *app, const char *name, const struct tui_target *target,
	      struct defer_error *err)
{
	unsigned int from = app->current, i = 0;
	int ret;

	while (i < app->nr_views && strcmp(app->views[i].ops->name, name))
		i++;
	if (i == app->nr_views)
		return defer_error__set(err, DEFER_ERR_NOENT, DEFER_NO_OFFSET,
					"there is no view of %s", name);
	ret = app__go(app, i, err);
	if (!ret && target && app->views[i].ops->show)
		ret = app->views[i].ops->show(&app->views[i], target, err);
	app->before = from;
	return ret;
}

static int open_views(struct tui_app *app, struct defer_error *err)
{
	const struct tui_view_ops *const *ops = tui_views();
	unsigned int nr = 0;

	while (ops[nr])
		nr++;
	app->views = calloc(nr + 1, sizeof(*app->views));
	if (!app->views)
		return no_memory(err);
	for (unsigned int i = 0; i < nr; i++) {
		struct tui_view *view = &app->views[i];
		int ret;

		*view = (struct tui_view){.ops = ops[i], .app = app, .data = &app->data};
		ret = view->ops->open(view, err);
		if (ret)
			return ret;
		app->nr_views++;
	}
	return 0;
}

static void close_views(struct tui_app *app)
{
	for (unsigned int i = 0; i < app->nr_views; i++)
		app->views[i].ops->close(&app->views[i]);
	free(app->views);
}

/* ---- data ---- */

/* The views' last look at the data, which are about to change. */
static void save_views(struct tui_app *app)
{
	for (unsigned int i = 0; i < app->nr_views; i++) {
		struct tui_view *view = &app->views[i];

		if (!view->stale && view->ops->save && app->shot)
			view->ops->save(view);
		view->stale = true;
	}
}

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
	save_views(app);
	app->event = event;
	point_at_event(app);
	refresh(app);
}

/* Lines are about other things than before. */
static void reset_cursors(struct tui_app *app)
{
	for (unsigned int i = 0; i < app->nr_views; i++)
		app->views[i].cursor = app->views[i].top = 0;
}

/* A key has come, or lines are gone that it is about. */
static void stop_work(struct tui_app *app)
{
	if (app->walk.on || app__view(app)->busy)
		app->message[0] = '\0';
	app->walk.on = false;
	app__view(app)->busy = false;
}

static void set_shot(struct tui_app *app, struct load_shot *shot)
{
	const struct pipeline *pipeline = shot->pipeline;

	stop_work(app);
	save_views(app);
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
		.drops = shot->has_all ? &pipeline->drops : NULL,
		.samples = shot->has_all ? &pipeline->samples : NULL,
		.fold = shot->part ? shot->part : pipeline->fold,
		.profile = shot->profile,
		.zooms = &shot->request.zooms,
		.partial = shot->partial,
		.has_names = shot->has_names,
	};
	point_at_event(app);
}

/* Rows stay what they are, but views look at all of it anew. */
static void take_parts(struct tui_app *app)
{
	if (!loader__take_parts(app->loader, app->shot))
		return;
	if (!app->walk.waits)
		stop_work(app);
	save_views(app);
	point_at_event(app);
	refresh(app);
	app->walk.waits = false; /* it goes on when that has been drawn */
}

/* Views let go of the old shot when they are refreshed, or when they are closed. */
static void take_shot(struct tui_app *app)
{
	struct load_shot *old = app->shot, *shot = loader__take(app->loader);

	if (shot) {
		set_shot(app, shot);
		app->data.resolve = loader__resolve(app->loader);
		refresh(app);
		load_shot__delete(old);
	}
	if (app->shot)
		take_parts(app);
	app->data.resolve = loader__resolve(app->loader);
	app__count_missing(app);
}

static void stop_loader(struct tui_app *app, struct load_shot *shot)
{
	if (!loader__delete(app->loader, shot))
		app->busy = true;
	app->loader = NULL;
}

/* Views forget all of the trace, and then it is freed. */
static void drop_data(struct tui_app *app)
{
	struct load_shot *old = app->shot;

	save_views(app);
	app->shot = NULL;
	memset(&app->missing, 0, sizeof(app->missing));
	app->data = (struct tui_data){.path = app->path};
	refresh(app);
	stop_loader(app, old);
}

static int start_loader(struct tui_app *app, struct defer_error *err)
{
	app->pipeline.path = app->path;
	app->request.zooms.nr = 0;
	return loader__start(&app->loader, &app->pipeline, &app->request, app->term, err);
}

int app__open(struct tui_app *app, char *path, struct defer_error *err)
{
	drop_data(app);
	if (!app->busy) /* a loader that was left at work may read it yet */
		free(app->old_path);
	app->old_path = app->path;
	app->path = path;
	app->data.path = path;
	return start_loader(app, err);
}

/* ---- drawing ---- */

static void draw_too_small(struct tui_app *app)
{
	struct term_win win = term__win(app->term);

	term_win__printf(&win, "%ux%u is too small: %dx%d is needed", win.cols, win.rows,
			 TERM_MIN_COLS, TERM_MIN_ROWS);
}

/* No lines at all: the reader need not guess whether that is right. */
static void draw_emptiness(const struct tui_app *app, const struct term_win *part)
{
	struct term_win win = *part;
	bool loads = !app->loader || loader__state(app->loader).phase != LOAD_IDLE;

	if (!app->data.event || loads || win.rows < 4)
		return;
	term_win__at(&win, 2, 2);
	term_win__color(&win, TERM_DIM);
	if (app->request.zooms.nr)
		term_win__puts(&win, "Nothing is left here by the zooms: Esc undoes the last one");
	else if (!app->data.event->nr)
		term_win__puts(&win, app->data.profile->nr_events > 1
					     ? "This event has no samples: ] shows the next one"
					     : "This event has no samples");
	else if (app->request.min_percent > 0)
		term_win__puts(&win, "No line reaches the percent limit: L changes it");
}

void app__draw(struct tui_app *app)
{
	struct term_win win = term__win(app->term), part;
	unsigned int heads = app__nr_heads(app);
	struct tui_view *view = app__view(app);

	term__clear(app->term);
	if (win.rows < TERM_MIN_ROWS || win.cols < TERM_MIN_COLS) {
		draw_too_small(app);
		return;
	}
	app__draw_heads(app, &win);
	view->search = app->search[0] ? app->search : NULL;
	part = term_win__sub(&win, heads, 0, win.rows - heads - 1, win.cols);
	view__draw(view, &part, !app->hide_heads);
	if (view->ops->nr_lines && !view->ops->nr_lines(view))
		draw_emptiness(app, &part);
	part = term_win__sub(&win, win.rows - 1, 0, 1, win.cols);
	app__draw_status(app, &part);
}

/* Keys may come faster than screens, held down or over a slow line; but not much is skipped. */
#define MAX_SKIP 100

bool app__is_due(struct tui_app *app)
{
	struct timespec ts;
	int64_t now;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	now = ts.tv_sec * 1000LL + ts.tv_nsec / 1000000;
	if (now - app->drawn_at < MAX_SKIP && term__has_input(app->term))
		return false;
	app->drawn_at = now;
	return true;
}

/* ---- the loop ---- */

static bool is_loading(const struct tui_app *app)
{
	enum load_phase phase;

	if (!app->loader)
		return false;
	phase = loader__state(app->loader).phase;
	return phase != LOAD_IDLE && phase != LOAD_FAILED;
}

/* Keys that do the same everywhere, also in boxes. */
static void take_common_key(struct tui_app *app, struct term_event *event)
{
	switch (event->key) {
	case KEY_CTRL('c'):
		app->leave = true;
		return;
	case KEY_CTRL('l'):
		term__redraw(app->term);
		break;
	case KEY_CTRL('z'):
		term__suspend(app->term);
		break;
	default:
		return;
	}
	event->kind = TERM_EVENT_RESIZE;
}

/* Who pastes by mistake does not want all the letters of it to do something. */
static void refuse_paste(struct tui_app *app, struct term_event *event)
{
	app__say(app, "Nothing can be pasted here");
	event->kind = TERM_EVENT_NONE;
}

/* Goes on with what is too long for a key to wait for. */
static void work(struct tui_app *app)
{
	struct tui_view *view = app__view(app);
	struct defer_error err = DEFER_ERROR_INIT;
	int ret;

	if (app->walk.on)
		app__search_on(app);
	if (!view->busy)
		return;
	ret = view->ops->work(view, &err);
	view->busy = ret > 0;
	if (ret < 0)
		say_error(app, &err);
}

/* How long nothing has to be drawn. */
static int patience(const struct tui_app *app)
{
	if ((app->walk.on && !app->walk.waits) || app->views[app->current].busy)
		return 0;
	return is_loading(app) ? TICK : -1;
}

bool app__wait(struct tui_app *app, struct term_event *event)
{
	struct defer_error err = DEFER_ERROR_INIT;

	if (app->leave)
		return false;
	if (term__wait(app->term, patience(app), event, &err) || event->kind == TERM_EVENT_QUIT)
		app->leave = true;
	else if (event->kind == TERM_EVENT_KEY && event->pasted && !app->asks)
		refuse_paste(app, event);
	else if (event->kind == TERM_EVENT_KEY && !event->pasted)
		take_common_key(app, event);
	return !app->leave;
}

/* Says why, and goes back to the trace before, if there was one. */
static int see_to_failure(struct tui_app *app, struct defer_error *err)
{
	const struct defer_error *why = loader__error(app->loader);
	char title[256], *old = app->old_path;
	const char *const lines[] = {why->text, "", "Press a key"};

	if (app->shot) {
		say_error(app, why);
		return 0;
	}
	snprintf(title, sizeof(title), "Cannot read %s", app->path);
	app__show_text(app, title, lines, sizeof(lines) / sizeof(*lines));
	if (!old) {
		*err = *why;
		return err->code;
	}
	app->old_path = NULL;
	return app__open(app, old, err);
}

static void take_event(struct tui_app *app, const struct term_event *event)
{
	struct defer_error err = DEFER_ERROR_INIT;

	if (event->kind != TERM_EVENT_KEY && event->kind != TERM_EVENT_MOUSE)
		return;
	app->message[0] = '\0';
	app->is_error = false;
	stop_work(app);
	if (app__key(app, event, &err) < 0)
		say_error(app, &err);
}

static int run(struct tui_app *app, struct defer_error *err)
{
	const struct loader *failed = NULL; /* and said so */
	struct term_event event;
	int ret = 0;

	while (!ret && !app->leave) {
		take_shot(app);
		if (app__is_due(app)) {
			app__draw(app);
			term__flush(app->term);
		}
		if (app->loader != failed && loader__state(app->loader).phase == LOAD_FAILED) {
			failed = app->loader;
			ret = see_to_failure(app, err);
		} else if (app__wait(app, &event)) {
			take_event(app, &event);
			if (event.kind == TERM_EVENT_NONE || event.kind == TERM_EVENT_WAKE)
				work(app);
		}
	}
	return ret;
}

static int start(struct tui_app *app, struct defer_error *err)
{
	int ret = open_views(app, err);

	if (ret)
		return ret;
	/* Before anything is read. */
	app__draw(app);
	term__flush(app->term);
	return start_loader(app, err);
}

static void app__exit(struct tui_app *app)
{
	close_views(app);
	if (app->loader)
		stop_loader(app, app->shot);
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
		.path = strdup(opts->pipeline->path),
		.pipeline = *opts->pipeline,
		.request.min_percent = opts->pipeline->min_percent,
		.request.relative = opts->pipeline->relative,
	};
	app->data.path = app->path;
	return app->path ? 0 : no_memory(err);
}

static void call_done(struct tui_app *app)
{
	struct resolve *resolve = app->loader ? loader__resolve(app->loader) : NULL;

	if (resolve && app->opts->done)
		app->opts->done(app->opts->ctx, loader__pipeline(app->loader), resolve);
}

int tui__run_on(struct term *term, const struct tui_opts *opts, bool keep, struct defer_error *err)
{
	struct tui_app app;
	int ret = app__init(&app, term, opts, err);

	if (!ret)
		ret = start(&app, err);
	if (!ret)
		ret = run(&app, err);
	if (app.loader)
		loader__mute(app.loader);
	if (!keep)
		term__delete(term);
	if (!ret)
		call_done(&app);
	app__exit(&app);
	return ret ? ret : app.busy ? TUI_BUSY : 0;
}

int tui__run(const struct tui_opts *opts, struct defer_error *err)
{
	struct term *term;
	int ret = term__new(&term, opts->term, err);

	return ret ? ret : tui__run_on(term, opts, false, err);
}
