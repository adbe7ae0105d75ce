// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <perf/defer-record.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/base/hash.h"
#include "util/host/end-signal.h"
#include "util/record/attach.h"

/* A listed task has started; if it has a FORK, that is written within this time. */
#define NAP_NS	   1000000
#define MAX_ROUNDS 30
/*
 * Rounds without a new task that end the search after one was found or a list was cut: a list
 * rarely misses a task, but it can.
 */
#define QUIET_ROUNDS 4

struct tid_set {
	int32_t *tids; /* ascending after tid_set__sort() */
	size_t nr, cap;
};

/* An event of a newcomer that the newcomer may also have inherited. */
struct doubt {
	uint64_t id;
	uint32_t event;
	bool settled; /* it was inherited, and this event is disabled */
};

/* A record written by an event in doubt. */
struct sighting {
	int32_t tid, cpu;
	uint32_t event;
	uint64_t id; /* 0: none */
};

/*
 * Entries of the hash table, a power of two. Entries that collide replace each other; a task that
 * keeps writing is seen again.
 */
#define ATTACH_SIGHTINGS 1024
#define SIGHTING_KEY	 0x7369676874696e67ULL /* any will do: the kernel chooses the tids */

static int compare_tids(const void *a, const void *b)
{
	int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;

	return CMP(x, y);
}

static int tid_set__add(struct tid_set *set, int32_t tid, struct defer_error *err)
{
	if (!ARRAY_GROW(set->tids, set->cap, set->nr + 1))
		return error__no_memory(err, "for a list of tasks");
	set->tids[set->nr++] = tid;
	return 0;
}

static void tid_set__sort(struct tid_set *set)
{
	if (set->nr)
		qsort(set->tids, set->nr, sizeof(*set->tids), compare_tids);
}

static bool tid_set__has(const struct tid_set *set, int32_t tid)
{
	return set->nr && bsearch(&tid, set->tids, set->nr, sizeof(tid), compare_tids);
}

static void attach__nap(void)
{
	nanosleep(&(struct timespec){.tv_nsec = NAP_NS}, NULL);
}

/* ---- tasks started by opened tasks ---- */

struct fork_record {
	uint32_t type;
	uint16_t misc, size;
	int32_t pid, ppid, tid, ptid;
};

/* Copies @size bytes at @pos of the two pieces of @data. Returns false past their end. */
static bool ring_data__copy(const struct ring_data *data, size_t pos, void *to, size_t size)
{
	size_t in_a;

	if (pos + size > data->a_size + data->b_size)
		return false;
	in_a = pos >= data->a_size ? 0 : data->a_size - pos < size ? data->a_size - pos : size;
	if (in_a)
		memcpy(to, (const char *)data->a + pos, in_a);
	if (in_a < size)
		memcpy((char *)to + in_a, (const char *)data->b + (pos + in_a - data->a_size),
		       size - in_a);
	return true;
}

static int ring_data__find_forks(const struct ring_data *data, struct tid_set *born,
				 struct defer_error *err)
{
	struct fork_record rec;
	int ret = 0;

	for (size_t pos = 0; !ret && ring_data__copy(data, pos, &rec, DEFER_RECORD_HEADER_SIZE);
	     pos += rec.size) {
		if (rec.size < DEFER_RECORD_HEADER_SIZE)
			break;
		if (rec.type == DEFER_RECORD_FORK && rec.size >= sizeof(rec) &&
		    ring_data__copy(data, pos, &rec, sizeof(rec)))
			ret = tid_set__add(born, rec.tid, err);
	}
	return ret;
}

/* Finds the tasks with a FORK in the buffers, whose contents stay there. */
static int find_born(struct rings *rings, struct tid_set *born, struct defer_error *err)
{
	struct ring_data data;
	int ret = 0;

	born->nr = 0;
	for (uint32_t i = 0; i < rings__nr(rings) && !ret; i++) {
		if (!rings__read(rings, i, UINT64_MAX, &data))
			continue;
		ret = ring_data__find_forks(&data, born, err);
		rings__leave(rings, i);
	}
	tid_set__sort(born);
	return ret;
}

/* ---- doubts ---- */

static int compare_doubts(const void *a, const void *b)
{
	uint64_t x = ((const struct doubt *)a)->id, y = ((const struct doubt *)b)->id;

	return CMP(x, y);
}

/* Marks the events that newcomer @tid has of @event as in doubt. */
static int attach__doubt_event(struct attach *attach, uint32_t event, int32_t tid,
			       struct defer_error *err)
{
	const struct ring_id *ids;
	uint32_t nr;

	ids = rings__ids(attach->rings, event, &nr);
	for (uint32_t i = nr; i > 0 && ids[i - 1].tid == tid; i--) {
		if (!ARRAY_GROW(attach->doubts, attach->cap, attach->nr + 1))
			return error__no_memory(err, "for a list of tasks");
		attach->doubts[attach->nr++] = (struct doubt){.id = ids[i - 1].id, .event = event};
	}
	return 0;
}

static int attach__doubt(struct attach *attach, const struct plan *plan, int32_t tid,
			 struct defer_error *err)
{
	int ret = 0;

	for (uint32_t event = 0; event < plan->events.nr && !ret; event++)
		if (plan->events.specs[event].attr.flags & DEFER_ATTR_INHERIT)
			ret = attach__doubt_event(attach, event, tid, err);
	return ret;
}

static struct doubt *attach__find_doubt(const struct attach *attach, uint64_t id)
{
	const struct doubt key = {.id = id};

	return bsearch(&key, attach->doubts, attach->nr, sizeof(key), compare_doubts);
}

