// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include <perf/defer-event.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/machine/parallelism.h"

/* The number of steps after the hint that are tried before a binary search. */
#define NEAR 8

struct parallelism {
	struct parallel_step *steps; /* sorted by (time, order) */
	size_t nr;
	uint32_t nr_cpus;
};

void parallel_log__exit(struct parallel_log *log)
{
	free(log->steps);
	*log = (struct parallel_log){0};
}

int parallel_log__add(struct parallel_log *log, const struct defer_event *ev, uint64_t order,
		      struct defer_error *err)
{
	bool less = ev->type == DEFER_RECORD_EXIT || ev->context_switch.out;

	if (!ARRAY_GROW(log->steps, log->cap, log->nr + 1))
		return error__no_memory(err, "for context switches");
	log->steps[log->nr++] = (struct parallel_step){ev->id.time, order, less ? -1 : 1};
	return 0;
}

int parallel_log__merge(struct parallel_log *log, const struct parallel_log *from,
			struct defer_error *err)
{
	if (from->nr && !ARRAY_APPEND(log->steps, log->nr, log->cap, from->steps, from->nr))
		return error__no_memory(err, "for context switches");
	return 0;
}

static int compare_steps(const void *a, const void *b)
{
	const struct parallel_step *x = a, *y = b;

	return CMP(x->time, y->time) ?: CMP(x->order, y->order);
}

int parallelism__new(struct parallelism **parallelismp, struct parallel_log *log, uint32_t nr_cpus,
		     struct defer_error *err)
{
	struct parallelism *parallelism = calloc(1, sizeof(*parallelism));
	int64_t level = 1;

	if (!parallelism)
		return error__no_memory(err, "for context switches");
	*parallelism = (struct parallelism){log->steps, log->nr, nr_cpus};
	*log = (struct parallel_log){0};
	if (parallelism->nr)
		qsort(parallelism->steps, parallelism->nr, sizeof(*parallelism->steps),
		      compare_steps);
	for (size_t i = 0; i < parallelism->nr; i++) {
		level += parallelism->steps[i].level;
		parallelism->steps[i].level = level;
	}
	*parallelismp = parallelism;
	return 0;
}

void parallelism__delete(struct parallelism *parallelism)
{
	if (!parallelism)
		return;
	free(parallelism->steps);
	free(parallelism);
}

/* Returns the number of steps before @key. */
static size_t parallelism__search(const struct parallelism *parallelism,
				  const struct parallel_step *key)
{
	return LOWER_BOUND(i, parallelism->nr, compare_steps(&parallelism->steps[i], key) < 0);
}

/* The same, looked for near @hint first. */
static size_t parallelism__find(const struct parallelism *parallelism,
				const struct parallel_step *key, size_t hint)
{
	const struct parallel_step *steps = parallelism->steps;
	size_t at = hint;

	if (at && compare_steps(&steps[at - 1], key) >= 0)
		return parallelism__search(parallelism, key);
	for (; at < parallelism->nr && at - hint < NEAR; at++) {
		if (compare_steps(&steps[at], key) >= 0)
			return at;
	}
	return at == parallelism->nr ? at : parallelism__search(parallelism, key);
}

uint32_t parallelism__at(const struct parallelism *parallelism, uint64_t time, uint64_t order,
			 size_t *hint)
{
	const struct parallel_step key = {.time = time, .order = order};
	int64_t level = 1;

	if (!parallelism)
		return 1;
	*hint = parallelism__find(parallelism, &key, *hint);
	if (*hint)
		level = parallelism->steps[*hint - 1].level;
	/* Lost records and clocks that disagree can push the level anywhere. */
	if (parallelism->nr_cpus && level > parallelism->nr_cpus)
		level = parallelism->nr_cpus;
	if (level > UINT32_MAX)
		level = UINT32_MAX;
	return level < 1 ? 1 : level;
}
