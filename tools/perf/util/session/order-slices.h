/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * order_slices: the samples of a trace in order of time, in slices that several workers take and
 * work on at once.
 *
 *   order_list of each worker --> order_slices --+--> slice 0: sample, sample, ...  worker 0
 *                                                +--> slice 1: sample, sample, ...  worker 1
 *                                                +--> slice 2: ...
 *
 * A slice reads only the bytes between its samples, each run of them at once. Its memory does not
 * depend on the trace, but for one record.
 */
#ifndef PERF_DEFER_UTIL_SESSION_ORDER_SLICES_H
#define PERF_DEFER_UTIL_SESSION_ORDER_SLICES_H

#include "util/session/order-merge.h"
#include "util/session/walker.h"

struct order_slices;

/*
 * Orders the samples in @lists, one list for each worker of @session, which are those that a walk
 * delivered, or some of them; but all samples of a record or none. Lists and session must outlive
 * the slices.
 */
int order_slices__new(struct order_slices **slices, struct session *session,
		      const struct order_list *lists, struct defer_error *err);
void order_slices__delete(struct order_slices *slices);

/* Ends slices after @max_samples and the rest of the last one's record. Call it before take(). */
void order_slices__set_limit(struct order_slices *slices, uint32_t max_samples);

/* Finds the deferred record of each sample as well. Call it before take(). */
void order_slices__find_records(struct order_slices *slices);

/* Stitches each sample again: see walker__stitch(). Call it before take(). */
void order_slices__stitch(struct order_slices *slices);

/* A sample's place in the order. */
struct order_point {
	uint64_t time, order;
};

/* One worker's slice. */
struct order_slice {
	uint32_t idx;		  /* number of the slice, from 0 */
	struct order_point after; /* last sample of the slice before, if any */
	struct order_point last;  /* its own last sample, if any */
	uint32_t nr;		  /* samples */
	/* private: */
	struct session *session;
	struct slice_entry *entries;
	size_t cap;
	struct slice_range *ranges;
	size_t nr_ranges, cap_ranges;
	uint64_t nr_bytes;
	struct chunk bytes;
	struct walker walker;
	struct stitched sample;
	uint32_t next;
	bool more;
	bool finds_records, stitches;
};

void order_slice__init(struct order_slice *slice, struct session *session);
void order_slice__exit(struct order_slice *slice);

/*
 * Takes the next slice. Returns 1, 0 if there are no more, or a negative code. Any number of
 * threads may call it, each with its own @slice.
 */
int order_slices__take(struct order_slices *slices, struct order_slice *slice,
		       struct defer_error *err);

/* Makes @slice the empty one after the last sample. Not thread-safe. */
void order_slices__end(struct order_slices *slices, struct order_slice *slice);

/*
 * Reads the next sample of @slice: see walker__read(), and walker__find_record() if records are to
 * be found, or walker__stitch(). *@tag is that of its entry. Returns 1, 0 after the last one, or a
 * negative code. *@sample is valid until the next call.
 */
int order_slice__next(struct order_slice *slice, struct stitched **sample, uint32_t *tag,
		      struct defer_error *err);

#endif /* PERF_DEFER_UTIL_SESSION_ORDER_SLICES_H */
