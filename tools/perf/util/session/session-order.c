// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "util/base/error.h"
#include "util/session/order-merge.h"
#include "util/session/order.h"
#include "util/session/walker.h"
#include "util/source/chunk-cache.h"
#include "util/source/source.h"

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

static int add_sample(void *ctx, unsigned int worker, const struct stitched *sample,
		      struct defer_error *err)
{
	struct order_list *list = (struct order_list *)ctx + worker;

	/* The samples of one record stay together, so one entry stands for all of them. */
	if (list->nr && list->entries[list->nr - 1].order == sample->rec->order)
		return 0;
	return order_list__add(list, sample, sample->cls, err);
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
		ret = session__walk(session, add_sample, order->lists, err);
	if (!ret)
		ret = order_merge__init(&order->merge, order->lists, session->nr_workers, err);
	if (!ret)
		ret = source__make_seekable(session->source, err);
	if (ret) {
		session_order__delete(order);
		return ret;
	}
	*orderp = order;
	return 0;
}

void session_order__delete(struct session_order *order)
{
	if (!order)
		return;
	for (unsigned int i = 0; order->lists && i < order->session->nr_workers; i++)
		order_list__exit(&order->lists[i]);
	free(order->lists);
	order_merge__exit(&order->merge);
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
	if (!ret)
		ret = order_merge__copy(&reader->merge, &order->merge, err);
	if (ret) {
		order_reader__delete(reader);
		return ret;
	}
	*readerp = reader;
	return 0;
}

void order_reader__delete(struct order_reader *reader)
{
	if (!reader)
		return;
	chunk_cache__exit(&reader->cache);
	walker__exit(&reader->walker);
	order_merge__exit(&reader->merge);
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
		reader->sample.cls = entry->tag;
	return ret;
}

int order_reader__next(struct order_reader *reader, const struct stitched **sample,
		       struct defer_error *err)
{
	const struct order_run *run;
	int ret;

	*sample = &reader->sample;
	for (;;) {
		if (reader->more && walker__next(&reader->walker, &reader->sample))
			return 1;
		reader->more = false;
		run = order_merge__top(&reader->merge);
		if (!run)
			return 0;
		ret = order_reader__stitch(reader, run->head, err);
		order_merge__pop(&reader->merge);
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
