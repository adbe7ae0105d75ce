// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include <perf/defer-cursor.h>
#include <perf/defer-event.h>
#include <perf/defer-evlist.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/base/hash-index.h"
#include "util/base/hash.h"
#include "util/session/losses.h"
#include "util/session/lost-stacks.h"
#include "util/session/session.h"
#include "util/source/chunk.h"
#include "util/source/source.h"

/* Size of one ID_INDEX entry, bytes. Linux 7.2, tools/lib/perf/include/perf/event.h. */
#define ID_INDEX_ENTRY_SIZE 32

struct id_cpu {
	uint64_t id;
	int32_t cpu;
};

/* Maps event ids to CPUs. */
struct id_cpus {
	struct id_cpu *ids;
	size_t nr, cap;
	struct hash_index index;
};

/* The state of the one pass over the trace. */
struct gather {
	struct losses *losses;
	struct hash_index losses_index; /* over losses->cpus, by CPU */
	size_t losses_cap;
	struct id_cpus ids;
	uint64_t hash_key;
};

static bool has_id(const void *ids, uint32_t pos, const void *id)
{
	return ((const struct id_cpu *)ids)[pos].id == *(const uint64_t *)id;
}

/* The last entry of an id counts: perf writes a new ID_INDEX when a CPU comes online. */
static int gather__set_cpu(struct gather *gather, uint64_t id, int32_t cpu)
{
	uint64_t hash = hash__u64(gather->hash_key, id);
	struct id_cpus *ids = &gather->ids;
	uint32_t pos = hash_index__find(&ids->index, hash, has_id, ids->ids, &id);

	if (pos == HASH_INDEX_NONE) {
		if (!ARRAY_GROW(ids->ids, ids->cap, ids->nr + 1) ||
		    hash_index__add(&ids->index, hash, ids->nr))
			return DEFER_ERR_NOMEM;
		pos = ids->nr++;
	}
	ids->ids[pos] = (struct id_cpu){id, cpu};
	return 0;
}

static int32_t gather__cpu(const struct gather *gather, uint64_t id)
{
	const struct id_cpus *ids = &gather->ids;
	uint32_t pos = hash_index__find(&ids->index, hash__u64(gather->hash_key, id), has_id,
					ids->ids, &id);

	return pos == HASH_INDEX_NONE ? -1 : ids->ids[pos].cpu;
}

static bool has_cpu(const void *cpus, uint32_t pos, const void *cpu)
{
	return ((const struct loss_counts *)cpus)[pos].key == *(const int32_t *)cpu;
}

static struct loss_counts *gather__losses(struct gather *gather, int32_t cpu)
{
	uint64_t hash = hash__u64(gather->hash_key, (uint32_t)cpu);
	struct losses *losses = gather->losses;
	uint32_t pos = hash_index__find(&gather->losses_index, hash, has_cpu, losses->cpus, &cpu);

	if (pos == HASH_INDEX_NONE) {
		if (!ARRAY_GROW(losses->cpus, gather->losses_cap, losses->nr + 1) ||
		    hash_index__add(&gather->losses_index, hash, losses->nr))
			return NULL;
		pos = losses->nr++;
		losses->cpus[pos] = (struct loss_counts){.key = cpu};
	}
	return &losses->cpus[pos];
}

static int gather__id_index(struct gather *gather, const struct defer_record *rec)
{
	struct defer_cursor cur;
	uint64_t nr;

	defer_cursor__init(&cur, rec->data, rec->size, rec->offset, rec->swap);
	defer_cursor__bytes(&cur, DEFER_RECORD_HEADER_SIZE);
	nr = defer_cursor__u64(&cur);
	for (; nr && defer_cursor__left(&cur) >= ID_INDEX_ENTRY_SIZE; nr--) {
		uint64_t id = defer_cursor__u64(&cur);
		int64_t cpu;

		defer_cursor__u64(&cur); /* idx */
		cpu = (int64_t)defer_cursor__u64(&cur);
		defer_cursor__u64(&cur); /* tid */
		if (cpu >= 0 && cpu <= INT32_MAX && gather__set_cpu(gather, id, cpu))
			return DEFER_ERR_NOMEM;
	}
	return 0;
}

enum lost_kind lost_samples__kind(const struct defer_event *ev, const struct defer_evsel *evsel)
{
	if (ev->misc & DEFER_MISC_LOST_SAMPLES_BPF)
		return LOST_NOTHING;
	if (evsel && evsel->attr.type == DEFER_TYPE_SOFTWARE &&
	    evsel->attr.config == DEFER_COUNT_SW_DUMMY)
		return evsel->attr.flags & DEFER_ATTR_DEFER_OUTPUT ? LOST_STACKS : LOST_OTHERS;
	return LOST_SAMPLES;
}

