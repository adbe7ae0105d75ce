// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "util/base/error.h"
#include "util/base/radix-sort.h"
#include "util/fold/samples.h"
#include "util/profile/profile.h"
#include "util/profile/zoom.h"
#include "util/session/sample-reader.h"
#include "util/view/sample-rows.h"

/* ---- names ---- */

static const char *const names[SAMPLE_NR_SORTS] = {
	[SAMPLE_BY_TIME] = "time",   [SAMPLE_BY_CPU] = "cpu",	  [SAMPLE_BY_THREAD] = "thread",
	[SAMPLE_BY_EVENT] = "event", [SAMPLE_BY_CLASS] = "class", [SAMPLE_BY_COOKIE] = "cookie",
	[SAMPLE_BY_DELAY] = "delay", [SAMPLE_BY_STACK] = "stack",
};

const char *sample_sort__name(enum sample_sort by)
{
	return names[by];
}

int sample_sort__find(const char *name, struct defer_error *err)
{
	for (int by = 0; by < SAMPLE_NR_SORTS; by++) {
		if (!strcmp(names[by], name))
			return by;
	}
	return defer_error__set(err, DEFER_ERR_INVAL, DEFER_NO_OFFSET,
				"samples cannot be sorted by '%s'; they can by one of: time cpu "
				"thread event class cookie delay stack",
				name);
}

/* ---- making ---- */

static int list_rows(struct sample_rows *rows)
{
	const struct shown *shown = &rows->shown;
	size_t nr = samples__nr(shown->samples);

	rows->rows = nr < UINT32_MAX ? malloc((nr + 1) * sizeof(*rows->rows)) : NULL;
	if (!rows->rows)
		return DEFER_ERR_NOMEM;
	for (size_t i = 0; i < nr; i++) {
		const struct sample_ref *ref = samples__at(shown->samples, i);

		if (rows->chains[ref->stack] != PROFILE_NO_CHAIN &&
		    zooms__pass_sample(shown->zooms, shown->session, ref))
			rows->rows[rows->nr++] = i;
	}
	return 0;
}

int sample_rows__new(struct sample_rows **rowsp, const struct shown *shown, struct defer_error *err)
{
	struct sample_rows *rows = calloc(1, sizeof(*rows));
	int ret;

	*rowsp = NULL;
	if (!rows)
		return error__no_memory(err, "for samples");
	rows->shown = *shown;
	rows->reader = calloc(1, sizeof(*rows->reader));
	rows->chains = profile__chains_in(shown->profile, shown->all, shown->part);
	ret = !rows->reader || !rows->chains || list_rows(rows)
		      ? error__no_memory(err, "for samples")
		      : sample_reader__init(rows->reader, shown->session, err);
	if (ret)
		sample_rows__delete(rows);
	else
		*rowsp = rows;
	return ret;
}

void sample_rows__delete(struct sample_rows *rows)
{
	if (!rows)
		return;
	if (rows->reader)
		sample_reader__exit(rows->reader);
	free(rows->reader);
	free(rows->chains);
	free(rows->rows);
	free(rows);
}

/* ---- one sample ---- */

const struct sample_ref *sample_rows__ref(const struct sample_rows *rows, uint32_t row)
{
	return samples__at(rows->shown.samples, row);
}

const struct stack *sample_rows__stack(const struct sample_rows *rows, uint32_t row)
{
	return fold__stack(rows->shown.all, sample_rows__ref(rows, row)->stack);
}

struct sample_place sample_rows__place(const struct sample_rows *rows, uint32_t row)
{
	const struct stack *stack = sample_rows__stack(rows, row);

	return (struct sample_place){
		.pid = stack->pid,
		.tid = stack->tid,
		.cpu = sample_rows__ref(rows, row)->cpu,
		.comm_id = stack->comm_id,
		.cls = stack->cls,
	};
}

uint32_t sample_rows__chain(const struct sample_rows *rows, uint32_t row)
{
	return rows->chains[sample_rows__ref(rows, row)->stack];
}

const char *sample_rows__comm(const struct sample_rows *rows, uint32_t row)
{
	return rows->shown.profile->comms[sample_rows__stack(rows, row)->comm_id];
}

bool sample_rows__delay(const struct sample_rows *rows, uint32_t row, uint64_t *delay)
{
	return sample_ref__delay(rows->shown.session, sample_rows__ref(rows, row), delay);
}

const char *sample_rows__trace(struct sample_rows *rows, uint32_t row)
{
	if (sample_rows__stack(rows, row)->evsel_idx >= rows->shown.profile->nr_events)
		return NULL;
	if (rows->shown.profile->events[sample_rows__stack(rows, row)->evsel_idx]
		    .evsel->attr.type != DEFER_TYPE_TRACEPOINT)
		return NULL;
	return sample_reader__trace(rows->reader, sample_rows__ref(rows, row)->order);
}

