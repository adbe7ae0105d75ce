/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * html: all events as one page that a browser opens from a file, without a network.
 *
 * The page holds its script, and its data as base64 of gzip: see html-data.h. No name of the trace is in
 * the text of the page, and its Content-Security-Policy allows that script alone, by its hash.
 */
#ifndef PERF_DEFER_UI_EXPORT_HTML_H
#define PERF_DEFER_UI_EXPORT_HTML_H

#include <stdio.h>

#include <perf/defer-error.h>

struct export_source;

/* Writes @source, which has samples and a ledger. The caller checks @out. */
int html__write(const struct export_source *source, const char *title, FILE *out,
		struct defer_error *err);

#endif /* PERF_DEFER_UI_EXPORT_HTML_H */
