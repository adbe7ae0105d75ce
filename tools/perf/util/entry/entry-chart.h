/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * entry_chart: the kernel stacks of one entry in order of time, a flame chart:
 *
 *   +----------- do_syscall_64 -----------+
 *   +------------ ksys_write -------------+
 *   +-- a --+ +----- b -----+ +---- a ----+     width: samples; from left to right: time
 */
#ifndef PERF_DEFER_UTIL_ENTRY_ENTRY_CHART_H
#define PERF_DEFER_UTIL_ENTRY_ENTRY_CHART_H

#include "util/entry/entry-list.h"
#include "util/profile/chain-tree.h"

/* Neighbours in time with the same stack. */
struct chart_step {
	uint64_t before;       /* samples of the steps before */
	uint64_t nr;	       /* samples */
	uint32_t stack;	       /* index of the first sample's stack in the fold */
	uint32_t first, depth; /* its kernel functions in the pool, from the outermost on */
	int32_t cpu;	       /* of the first sample */
};

struct entry_chart {
	const struct entry_list *list;
	struct chart_step *steps;
	size_t nr, cap;
	uint32_t *pool; /* nodes of the chain tree */
	size_t nr_pool, cap_pool;
	uint64_t *times; /* of the samples, ns */
	size_t nr_samples, cap_times;
	uint32_t max_depth;
};

/* Makes the chart of @entry; @list must have been made from samples, and outlive the chart. */
int entry_chart__init(struct entry_chart *chart, const struct entry_list *list,
		      const struct entry *entry, struct defer_error *err);
void entry_chart__exit(struct entry_chart *chart);

/* Returns the step that sample @i, counted in order of time, is in. */
size_t entry_chart__step(const struct entry_chart *chart, uint64_t i);

/* Returns the node of the chain tree at @depth of a step; CHAIN_ROOT if it is not so deep. */
static inline uint32_t entry_chart__node(const struct entry_chart *chart, size_t step,
					 uint32_t depth)
{
	const struct chart_step *of = &chart->steps[step];

	return depth < of->depth ? chart->pool[of->first + depth] : CHAIN_ROOT;
}

#endif /* PERF_DEFER_UTIL_ENTRY_ENTRY_CHART_H */
