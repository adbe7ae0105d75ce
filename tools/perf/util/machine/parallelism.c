// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/machine/parallelism.h"

/* So many steps from where the last one was found are looked at before all are searched. */
#define NEAR 8

struct parallelism {
	struct parallel_step *steps; /* by (time, order) */
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
	struct parallel_step *grown;

	grown = array__reserve(log->steps, &log->cap, log->nr + 1, sizeof(*grown));
	if (!grown)
		return error__no_memory(err, "for context switches");
	log->steps = grown;
	grown[log->nr++] = (struct parallel_step){ev->id.time, order, less ? -1 : 1};
	return 0;
}

static int compare_steps(const void *a, const void *b)
{
	const struct parallel_step *x = a, *y = b;

	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	return (x->order > y->order) - (x->order < y->order);
}

static int take_logs(struct parallelism *parallelism, const struct parallel_log *logs,
		     unsigned int nr)
{
	size_t total = 0;

	for (unsigned int i = 0; i < nr; i++)
		total += logs[i].nr;
	parallelism->steps = calloc(total + 1, sizeof(*parallelism->steps));
	if (!parallelism->steps)
		return DEFER_ERR_NOMEM;
	for (unsigned int i = 0; i < nr; i++) {
		if (logs[i].nr)
			memcpy(parallelism->steps + parallelism->nr, logs[i].steps,
			       logs[i].nr * sizeof(*parallelism->steps));
		parallelism->nr += logs[i].nr;
	}
	return 0;
}

int parallelism__new(struct parallelism **parallelismp, const struct parallel_log *logs,
		     unsigned int nr, uint32_t nr_cpus, struct defer_error *err)
{
	struct parallelism *parallelism = calloc(1, sizeof(*parallelism));
	int64_t level = 1;

	if (!parallelism || take_logs(parallelism, logs, nr)) {
		parallelism__delete(parallelism);
		return error__no_memory(err, "for context switches");
	}
	parallelism->nr_cpus = nr_cpus;
	qsort(parallelism->steps, parallelism->nr, sizeof(*parallelism->steps), compare_steps);
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

/* How many steps come before @key. */
static size_t search(const struct parallelism *parallelism, const struct parallel_step *key)
{
	size_t lo = 0, hi = parallelism->nr;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (compare_steps(&parallelism->steps[mid], key) < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

static size_t find(const struct parallelism *parallelism, const struct parallel_step *key,
		   size_t hint)
{
	const struct parallel_step *steps = parallelism->steps;
	size_t at = hint;

	if (at && compare_steps(&steps[at - 1], key) >= 0)
		return search(parallelism, key);
	for (; at < parallelism->nr && at - hint < NEAR; at++) {
		if (compare_steps(&steps[at], key) >= 0)
			return at;
	}
	return at == parallelism->nr ? at : search(parallelism, key);
}

uint32_t parallelism__at(const struct parallelism *parallelism, uint64_t time, uint64_t order,
			 size_t *hint)
{
	const struct parallel_step key = {.time = time, .order = order};
	int64_t level = 1;

	if (!parallelism)
		return 1;
	*hint = find(parallelism, &key, *hint);
	if (*hint)
		level = parallelism->steps[*hint - 1].level;
	/* What was lost, and clocks that disagree, may lead anywhere. */
	if (parallelism->nr_cpus && level > parallelism->nr_cpus)
		level = parallelism->nr_cpus;
	if (level > UINT32_MAX)
		level = UINT32_MAX;
	return level < 1 ? 1 : level;
}
