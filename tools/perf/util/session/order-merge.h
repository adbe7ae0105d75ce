/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * order_merge: puts samples in order of time without sorting them all. Each CPU's buffer is flushed
 * in ascending order, so a trace consists of ascending runs, and merging their heads restores the
 * order:
 *
 *   times as read     1 4 9 | 2 3 8 | 5 6 7
 *   heap of heads     {1, 2, 5} -> 1    {2, 4, 5} -> 2    {3, 4, 5} -> 3  ...
 */
#ifndef PERF_DEFER_UTIL_SESSION_ORDER_MERGE_H
#define PERF_DEFER_UTIL_SESSION_ORDER_MERGE_H

#include "util/session/session.h"

struct order_entry {
	uint64_t time, order;
	uint32_t size; /* of the record, bytes */
	uint32_t tag;  /* the caller's */
};

/* The samples that one worker saw. All zero is empty. */
struct order_list {
	struct order_entry *entries;
	size_t nr, cap;
};

void order_list__exit(struct order_list *list);
int order_list__add(struct order_list *list, const struct stitched *sample, uint32_t tag,
		    struct defer_error *err);

/* The rest of an ascending run, which is never empty. */
struct order_run {
	const struct order_entry *head, *end;
	uint32_t slice, range; /* belong to the user of the merge; 0 at first */
};

/* All zero is empty. */
struct order_merge {
	struct order_run *runs; /* a binary heap, the earliest head on top */
	size_t nr, cap;
};

/* Merges all entries of the @nr @lists, which must outlive the merge. */
int order_merge__init(struct order_merge *merge, const struct order_list *lists, unsigned int nr,
		      struct defer_error *err);
void order_merge__exit(struct order_merge *merge);

/* Returns the run with the earliest entry, which is its head; NULL at the end. */
struct order_run *order_merge__top(struct order_merge *merge);
/* Removes that entry. */
void order_merge__pop(struct order_merge *merge);

#endif /* PERF_DEFER_UTIL_SESSION_ORDER_MERGE_H */
