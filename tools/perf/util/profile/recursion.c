// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/profile/recursion.h"

/* What the walk over one stack knows of a function. */
struct visit {
	uint32_t stack;	 /* number of the last stack that it was in, from 1 on */
	uint32_t times;	 /* in that stack */
	uint32_t caller; /* of the innermost call there */
};

struct finder {
	const struct hist *hist;
	uint32_t *same;		 /* by func id: the one that stands for all of its name and file */
	struct visit *visits;	 /* by func id */
	struct recursion *found; /* one for each stack and function */
	size_t nr, cap;
};

/* ---- functions ---- */

struct named {
	const struct func *func;
	uint32_t id;
};

/* Functions without a name are one each. */
static int by_name(const void *a, const void *b)
{
	const struct named *pa = a, *pb = b;
	const char *name_a = pa->func->name, *name_b = pb->func->name;

	if (!name_a || !name_b)
		return CMP(!name_a, !name_b) ?: CMP(pa->func->symbol_id, pb->func->symbol_id);
	return strcmp(name_a, name_b) ?: CMP(pa->func->dso_id, pb->func->dso_id);
}

/* Finds what stands for each function: where one was inlined, it has a symbol of its own. */
static int find_same(struct finder *finder, struct defer_error *err)
{
	const struct funcs *funcs = finder->hist->conf.funcs;
	struct named *named = malloc((funcs->nr + 1ULL) * sizeof(*named));

	finder->same = calloc(funcs->nr + 1ULL, sizeof(*finder->same));
	finder->visits = calloc(funcs->nr + 1ULL, sizeof(*finder->visits));
	if (!named || !finder->same || !finder->visits) {
		free(named);
		return error__no_memory(err, "for functions that recur");
	}
	for (uint32_t i = 0; i < funcs->nr; i++)
		named[i] = (struct named){funcs__at(funcs, i), i};
	qsort(named, funcs->nr, sizeof(*named), by_name);
	for (uint32_t i = 0; i < funcs->nr; i++)
		finder->same[named[i].id] = i && !by_name(&named[i - 1], &named[i])
						    ? finder->same[named[i - 1].id]
						    : named[i].id;
	free(named);
	return 0;
}

/* ---- stacks ---- */

/* Notes that the function of @visit is in the stack once more. */
static int finder__again(struct finder *finder, uint32_t func, const struct visit *visit,
			 const struct hist_stack *stack, struct defer_error *err)
{
	const struct recursion recursion = {.func = func,
					    .caller = visit->caller,
					    .deepest = visit->times,
					    .sums = stack->sums,
					    .by_caller = stack->sums.period};

	/* Those of one stack stand together: the last of this function is among them. */
	for (size_t i = finder->nr; visit->times > 2 && i-- > 0;) {
		if (finder->found[i].func != func)
			continue;
		finder->found[i].deepest = visit->times;
		return 0;
	}
	return ARRAY_APPEND(finder->found, finder->nr, finder->cap, &recursion, 1)
		       ? 0
		       : error__no_memory(err, "for functions that recur");
}

/* Walks from the inside out. */
static int finder__walk(struct finder *finder, size_t nr, struct defer_error *err)
{
	const struct hist *hist = finder->hist;
	const struct hist_stack *stack = &hist->stacks[nr];
	const struct chain_node *nodes = hist->conf.chains->nodes;
	struct visit *inner = NULL;
	int ret = 0;

	for (uint32_t node = stack->chain; !ret && node != CHAIN_ROOT; node = nodes[node].parent) {
		const struct func *func = funcs__at(hist->conf.funcs, nodes[node].func);
		uint32_t id = finder->same[nodes[node].func];
		struct visit *visit = &finder->visits[id];

		if (!func__is_frame(func))
			continue;
		if (inner)
			inner->caller = id;
		inner = NULL;
		if (visit->stack != nr + 1) {
			*visit = (struct visit){.stack = nr + 1};
			inner = visit;
		}
		if (++visit->times > 1)
			ret = finder__again(finder, id, visit, stack, err);
	}
	return ret;
}

/* ---- sums ---- */

static int by_func(const void *a, const void *b)
{
	const struct recursion *pa = a, *pb = b;

	return CMP(pa->func, pb->func) ?: CMP(pa->caller, pb->caller);
}

static int by_weight(const void *a, const void *b)
{
	const struct recursion *pa = a, *pb = b;

	return CMP(pb->sums.period, pa->sums.period) ?: CMP(pa->func, pb->func);
}

static void add(struct recursion *to, const struct recursion *from)
{
	sums__add(&to->sums, &from->sums);
	if (from->deepest > to->deepest)
		to->deepest = from->deepest;
}

/* Joins what is of one function and caller, or, if @any_caller, of one function: the heaviest caller stays. */
static size_t join(struct recursion *found, size_t nr, bool any_caller)
{
	size_t kept = 0;

	for (size_t i = 0; i < nr; i++) {
		struct recursion *last = kept ? &found[kept - 1] : NULL;

		if (!last || last->func != found[i].func ||
		    (!any_caller && last->caller != found[i].caller)) {
			found[kept++] = found[i];
			continue;
		}
		add(last, &found[i]);
		if (!any_caller) {
			last->by_caller += found[i].by_caller;
		} else if (found[i].by_caller > last->by_caller) {
			last->by_caller = found[i].by_caller;
			last->caller = found[i].caller;
		}
	}
	return kept;
}

int recursions__init(struct recursions *recursions, const struct hist *hist,
		     struct defer_error *err)
{
	struct finder finder = {.hist = hist};
	int ret = find_same(&finder, err);

	*recursions = (struct recursions){.nr = 0};
	for (size_t i = 0; !ret && i < hist->nr_stacks; i++)
		ret = finder__walk(&finder, i, err);
	free(finder.visits);
	free(finder.same);
	if (finder.nr)
		qsort(finder.found, finder.nr, sizeof(*finder.found), by_func);
	recursions->of = finder.found;
	recursions->nr = join(finder.found, join(finder.found, finder.nr, false), true);
	if (recursions->nr)
		qsort(recursions->of, recursions->nr, sizeof(*recursions->of), by_weight);
	return ret;
}

void recursions__exit(struct recursions *recursions)
{
	free(recursions->of);
}
