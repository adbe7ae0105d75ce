/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * ledger: accounts for every sample of a trace, and for why some have no user stack.
 *
 * Each worker of session__walk() writes its own ledger, without locks; the order in which they are
 * merged does not matter. finish() proves that the books balance before anything is printed:
 *
 *   samples == sum of classes == sum over events == sum over threads == sum over CPUs
 */
#ifndef PERF_DEFER_UTIL_SESSION_LEDGER_H
#define PERF_DEFER_UTIL_SESSION_LEDGER_H

#include "util/base/counts.h"
#include "util/base/histogram.h"
#include "util/base/tally.h"
#include "util/session/session.h"
#include "util/unwind/repair-outcome.h"

struct sample_filter;

/* The samples of one class that lack a user stack although one existed. */
struct ledger_cause {
	uint64_t samples;
	uint64_t tasks;			/* distinct tids; set by finish() */
	struct counts runs;		/* samples per kernel entry, keyed by cookie */
	uint64_t first_time, last_time; /* valid if samples > 0 */
};

/* The time between a sample and its deferred record, ns. */
struct ledger_latency {
	struct histogram later;	  /* merged: the record came after the sample */
	struct histogram earlier; /* merged-back: the record came before the sample */
};

/* What became of user stacks that were recorded to be repaired. */
struct ledger_repairs {
	uint64_t samples[REPAIR_NR];	 /* by outcome; [REPAIR_NONE]: those recorded otherwise */
	uint64_t gaps[DEFER_NR_CLASSES]; /* samples with a gap, by why the walk ended there */
	uint64_t gained, dropped;	 /* frames that came in, addresses that went out */
};

struct ledger_opts {
	bool no_time;	    /* times are orders: they give no latency */
	uint64_t nr_places; /* those of records are less: see struct defer_stitch_stats */
};

struct ledger {
	struct tally total;
	struct tallies events;			      /* key.a: evsel idx */
	struct tallies threads;			      /* key.a: pid << 32 | tid, key.b: comm_id */
	struct tallies cpus;			      /* key.a: CPU, UINT64_MAX if not recorded */
	struct ledger_cause causes[DEFER_NR_CLASSES]; /* used if defer_class__is_missing() */
	struct ledger_latency latency;
	struct ledger_opts opts;
	uint32_t *uses;	  /* samples per deferred record, by its place */
	uint64_t nr_used; /* deferred records that samples use; set by finish() */
	uint64_t skids;	  /* samples that are stitched.is_skid */
	uint64_t empty;	  /* samples whose deferred record held no address */
	struct ledger_repairs repairs;
	struct histogram shared; /* distribution of @uses; set by finish() */
};

static inline int32_t ledger_thread__pid(const struct tally *thread)
{
	return (int32_t)(thread->key.a >> 32);
}

static inline int32_t ledger_thread__tid(const struct tally *thread)
{
	return (int32_t)thread->key.a;
}

int ledger__new(struct ledger **ledger, const struct ledger_opts *opts, struct defer_error *err);
/* Does that for the records of @session, after gather. */
int ledger__new_of(struct ledger **ledger, const struct session *session, struct defer_error *err);
void ledger__delete(struct ledger *ledger);

/* Enters one sample. Fails with DEFER_ERR_INVAL if its class is out of range. */
int ledger__add(struct ledger *ledger, const struct stitched *sample, struct defer_error *err);

/* Adds all of @from, which is not changed and was made with the same options. */
int ledger__merge(struct ledger *ledger, const struct ledger *from, struct defer_error *err);

/*
 * Sorts the tables and computes what depends on all samples; nothing may be added afterwards.
 * Threads with equally many samples are sorted by the names that @machine knows, or by id alone if
 * it is NULL. Fails with DEFER_ERR_INVAL if the books do not balance: if the classes do not sum to
 * the samples, in total or for any event, thread or CPU.
 */
int ledger__finish(struct ledger *ledger, const struct machine *machine, struct defer_error *err);

/* A ledger for each worker of a walk over one session. All zero is none. */
struct ledgers {
	struct ledger **of; /* by worker; after ledgers__finish() only the first one */
	unsigned int nr;
};

/* Creates the ledgers for the workers of @session, after gather. Exit them even if it fails. */
int ledgers__init(struct ledgers *ledgers, const struct session *session, struct defer_error *err);
void ledgers__exit(struct ledgers *ledgers);

/* Merges all ledgers into the first one and finishes it: see ledger__finish(). */
int ledgers__finish(struct ledgers *ledgers, const struct machine *machine,
		    struct defer_error *err);

/* Returns the finished ledger, or NULL before ledgers__init(). */
static inline struct ledger *ledgers__all(const struct ledgers *ledgers)
{
	return ledgers->nr ? ledgers->of[0] : NULL;
}

/*
 * Walks over @session and enters every sample that passes @filter, or all if it is NULL. *@ledger is
 * finished and belongs to the caller; NULL after an error.
 */
int session__account(struct session *session, const struct sample_filter *filter,
		     struct ledger **ledger, struct defer_error *err);

#endif /* PERF_DEFER_UTIL_SESSION_LEDGER_H */
