// SPDX-License-Identifier: LGPL-2.1-only OR BSD-2-Clause
/* Keeps the events of a trace, and finds the one that wrote a record by the id in it. */
#include <inttypes.h>
#include <stdlib.h>

#include <perf/defer.h>

#include "bytes.h"
#include "seed.h"

/* An entry of the id table: open addressing, linear probing, at most half full. */
struct id_slot {
	uint64_t id;
	struct defer_evsel *evsel; /* NULL: free slot */
};

/* A field position that all events of a trace share, if they agree on one. */
struct shared_pos {
	int pos;
	bool differs;
};

struct defer_evlist {
	struct defer_evsel **evsels;
	uint32_t nr, allocated;
	struct id_slot *slots;
	uint64_t nr_slots; /* a power of two, or 0 */
	uint64_t nr_ids;
	uint64_t seed; /* seed of the id hashes */
	struct shared_pos id_pos, id_all_pos, id_all_type;
};

struct defer_evlist *defer_evlist__new(void)
{
	struct defer_evlist *evlist = calloc(1, sizeof(*evlist));

	if (evlist)
		evlist->seed = seed__new();
	return evlist;
}

static void evsel__delete(struct defer_evsel *evsel)
{
	if (!evsel)
		return;
	free(evsel->ids);
	free(evsel->name);
	free(evsel);
}

void defer_evlist__delete(struct defer_evlist *evlist)
{
	if (!evlist)
		return;
	for (uint32_t i = 0; i < evlist->nr; i++)
		evsel__delete(evlist->evsels[i]);
	free(evlist->evsels);
	free(evlist->slots);
	free(evlist);
}

/*
 * Returns the slot that holds @id, or the free slot where it would go. A free slot always exists.
 */
static struct id_slot *find_slot(struct id_slot *slots, uint64_t nr_slots, uint64_t seed,
				 uint64_t id)
{
	uint64_t i = seed__hash(seed, id) & (nr_slots - 1);

	while (slots[i].evsel && slots[i].id != id)
		i = (i + 1) & (nr_slots - 1);
	return &slots[i];
}

static int reserve_slots(struct defer_evlist *evlist, uint64_t nr_ids)
{
	uint64_t nr_slots = evlist->nr_slots ? evlist->nr_slots : 16;
	struct id_slot *slots;

	while (nr_slots / 2 < nr_ids)
		nr_slots *= 2;
	if (nr_slots == evlist->nr_slots)
		return DEFER_OK;

	slots = calloc(nr_slots, sizeof(*slots));
	if (!slots)
		return DEFER_ERR_NOMEM;
	for (uint64_t i = 0; i < evlist->nr_slots; i++) {
		if (evlist->slots[i].evsel)
			*find_slot(slots, nr_slots, evlist->seed, evlist->slots[i].id) =
				evlist->slots[i];
	}
	free(evlist->slots);
	evlist->slots = slots;
	evlist->nr_slots = nr_slots;
	return DEFER_OK;
}

static int reserve_evsel(struct defer_evlist *evlist)
{
	uint32_t allocated = evlist->allocated ? 2 * evlist->allocated : 8;
	struct defer_evsel **evsels;

	if (evlist->nr < evlist->allocated)
		return DEFER_OK;
	evsels = realloc(evlist->evsels, allocated * sizeof(*evsels));
	if (!evsels)
		return DEFER_ERR_NOMEM;
	evlist->evsels = evsels;
	evlist->allocated = allocated;
	return DEFER_OK;
}

static struct defer_evsel *evsel__new(const struct defer_attr *attr, const uint64_t *ids,
				      uint64_t nr_ids)
{
	struct defer_evsel *evsel = calloc(1, sizeof(*evsel));

	if (!evsel)
		return NULL;
	evsel->attr = *attr;
	if (!nr_ids)
		return evsel;

	evsel->ids = calloc(nr_ids, sizeof(*ids));
	if (!evsel->ids) {
		free(evsel);
		return NULL;
	}
	memcpy(evsel->ids, ids, nr_ids * sizeof(*ids));
	evsel->nr_ids = nr_ids;
	return evsel;
}

static void share_pos(struct shared_pos *shared, int pos, bool first)
{
	if (first)
		shared->pos = pos;
	else if (shared->pos != pos)
		shared->differs = true;
}

/* Returns the sample_type fields of the trailing sample_id, which must be equal for all events. */
static int id_all_type(const struct defer_layout *layout)
{
	const uint64_t fields = DEFER_SAMPLE_TID | DEFER_SAMPLE_TIME | DEFER_SAMPLE_ID |
				DEFER_SAMPLE_STREAM_ID | DEFER_SAMPLE_CPU | DEFER_SAMPLE_IDENTIFIER;

	return layout->sample_id_all ? (int)(layout->sample_type & fields) : 0;
}

/*
 * Inserts @evsel. The caller has reserved all room. An id that an earlier event has stays with that
 * event.
 */
static void insert_evsel(struct defer_evlist *evlist, struct defer_evsel *evsel)
{
	const struct defer_layout *layout = &evsel->layout;
	bool first = !evlist->nr;

	for (uint64_t i = 0; i < evsel->nr_ids; i++) {
		struct id_slot *slot =
			find_slot(evlist->slots, evlist->nr_slots, evlist->seed, evsel->ids[i]);

		if (slot->evsel)
			continue;
		*slot = (struct id_slot){evsel->ids[i], evsel};
		evlist->nr_ids++;
	}
	share_pos(&evlist->id_pos, layout->id_pos, first);
	share_pos(&evlist->id_all_pos, layout->id_all_pos, first);
	share_pos(&evlist->id_all_type, id_all_type(layout), first);
	evsel->idx = evlist->nr;
	evlist->evsels[evlist->nr++] = evsel;
}

