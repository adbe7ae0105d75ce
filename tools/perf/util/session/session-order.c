// SPDX-License-Identifier: GPL-2.0-only
/* Reads the samples of a session in the order of time, though workers find them in that of the file. */
#include <stdlib.h>

#include "util/base/error.h"
#include "util/session/order-slices.h"
#include "util/session/order.h"

struct session_order {
	struct session *session;
	struct order_list *lists; /* one for each worker */
};

struct order_reader {
	struct order_slices *slices; /* what is still to come */
	struct order_slice slice;    /* which is read */
};

static int add_sample(void *ctx, unsigned int worker, const struct stitched *sample,
		      struct defer_error *err)
{
	return order_list__add((struct order_list *)ctx + worker, sample, sample->cls, err);
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
	order_slice__init(&reader->slice, order->session);
	ret = order_slices__new(&reader->slices, order->session, order->lists, err);
	if (ret) {
		order_reader__delete(reader);
		return ret;
	}
	order_slices__stitch(reader->slices);
	*readerp = reader;
	return 0;
}

void order_reader__delete(struct order_reader *reader)
{
	if (!reader)
		return;
	order_slice__exit(&reader->slice);
	order_slices__delete(reader->slices);
	free(reader);
}

int order_reader__next(struct order_reader *reader, const struct stitched **sample,
		       struct defer_error *err)
{
	struct stitched *next;
	uint32_t cls;
	int ret;

	while (!(ret = order_slice__next(&reader->slice, &next, &cls, err))) {
		ret = order_slices__take(reader->slices, &reader->slice, err);
		if (ret <= 0)
			return ret;
	}
	next->cls = cls;
	*sample = next;
	return ret;
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
