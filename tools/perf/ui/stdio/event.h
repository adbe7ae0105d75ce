/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_DEFER_UI_STDIO_EVENT_H
#define PERF_DEFER_UI_STDIO_EVENT_H

#include <stdio.h>

#include <perf/defer.h>

/*
 * The fields of a record that is no sample, after its name, with a newline: as perf shows them
 * (Linux 7.2, tools/perf/util/event.c). Of a deferred record all but its addresses.
 */
void event__fprintf(const struct defer_event *ev, FILE *out);

#endif /* PERF_DEFER_UI_STDIO_EVENT_H */
