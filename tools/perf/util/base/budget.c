// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <malloc.h>

#include "util/base/budget.h"

/*
 * The remainder, up to 256 MB and 4 times the file, covers what is not counted: code, stacks, holes
 * between allocations, and allocations between two checks.
 */
#define BUDGET_BASE  (144ULL << 20)
#define BUDGET_RATIO 3

/* Returns the bytes that malloc() has handed out, or 0 where it does not tell. */
static uint64_t heap_size(void)
{
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 33)
	const struct mallinfo2 info = mallinfo2();

	return info.uordblks + info.hblkhd;
#else
	return 0;
#endif
}

void budget__init(struct budget *budget)
{
	/*
	 * If another malloc() replaces glibc's, the first call initializes it, which is not safe
	 * from two threads at once. So the first call must not come from the workers.
	 */
	*budget = (struct budget){.base = heap_size()};
}

void budget__limit(struct budget *budget, uint64_t size)
{
	budget->limit = UINT64_MAX;
	if (size < (UINT64_MAX - BUDGET_BASE) / BUDGET_RATIO)
		budget->limit = BUDGET_BASE + size * BUDGET_RATIO;
}

void budget__widen(struct budget *budget, uint64_t size)
{
	if (budget->limit && size < (UINT64_MAX - budget->limit) / BUDGET_RATIO)
		budget->limit += size * BUDGET_RATIO;
}

/* Returns the bytes that were allocated since init() and may belong to the trace. */
static uint64_t budget__heap(const struct budget *budget)
{
	uint64_t size = heap_size();

	return size > budget->base ? size - budget->base : 0;
}

void budget__pause(struct budget *budget)
{
	budget->used = budget__heap(budget);
}

void budget__resume(struct budget *budget)
{
	uint64_t size = heap_size();

	budget->base = size > budget->used ? size - budget->used : 0;
}

static int say_too_much(const struct budget *budget, struct defer_error *err)
{
	return defer_error__set(err, DEFER_ERR_NOMEM,
				"this trace would take more than %" PRIu64 " MB of memory, far "
				"more than its size justifies",
				budget->limit >> 20);
}

int budget__check(const struct budget *budget, struct defer_error *err)
{
	if (!budget->limit || budget__heap(budget) <= budget->limit)
		return 0;
	return say_too_much(budget, err);
}

void budget__begin(struct budget *budget)
{
	budget->used = budget->limit ? budget__heap(budget) : 0;
}

int budget__take(struct budget *budget, uint64_t bytes, struct defer_error *err)
{
	if (!budget || !budget->limit)
		return 0;
	budget->used += bytes;
	return budget->used <= budget->limit ? 0 : say_too_much(budget, err);
}
