// SPDX-License-Identifier: GPL-2.0-only
#include <ctype.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "util/events/event-nearest.h"

/* Upper bound of edits: half of the letters, and at most this many. */
#define MAX_SLIPS 4

static unsigned int event_nearest__min3(unsigned int a, unsigned int b, unsigned int c)
{
	if (b < a)
		a = b;
	return c < a ? c : a;
}

static bool event_nearest__same(char a, char b)
{
	return tolower((unsigned char)a) == tolower((unsigned char)b);
}

unsigned int event_nearest__distance(const char *a, const char *b)
{
	unsigned int rows[3][EVENT_NEAREST_MAX], *before = rows[0], *above = rows[1],
						 *row = rows[2], *spare;
	size_t na = strlen(a), nb = strlen(b);

	if (na >= EVENT_NEAREST_MAX || nb >= EVENT_NEAREST_MAX)
		return UINT_MAX;
	for (size_t j = 0; j <= nb; j++)
		above[j] = j;

	for (size_t i = 1; i <= na; i++) {
		row[0] = i;
		for (size_t j = 1; j <= nb; j++) {
			row[j] = event_nearest__min3(
				above[j] + 1, row[j - 1] + 1,
				above[j - 1] + !event_nearest__same(a[i - 1], b[j - 1]));
			if (i > 1 && j > 1 && event_nearest__same(a[i - 1], b[j - 2]) &&
			    event_nearest__same(a[i - 2], b[j - 1]) && before[j - 2] + 1 < row[j])
				row[j] = before[j - 2] + 1;
		}
		spare = before;
		before = above;
		above = row;
		row = spare;
	}
	return above[nb];
}

void event_nearest__init(struct event_nearest *nearest, const char *want, size_t len)
{
	*nearest = (struct event_nearest){.distance = 0};
	if (!len || len >= sizeof(nearest->want))
		return;
	memcpy(nearest->want, want, len);
	nearest->distance = len / 2 < MAX_SLIPS ? len / 2 : MAX_SLIPS;
	nearest->distance++;
}

void event_nearest__offer(struct event_nearest *nearest, const char *name)
{
	unsigned int distance;

	if (!nearest->distance)
		return;
	distance = event_nearest__distance(nearest->want, name);
	if (distance >= nearest->distance)
		return;
	nearest->distance = distance;
	snprintf(nearest->best, sizeof(nearest->best), "%s", name);
}
