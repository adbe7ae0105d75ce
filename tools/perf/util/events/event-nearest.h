/* SPDX-License-Identifier: GPL-2.0-only */
/* event_nearest: of the names that there are, the one that was most likely meant. */
#ifndef PERF_DEFER_UTIL_EVENTS_EVENT_NEAREST_H
#define PERF_DEFER_UTIL_EVENTS_EVENT_NEAREST_H

#include <stddef.h>

#define EVENT_NEAREST_MAX 80 /* longer names are no one's slip of the pen */

struct event_nearest {
	char want[EVENT_NEAREST_MAX];
	char best[EVENT_NEAREST_MAX]; /* "" while nothing is near enough */
	unsigned int distance;	      /* of @best; a better one has less */
};

void event_nearest__init(struct event_nearest *nearest, const char *want, size_t len);
/* Keeps a copy of @name if it is nearer than what there was. */
void event_nearest__offer(struct event_nearest *nearest, const char *name);

/* Three arguments for "%s%s%s": "; is it 'cycles'?", or nothing. */
#define EVENT_NEAREST_HINT(nearest) \
	(nearest).best[0] ? "; is it '" : "", (nearest).best, (nearest).best[0] ? "'?" : ""

/*
 * Letters to insert, delete, change, or swap with their neighbour to make @b of @a; upper and
 * lower case are the same. UINT_MAX if either has EVENT_NEAREST_MAX letters or more.
 */
unsigned int event_nearest__distance(const char *a, const char *b);

#endif /* PERF_DEFER_UTIL_EVENTS_EVENT_NEAREST_H */
