/* SPDX-License-Identifier: GPL-2.0-only */
/* The forms of report: text, a file for another program, a terminal UI. */
#ifndef PERF_DEFER_VERBS_REPORT_H
#define PERF_DEFER_VERBS_REPORT_H

#include "verbs/report-opts.h"
#include "util/pipeline.h"

struct shown;

/*
 * Writes the format of --export to stdout, and warns about the events it leaves out. @shown has samples if
 * the shape is FLAME_TIME or the format has them; if it has the ledger, @pipeline has read the losses as
 * well. Returns DEFER_ERR_INVAL if no event has the name given.
 */
int report__export(const struct report_opts *opts, const struct pipeline *pipeline,
		   const struct shown *shown, struct defer_error *err);

/*
 * Prints the functions of @shown, whose rows are sorted, or those called opts->word, line by line. @resolve has named the frames.
 * Returns DEFER_ERR_NOENT if no sample hit such a function.
 */
int report__annotate(const struct report_opts *opts, const struct shown *shown,
		     struct resolve *resolve, struct defer_error *err);

/*
 * Returns true if the TUI is to be used for the trace @path, which can be opened. Explains it if only
 * the terminal prevents that.
 */
bool report__wants_tui(const struct report_opts *opts, const char *path);

/*
 * Runs the TUI. Returns the exit status, or REPORT_NO_TUI, with a message, if the terminal is not
 * capable.
 */
#define REPORT_NO_TUI -1
int report__tui(const struct report_opts *opts, const struct pipeline_opts *pipeline,
		struct defer_error *err);

#endif /* PERF_DEFER_VERBS_REPORT_H */
