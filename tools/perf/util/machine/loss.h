/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * loss: when the records were lost that LOST records tell of.
 *
 * A LOST record is written when a full buffer has room again, so it says until when records
 * were lost, but not since when. That follows from the rounds in which perf empties buffers:
 * a loss told in round r began after its buffer was emptied in round r-2, and so later than
 * any record of round r-3. This holds for any number of buffers, also where records do not
 * say their CPU (Linux 7.2, tools/perf/builtin-record.c, kernel/events/ring_buffer.c).
 */
#ifndef PERF_DEFER_UTIL_MACHINE_LOSS_H
#define PERF_DEFER_UTIL_MACHINE_LOSS_H

#include <perf/defer.h>

/* What one worker saw of rounds and losses. Zeroed is empty. */
struct loss_log {
	struct loss_round {
		uint64_t order;	   /* where it stands in the stream */
		uint64_t max_time; /* of the records since the last one of this worker */
		bool finished;	   /* FINISHED_ROUND, else the end of a chunk */
	} * rounds;
	struct loss {
		uint64_t order, end, nr;
		int32_t cpu;
	} * losses;
	size_t nr_rounds, cap_rounds, nr_losses, cap_losses;
	uint64_t max_time;
};

void loss_log__exit(struct loss_log *log);

static inline void loss_log__see(struct loss_log *log, uint64_t time)
{
	if (time > log->max_time)
		log->max_time = time;
}

/* At a FINISHED_ROUND, and at the end of each chunk. */
int loss_log__round(struct loss_log *log, uint64_t order, bool finished, struct defer_error *err);
/* At a LOST record of @time. */
int loss_log__add(struct loss_log *log, uint64_t order, int32_t cpu, uint64_t time, uint64_t nr,
		  struct defer_error *err);

/* Tells @stitch all losses of the @nr logs, with their beginnings. */
int loss_log__give(const struct loss_log *logs, unsigned int nr, struct defer_stitch *stitch,
		   struct defer_error *err);

#endif /* PERF_DEFER_UTIL_MACHINE_LOSS_H */
