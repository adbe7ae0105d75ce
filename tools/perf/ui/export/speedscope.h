/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * speedscope: one event as JSON for speedscope: the stacks of all threads together, and those of each
 * thread in order of time; and the entries of each thread into the kernel, as calls. (github.com/jlfwong/speedscope, src/lib/file-format-spec.ts.)
 */
#ifndef PERF_DEFER_UI_EXPORT_SPEEDSCOPE_H
#define PERF_DEFER_UI_EXPORT_SPEEDSCOPE_H

#include <stdio.h>

#include <perf/defer-error.h>

struct chart;
struct profile_event;
struct shown;

/*
 * @chart: its samples in order of time; NULL: only the stacks of all threads are written. @shown: has the
 * entries into the kernel; NULL: none are written.
 */
int speedscope__write(const struct profile_event *event, const struct chart *chart,
		      const struct shown *shown, const char *title, FILE *out,
		      struct defer_error *err);

#endif /* PERF_DEFER_UI_EXPORT_SPEEDSCOPE_H */
