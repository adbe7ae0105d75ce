// SPDX-License-Identifier: GPL-2.0-only
#include "util/machine/comms.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <perf/defer-error.h>

#include "util/base/hash.h"

#define FIRST_CHUNK_BITS 6
#define MIN_TIDS	 256

/*
 * A hash table of tids with open addressing. A slot changes once, from 0 to
 *
 *   tid << 32 | (id of the name + 1)
 *
 * A table that became too small is kept until exit, because a reader may still search it. What that
 * reader misses there, it finds under the lock.
 */
struct comms_tids {
	struct comms_tids *old;
	uint64_t mask;
	uint32_t nr;
	uint64_t slots[];
};

static struct comms_tids *tids__new(uint64_t nr_slots, struct comms_tids *old)
{
	struct comms_tids *tids = calloc(1, sizeof(*tids) + nr_slots * sizeof(tids->slots[0]));

	if (tids) {
		tids->mask = nr_slots - 1;
		tids->old = old;
	}
	return tids;
}

/* Returns the slot of @tid, or the empty one where it would go; its value in *@val. */
static uint64_t *tids__slot(struct comms_tids *tids, uint64_t hash_key, int32_t tid, uint64_t *val)
{
	uint64_t i = hash__u64(hash_key, (uint32_t)tid);

	for (;; i++) {
		*val = __atomic_load_n(&tids->slots[i & tids->mask], __ATOMIC_ACQUIRE);
		if (!*val || (int32_t)(*val >> 32) == tid)
			return &tids->slots[i & tids->mask];
	}
}

/* Returns the chunk that has the name of @id, and its position there in *@pos. */
static unsigned int chunk_of(uint32_t id, uint32_t *pos)
{
	uint64_t n = (uint64_t)id + (1 << FIRST_CHUNK_BITS);
	unsigned int chunk = 63 - __builtin_clzll(n) - FIRST_CHUNK_BITS;

	*pos = n - (1ULL << (chunk + FIRST_CHUNK_BITS));
	return chunk;
}

/* Copies @name and gives it the next id. */
static int64_t comms__append(struct comms *comms, const char *name)
{
	const char *copy;
	uint32_t pos;
	unsigned int chunk = chunk_of(comms->nr, &pos);
	const char **names;

	if (chunk >= COMMS_NR_CHUNKS)
		return DEFER_ERR_NOMEM;
	names = comms->chunks[chunk];
	if (!names) {
		names = calloc(1ULL << (chunk + FIRST_CHUNK_BITS), sizeof(*names));
		if (!names)
			return DEFER_ERR_NOMEM;
		__atomic_store_n(&comms->chunks[chunk], names, __ATOMIC_RELEASE);
	}
	copy = strpool__add(&comms->names, name, strlen(name));
	if (!copy)
		return DEFER_ERR_NOMEM;
	__atomic_store_n(&names[pos], copy, __ATOMIC_RELEASE);
	__atomic_store_n(&comms->nr, comms->nr + 1, __ATOMIC_RELEASE);
	return comms->nr - 1;
}

struct comms *comms__new(void)
{
	struct comms *comms = calloc(1, sizeof(*comms));

	if (!comms)
		return NULL;
	comms->hash_key = hash__key();
	pthread_mutex_init(&comms->lock, NULL);
	comms->tids = tids__new(MIN_TIDS, NULL);
	/* The fallback of comms__tid() must exist: it has id 0. */
	if (!comms->tids || comms__append(comms, ":-1") < 0) {
		comms__delete(comms);
		return NULL;
	}
	return comms;
}

void comms__delete(struct comms *comms)
{
	struct comms_tids *tids, *old;
	int i;

	if (!comms)
		return;
	for (tids = comms->tids; tids; tids = old) {
		old = tids->old;
		free(tids);
	}
	for (i = 0; i < COMMS_NR_CHUNKS; i++)
		free(comms->chunks[i]);
	hash_index__exit(&comms->index);
	strpool__exit(&comms->names);
	pthread_mutex_destroy(&comms->lock);
	free(comms);
}

static bool comms__name_equal(const void *ctx, uint32_t id, const void *name)
{
	return !strcmp(comms__name(ctx, id), name);
}

int64_t comms__add(struct comms *comms, const char *name)
{
	uint64_t hash = hash__bytes(comms->hash_key, name, strlen(name));
	uint32_t id = hash_index__find(&comms->index, hash, comms__name_equal, comms, name);
	int64_t ret;

	if (id != HASH_INDEX_NONE)
		return id;
	ret = comms__append(comms, name);
	if (ret >= 0 && hash_index__add(&comms->index, hash, ret))
		return DEFER_ERR_NOMEM;
	return ret;
}

/*
 * Returns a table with room for one more tid: at most half full, or, if memory runs out, with one
 * slot left free. Returns NULL if that is not possible.
 */
static struct comms_tids *comms__grow_tids(struct comms *comms)
{
	struct comms_tids *old = comms->tids, *tids;
	uint64_t i, val, *slot;

	if (old->nr <= old->mask / 2)
		return old;
	tids = tids__new(2 * (old->mask + 1), old);
	if (!tids)
		return old->nr < old->mask ? old : NULL;
	for (i = 0; i <= old->mask; i++) {
		if (!old->slots[i])
			continue;
		slot = tids__slot(tids, comms->hash_key, (int32_t)(old->slots[i] >> 32), &val);
		*slot = old->slots[i];
	}
	tids->nr = old->nr;
	__atomic_store_n(&comms->tids, tids, __ATOMIC_RELEASE);
	return tids;
}

static uint32_t comms__add_tid(struct comms *comms, int32_t tid)
{
	struct comms_tids *tids = comms__grow_tids(comms);
	uint64_t val, *slot;
	char name[16];
	int64_t id;

	if (!tids)
		return 0;
	slot = tids__slot(tids, comms->hash_key, tid, &val);
	if (val)
		return (uint32_t)val - 1;
	snprintf(name, sizeof(name), ":%d", tid);
	id = comms__append(comms, name);
	if (id < 0)
		return 0;
	__atomic_store_n(slot, (uint64_t)(uint32_t)tid << 32 | (id + 1), __ATOMIC_RELEASE);
	tids->nr++;
	return id;
}

uint32_t comms__tid(struct comms *comms, int32_t tid)
{
	struct comms_tids *tids = __atomic_load_n(&comms->tids, __ATOMIC_ACQUIRE);
	uint64_t val;
	uint32_t id;

	if (tid == -1)
		return 0;
	tids__slot(tids, comms->hash_key, tid, &val);
	if (val)
		return (uint32_t)val - 1;
	pthread_mutex_lock(&comms->lock);
	id = comms__add_tid(comms, tid);
	pthread_mutex_unlock(&comms->lock);
	return id;
}

uint32_t comms__nr(const struct comms *comms)
{
	return __atomic_load_n(&comms->nr, __ATOMIC_ACQUIRE);
}

const char *comms__name(const struct comms *comms, uint32_t id)
{
	const char **names;
	uint32_t pos;

	if (id >= comms__nr(comms))
		return NULL;
	names = __atomic_load_n(&comms->chunks[chunk_of(id, &pos)], __ATOMIC_ACQUIRE);
	return __atomic_load_n(&names[pos], __ATOMIC_ACQUIRE);
}

void comm__label(const char *comm, int32_t pid, int32_t tid, char *buf, size_t size)
{
	if (pid == tid)
		snprintf(buf, size, "%s %" PRId32, comm, tid);
	else
		snprintf(buf, size, "%s %" PRId32 "/%" PRId32, comm, pid, tid);
}
