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

struct sample_ref;

struct entry_chart {
	const struct entry_list *list;
	const struct sample_ref **samples; /* in order of time */
	size_t nr, cap;
	uint32_t max_depth; /* kernel functions of the deepest stack */
};

/* Makes the chart of @entry; @list must have been made from samples, and outlive the chart. */
int entry_chart__init(struct entry_chart *chart, const struct entry_list *list,
		      const struct entry *entry, struct defer_error *err);
void entry_chart__exit(struct entry_chart *chart);

/* Returns how many kernel functions are in the stack of sample @i, counted in order of time. */
uint32_t entry_chart__depth(const struct entry_chart *chart, size_t i);

/*
 * Returns the node of the chain tree of the kernel function at @depth, from the outermost on, of sample
 * @i; CHAIN_ROOT if its stack is not so deep.
 */
uint32_t entry_chart__node(const struct entry_chart *chart, size_t i, uint32_t depth);

#endif /* PERF_DEFER_UTIL_ENTRY_ENTRY_CHART_H */
