/* SPDX-License-Identifier: GPL-2.0-only */
/* event: records other than samples, as lines of script. */
#ifndef PERF_DEFER_UI_STDIO_EVENT_H
#define PERF_DEFER_UI_STDIO_EVENT_H

#include <stdio.h>

struct defer_event;

/*
 * Prints the fields of a record that script shows between samples, which follow its name, and a newline,
 * in the format of perf (Linux 7.2, tools/perf/util/event.c).
 */
void event__fprintf(const struct defer_event *ev, FILE *out);

#endif /* PERF_DEFER_UI_STDIO_EVENT_H */
