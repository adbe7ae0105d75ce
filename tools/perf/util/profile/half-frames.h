/* SPDX-License-Identifier: GPL-2.0-only */
/* half_frames: the frames of each (callchain, address space) in stacks. */
#ifndef PERF_DEFER_UTIL_PROFILE_HALF_FRAMES_H
#define PERF_DEFER_UTIL_PROFILE_HALF_FRAMES_H

#include "util/base/hash-index.h"
#include "util/resolve/resolve.h"

struct intern_entry;

#define NO_HALF UINT32_MAX

struct half_frames {
	const struct intern_entry *entry;
	uint32_t maps_id;
	bool kernel;
	uint32_t first, nr; /* part of the pool: frame ids of struct resolve, innermost first */
	uint32_t chain;	    /* the whole half as a chain from the root, or NO_CHAIN */
};

#define NO_CHAIN UINT32_MAX

#define HALF_RECENT 1024 /* a power of two */

/* A frame that was asked for: id in struct resolve, plus 1; 0: none. */
struct recent_frame {
	uint64_t ip;
	uint32_t maps_id;
	uint32_t id;
};

struct half_table {
	struct half_frames *halves;
	size_t nr, cap;
	uint32_t *pool;
	size_t nr_pool, cap_pool;
	struct hash_index index;
	uint64_t hash_key;
	struct recent_frame recent[2][HALF_RECENT]; /* of user halves, and of kernel halves */
};

void half_table__init(struct half_table *table);
void half_table__exit(struct half_table *table);

/*
 * Finds or adds a half, and registers its frames with @resolve. Returns its id, NO_HALF if @entry
 * is NULL, or a negative error.
 */
int64_t half_table__want(struct half_table *table, struct resolve *resolve,
			 const struct intern_entry *entry, uint32_t maps_id, bool kernel,
			 struct defer_error *err);

#endif /* PERF_DEFER_UTIL_PROFILE_HALF_FRAMES_H */
