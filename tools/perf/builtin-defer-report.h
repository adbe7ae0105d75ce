/* SPDX-License-Identifier: GPL-2.0-only */
/* The two shapes of report: text, and a terminal UI. */
#ifndef PERF_BUILTIN_DEFER_REPORT_H
#define PERF_BUILTIN_DEFER_REPORT_H

#include "builtin-report-opts.h"
#include "util/pipeline.h"

/* Is it to be the TUI? Says so if it would be, but for the terminal. */
bool report__wants_tui(const struct report_opts *opts);

/* Runs it: the exit status, or REPORT_NO_TUI, with a message, if the terminal turns out unfit. */
#define REPORT_NO_TUI -1
int report__tui(const struct report_opts *opts, const struct pipeline_opts *pipeline,
		struct defer_error *err);

#endif /* PERF_BUILTIN_DEFER_REPORT_H */
