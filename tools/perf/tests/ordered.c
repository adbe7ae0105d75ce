// SPDX-License-Identifier: GPL-2.0-only
#include "tests/ordered.h"
#include "util/session/order.h"

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
