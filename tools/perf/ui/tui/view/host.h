/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * app: what views ask of the terminal UI that shows them. The keys and the loop that act on it
 * are above (ui/tui/app/app-keys.h, ui/tui/app/tui.h); no view knows them.
 */
#ifndef PERF_DEFER_UI_TUI_VIEW_HOST_H
#define PERF_DEFER_UI_TUI_VIEW_HOST_H

#include "ui/tui/load/view-data.h"
#include "ui/tui/view/view.h"
#include "util/pipeline.h"

struct resolve;

/* What the verb was told; all of it outlives the app. */
struct tui_opts {
	/* Its limit: of larger files, so much is looked at first; 0: as seems best. */
	const struct pipeline_opts *pipeline;
	/* Called with what was read last, if all of it was, once the terminal is given back. */
	void (*done)(void *ctx, const struct pipeline *pipeline, struct resolve *resolve);
	void *ctx;
};

const struct tui_opts *app__opts(const struct tui_app *app);

/* Narrows everything down, in the background: refresh() comes when it is done. */
int app__zoom(struct tui_app *app, const struct zoom *zoom, struct defer_error *err);

/* Has a part of data made for the view that is shown, in the background: refresh() comes then. */
void app__want(struct tui_app *app, enum part part);

/* Goes to the view of that name, and has it show @target, which may be NULL; DEFER_ERR_NOENT. */
int app__show(struct tui_app *app, const char *name, const struct tui_target *target,
	      struct defer_error *err);

/* A line at the bottom, until the next key. */
void app__say(struct tui_app *app, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

#endif /* PERF_DEFER_UI_TUI_VIEW_HOST_H */
