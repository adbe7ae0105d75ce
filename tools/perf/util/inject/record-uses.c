// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include <perf/defer-stitch.h>

#include "util/base/error.h"
#include "util/inject/record-uses.h"

#define WORD_BITS 64

static uint64_t nr_words(const struct record_uses *uses)
{
	return uses->nr / WORD_BITS + 1;
}

int record_uses__init(struct record_uses *uses, const struct defer_stitch *stitch,
		      struct defer_error *err)
{
	struct defer_stitch_stats stats;

	defer_stitch__stats(stitch, &stats);
	*uses = (struct record_uses){.stitch = stitch, .nr = stats.places};
	uses->used = calloc(nr_words(uses), sizeof(*uses->used));
	if (uses->used)
		return 0;
	return error__no_memory(err, "to mark %llu deferred records", (unsigned long long)uses->nr);
}

void record_uses__exit(struct record_uses *uses)
{
	free(uses->used);
	free(uses->refs);
	*uses = (struct record_uses){0};
}

void record_uses__mark(struct record_uses *uses, const struct defer_stitch_record *record)
{
	uint64_t i = record->place;
	uint64_t bit = 1ULL << i % WORD_BITS;
	atomic_uint_fast64_t *word = &uses->used[i / WORD_BITS];

	/*
	 * Several samples mark most records: read first, to avoid writing to a shared cache line.
	 */
	if (!(atomic_load_explicit(word, memory_order_relaxed) & bit))
		atomic_fetch_or_explicit(word, bit, memory_order_relaxed);
}

static int cmp_refs(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

int record_uses__seal(struct record_uses *uses, struct defer_error *err)
{
	struct defer_stitch_record record;
	uint64_t nr = 0;

	for (uint64_t i = 0; i < nr_words(uses); i++)
		nr += __builtin_popcountll(uses->used[i]);
	uses->refs = malloc((nr + 1) * sizeof(*uses->refs));
	if (!uses->refs)
		return error__no_memory(err, "for %llu deferred records", (unsigned long long)nr);
	for (uint64_t i = 0; i < uses->nr; i++) {
		if (uses->used[i / WORD_BITS] >> i % WORD_BITS & 1 &&
		    defer_stitch__record(uses->stitch, i, &record))
			uses->refs[uses->nr_refs++] = record.ref;
	}
	qsort(uses->refs, uses->nr_refs, sizeof(*uses->refs), cmp_refs);
	return 0;
}

bool record_uses__has(const struct record_uses *uses, uint64_t ref)
{
	/* bsearch() may not be passed NULL, not even for no elements. */
	return uses->nr_refs && bsearch(&ref, uses->refs, uses->nr_refs, sizeof(ref), cmp_refs);
}
