/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * backlog: the ranges of the output that were copied from the buffers without reading the records
 * in them, in the order in which they were copied, with the rounds between them.
 */
#ifndef PERF_DEFER_UTIL_RECORD_BACKLOG_H
#define PERF_DEFER_UTIL_RECORD_BACKLOG_H

#include "util/record/stats.h"

/* What one read of a buffer has added to the output. */
struct backlog_range {
	uint64_t at, size; /* offset in the file, and bytes */
	struct recorder_buffer from;
	uint32_t round; /* number of rounds before it, modulo 2^32 */
};

struct backlog {
	struct backlog_range *ranges;
	size_t first, nr, cap; /* oldest range, number of ranges after it with itself, room */
	uint64_t bytes;	       /* of all ranges */
	uint32_t round;	       /* rounds so far, modulo 2^32 */
	uint32_t seen_round;   /* rounds of which pending knows, modulo 2^32 */
};

void backlog__exit(struct backlog *backlog);

/* Makes room for one more range, so that add() cannot fail. Returns 0 or DEFER_ERR_NOMEM. */
int backlog__reserve(struct backlog *backlog, struct defer_error *err);
/* Adds a range of the current round at the end. To be called after reserve(). */
void backlog__add(struct backlog *backlog, uint64_t at, uint64_t size,
		  const struct recorder_buffer *from);
/* Returns the oldest range, or NULL. It stays until take(). */
const struct backlog_range *backlog__first(const struct backlog *backlog);
/* Removes the oldest range. */
void backlog__take(struct backlog *backlog);

/* Notes the end of a round. */
void backlog__next_round(struct backlog *backlog);
/*
 * Returns the number of rounds that ended before the oldest range, or until now without any, and
 * that no earlier call returned.
 */
uint32_t backlog__take_rounds(struct backlog *backlog);

#endif /* PERF_DEFER_UTIL_RECORD_BACKLOG_H */
