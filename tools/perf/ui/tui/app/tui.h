/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * tui: the terminal UI as a whole: the loop that draws and waits. The loader reads and folds the
 * trace in a thread of its own (ui/tui/load/load.h):
 *
 *	loop (app)                             loader's thread
 *	----------                             ---------------
 *	loader__request(): zooms, kinds  --->  makes a snapshot, hands it over
 *	term__wait()                     <---  term__wake()
 *	loader__take(), refresh views,         does not touch it any more
 *	then delete the old snapshot
 */
#ifndef PERF_DEFER_UI_TUI_APP_TUI_H
#define PERF_DEFER_UI_TUI_APP_TUI_H

#include <stdbool.h>

#include <perf/defer-error.h>

struct pipeline;
struct pipeline_opts;
struct resolve;
struct term;

/* The options of the verb; all of them outlive the call. */
struct tui_opts {
	/* Its limit: bytes of a larger file to look at first; 0: chosen by the size. */
	const struct pipeline_opts *pipeline;
	/*
	 * Called after the terminal is given back, with the last trace, if it was read completely.
	 */
	void (*done)(void *ctx, const struct pipeline *pipeline, struct resolve *resolve);
	void *ctx;
	bool sums_up;	  /* begins with the summary */
	const char *view; /* "name[,event]", to begin with; NULL: the first, or the summary */
	const char *const *words; /* of the command line */
	unsigned int nr_words;
};

/*
 * Shows the trace on @term until the user leaves, then deletes @term, unless @keep. Returns:
 * - 0 on success;
 * - TUI_BUSY if the user left while a thread could not be interrupted: nothing is freed, and the
 *   process must exit at once;
 * - negative if the terminal cannot be used, or if the trace cannot be read; in the latter case
 *   the user has seen the reason.
 */
#define TUI_BUSY 1
int tui__run(struct term *term, const struct tui_opts *opts, bool keep, struct defer_error *err);

#endif /* PERF_DEFER_UI_TUI_APP_TUI_H */