static void loss_counts__add(struct loss_counts *losses, const struct defer_event *ev,
			     enum lost_kind kind)
{
	losses->records++;
	if (ev->type == DEFER_RECORD_LOST)
		losses->lost += ev->lost.lost;
	else if (kind == LOST_STACKS)
		losses->lost_stacks += ev->lost.lost;
	else if (kind == LOST_OTHERS)
		losses->lost_others += ev->lost.lost;
	else
		losses->lost_samples += ev->lost.lost;
}

static int gather__count_event(struct gather *gather, uint32_t idx, const struct defer_event *ev,
			       enum lost_kind kind)
{
	struct losses *losses = gather->losses;

	if (!losses->events) {
		losses->events = calloc(losses->nr_events, sizeof(*losses->events));
		if (!losses->events)
			return DEFER_ERR_NOMEM;
		for (uint32_t i = 0; i < losses->nr_events; i++)
			losses->events[i].key = i;
	}
	if (ev->lost.lost)
		loss_counts__add(&losses->events[idx], ev, kind);
	return 0;
}

/*
 * Returns the CPU that the record itself names, or -1. perf's own records have CPU 0 and time 0,
 * which means that they name none.
 */
static int32_t said_cpu(const struct defer_event *ev)
{
	bool by_perf = ev->type == DEFER_RECORD_LOST_SAMPLES && !ev->id.time && !ev->id.cpu;

	return by_perf ? -1 : ev->id.cpu;
}

static int32_t loss_cpu(const struct gather *gather, const struct defer_event *ev)
{
	int32_t said = said_cpu(ev);

	if (said >= 0)
		return said;
	return gather__cpu(gather, ev->type == DEFER_RECORD_LOST ? ev->lost.id : ev->id.id);
}

static int gather__loss(struct gather *gather, const struct defer_event *ev,
			const struct defer_evsel *evsel)
{
	enum lost_kind kind = LOST_NOTHING;
	struct loss_counts *losses;

	if (ev->type == DEFER_RECORD_LOST_SAMPLES) {
		kind = lost_samples__kind(ev, evsel);
		if (kind == LOST_NOTHING)
			return 0;
		if (evsel && gather__count_event(gather, evsel->idx, ev, kind))
			return DEFER_ERR_NOMEM;
	}
	losses = gather__losses(gather, loss_cpu(gather, ev));
	if (!losses)
		return DEFER_ERR_NOMEM;
	loss_counts__add(losses, ev, kind);
	loss_counts__add(&gather->losses->total, ev, kind);
	return 0;
}

/* Records that cannot be decoded are skipped: session__gather() reported them. */
static int gather__chunk(struct gather *gather, const struct chunk *chunk,
			 const struct session *session)
{
	struct defer_record rec;
	struct defer_event ev;
	int ret = 0;

	for (size_t pos = 0; pos < chunk->size && !ret; pos += rec.size) {
		if (chunk__record(chunk, pos, &rec, NULL))
			break;
		if (rec.type == DEFER_RECORD_ID_INDEX)
			ret = gather__id_index(gather, &rec);
		else if ((rec.type == DEFER_RECORD_LOST || rec.type == DEFER_RECORD_LOST_SAMPLES) &&
			 defer_event__decode(&ev, &rec, session->evlist, NULL) > 0)
			ret = gather__loss(gather, &ev,
					   defer_evlist__record_evsel(session->evlist, &rec, NULL));
	}
	return ret;
}

static int compare_cpus(const void *a, const void *b)
{
	/* Compared as unsigned, so that -1 sorts last. */
	uint32_t ca = ((const struct loss_counts *)a)->key;
	uint32_t cb = ((const struct loss_counts *)b)->key;

	return CMP(ca, cb);
}

int losses__init(struct losses *losses, struct session *session, const struct ledger *ledger,
		 struct defer_error *err)
{
	const uint64_t *types = session->stats.types;
	struct gather gather = {.losses = losses, .hash_key = hash__key()};
	struct chunk chunk;
	int ret;

	*losses = (struct losses){.total.key = -1, .nr_events = defer_evlist__nr(session->evlist)};
	if (!types[DEFER_RECORD_LOST] && !types[DEFER_RECORD_LOST_SAMPLES])
		return 0;

	chunk__init(&chunk);
	while ((ret = source__next(session->source, &chunk, err)) > 0) {
		if (gather__chunk(&gather, &chunk, session)) {
			ret = error__no_memory(err, "for lost records");
			break;
		}
	}
	source__rewind(session->source);
	chunk__exit(&chunk);
	free(gather.ids.ids);
	hash_index__exit(&gather.ids.index);
	hash_index__exit(&gather.losses_index);
	if (losses->nr)
		qsort(losses->cpus, losses->nr, sizeof(*losses->cpus), compare_cpus);
	if (!ret && losses->total.lost_stacks)
		ret = lost_stacks__split(losses, session, ledger, err);
	return ret;
}

void losses__exit(struct losses *losses)
{
	free(losses->cpus);
	free(losses->events);
	*losses = (struct losses){0};
}
