// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>
#include <stdlib.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/view/time-funcs.h"

#define MIN_SIGMA 3 /* standard deviations */

static int compare_most(const void *l, const void *r)
{
	const struct time_func *a = l, *b = r;

	return CMP(b->nr, a->nr) ?: CMP(a->func, b->func);
}

static int compare_changed(const void *l, const void *r)
{
	const struct time_func *a = l, *b = r;

	return change__compare(&a->change, &b->change) ?: CMP(a->func, b->func);
}

/*
 * Returns whether @nr is as far from @expected as chance does not lead, since many functions are looked at. It
 * tells of few samples, too: none of an expected one is nothing.
 */
static bool is_far(double nr, double expected)
{
	return fabs(nr - expected) > MIN_SIGMA * sqrt(expected);
}

/* Adds a function that has @nr samples in the span, and @rest in the rest of the time, with @all. */
static void add_func(struct time_funcs *tf, uint32_t func, uint64_t nr, uint64_t rest,
		     const struct sample_sums *all)
{
	const struct sample_sums part = {.before = {.nr = rest}, .now = {.nr = nr}};
	struct time_func item = {.func = func, .nr = nr, .change = change__of(&part, all)};

	if (!is_far(nr, item.change.before / 100 * all->now.nr))
		item.change.is_noise = true;
	if (nr)
		tf->most[tf->nr_most++] = item;
	if (!item.change.is_noise)
		tf->changed[tf->nr_changed++] = item;
}

static void fill(struct time_funcs *tf, const struct heat *heat, const uint64_t *nr)
{
	struct sample_sums all = {.now = {.nr = 0}};

	for (size_t row = 0; row < heat->nr_rows; row++)
		tf->nr += nr[row];
	all.now.nr = tf->nr;
	all.before.nr = heat->nr - tf->nr;
	for (size_t row = 0; row < heat->nr_rows; row++)
		add_func(tf, heat->rows[row].key, nr[row], heat->rows[row].nr - nr[row], &all);
	qsort(tf->most, tf->nr_most, sizeof(*tf->most), compare_most);
	qsort(tf->changed, tf->nr_changed, sizeof(*tf->changed), compare_changed);
}

int time_funcs__init(struct time_funcs *tf, const struct heat_samples *by_func, uint64_t start,
		     uint64_t end, struct defer_error *err)
{
	size_t nr_rows = by_func->heat.nr_rows;
	uint64_t *nr = malloc((nr_rows + 1) * sizeof(*nr));

	*tf = (struct time_funcs){
		.most = malloc((nr_rows + 1) * sizeof(*tf->most)),
		.changed = malloc((nr_rows + 1) * sizeof(*tf->changed)),
	};
	if (!nr || !tf->most || !tf->changed) {
		free(nr);
		return error__no_memory(err, "for times");
	}
	heat_samples__sum(by_func, start, end, nr);
	fill(tf, &by_func->heat, nr);
	free(nr);
	return 0;
}

void time_funcs__exit(struct time_funcs *tf)
{
	free(tf->most);
	free(tf->changed);
	*tf = (struct time_funcs){0};
}
