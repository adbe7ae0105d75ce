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
#include "util/session/order.h"
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

struct session_order {
	struct session *session;
	struct order_list *lists; /* one for each worker */
	struct order_merge merge; /* all runs, from their heads; a reader takes a copy */
};

struct order_reader {
	struct session *session;
	struct order_merge merge; /* what is still to come */
	struct walker walker;
	struct chunk_cache cache;
	struct stitched sample; /* the last one that was stitched, while more samples may follow */
	bool more;
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

int session_order__new(struct session_order **orderp, struct session *session,
		       struct defer_error *err)
{
	struct session_order *order = calloc(1, sizeof(*order));
	int ret;

	*orderp = NULL;
	if (!order)
		return error__no_memory(err, "to put samples in order");
	order->session = session;
	order->lists = calloc(session->nr_workers, sizeof(*order->lists));
	if (!order->lists)
		ret = error__no_memory(err, "to put samples in order");
	else
		ret = session__walk(session, order_list__add, order->lists, err);
	for (unsigned int i = 0; i < session->nr_workers && !ret; i++)
		ret = order_merge__add(&order->merge, &order->lists[i], err);
	if (!ret)
		ret = source__make_seekable(session->source, err);
	if (ret) {
		session_order__delete(order);
		return ret;
	}
	order_merge__heapify(&order->merge);
	*orderp = order;
	return 0;
}

void session_order__delete(struct session_order *order)
{
	if (!order)
		return;
	for (unsigned int i = 0; order->lists && i < order->session->nr_workers; i++)
		free(order->lists[i].entries);
	free(order->lists);
	free(order->merge.runs);
	free(order);
}

int order_reader__new(struct order_reader **readerp, const struct session_order *order,
		      struct defer_error *err)
{
	struct order_reader *reader = calloc(1, sizeof(*reader));
	int ret;

	*readerp = NULL;
	if (!reader)
		return error__no_memory(err, "to read samples in order");
	reader->session = order->session;
	walker__init(&reader->walker, order->session);
	ret = chunk_cache__init(&reader->cache, err);
	reader->merge.runs = calloc(order->merge.nr + 1, sizeof(*reader->merge.runs));
	if (!ret && !reader->merge.runs)
		ret = error__no_memory(err, "to read samples in order");
	if (ret) {
		order_reader__delete(reader);
		return ret;
	}
	if (order->merge.nr)
		memcpy(reader->merge.runs, order->merge.runs,
		       order->merge.nr * sizeof(*reader->merge.runs));
	reader->merge.nr = order->merge.nr;
	*readerp = reader;
	return 0;
}

void order_reader__delete(struct order_reader *reader)
{
	if (!reader)
		return;
	chunk_cache__exit(&reader->cache);
	walker__exit(&reader->walker);
	free(reader->merge.runs);
	free(reader);
}

/* Stitches the sample of @entry. Returns 1, 0 if it cannot be decoded, or a negative code. */
static int order_reader__stitch(struct order_reader *reader, const struct order_entry *entry,
				struct defer_error *err)
{
	const struct chunk *chunk;
	struct defer_record rec;
	int ret;

	ret = chunk_cache__get(&reader->cache, reader->session->source, entry->order, &chunk, err);
	if (ret < 0)
		return ret;
	ret = chunk__record(chunk, entry->order - chunk->order, &rec, err);
	if (!ret)
		ret = walker__stitch(&reader->walker, &rec, NULL, &reader->sample, err);
	/* Only a file that shrank between the passes ends here; the source reported it. */
	if (ret == DEFER_ERR_TRUNCATED) {
		defer_error__clear(err);
		return 0;
	}
	if (ret > 0)
		reader->sample.cls = entry->cls;
	return ret;
}

int order_reader__next(struct order_reader *reader, const struct stitched **sample,
		       struct defer_error *err)
{
	const struct order_entry *entry;
	int ret;

	*sample = &reader->sample;
	for (;;) {
		if (reader->more && walker__next(&reader->walker, &reader->sample))
			return 1;
		reader->more = false;
		entry = order_merge__next(&reader->merge);
		if (!entry)
			return 0;
		ret = order_reader__stitch(reader, entry, err);
		if (ret < 0)
			return ret;
		reader->more = ret > 0;
	}
}

int session__walk_ordered(struct session *session, session_sample_fn fn, void *ctx,
			  struct defer_error *err)
{
	struct order_reader *reader = NULL;
	const struct stitched *sample;
	struct session_order *order;
	int ret = session_order__new(&order, session, err);

	if (!ret)
		ret = order_reader__new(&reader, order, err);
	while (!ret && (ret = order_reader__next(reader, &sample, err)) > 0)
		ret = fn(ctx, 0, sample, err);
	order_reader__delete(reader);
	session_order__delete(order);
	return ret;
}
