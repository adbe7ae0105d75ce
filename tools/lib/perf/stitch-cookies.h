/* SPDX-License-Identifier: LGPL-2.1-only OR BSD-2-Clause */
/*
 * The records by their cookies: runs of records in order, and a hash of the cookies that are in none.
 *
 * A slot of the hash has 8 bytes: 0, or half of the cookie's hash and the place of a record that has
 * the cookie, plus 1. So the hash tells other cookies apart, and their records need not be in memory.
 *
 * Several threads fill it at once. A slot is taken by a compare-and-swap of its value from 0 and
 * never freed, and each cookie tries slots in one fixed order, so two records of one cookie meet,
 * whichever threads enter them. A cookie that a run has is not entered.
 *
 * Records that share their cookie are marked, and their places are in shared[].
 */
#ifndef STITCH_COOKIES_H
#define STITCH_COOKIES_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "stitch-runs.h"

#define STITCH_SHARED (1U << 31)

struct stitch_cookies {
	struct stitch_runs runs;     /* of all blocks */
	void *memory;		     /* of the slots */
	atomic_uint_fast64_t *slots; /* NULL: not made yet */
	uint32_t nr_groups;	     /* of slots */
	atomic_size_t next;	     /* the next block of records to enter */
	bool failed;		     /* memory ran out */
	uint32_t *found; /* places of records that share their cookie; several times, in no order */
	size_t nr_found, alloc_found;
	/* When sealed: places sorted by (cookie, tid, time, ref), without copies. */
	uint32_t *shared;
	size_t nr_shared;
};

/* The places of the records that have one cookie, and of others behind them, sorted. */
struct stitch_span {
	const uint32_t *places;
	size_t nr;
};

struct defer_stitch;

/* Enters records until all are entered. Any number of threads. Returns 0 or DEFER_ERR_NOMEM. */
int stitch_cookies__enter(struct defer_stitch *st);
/* Arranges the records that share cookies, once all are entered. */
int stitch_cookies__seal(struct defer_stitch *st);
void stitch_cookies__exit(struct defer_stitch *st);

/* What one thread found last: the next sample most often has the same record or the next one. */
struct stitch_hint {
	uint32_t place;
	size_t run;
};

/*
 * Returns where the records with @cookie are; 0: there is none.
 *
 *      place + 1                the only one
 *      STITCH_SHARED | first    several: their places are in shared[], from first on
 */
uint32_t stitch_cookies__find(const struct defer_stitch *st, uint64_t cookie,
			      struct stitch_hint *hint);

#endif /* STITCH_COOKIES_H */
