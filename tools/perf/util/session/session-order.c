// SPDX-License-Identifier: GPL-2.0-only
/*
 * Delivers samples in order of time without sorting them all. Each CPU's buffer is flushed in
 * ascending order, so a trace consists of ascending runs, and merging their heads restores the
 * order:
 *
 *   times as read     1 4 9 | 2 3 8 | 5 6 7
 *   heap of heads     {1, 2, 5} -> 1    {2, 4, 5} -> 2    {3, 4, 5} -> 3  ...
 */
#include <stdlib.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/session/session.h"
#include "util/session/walker.h"
#include "util/source/chunk-cache.h"
#include "util/source/source.h"

struct order_entry {
	uint64_t time, order;
	enum defer_class cls;
};

struct order_list {
	struct order_entry *entries;
	size_t nr, cap;
};

/* The rest of an ascending run. */
struct order_run {
	const struct order_entry *head, *end;
};

struct order_merge {
	struct order_run *runs; /* a binary heap, the earliest head on top */
	size_t nr, cap;
};

static int order_list__add(void *ctx, unsigned int worker, const struct stitched *sample,
			   struct defer_error *err)
{
	struct order_list *list = (struct order_list *)ctx + worker;
	void *entries;

	/* The samples of one record stay together, so one entry stands for all of them. */
	if (list->nr && list->entries[list->nr - 1].order == sample->rec->order)
		return 0;
	entries = array__reserve(list->entries, &list->cap, list->nr + 1, sizeof(*list->entries));
	if (!entries)
		return error__no_memory(err, "to put samples in order");
	list->entries = entries;
	list->entries[list->nr++] = (struct order_entry){
		.time = sample->time,
		.order = sample->rec->order,
		.cls = sample->cls,
	};
	return 0;
}

static bool order_entry__before(const struct order_entry *a, const struct order_entry *b)
{
	return a->time != b->time ? a->time < b->time : a->order < b->order;
}

static void order_merge__sift_down(struct order_merge *merge, size_t i)
{
	struct order_run run = merge->runs[i];
	size_t child;

	while ((child = 2 * i + 1) < merge->nr) {
		if (child + 1 < merge->nr &&
		    order_entry__before(merge->runs[child + 1].head, merge->runs[child].head))
			child++;
		if (!order_entry__before(merge->runs[child].head, run.head))
			break;
		merge->runs[i] = merge->runs[child];
		i = child;
	}
	merge->runs[i] = run;
}

static int order_merge__add_run(struct order_merge *merge, const struct order_entry *head,
				const struct order_entry *end, struct defer_error *err)
{
	void *runs = array__reserve(merge->runs, &merge->cap, merge->nr + 1, sizeof(*merge->runs));

	if (!runs)
		return error__no_memory(err, "to put samples in order");
	merge->runs = runs;
	merge->runs[merge->nr++] = (struct order_run){head, end};
	return 0;
}

static int order_merge__add(struct order_merge *merge, const struct order_list *list,
			    struct defer_error *err)
{
	size_t i, start = 0;
	int ret = 0;

	for (i = 1; i <= list->nr && !ret; i++) {
		if (i < list->nr && !order_entry__before(&list->entries[i], &list->entries[i - 1]))
			continue;
		ret = order_merge__add_run(merge, list->entries + start, list->entries + i, err);
		start = i;
	}
	return ret;
}

static void order_merge__heapify(struct order_merge *merge)
{
	size_t i;

	for (i = merge->nr / 2; i-- > 0;)
		order_merge__sift_down(merge, i);
}

/* Removes and returns the earliest entry; NULL at the end. */
static const struct order_entry *order_merge__next(struct order_merge *merge)
{
	const struct order_entry *entry;

	if (!merge->nr)
		return NULL;
	entry = merge->runs[0].head++;
	if (merge->runs[0].head == merge->runs[0].end)
		merge->runs[0] = merge->runs[--merge->nr];
	if (merge->nr)
		order_merge__sift_down(merge, 0);
	return entry;
}

static int session__visit(struct session *session, struct walker *walker, struct chunk_cache *cache,
			  const struct order_entry *entry, session_sample_fn fn, void *ctx,
			  struct defer_error *err)
{
	const struct chunk *chunk;
	struct defer_record rec;
	struct stitched sample;
	int ret;

	ret = chunk_cache__get(cache, session->source, entry->order, &chunk, err);
	if (ret < 0)
		return ret;
	ret = chunk__record(chunk, entry->order - chunk->order, &rec, err);
	if (!ret)
		ret = walker__stitch(walker, &rec, NULL, &sample, err);
	if (ret <= 0)
		return ret;
	sample.cls = entry->cls;
	ret = 0;
	while (ret >= 0 && walker__next(walker, &sample))
		ret = fn(ctx, 0, &sample, err);
	return ret < 0 ? ret : 0;
}

static int session__visit_all(struct session *session, struct order_merge *merge,
			      session_sample_fn fn, void *ctx, struct defer_error *err)
{
	const struct order_entry *entry;
	struct chunk_cache cache;
	struct walker walker;
	int ret;

	ret = source__make_seekable(session->source, err);
	if (ret)
		return ret;
	walker__init(&walker, session);
	ret = chunk_cache__init(&cache, err);
	while (!ret && (entry = order_merge__next(merge)))
		ret = session__visit(session, &walker, &cache, entry, fn, ctx, err);
	chunk_cache__exit(&cache);
	walker__exit(&walker);
	return ret;
}

int session__walk_ordered(struct session *session, session_sample_fn fn, void *ctx,
			  struct defer_error *err)
{
	struct order_list *lists = calloc(session->nr_workers, sizeof(*lists));
	struct order_merge merge = {0};
	unsigned int i;
	int ret;

	if (!lists)
		return error__no_memory(err, "to put samples in order");
	ret = session__walk(session, order_list__add, lists, err);
	for (i = 0; i < session->nr_workers && !ret; i++)
		ret = order_merge__add(&merge, &lists[i], err);
	if (!ret) {
		order_merge__heapify(&merge);
		ret = session__visit_all(session, &merge, fn, ctx, err);
	}
	for (i = 0; i < session->nr_workers; i++)
		free(lists[i].entries);
	free(lists);
	free(merge.runs);
	return ret;
}