int defer_evlist__add(struct defer_evlist *evlist, const struct defer_attr *attr,
		      const uint64_t *ids, uint64_t nr_ids, struct defer_error *err)
{
	struct defer_layout layout;
	struct defer_evsel *evsel;
	int ret = defer_layout__init(&layout, attr, err);

	if (ret)
		return ret;

	if (nr_ids > DEFER_MAX_IDS || evlist->nr_ids > DEFER_MAX_IDS - nr_ids)
		return defer_error__set(err, DEFER_ERR_CORRUPT, "The events have more than %u ids",
					DEFER_MAX_IDS);
	if (reserve_evsel(evlist) || reserve_slots(evlist, evlist->nr_ids + nr_ids))
		goto nomem;
	evsel = evsel__new(attr, ids, nr_ids);
	if (!evsel)
		goto nomem;

	evsel->layout = layout;
	insert_evsel(evlist, evsel);
	return DEFER_OK;

nomem:
	return defer_error__set(err, DEFER_ERR_NOMEM,
				"Not enough memory for an event with %" PRIu64 " ids", nr_ids);
}

int defer_evlist__set_name(struct defer_evlist *evlist, uint32_t idx, const char *name,
			   struct defer_error *err)
{
	char *copy;

	if (idx >= evlist->nr)
		return defer_error__set(err, DEFER_ERR_NOENT,
					"Cannot name event %" PRIu32 ": it does not exist", idx);
	copy = strdup(name);
	if (!copy)
		return defer_error__set(err, DEFER_ERR_NOMEM,
					"Not enough memory for an event's name");
	free(evlist->evsels[idx]->name);
	evlist->evsels[idx]->name = copy;
	return DEFER_OK;
}

uint32_t defer_evlist__nr(const struct defer_evlist *evlist)
{
	return evlist->nr;
}

const struct defer_evsel *defer_evlist__evsel(const struct defer_evlist *evlist, uint32_t idx)
{
	return idx < evlist->nr ? evlist->evsels[idx] : NULL;
}

const struct defer_evsel *defer_evlist__find(const struct defer_evlist *evlist, uint64_t id)
{
	if (!evlist->nr_slots)
		return NULL;
	return find_slot(evlist->slots, evlist->nr_slots, evlist->seed, id)->evsel;
}

static const struct defer_evsel *say_unreadable(const struct defer_record *rec, const char *why,
						struct defer_error *err)
{
	defer_error__set_at(err, DEFER_ERR_CORRUPT, rec->offset,
			    "Cannot tell the event of a record of type %" PRIu32 " (%s): %s",
			    rec->type, defer_record__name(rec->type), why);
	return NULL;
}

static const struct defer_evsel *find_by_id_at(const struct defer_evlist *evlist,
					       const struct defer_record *rec, int64_t at,
					       struct defer_error *err)
{
	const struct defer_evsel *evsel;
	uint64_t id;

	if (at < DEFER_RECORD_HEADER_SIZE || at + 8 > (int64_t)rec->size)
		return say_unreadable(rec, "the record is too short for an id", err);
	id = bytes__u64(rec->data + at, rec->swap);
	/* Records that the recorder synthesized have the id 0. */
	if (!id)
		return evlist->evsels[0];

	evsel = defer_evlist__find(evlist, id);
	if (!evsel)
		defer_error__set_at(err, DEFER_ERR_NOENT, rec->offset,
				    "No event has the id %" PRIu64 " of a record of type %" PRIu32
				    " (%s)",
				    id, rec->type, defer_record__name(rec->type));
	return evsel;
}

const struct defer_evsel *defer_evlist__record_evsel(const struct defer_evlist *evlist,
						     const struct defer_record *rec,
						     struct defer_error *err)
{
	if (!evlist->nr)
		return say_unreadable(rec, "no event was described before it", err);
	if (evlist->nr == 1 || rec->type >= DEFER_RECORD_USER_START)
		return evlist->evsels[0];

	if (rec->type == DEFER_RECORD_SAMPLE) {
		if (evlist->id_pos.differs || evlist->id_pos.pos < 0)
			return say_unreadable(rec,
					      "the events do not keep their ids in the "
					      "same place",
					      err);
		return find_by_id_at(evlist, rec, DEFER_RECORD_HEADER_SIZE + 8 * evlist->id_pos.pos,
				     err);
	}

	if (evlist->id_all_pos.pos < 0 && !evlist->id_all_type.differs)
		return evlist->evsels[0];
	if (evlist->id_all_pos.differs || evlist->id_all_pos.pos < 0)
		return say_unreadable(rec, "the events do not keep their ids in the same place",
				      err);
	return find_by_id_at(evlist, rec, (int64_t)rec->size - 8 * evlist->id_all_pos.pos, err);
}

bool defer_evlist__any_flag(const struct defer_evlist *evlist, uint64_t flags)
{
	for (uint32_t i = 0; i < evlist->nr; i++) {
		if ((evlist->evsels[i]->attr.flags & flags) == flags)
			return true;
	}
	return false;
}

bool defer_evlist__has_time(const struct defer_evlist *evlist)
{
	for (uint32_t i = 0; i < evlist->nr; i++) {
		const struct defer_evsel *evsel = evlist->evsels[i];

		if (!(evsel->attr.sample_type & DEFER_SAMPLE_TIME) || !evsel->layout.sample_id_all)
			return false;
	}
	return true;
}
