/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * printer: prints samples, and the events between them, in order of time. Workers make the text of
 * slices at once, and each waits for its turn to write:
 *
 *   order_slices --+--> worker 0: slice 0 -> text --> 1.
 *                  +--> worker 1: slice 1 -> text ------> 2.   --> out
 *                  +--> worker 0: slice 2 -> text ----------> 3.
 */
#ifndef PERF_DEFER_UI_SCRIPT_PRINTER_H
#define PERF_DEFER_UI_SCRIPT_PRINTER_H

#include "ui/script/samples.h"
#include "ui/script/text.h"

struct progress;

struct printer_opts {
	struct text *text; /* started, for the stacks of @samples and all workers */
	const struct script_samples *samples;
	const struct script_events *events;
	struct progress *progress; /* counts samples; or NULL */
};

/*
 * Prints everything to @out, by as many workers as the session has. Returns DEFER_ERR_IO if @out
 * takes no more: out->error has the reason.
 */
int printer__run(const struct printer_opts *opts, struct out *out, struct defer_error *err);

#endif /* PERF_DEFER_UI_SCRIPT_PRINTER_H */
