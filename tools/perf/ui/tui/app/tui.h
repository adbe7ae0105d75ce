/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * tui: the terminal UI as a whole: the loop that draws and waits. What reads and folds the trace
 * runs beside it, in a thread of its own (ui/tui/load/load.h).
 */
#ifndef PERF_DEFER_UI_TUI_APP_TUI_H
#define PERF_DEFER_UI_TUI_APP_TUI_H

#include <stdbool.h>

#include <perf/defer-error.h>

struct pipeline;
struct pipeline_opts;
struct resolve;
struct term;

/* What the verb was told; all of it outlives the call. */
struct tui_opts {
	/* Its limit: of larger files, so much is looked at first; 0: as seems best. */
	const struct pipeline_opts *pipeline;
	/* Called with what was read last, if all of it was, once the terminal is given back. */
	void (*done)(void *ctx, const struct pipeline *pipeline, struct resolve *resolve);
	void *ctx;
};

/*
 * Shows the trace on @term until the user leaves; @term is deleted then, unless the caller wants
 * to @keep it. TUI_BUSY: he left while a thread was at work that cannot be interrupted: nothing is
 * freed, and the process is to end without more ado. Negative if the terminal cannot be used or
 * the trace cannot be read; in the latter case the user has seen why.
 */
#define TUI_BUSY 1
int tui__run(struct term *term, const struct tui_opts *opts, bool keep, struct defer_error *err);

#endif /* PERF_DEFER_UI_TUI_APP_TUI_H */
