/* SPDX-License-Identifier: GPL-2.0-only */
/* The shapes of report: text, a file for another program, a terminal UI. */
#ifndef PERF_BUILTIN_DEFER_REPORT_H
#define PERF_BUILTIN_DEFER_REPORT_H

#include "builtin-report-opts.h"
#include "util/pipeline.h"

/*
 * Writes what --export names to standard output, and says which events it leaves out. @path is that
 * of the trace. DEFER_ERR_INVAL if there is no event of the name that the user gave.
 */
int report__export(const struct report_opts *opts, const char *path, const struct profile *profile,
		   struct defer_error *err);

/* Is it to be the TUI? Says so if it would be, but for the terminal. */
bool report__wants_tui(const struct report_opts *opts);

/* Runs it: the exit status, or REPORT_NO_TUI, with a message, if the terminal turns out unfit. */
#define REPORT_NO_TUI -1
int report__tui(const struct report_opts *opts, const struct pipeline_opts *pipeline,
		struct defer_error *err);

#endif /* PERF_BUILTIN_DEFER_REPORT_H */
