/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * rows: the rows of report for scripts and spreadsheets: keys as text, and numbers as they are.
 * Documentation/exports.md has the columns.
 */
#ifndef PERF_DEFER_UI_EXPORT_ROWS_H
#define PERF_DEFER_UI_EXPORT_ROWS_H

#include <stdio.h>

#include <perf/defer-error.h>

struct export_source;

/* The version of both, which changes with any column or member. */
#define ROWS_SCHEMA_VERSION 1

/* Write the rows of @source->event, whose hist is sorted. */
int rows__write_csv(const struct export_source *source, FILE *out, struct defer_error *err);
int rows__write_json(const struct export_source *source, FILE *out, struct defer_error *err);

#endif /* PERF_DEFER_UI_EXPORT_ROWS_H */
