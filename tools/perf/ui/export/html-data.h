/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * html_data: what the page of html shows, as its script reads it: columns.h, then one JSON object with names,
 * totals, the ledger and the names of the columns, then the size of that object. Documentation/exports.md
 * describes the columns. Sums over samples are report's: of each event, class, function and stack.
 */
#ifndef PERF_DEFER_UI_EXPORT_HTML_DATA_H
#define PERF_DEFER_UI_EXPORT_HTML_DATA_H

#include <perf/defer-error.h>

struct export_source;
struct gz;

#define HTML_DATA_VERSION 1

/* Writes @source, which has samples and a ledger. The caller finishes @gz. */
int html_data__write(const struct export_source *source, const char *title, struct gz *gz,
		     struct defer_error *err);

#endif /* PERF_DEFER_UI_EXPORT_HTML_DATA_H */
