/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * sandwich: one function of a hist between all that calls it, merged upwards, and all that it calls,
 * merged downwards; and the stacks that go through it.
 *
 *   stacks of the hist          callers        the function     callees
 *   main -> f -> g              main           f                g
 *   main -> h -> f -> h -> f    h <- main                       h -> f
 *
 * A stack counts once, however often the function is in it: it is split where the function is for
 * the first time from the outside. So its callers are outside of all recursion, and the recursion
 * is among the callees.
 *
 * What it calls has at most as many chains as the hist. Its callers as a call graph can have many more
 * nodes: opening that side fails above conf.max_nodes of the hist.
 */
#ifndef PERF_DEFER_UTIL_VIEW_SANDWICH_H
#define PERF_DEFER_UTIL_VIEW_SANDWICH_H

#include "util/profile/hist.h"
#include "util/profile/show-opts.h"

enum sandwich_side {
	SANDWICH_CALLERS,
	SANDWICH_CALLEES,
	SANDWICH_NR_SIDES
};

/* Samples with the same call chain. */
struct sandwich_stack {
	uint32_t chain; /* id in the chain tree of the hist */
	struct sample_sum sum;
};

struct sandwich {
	const struct hist *from;
	uint32_t func; /* id of the func that represents all of the symbol */
	struct sort_order order;
	struct show_opts shows[SANDWICH_NR_SIDES];
	struct chain_tree below; /* what the function calls, from it inward */
	/* One entry each, the function, whose call graph is that side. Percentages are of @from. */
	struct hist sides[SANDWICH_NR_SIDES];
	struct sandwich_stack *stacks; /* those with the function, heaviest first */
	size_t nr_stacks;
	struct sample_sum sum;	/* of all of them */
	struct sample_sum self; /* of those that hit the function itself */
};

/*
 * Makes the sandwich of the symbol that @func, a func id, belongs to; the caller owns it. @hist must
 * outlive it, and must not change meanwhile. The sides are sorted. After an error there is none: NULL.
 */
int sandwich__new(struct sandwich **sandwich, const struct hist *hist, uint32_t func,
		  struct defer_error *err);
void sandwich__delete(struct sandwich *sandwich);

#endif /* PERF_DEFER_UTIL_VIEW_SANDWICH_H */
