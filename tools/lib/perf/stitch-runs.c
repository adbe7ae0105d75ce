// SPDX-License-Identifier: LGPL-2.1-only OR BSD-2-Clause
#include <stdlib.h>

#include <internal/array.h>

#include "stitch-index.h"
#include "stitch-runs.h"

int stitch_runs__begin(struct stitch_runs *runs, uint64_t key, uint32_t place)
{
	/* A run that stayed too short is none. */
	if (!runs->nr || runs->runs[runs->nr - 1].nr >= STITCH_RUN_MIN) {
		if (!STITCH_GROW(runs->runs, runs->alloc, runs->nr + 1))
			return DEFER_ERR_NOMEM;
		runs->nr++;
	}
	runs->runs[runs->nr - 1] =
		(struct stitch_run){.first = key, .last = key, .place = place, .nr = 1};
	runs->ended = false;
	return 0;
}

int stitch_runs__add(struct stitch_runs *runs, const struct stitch_runs *from, uint32_t place)
{
	if (!STITCH_GROW(runs->runs, runs->alloc, runs->nr + from->nr))
		return DEFER_ERR_NOMEM;
	for (size_t i = 0; i < from->nr; i++) {
		if (from->runs[i].nr < STITCH_RUN_MIN)
			continue;
		runs->runs[runs->nr] = from->runs[i];
		runs->runs[runs->nr++].place += place;
	}
	return 0;
}

static int run__cmp(const void *va, const void *vb)
{
	const struct stitch_run *a = va, *b = vb;

	return CMP(a->first, b->first) ?: CMP(a->place, b->place);
}

void stitch_runs__seal(struct stitch_runs *runs)
{
	size_t kept = 0;

	if (!runs->nr)
		return;
	qsort(runs->runs, runs->nr, sizeof(*runs->runs), run__cmp);
	for (size_t i = 1; i < runs->nr; i++) {
		const struct stitch_run *run = &runs->runs[i], *last = &runs->runs[kept];

		/* Whichever is left out, the other begins after all before it end. */
		if (run->first > last->last)
			runs->runs[++kept] = *run;
		else if (run->nr > last->nr)
			runs->runs[kept] = *run;
	}
	runs->nr = kept + 1;
}

/* Returns how many runs begin no later than @key. Looks around number @hint first. */
static size_t runs__count(const struct stitch_runs *runs, uint64_t key, size_t hint)
{
	size_t low = 0, high = runs->nr, step;

	if (hint < runs->nr && runs->runs[hint].first <= key) {
		low = hint + 1;
		for (step = 1; low + step < high; step *= 2) {
			if (runs->runs[low + step].first > key)
				high = low + step;
			else
				low += step + 1;
		}
	}
	return low + LOWER_BOUND(i, high - low, runs->runs[low + i].first <= key);
}

const struct stitch_run *stitch_runs__around(const struct stitch_runs *runs, uint64_t key,
					     size_t *hint)
{
	size_t after = runs__count(runs, key, *hint);

	*hint = after ? after - 1 : 0;
	return after && runs->runs[after - 1].last >= key ? &runs->runs[after - 1] : NULL;
}

void stitch_runs__exit(struct stitch_runs *runs)
{
	free(runs->runs);
	*runs = (struct stitch_runs){0};
}
