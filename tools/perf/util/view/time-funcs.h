/* SPDX-License-Identifier: GPL-2.0-only */
/* time_funcs: which functions the samples of a span of time hit, beside those of the rest of the time. */
#ifndef PERF_DEFER_UTIL_VIEW_TIME_FUNCS_H
#define PERF_DEFER_UTIL_VIEW_TIME_FUNCS_H

#include "util/profile/change.h"
#include "util/view/heat-samples.h"

struct time_func {
	uint32_t func; /* in the profile of the heat */
	uint64_t nr;   /* samples in the span */
	struct change
		change; /* "now": its share of the samples in the span; "before": in the rest */
};

struct time_funcs {
	uint64_t nr;		/* samples in the span */
	struct time_func *most; /* those with samples in the span, most first */
	struct time_func
		*changed; /* those with another share than in the rest, greatest change first */
	size_t nr_most, nr_changed;
};

/*
 * Adds up the samples of @by_func, a HEAT_BY_FUNC, from @start to @end, which are in its time. Changes that may be
 * chance are not in tf->changed. The caller calls exit also after an error.
 */
int time_funcs__init(struct time_funcs *tf, const struct heat_samples *by_func, uint64_t start,
		     uint64_t end, struct defer_error *err);
void time_funcs__exit(struct time_funcs *tf);

#endif /* PERF_DEFER_UTIL_VIEW_TIME_FUNCS_H */
