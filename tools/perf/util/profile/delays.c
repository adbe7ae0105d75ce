// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "util/base/array.h"
#include "util/base/histogram.h"
#include "util/profile/delays.h"

/* The delays of one row: buckets as in struct histogram, of which most rows use few. */
struct delay_part {
	uint64_t nr;
	uint32_t bucket;
};

struct delays {
	struct delay_part *parts;
	size_t nr_parts, cap;
	uint64_t nr;
	struct waits waits;
};

static int add_stacks(struct delays *delays, const struct hist *hist,
		      const struct hist_entry *entry)
{
	delays->nr_parts = delays->nr = 0;
	delays->waits = (struct waits){0};
	for (uint32_t i = entry->first_ref; i != HIST_NO_REF; i = hist->refs[i].next) {
		const struct hist_stack *stack = &hist->stacks[hist->refs[i].stack];

		if (!stack->delay)
			continue;
		if (!ARRAY_GROW(delays->parts, delays->cap, delays->nr_parts + 1))
			return DEFER_ERR_NOMEM;
		delays->parts[delays->nr_parts++] =
			(struct delay_part){stack->sums.nr, stack->delay - 1};
		delays->nr += stack->sums.nr;
		waits__add(&delays->waits, &stack->waits);
	}
	return 0;
}

static int by_bucket(const void *a, const void *b)
{
	return (int)((const struct delay_part *)a)->bucket -
	       (int)((const struct delay_part *)b)->bucket;
}

/* Returns what histogram__percentile() would. The parts are in order. */
static uint64_t delays__percentile(const struct delays *delays, double percent)
{
	uint64_t want = histogram__rank(delays->nr, percent), seen = 0, end;
	size_t i = 0;

	while (i + 1 < delays->nr_parts && seen + delays->parts[i].nr < want)
		seen += delays->parts[i++].nr;
	end = histogram__bucket_end(delays->parts[i].bucket);
	return end < delays->waits.longest ? end : delays->waits.longest;
}

int hist__measure_delays(struct hist *hist)
{
	struct delays delays = {0};
	int ret = 0;

	for (size_t i = 0; i < hist->nr && !ret; i++) {
		struct hist_entry *entry = &hist->entries[i];

		ret = add_stacks(&delays, hist, entry);
		entry->delayed = delays.nr;
		if (ret || !delays.nr)
			continue;
		qsort(delays.parts, delays.nr_parts, sizeof(*delays.parts), by_bucket);
		entry->delay_mean = delays.waits.sum / delays.nr;
		entry->delay_median = delays__percentile(&delays, 50);
		entry->delay_99 = delays__percentile(&delays, 99);
	}
	free(delays.parts);
	return ret;
}
