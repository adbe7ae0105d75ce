// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <malloc.h>

#include "util/base/budget.h"

/*
 * The rest, up to 256 MB and 4 times the file, is for what is not seen: code, stacks, holes between
 * allocations, and what is allocated between two looks.
 */
#define BUDGET_BASE  (144ULL << 20)
#define BUDGET_RATIO 3

/* What malloc() has given out, bytes; 0 where that is not told. */
static uint64_t heap_size(void)
{
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 33)
	const struct mallinfo2 info = mallinfo2();

	return info.uordblks + info.hblkhd;
#else
	return 0;
#endif
}

void budget__init(struct budget *budget, uint64_t size)
{
	*budget = (struct budget){.limit = UINT64_MAX};
	if (size < (UINT64_MAX - BUDGET_BASE) / BUDGET_RATIO)
		budget->limit = BUDGET_BASE + size * BUDGET_RATIO;
	/*
	 * Where another malloc() has taken the place of glibc's, the first question wakes that one,
	 * and not safely from two threads at once: it must not come from the workers.
	 */
	heap_size();
}

static int say_too_much(const struct budget *budget, struct defer_error *err)
{
	return defer_error__set(err, DEFER_ERR_NOMEM, DEFER_NO_OFFSET,
				"this trace would take more than %" PRIu64 " MB of memory, far "
				"more than its size justifies",
				budget->limit >> 20);
}

int budget__check(const struct budget *budget, struct defer_error *err)
{
	if (!budget->limit || heap_size() <= budget->limit)
		return 0;
	return say_too_much(budget, err);
}

void budget__begin(struct budget *budget)
{
	budget->used = budget->limit ? heap_size() : 0;
}

int budget__take(struct budget *budget, uint64_t bytes, struct defer_error *err)
{
	if (!budget || !budget->limit)
		return 0;
	budget->used += bytes;
	return budget->used <= budget->limit ? 0 : say_too_much(budget, err);
}
