/* SPDX-License-Identifier: GPL-2.0-only */
/* walker: turns the sample records of one thread's chunks into stitched samples. */
#ifndef PERF_DEFER_UTIL_SESSION_WALKER_H
#define PERF_DEFER_UTIL_SESSION_WALKER_H

#include <perf/defer-sample.h>
#include <perf/defer-stitch.h>

#include "util/machine/machine-cache.h"
#include "util/session/reads.h"
#include "util/session/session.h"
#include "util/source/chunk.h"
#include "util/unwind/repair.h"

struct unwind_thread;

struct walker {
	struct session *session;
	struct chunk chunk;
	struct callchain_buf buf;
	struct callchain_buf calls; /* of an LBR */
	struct machine_cache cache;
	struct defer_sample sample;	   /* the last one that was stitched */
	const struct defer_evsel *decoded; /* the event that @sample was decoded for; or NULL */
	struct defer_record rec;
	struct defer_verdict verdict;
	struct read_periods periods; /* counters that the sample read; may be empty */
	uint32_t next;		     /* counter; without counters: 1 once the sample is delivered */
	size_t reads_hint, parallelism_hint;
	struct gap_range gap;	 /* what was not read of that sample: bytes of its stack dump */
	struct unwind_rest rest; /* reads them */
	struct unwind_thread *unwind; /* of session->unwinder, taken when a stack dump comes */
	struct repair_buf repair;     /* of the last half that was repaired */
	struct repair repaired;	      /* what became of it */
};

void walker__init(struct walker *walker, struct session *session);
void walker__exit(struct walker *walker);

/*
 * Stitches the sample in @rec. Returns 1, or 0 if it cannot be decoded, which the session's damage
 * notes once. What @out points to is valid until the next call. Its class is DEFER_NO_RECORD if
 * walker__settle() has to decide. Notes user mode in @signs unless it is NULL.
 */
int walker__stitch(struct walker *walker, const struct defer_record *rec, struct defer_signs *signs,
		   struct stitched *out, struct defer_error *err);

/* Does what walker__next() does, for a sample that reads counters. */
bool walker__next_counter(struct walker *walker, struct stitched *sample);

/*
 * Does the same for a caller that needs only the class, and what replaces the cookie. The kernel
 * half is not read, and the parallelism not set; nor are user half, task and maps of a sample
 * without a cookie.
 */
int walker__stitch_user(struct walker *walker, const struct defer_record *rec,
			struct defer_signs *signs, struct stitched *out, struct defer_error *err);

/*
 * Does the same, but does not match: @out has no class, halves, task and maps. Its caller has them
 * from an earlier walk.
 */
int walker__read(struct walker *walker, const struct defer_record *rec, struct stitched *out,
		 struct defer_error *err);

/*
 * Sets the record of @sample, which walker__read() read last: the one that walker__stitch() finds.
 * The class need not be final. Returns 0, or a negative code.
 */
int walker__find_record(struct walker *walker, struct stitched *sample, struct defer_error *err);

/*
 * Advances @sample, whose class is final, through the samples that it stands for: itself, or one
 * for each counter that it read and that went on. Returns false after the last; there may be none.
 */
static inline bool walker__next(struct walker *walker, struct stitched *sample)
{
	return walker->periods.nr ? walker__next_counter(walker, sample) : !walker->next++;
}

/* Sets the final class of a sample that has no record. */
void walker__settle(const struct walker *walker, const struct defer_signs *signs,
		    struct stitched *sample);

#endif /* PERF_DEFER_UTIL_SESSION_WALKER_H */
