/* SPDX-License-Identifier: GPL-2.0-only */
/* event_nearest: picks from known names the one that the user most likely meant. */
#ifndef PERF_DEFER_UTIL_EVENTS_EVENT_NEAREST_H
#define PERF_DEFER_UTIL_EVENTS_EVENT_NEAREST_H

#include <stddef.h>

#define EVENT_NEAREST_MAX 80 /* longer names are not typing errors */

struct event_nearest {
	char want[EVENT_NEAREST_MAX];
	char best[EVENT_NEAREST_MAX]; /* "" while no name is near enough */
	unsigned int distance;	      /* edits from @want to @best; fewer is better */
};

void event_nearest__init(struct event_nearest *nearest, const char *want, size_t len);
/* Keeps a copy of @name if it is nearer than the best so far. */
void event_nearest__offer(struct event_nearest *nearest, const char *name);

/* Three arguments for "%s%s%s": "; is it 'cycles'?", or three empty strings. */
#define EVENT_NEAREST_HINT(nearest) \
	(nearest).best[0] ? "; is it '" : "", (nearest).best, (nearest).best[0] ? "'?" : ""

/*
 * Returns the number of letters to insert, delete, change, or swap with their neighbour to turn @a
 * into @b, ignoring case; UINT_MAX if either has EVENT_NEAREST_MAX letters or more.
 */
unsigned int event_nearest__distance(const char *a, const char *b);

#endif /* PERF_DEFER_UTIL_EVENTS_EVENT_NEAREST_H */
