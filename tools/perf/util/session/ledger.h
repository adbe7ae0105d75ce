/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * ledger: where every sample of a trace went, and why those without a user stack have none.
 *
 * Each worker of session__walk() writes a ledger of its own, without locks; merging them in any
 * order gives the same. finish() proves that the books balance before anybody reads them.
 */
#ifndef PERF_DEFER_UTIL_SESSION_LEDGER_H
#define PERF_DEFER_UTIL_SESSION_LEDGER_H

#include "util/base/counts.h"
#include "util/base/histogram.h"
#include "util/base/tally.h"
#include "util/session/session.h"

/* The samples of one class that have no user stack though one existed. */
struct ledger_cause {
	uint64_t samples;
	uint64_t tasks;			/* different tids; after finish */
	struct counts runs;		/* samples of each kernel entry, by cookie */
	uint64_t first_time, last_time; /* only if @samples */
};

/* How long a sample waited for its user stack, ns; or the other way round. */
struct ledger_latency {
	struct histogram later;	  /* of merged */
	struct histogram earlier; /* of merged-back: the record was there before the sample */
};

struct ledger {
	struct tally total;
	struct tallies events;	/* key.a: evsel idx */
	struct tallies threads; /* key.a: pid << 32 | tid, key.b: comm_id */
	struct tallies cpus;	/* key.a: CPU, UINT64_MAX if samples do not say */
	struct ledger_cause causes[DEFER_NR_CLASSES]; /* of defer_class__is_missing() only */
	struct ledger_latency latency;
	struct counts records;	 /* samples of each deferred record, by its address */
	struct histogram shared; /* after finish: of those numbers */
	uint64_t empty;		 /* samples whose deferred record held no address */
	bool no_time;		 /* times are orders: nothing goes to @latency */
};

static inline int32_t ledger_thread__pid(const struct tally *thread)
{
	return (int32_t)(thread->key.a >> 32);
}

static inline int32_t ledger_thread__tid(const struct tally *thread)
{
	return (int32_t)thread->key.a;
}

int ledger__new(struct ledger **ledger, bool no_time, struct defer_error *err);
void ledger__delete(struct ledger *ledger);

/* Enters one sample. DEFER_ERR_INVAL if it is of no class. */
int ledger__add(struct ledger *ledger, const struct stitched *sample, struct defer_error *err);

/* Adds all of @from, which stays as it is. */
int ledger__merge(struct ledger *ledger, const struct ledger *from, struct defer_error *err);

/*
 * The last change: sorts, and works out what needs all samples. @machine gives the names that
 * threads are sorted by; NULL sorts by ids alone. DEFER_ERR_INVAL if the books do not balance:
 * classes that do not sum to the samples, here or in any event, thread or CPU.
 */
int ledger__finish(struct ledger *ledger, const struct machine *machine, struct defer_error *err);

#endif /* PERF_DEFER_UTIL_SESSION_LEDGER_H */
