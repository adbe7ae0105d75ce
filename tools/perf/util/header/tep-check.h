/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * tep_check: which events libtraceevent can be trusted to print. It reads as far as the format
 * and the sample say.
 */
#ifndef PERF_DEFER_UTIL_HEADER_TEP_CHECK_H
#define PERF_DEFER_UTIL_HEADER_TEP_CHECK_H

#include <stdbool.h>
#include <stddef.h>

struct tep_event;

/* Where samples lie while they are printed: any read that a sane format leads to stays inside. */
#define TEP_CHECK_ROOM (1 << 20)

/* The longest sample, and so the largest offset that a sane format has. */
#define TEP_CHECK_MAX_SAMPLE (1 << 16)

/* May an event's fields be read? Then *@min is how long its samples are at least. */
bool tep_check__fields(const struct tep_event *event, size_t *min);

/* May it be printed as its print fmt says? Only if its fields may be read. */
bool tep_check__print_fmt(struct tep_event *event);

#endif /* PERF_DEFER_UTIL_HEADER_TEP_CHECK_H */