/* ---- order ---- */

static int compare_stacks(const void *l, const void *r, void *arg)
{
	const struct sample_rows *rows = arg;
	const struct profile *profile = rows->shown.profile;
	uint32_t a = rows->chains[*(const uint32_t *)l], b = rows->chains[*(const uint32_t *)r];

	if (a == PROFILE_NO_CHAIN || b == PROFILE_NO_CHAIN)
		return (a == PROFILE_NO_CHAIN) - (b == PROFILE_NO_CHAIN);
	if (a == CHAIN_ROOT || b == CHAIN_ROOT)
		return (b == CHAIN_ROOT) - (a == CHAIN_ROOT);
	return func__cmp(funcs__at(&profile->funcs, profile->chains.nodes[a].func),
			 funcs__at(&profile->funcs, profile->chains.nodes[b].func));
}

static int compare_threads(const void *l, const void *r, void *arg)
{
	const struct sample_rows *rows = arg;
	const struct stack *a = fold__stack(rows->shown.all, *(const uint32_t *)l);
	const struct stack *b = fold__stack(rows->shown.all, *(const uint32_t *)r);
	const char *const *comms = rows->shown.profile->comms;
	int cmp = strcmp(comms[a->comm_id], comms[b->comm_id]);

	return cmp ? cmp : (a->tid > b->tid) - (a->tid < b->tid);
}

/* Returns a number for each stack that is lower for those that come first. */
static uint32_t *rank_stacks(const struct sample_rows *rows,
			     int (*compare)(const void *l, const void *r, void *arg))
{
	uint32_t nr = fold__nr(rows->shown.all);
	uint32_t *ids = malloc((nr + 1ULL) * sizeof(*ids));
	uint32_t *ranks = malloc((nr + 1ULL) * sizeof(*ranks));

	for (uint32_t i = 0; ids && ranks && i < nr; i++)
		ids[i] = i;
	if (ids && ranks && nr)
		qsort_r(ids, nr, sizeof(*ids), compare, (void *)rows);
	for (uint32_t i = 0, rank = 0; ids && ranks && i < nr; i++) {
		rank += i && compare(&ids[i - 1], &ids[i], (void *)rows);
		ranks[ids[i]] = rank;
	}
	free(ids);
	if (!ids) {
		free(ranks);
		return NULL;
	}
	return ranks;
}

static uint64_t number_of(const struct sample_rows *rows, enum sample_sort by, uint32_t row)
{
	const struct sample_ref *ref = sample_rows__ref(rows, row);
	uint64_t delay;

	switch (by) {
	case SAMPLE_BY_CPU:
		return (uint32_t)ref->cpu;
	case SAMPLE_BY_EVENT:
		return sample_rows__stack(rows, row)->evsel_idx;
	case SAMPLE_BY_CLASS:
		return sample_rows__stack(rows, row)->cls;
	case SAMPLE_BY_COOKIE:
		return ref->cookie;
	case SAMPLE_BY_DELAY:
		return sample_rows__delay(rows, row, &delay) ? UINT64_MAX - 1 - delay : UINT64_MAX;
	case SAMPLE_BY_TIME:
	case SAMPLE_BY_THREAD:
	case SAMPLE_BY_STACK:
	case SAMPLE_NR_SORTS:
	default:
		return row; /* they are in order of time */
	}
}

static int set_keys(const struct sample_rows *rows, enum sample_sort by, const uint32_t *sorted,
		    struct radix_item *items)
{
	bool by_stack = by == SAMPLE_BY_STACK || by == SAMPLE_BY_THREAD;
	uint32_t *ranks = by_stack ? rank_stacks(rows, by == SAMPLE_BY_STACK ? compare_stacks
									     : compare_threads)
				   : NULL;

	if (by_stack && !ranks)
		return DEFER_ERR_NOMEM;
	for (uint32_t i = 0; i < rows->nr; i++) {
		items[i].row = sorted[i];
		items[i].key = ranks ? ranks[sample_rows__ref(rows, sorted[i])->stack]
				     : number_of(rows, by, sorted[i]);
	}
	free(ranks);
	return 0;
}

int sample_rows__sort(const struct sample_rows *rows, enum sample_sort by, uint32_t *sorted,
		      struct defer_error *err)
{
	struct radix_item *items = malloc((rows->nr + 1ULL) * sizeof(*items)), *at;
	struct radix_item *room = malloc((rows->nr + 1ULL) * sizeof(*room));
	int ret = items && room ? set_keys(rows, by, sorted, items) : DEFER_ERR_NOMEM;

	at = ret ? NULL : radix_sort(items, room, rows->nr);
	for (uint32_t i = 0; at && i < rows->nr; i++)
		sorted[i] = at[i].row;
	free(items);
	free(room);
	return ret ? error__no_memory(err, "to sort samples") : 0;
}
