/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * time_span: the part of all time that a window shows, and how it moves. What moves stays within all, and is
 * cut if it is longer. No length is a number, since that of all numbers of 64 bits needs one more.
 */
#ifndef PERF_DEFER_UI_TUI_VIEW_TIME_SPAN_H
#define PERF_DEFER_UI_TUI_VIEW_TIME_SPAN_H

#include <stdbool.h>
#include <stdint.h>

/* A span of time, ns; both inclusive. */
struct time_span {
	uint64_t start, end;
};

/* Cuts @span to what it has in common with @all. Returns false if that is nothing. */
bool time_span__cut(struct time_span *span, struct time_span all);
/* Returns @span moved by half of its length. */
struct time_span time_span__pan(struct time_span span, struct time_span all, bool later);
/* Returns a span as long as @span with @time in its middle. */
struct time_span time_span__around(struct time_span span, struct time_span all, uint64_t time);
/* Returns half of @span, or twice as much, in which @time, a part of @span, is where it was. */
struct time_span time_span__scale(struct time_span span, struct time_span all, bool in,
				  uint64_t time);

#endif /* PERF_DEFER_UI_TUI_VIEW_TIME_SPAN_H */
