/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * tep_check: decides which events libtraceevent can safely print. It trusts the format and the
 * sample for how far it reads.
 */
#ifndef PERF_DEFER_UTIL_HEADER_TEP_CHECK_H
#define PERF_DEFER_UTIL_HEADER_TEP_CHECK_H

#include <stdbool.h>
#include <stddef.h>

struct tep_event;

/*
 * Size of the room that holds a sample while it is printed, bytes. Every read of a format that
 * passed the checks stays inside it.
 */
#define TEP_CHECK_ROOM (1 << 20)

/* Longest sample, and so the largest offset in a valid format, bytes. */
#define TEP_CHECK_MAX_SAMPLE (1 << 16)

/*
 * Returns true if an event's fields can be read safely. Then *@min is the minimum length of its
 * samples, bytes.
 */
bool tep_check__fields(const struct tep_event *event, size_t *min);

/*
 * Returns true if the event can be printed by its print fmt. Its fields must have passed the check.
 */
bool tep_check__print_fmt(struct tep_event *event);

#endif /* PERF_DEFER_UTIL_HEADER_TEP_CHECK_H */
