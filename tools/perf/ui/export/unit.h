/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_DEFER_UI_EXPORT_UNIT_H
#define PERF_DEFER_UI_EXPORT_UNIT_H

struct profile_event;

/* Returns what the weights of the event's samples are: "nanoseconds" of a clock, or "count". */
const char *export__unit(const struct profile_event *event);

#endif /* PERF_DEFER_UI_EXPORT_UNIT_H */