/*
 * Disables the later one of two events with the same purpose. IDs ascend in the order of opening.
 */
static void attach__settle(struct attach *attach, uint64_t a, uint64_t b)
{
	struct doubt *doubt = attach__find_doubt(attach, a > b ? a : b);

	if (!doubt || doubt->settled)
		return;
	rings__silence(attach->rings, doubt->event, doubt->id);
	doubt->settled = true;
}

void attach__see(struct attach *attach, int32_t tid, uint32_t event, int32_t cpu, uint64_t id)
{
	const struct sighting now = {.tid = tid, .event = event, .cpu = cpu, .id = id};
	struct sighting *last;
	uint64_t hash;

	if (!attach->nr)
		return;
	hash = hash__u64(hash__u64(hash__u64(SIGHTING_KEY, tid), event), cpu);
	last = &attach->last[hash >> 32 & (ATTACH_SIGHTINGS - 1)];
	if (last->tid == tid && last->event == event && last->cpu == cpu && last->id != id)
		attach__settle(attach, last->id, id);
	else if (attach__find_doubt(attach, id))
		*last = now;
}

void attach__exit(struct attach *attach)
{
	free(attach->doubts);
	free(attach->last);
	*attach = (struct attach){0};
}

/* ---- rounds ---- */

/* Lists the tasks that are not @known in @fresh. @cut is set if the list may be incomplete. */
static int find_fresh(const struct target *target, const struct tid_set *known,
		      struct tid_set *fresh, bool *cut, struct defer_error *err)
{
	struct target_list list;
	int ret;

	fresh->nr = 0;
	ret = target__relist(target, "/proc", &list, err);
	*cut = list.cut;
	for (uint32_t i = 0; i < list.nr_tids && !ret; i++)
		if (!tid_set__has(known, list.tids[i]))
			ret = tid_set__add(fresh, list.tids[i], err);
	target_list__exit(&list);
	return ret;
}

static void tid_set__remove(struct tid_set *set, const struct tid_set *others)
{
	size_t nr = 0;

	for (size_t i = 0; i < set->nr; i++)
		if (!tid_set__has(others, set->tids[i]))
			set->tids[nr++] = set->tids[i];
	set->nr = nr;
}

/*
 * Enables the tracking event for newcomers. A task whose FORK is written after this has inherited
 * everything: it was started after all was opened, since no fork takes as long as a nap.
 */
static int attach__enable(struct rings *rings, struct defer_error *err)
{
	attach__nap();
	if (!rings__enable_newcomers(rings))
		return 0;
	return defer_error__set(err, DEFER_ERR_IO, "cannot enable the tracking event");
}

static int attach__open(struct attach *attach, struct plan *plan, const struct tid_set *fresh,
			struct tid_set *known, struct defer_error *err)
{
	int ret = 0;

	for (size_t i = 0; i < fresh->nr && ret >= 0 && !end_signal__is_pending(); i++) {
		ret = rings__add_task(attach->rings, plan, fresh->tids[i], err);
		if (ret <= 0)
			continue;
		ret = attach__doubt(attach, plan, fresh->tids[i], err);
		if (!ret)
			ret = target_list__add(&plan->targets, fresh->tids[i], err);
		if (!ret)
			ret = tid_set__add(known, fresh->tids[i], err);
	}
	if (ret < 0)
		return ret;
	tid_set__sort(known);
	return attach__enable(attach->rings, err);
}

/*
 * Returns 1 if there may be more tasks: even a task that has exited may have started others before.
 */
static int attach__round(struct attach *attach, struct plan *plan, const struct target *target,
			 struct tid_set *known, struct defer_error *err)
{
	struct tid_set fresh = {0}, born = {0};
	bool cut;
	int ret;

	ret = find_fresh(target, known, &fresh, &cut, err);
	if (!ret && fresh.nr)
		ret = find_born(attach->rings, &born, err);
	tid_set__remove(&fresh, &born);
	if (!ret && fresh.nr) {
		attach__nap();
		ret = find_born(attach->rings, &born, err);
		tid_set__remove(&fresh, &born);
	}
	if (!ret && fresh.nr)
		ret = attach__open(attach, plan, &fresh, known, err);
	if (!ret)
		ret = fresh.nr || cut;
	free(fresh.tids);
	free(born.tids);
	return ret;
}

int attach__newcomers(struct attach *attach, struct rings *rings, struct plan *plan,
		      const struct target *target, struct defer_error *err)
{
	const struct target_list *targets = &plan->targets;
	struct tid_set known = {0};
	int ret = 0, rounds = 0, quiet = QUIET_ROUNDS - 1;

	*attach = (struct attach){
		.rings = rings,
		.tracking = plan->tracking,
	};
	attach->last = calloc(ATTACH_SIGHTINGS, sizeof(*attach->last));
	if (!attach->last)
		return error__no_memory(err, "for a list of tasks");
	for (uint32_t i = 0; i < targets->nr_tids && !ret; i++)
		ret = tid_set__add(&known, targets->tids[i], err);
	tid_set__sort(&known);
	if (!ret)
		ret = attach__enable(rings, err);
	while (ret >= 0 && quiet < QUIET_ROUNDS && rounds++ < MAX_ROUNDS &&
	       !end_signal__is_pending()) {
		ret = attach__round(attach, plan, target, &known, err);
		quiet = ret ? 0 : quiet + 1;
	}
	if (attach->nr)
		qsort(attach->doubts, attach->nr, sizeof(*attach->doubts), compare_doubts);
	free(known.tids);
	return ret < 0 ? ret : 0;
}
