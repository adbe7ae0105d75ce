/* SPDX-License-Identifier: GPL-2.0-only */
/* walker: turns the sample records of one thread's chunks into stitched samples. */
#ifndef PERF_DEFER_UTIL_SESSION_WALKER_H
#define PERF_DEFER_UTIL_SESSION_WALKER_H

#include "util/session/reads.h"
#include "util/session/session.h"
#include "util/source/chunk.h"

struct walker {
	struct session *session;
	struct chunk chunk;
	struct callchain_buf buf;
	struct defer_sample sample; /* the one that was stitched last */
	struct defer_record rec;
	struct read_periods periods; /* of the counters that it read, if any */
	uint32_t next;		     /* of them; without any, 1 after the sample itself */
	size_t reads_hint, parallelism_hint;
};

void walker__init(struct walker *walker, struct session *session);
void walker__exit(struct walker *walker);

/*
 * Stitches the sample in @rec: 1, or 0 if it cannot be decoded, which goes to the session's
 * damage once. What @out points at holds until the next call. Its class is DEFER_NO_RECORD if
 * settle() must tell. User mode is noted in @signs unless that is NULL.
 */
int walker__stitch(struct walker *walker, const struct defer_record *rec, struct defer_signs *signs,
		   struct stitched *out, struct defer_error *err);

/*
 * The samples that the one in @sample stands for, once its class is final: itself, or those of the
 * counters that it read. False after the last; there may be none.
 */
bool walker__next(struct walker *walker, struct stitched *sample);

/* The final class of a sample that has no record. */
void walker__settle(const struct walker *walker, const struct defer_signs *signs,
		    struct stitched *sample);

#endif /* PERF_DEFER_UTIL_SESSION_WALKER_H */
