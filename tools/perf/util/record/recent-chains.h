/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * recent_chains: the records that were read last, for the file that begins at a cut.
 *
 * A task writes its user callchain on its way to user mode. Before it arrives there it may be sampled
 * again, or lose its CPU to others for a while: a later sample has the cookie of a record that came before,
 * maybe in the file before. So the next file repeats the last callchain of each task.
 */
#ifndef PERF_DEFER_UTIL_RECORD_RECENT_CHAINS_H
#define PERF_DEFER_UTIL_RECORD_RECENT_CHAINS_H

#include "util/base/byte-buf.h"

struct defer_evlist;
struct ring_data;

/* Zeroed, it is empty. */
struct recent_chains {
	struct byte_buf now,
		before; /* whole records; those before are dropped once there are enough now */
};

void recent_chains__exit(struct recent_chains *recent);

/* Adds what was read from a buffer that may have callchains. Returns 0 or DEFER_ERR_NOMEM. */
int recent_chains__add(struct recent_chains *recent, const struct ring_data *data,
		       struct defer_error *err);

/* Appends the last callchain of each task to @to, ascending in time. @evlist has the events that wrote them. */
int recent_chains__last(const struct recent_chains *recent, struct defer_evlist *evlist,
			struct byte_buf *to, struct defer_error *err);

#endif /* PERF_DEFER_UTIL_RECORD_RECENT_CHAINS_H */
