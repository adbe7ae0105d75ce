/* SPDX-License-Identifier: GPL-2.0-only */
/* report_rows: the rows that report prints for a trace, without names. */
#ifndef PERF_DEFER_TESTS_REPORT_ROWS_H
#define PERF_DEFER_TESTS_REPORT_ROWS_H

#include "tests/builder.h"
#include "util/pipeline.h"

/*
 * Prints headers and rows of @path into @text, which the caller frees, with commas between columns
 * and without blanks and comments. path and conf of @opts are ignored. Returns 0, or the error of
 * the pipeline.
 */
int report_rows__print(const char *path, const struct pipeline_opts *opts, char **text,
		       struct defer_error *err);

/* Checks that the rows are @want. */
int report_rows__check(const char *path, const struct pipeline_opts *opts, const char *want);

/* Writes the trace into a file, runs @check on it and removes it. Returns the result of @check. */
int report_rows__with(const struct builder *b, int (*check)(const char *path));

#endif /* PERF_DEFER_TESTS_REPORT_ROWS_H */
