/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * session_order: the samples of a trace in order of time, taken one by one.
 *
 *   session__walk() --> session_order: (time, order, class) of each sample, 24 bytes
 *                         |
 *                         +--> order_reader, over order_slices --> sample, sample, ...
 *                         +--> order_reader, over order_slices --> sample, sample, ...
 */
#ifndef PERF_DEFER_UTIL_SESSION_ORDER_H
#define PERF_DEFER_UTIL_SESSION_ORDER_H

#include "util/session/session.h"

struct session_order;
struct order_reader;

/*
 * Walks over all samples of @session, which must have gathered and must outlive the order. After
 * it, the source can be read in any order.
 */
int session_order__new(struct session_order **order, struct session *session,
		       struct defer_error *err);
void session_order__delete(struct session_order *order);

/*
 * Creates a reader that begins with the first sample. Any number of readers may be in use at once,
 * each by one thread at a time. @order must outlive them.
 */
int order_reader__new(struct order_reader **reader, const struct session_order *order,
		      struct defer_error *err);
void order_reader__delete(struct order_reader *reader);

/*
 * Points *@sample at the next one, which is valid until the next call. Returns 1, 0 after the last
 * one, or a negative code.
 */
int order_reader__next(struct order_reader *reader, const struct stitched **sample,
		       struct defer_error *err);

/* Delivers each sample once, ordered by (time, order), from one thread. */
int session__walk_ordered(struct session *session, session_sample_fn fn, void *ctx,
			  struct defer_error *err);

#endif /* PERF_DEFER_UTIL_SESSION_ORDER_H */
