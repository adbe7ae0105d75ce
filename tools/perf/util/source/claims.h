/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * claims: lets workers read cells of a file before it is known where chunks begin.
 *
 * Where a chunk begins, only the walk over the records before it tells, and walks come one after the
 * other. To read takes longer than to walk, so each worker first reads the cell that its chunk will
 * probably be in:
 *
 *   worker 0   read 0   walk 0   use 0 ...    read 2   walk 2
 *   worker 1   read 1   wait     walk 1   use 1 ...
 *
 * Claims are numbered in the order of their turns. A walk that ends elsewhere than was thought, since it
 * met a record of several cells or data between records, corrects the claims that are made from then on.
 */
#ifndef PERF_DEFER_UTIL_SOURCE_CLAIMS_H
#define PERF_DEFER_UTIL_SOURCE_CLAIMS_H

#include <pthread.h>
#include <stdint.h>

#include "util/base/turn.h"

/* There is nothing to be read before the turn. */
#define CLAIM_NO_SEGMENT UINT32_MAX

struct claim {
	uint32_t nr;
	uint32_t segment; /* where the chunk will probably be, or CLAIM_NO_SEGMENT */
	uint64_t cell;
	bool is_known; /* all chunks before it were read, so the place is known */
};

struct claims {
	pthread_mutex_t lock;
	uint32_t next;	   /* number of the next claim */
	struct claim base; /* one whose place is known; later ones are in the cells behind */
	struct turn turn;
};

void claims__init(struct claims *claims);
void claims__exit(struct claims *claims);

/* Begins another pass, with the first cell of the first segment. */
void claims__restart(struct claims *claims);

/* Makes the next claim. Whoever makes it must wait for its turn and end it. */
void claims__take(struct claims *claims, struct claim *claim);
void claims__wait(struct claims *claims, const struct claim *claim);
/* Ends the turn of @claim. The next chunk begins in @cell of @segment. */
void claims__end(struct claims *claims, const struct claim *claim, uint32_t segment, uint64_t cell);

#endif /* PERF_DEFER_UTIL_SOURCE_CLAIMS_H */
