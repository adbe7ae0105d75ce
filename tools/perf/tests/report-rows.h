/* SPDX-License-Identifier: GPL-2.0-only */
/* report_rows: what report prints of a trace, without names. */
#ifndef PERF_DEFER_TESTS_REPORT_ROWS_H
#define PERF_DEFER_TESTS_REPORT_ROWS_H

#include "tests/builder.h"
#include "util/pipeline.h"

/*
 * Headers and rows of @path with commas between their columns, without blanks and comments, in
 * memory of the caller's: 0, or what the pipeline returned. @opts without path and conf.
 */
int report_rows__print(const char *path, const struct pipeline_opts *opts, char **text,
		       struct defer_error *err);

/* Are they @want? */
int report_rows__check(const char *path, const struct pipeline_opts *opts, const char *want);

/* Writes the trace into a file for @check, whose result it returns, and removes it. */
int report_rows__with(const struct builder *b, int (*check)(const char *path));

#endif /* PERF_DEFER_TESTS_REPORT_ROWS_H */
