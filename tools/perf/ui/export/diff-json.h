/* SPDX-License-Identifier: GPL-2.0-only */
/* diff_json: a comparison of profiles as JSON. Documentation/exports.md has its members. */
#ifndef PERF_DEFER_UI_EXPORT_DIFF_JSON_H
#define PERF_DEFER_UI_EXPORT_DIFF_JSON_H

#include <stdio.h>

struct comparison;
struct defer_error;
struct diff_print;

/* Changes with any member. */
#define DIFF_SCHEMA_VERSION 2

/* Writes one object with all events of a finished comparison, and the rows that the options ask for. */
int comparison__write_json(const struct comparison *comparison, const struct diff_print *print,
			   FILE *out, struct defer_error *err);

#endif /* PERF_DEFER_UI_EXPORT_DIFF_JSON_H */
