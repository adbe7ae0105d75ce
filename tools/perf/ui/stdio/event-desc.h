/* SPDX-License-Identifier: GPL-2.0-only */
/* event-desc: what an event was opened with, in a line of text. */
#ifndef PERF_DEFER_UI_STDIO_EVENT_DESC_H
#define PERF_DEFER_UI_STDIO_EVENT_DESC_H

#include <stdio.h>

struct defer_attr;
struct defer_evsel;

/* Prints one line: the event's name, ids and attr, in the format of perf's --header. */
void evsel__print_desc(const struct defer_evsel *evsel, FILE *out);

/* Prints what perf evlist -v shows after the name of @event: ": type: 1 (...), ...". */
void attr__print_evlist(const struct defer_attr *attr, const char *event, FILE *out);

#endif /* PERF_DEFER_UI_STDIO_EVENT_DESC_H */
