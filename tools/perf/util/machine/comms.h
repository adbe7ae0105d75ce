/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * comms: the names of tasks, each stored once, with dense ids.
 *
 * add() needs exclusive access. tid() and the functions after it may be called by any number of
 * threads at once: a thread that no record names gets its name on its first look-up.
 */
#ifndef PERF_DEFER_UTIL_MACHINE_COMMS_H
#define PERF_DEFER_UTIL_MACHINE_COMMS_H

#include <pthread.h>
#include <stdint.h>

#include "util/base/hash-index.h"
#include "util/base/strpool.h"

#define COMMS_NR_CHUNKS 25 /* chunk n has 64 << n names; ids stay below 2^31 */

struct comms_tids;

struct comms {
	const char **chunks[COMMS_NR_CHUNKS]; /* names by id; read without the lock */
	uint32_t nr;
	struct hash_index index; /* over the names given to add() */
	uint64_t hash_key;
	struct comms_tids *tids; /* tids that have a name; read without the lock */
	struct strpool names;
	pthread_mutex_t lock; /* held while a name is added */
};

/* Returns NULL if out of memory. */
struct comms *comms__new(void);
void comms__delete(struct comms *comms);

/* Finds or adds @name. Returns its id, or DEFER_ERR_NOMEM. */
int64_t comms__add(struct comms *comms, const char *name);

/*
 * Returns the id of ":tid", perf's name for a thread without one. Returns that of ":-1" if memory
 * runs out.
 */
uint32_t comms__tid(struct comms *comms, int32_t tid);

uint32_t comms__nr(const struct comms *comms);
const char *comms__name(const struct comms *comms, uint32_t id);

/*
 * Writes what views call a thread: "comm tid", or "comm pid/tid" for one that is not the first of its
 * process.
 */
void comm__label(const char *comm, int32_t pid, int32_t tid, char *buf, size_t size);

#endif /* PERF_DEFER_UTIL_MACHINE_COMMS_H */
