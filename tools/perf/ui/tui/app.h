/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * app: the views, the keys that all have in common, and the loop that draws and waits. What
 * reads and folds the trace runs beside it, in a thread of its own (ui/tui/load.h).
 */
#ifndef PERF_DEFER_UI_TUI_APP_H
#define PERF_DEFER_UI_TUI_APP_H

#include "ui/tui/parts.h"
#include "ui/tui/view.h"
#include "util/pipeline.h"

struct resolve;

/* What the verb was told; all of it outlives the app. */
struct tui_opts {
	/* Its limit: of larger files, so much is looked at first; 0: as seems best. */
	const struct pipeline_opts *pipeline;
	const struct term_opts *term;
	/* Called with what was read last, if all of it was, once the terminal is given back. */
	void (*done)(void *ctx, const struct pipeline *pipeline, struct resolve *resolve);
	void *ctx;
};

/*
 * Shows the trace until the user leaves. TUI_BUSY: he left while a thread was at work that cannot
 * be interrupted: nothing is freed, and the process is to end without more ado. Negative if the
 * terminal cannot be used or the trace cannot be read; in the latter case the user has seen why.
 */
#define TUI_BUSY 1
int tui__run(const struct tui_opts *opts, struct defer_error *err);

/* The same on @term, which is deleted in the end unless the caller wants to @keep it. */
int tui__run_on(struct term *term, const struct tui_opts *opts, bool keep, struct defer_error *err);

/* ---- for views ---- */

const struct tui_opts *app__opts(const struct tui_app *app);

/* Narrows everything down, in the background: refresh() comes when it is done. */
int app__zoom(struct tui_app *app, const struct zoom *zoom, struct defer_error *err);
/* Takes the last zoom back: false if there is none. */
bool app__unzoom(struct tui_app *app);

/* Has a part of data made for the view that is shown, in the background: refresh() comes then. */
void app__want(struct tui_app *app, enum part part);

/* Goes to the view of that name, and has it show @target, which may be NULL; DEFER_ERR_NOENT. */
int app__show(struct tui_app *app, const char *name, const struct tui_target *target,
	      struct defer_error *err);

/* A line at the bottom, until the next key. */
void app__say(struct tui_app *app, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/*
 * Lets the user choose one of @nr @items: its number, or -1 if none is taken. The app draws and
 * loads on meanwhile, but refreshes no view.
 */
int app__choose(struct tui_app *app, const char *title, const char *const *items, unsigned int nr);

/* Lets the user write a line into @buf, which begins with what stands in it: false for Esc. */
bool app__ask(struct tui_app *app, const char *prompt, char *buf, size_t size);

#endif /* PERF_DEFER_UI_TUI_APP_H */
