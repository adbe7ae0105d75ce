/* SPDX-License-Identifier: GPL-2.0-only */
/* flame_priv: the growing tree, for the files of flame.h only. */
#ifndef PERF_DEFER_UTIL_VIEW_FLAME_PRIV_H
#define PERF_DEFER_UTIL_VIEW_FLAME_PRIV_H

#include "util/view/flame.h"

/* Adds a child that is not there yet, and returns it, or a negative code. */
int64_t flame__append(struct flame *flame, uint32_t parent, uint32_t func);
/* Finds or adds a child, and returns it, or a negative code. */
int64_t flame__child(struct flame *flame, uint32_t parent, uint32_t func);

static inline uint64_t flame__weight(const struct flame *flame, const struct hist_stack *stack)
{
	return flame->by_samples ? stack->sums.nr : stack->sums.period;
}

/* Makes room for the sums of a new last node, in a comparison. */
int flame__reserve_sums(struct flame *flame);
/* Counts what stack @idx of the hist has on both sides of a comparison at @node, where it ends. */
void flame__count(struct flame *flame, uint32_t node, size_t idx);

/* Returns whether the stack has a part in the flame: a weight, or one before. */
static inline bool flame__has(const struct flame *flame, const struct hist_stack *stack)
{
	return flame->hist->conf.compares || flame__weight(flame, stack);
}

/* Returns the number of frames in the longest chain. */
uint32_t flame__deepest(const struct hist *hist);

/* Add all stacks in the shape that the name says. Return 0 or a negative code. */
int flame__add_inverted(struct flame *flame);
int flame__add_threads(struct flame *flame);

#endif /* PERF_DEFER_UTIL_VIEW_FLAME_PRIV_H */
