// SPDX-License-Identifier: LGPL-2.1-only OR BSD-2-Clause
#include <stdlib.h>
#include <string.h>

#include <internal/array.h>

#include "seed.h"
#include "stitch-index.h"

/* ---- slots --------------------------------------------------------------------------- */

/*
 * A CPU counts its entries in steps of 2 in the upper half of its cookies. Cookies that follow each
 * other there share a group of slots, a line of the processor's cache, so that the samples of one CPU
 * find theirs side by side in memory instead of missing the caches once each. Groups are spread by
 * a hash.
 */
#define COUNTER_SHIFT 33
#define GROUP_BITS    3
#define GROUP_SIZE    (1U << GROUP_BITS)
#define GROUP_MASK    (GROUP_SIZE - 1)
/*
 * A cookie whose slot is taken, most often with its whole group, tries the next group. There it
 * tries the next slot, so that cookies that all have one slot of their group spread as well.
 */
#define LANE_STEP 1

/* A slot: slots[group * GROUP_SIZE + lane]. */
struct cookie_probe {
	uint32_t group, lane;
	uint64_t tag; /* the upper half of the slot's value */
};

static struct cookie_probe cookie__probe(const struct defer_stitch *st, uint64_t cookie)
{
	uint32_t lane = cookie >> COUNTER_SHIFT & GROUP_MASK;
	uint64_t hash = seed__hash(st->seed, cookie & ~((uint64_t)GROUP_MASK << COUNTER_SHIFT));

	return (struct cookie_probe){
		.group = (hash >> 32) * st->cookies.nr_groups >> 32,
		.lane = lane,
		.tag = (hash ^ lane) << 32,
	};
}

static atomic_uint_fast64_t *probe__slot(const struct defer_stitch *st,
					 const struct cookie_probe *probe)
{
	return &st->cookies.slots[(size_t)probe->group * GROUP_SIZE + probe->lane];
}

static void probe__next(const struct defer_stitch *st, struct cookie_probe *probe)
{
	probe->group = probe->group + 1 < st->cookies.nr_groups ? probe->group + 1 : 0;
	probe->lane = (probe->lane + LANE_STEP) & GROUP_MASK;
}

/* Returns true if the record that a slot of the value @val leads to has @cookie. */
static bool probe__match(const struct defer_stitch *st, const struct cookie_probe *probe,
			 uint64_t val, uint64_t cookie)
{
	if ((val ^ probe->tag) >> 32)
		return false;
	return stitch_records__at(&st->records, (uint32_t)val - 1)->cookie == cookie;
}

/* Returns the place of a record with @cookie that was entered, plus 1; 0: there is none. */
static uint32_t find_entered(const struct defer_stitch *st, uint64_t cookie)
{
	struct cookie_probe probe = cookie__probe(st, cookie);

	for (;;) {
		uint64_t val = atomic_load_explicit(probe__slot(st, &probe), memory_order_relaxed);

		if (!val || probe__match(st, &probe, val, cookie))
			return val;
		probe__next(st, &probe);
	}
}

/* ---- runs ---------------------------------------------------------------------------- */

/* Returns the place of the record with @cookie that is in a run, plus 1; 0: there is none. */
static uint32_t find_in_runs(const struct defer_stitch *st, uint64_t cookie, size_t *hint)
{
	const uint64_t key = cookie__key(cookie);
	const struct stitch_run *run = stitch_runs__around(&st->cookies.runs, key, hint);
	const struct stitch_record *recs;
	uint32_t i;

	if (!run)
		return 0;
	recs = stitch_records__at(&st->records, run->place);
	i = LOWER_BOUND(j, run->nr, cookie__key(recs[j].cookie) < key);
	return recs[i].cookie == cookie ? run->place + i + 1 : 0;
}

/* The records tried behind the last one that was found. */
#define NEAR 3

/* Does the same for the records that begin at @place. */
static inline uint32_t find_near(const struct defer_stitch *st, uint64_t cookie, uint32_t place)
{
	const struct stitch_block *block = stitch_records__block(&st->records, place);
	const uint32_t first = place & (STITCH_BLOCK_SIZE - 1);

	for (uint32_t i = first; i < block->nr && i < first + NEAR; i++)
		if (block->records[i].cookie == cookie)
			return place + i - first + 1;
	return 0;
}

/* Returns where in shared[] the cookie of the record at @place is, or the only one that it has. */
static uint32_t find_shared(const struct defer_stitch *st, uint32_t place)
{
	const struct stitch_cookies *cookies = &st->cookies;
	const uint64_t cookie = stitch_records__at(&st->records, place)->cookie;
	const uint32_t *shared = cookies->shared;
	uint32_t first = LOWER_BOUND(i, cookies->nr_shared,
				     stitch_records__at(&st->records, shared[i])->cookie < cookie);

	/* If all others were copies, one record has the cookie alone. */
	if (first + 1 == cookies->nr_shared ||
	    stitch_records__at(&st->records, shared[first + 1])->cookie != cookie)
		return shared[first] + 1;
	return STITCH_SHARED | first;
}

uint32_t stitch_cookies__find(const struct defer_stitch *st, uint64_t cookie,
			      struct stitch_hint *hint)
{
	uint32_t found = 0;

	if (st->records.nr_blocks)
		found = find_near(st, cookie, hint->place);
	if (!found)
		found = find_entered(st, cookie);
	if (!found)
		found = find_in_runs(st, cookie, &hint->run);
	if (!found)
		return 0;
	hint->place = found - 1;
	return stitch_records__at(&st->records, found - 1)->shared ? find_shared(st, found - 1)
								   : found;
}

/* ---- entering ------------------------------------------------------------------------ */

/* Makes the slots, at least four for three of @nr records. */
static int make_slots(struct defer_stitch *st, uint64_t nr)
{
	struct stitch_cookies *cookies = &st->cookies;
	const size_t line = GROUP_SIZE * sizeof(*cookies->slots);
	/* With an odd number of groups, a cookie that tries one after the other comes to all slots. */
	size_t groups = (nr / 3 * 4 / GROUP_SIZE + 1) | 1;

	cookies->memory = stitch_array__new_hash(st, groups + 1, line);
	if (!cookies->memory)
		return DEFER_ERR_NOMEM;
	cookies->nr_groups = groups;
	cookies->slots =
		(atomic_uint_fast64_t *)(((uintptr_t)cookies->memory + line - 1) & ~(line - 1));
	st->seed = seed__new();
	return 0;
}

/* Gathers the runs of all blocks, and makes the slots for all other records. */
static int cookies__make(struct defer_stitch *st)
{
	struct stitch_runs *runs = &st->cookies.runs;
	uint64_t in_runs = 0;

	for (size_t b = 0; b < st->records.nr_blocks; b++)
		if (stitch_runs__add(runs, &st->records.blocks[b].runs, b << STITCH_BLOCK_BITS))
			return DEFER_ERR_NOMEM;
	stitch_runs__seal(runs);
	for (size_t i = 0; i < runs->nr; i++)
		in_runs += runs->runs[i].nr;
	return make_slots(st, st->records.nr - in_runs);
}

/* Places that one thread found to share their cookies. */
struct found {
	uint32_t *places;
	size_t nr, alloc;
	size_t run; /* the index of the one looked at last */
};

static int found__add(struct found *found, uint32_t place, uint32_t other)
{
	if (!STITCH_GROW(found->places, found->alloc, found->nr + 2))
		return DEFER_ERR_NOMEM;
	found->places[found->nr++] = place;
	found->places[found->nr++] = other;
	return 0;
}

/* Enters the record at @place, whose first slot is @probe, unless another one has its cookie. */
static int enter_record(struct defer_stitch *st, uint32_t place, struct cookie_probe probe,
			struct found *found)
{
	const uint64_t cookie = stitch_records__at(&st->records, place)->cookie;
	const uint32_t other = find_in_runs(st, cookie, &found->run);

	if (other)
		return found__add(found, place, other - 1);
	for (;;) {
		atomic_uint_fast64_t *slot = probe__slot(st, &probe);
		uint64_t val = atomic_load_explicit(slot, memory_order_relaxed);

		/* Records were complete before the threads began, so a slot guards nothing else. */
		if (!val && atomic_compare_exchange_strong_explicit(
				    slot, &val, probe.tag | (place + 1), memory_order_relaxed,
				    memory_order_relaxed))
			return 0;
		if (probe__match(st, &probe, val, cookie))
			return found__add(found, place, (uint32_t)val - 1);
		probe__next(st, &probe);
	}
}

/* The distance in records at which a slot is fetched in advance: a miss takes as long as some. */
#define PREFETCH_AHEAD 12

/* Enters records [from, to) of block @b, none of which is in a run. */
static int enter_range(struct defer_stitch *st, size_t b, uint32_t from, uint32_t to,
		       struct found *found)
{
	const struct stitch_record *recs = st->records.blocks[b].records;
	const uint32_t first = b << STITCH_BLOCK_BITS;
	struct cookie_probe probes[PREFETCH_AHEAD];
	int ret = 0;

	for (uint32_t i = from; i < to + PREFETCH_AHEAD && from < to && !ret; i++) {
		struct cookie_probe *probe = &probes[i % PREFETCH_AHEAD];

		if (i >= from + PREFETCH_AHEAD)
			ret = enter_record(st, first + i - PREFETCH_AHEAD, *probe, found);
		if (i < to) {
			*probe = cookie__probe(st, recs[i].cookie);
			__builtin_prefetch(probe__slot(st, probe), 1);
		}
	}
	return ret;
}

/* Enters the records of block @b that are in no run. */
static int enter_block(struct defer_stitch *st, size_t b, struct found *found)
{
	struct stitch_block *block = &st->records.blocks[b];
	uint32_t from = 0;
	int ret = 0;

	for (size_t i = 0; i < block->runs.nr && !ret; i++) {
		const struct stitch_run *run = &block->runs.runs[i], *kept;

		kept = stitch_runs__around(&st->cookies.runs, run->first, &found->run);
		if (!kept || kept->place != (b << STITCH_BLOCK_BITS) + run->place)
			continue;
		ret = enter_range(st, b, from, run->place, found);
		from = run->place + run->nr;
	}
	if (!ret)
		ret = enter_range(st, b, from, block->nr, found);
	stitch_runs__exit(&block->runs);
	stitch_array__rest(st, block->records, block->nr * sizeof(*block->records));
	return ret;
}

/* Adds what one thread found to what all found. */
static int keep_found(struct stitch_cookies *cookies, const struct found *found)
{
	if (!STITCH_GROW(cookies->found, cookies->alloc_found, cookies->nr_found + found->nr))
		return DEFER_ERR_NOMEM;
	if (found->nr)
		memcpy(cookies->found + cookies->nr_found, found->places,
		       found->nr * sizeof(*found->places));
	cookies->nr_found += found->nr;
	return 0;
}

int stitch_cookies__enter(struct defer_stitch *st)
{
	struct stitch_cookies *cookies = &st->cookies;
	struct found found = {0};
	size_t b;
	int ret;

	pthread_mutex_lock(&st->lock);
	st->indexed = true;
	ret = cookies->slots ? 0 : cookies__make(st);
	pthread_mutex_unlock(&st->lock);
	while (!ret && (b = atomic_fetch_add(&cookies->next, 1)) < st->records.nr_blocks)
		ret = enter_block(st, b, &found);
	pthread_mutex_lock(&st->lock);
	if (!ret)
		ret = keep_found(cookies, &found);
	cookies->failed |= ret != 0;
	pthread_mutex_unlock(&st->lock);
	free(found.places);
	return ret;
}

/* ---- records that share cookies ------------------------------------------------------ */

enum record_field {
	FIELD_PLACE,
	FIELD_REF,
	FIELD_TIME,
	FIELD_TID,
	FIELD_COOKIE
};

static uint64_t record__field(const struct stitch_records *records, uint32_t place,
			      enum record_field field)
{
	switch (field) {
	case FIELD_PLACE:
		return place;
	case FIELD_REF:
		return stitch_records__pos(records, place).order;
	case FIELD_TIME:
		return stitch_records__at(records, place)->time;
	case FIELD_TID:
		return (uint32_t)stitch_records__origin(records, place)->tid;
	case FIELD_COOKIE:
		return stitch_records__at(records, place)->cookie;
	default:
		break;
	}
	return 0;
}

/* Sorts @n keys by a field of the records that they stand for. */
static void sort_by(const struct stitch_records *records, struct sort_key *keys,
		    struct sort_key *tmp, size_t n, enum record_field field)
{
	for (size_t i = 0; i < n; i++)
		keys[i].key = record__field(records, keys[i].idx, field);
	sort_keys__sort(keys, tmp, n);
}

/* Drops keys of the same place, which must be sorted. Returns how many are left. */
static size_t unique_places(struct sort_key *keys, size_t n)
{
	size_t kept = 0;

	for (size_t i = 0; i < n; i++)
		if (!kept || keys[kept - 1].idx != keys[i].idx)
			keys[kept++] = keys[i];
	return kept;
}

static bool record__is_copy(const struct defer_stitch *st, uint32_t a, uint32_t b)
{
	struct defer_stitch_record x, y;

	stitch_records__get(&st->records, a, &x);
	stitch_records__get(&st->records, b, &y);
	return x.cookie == y.cookie && x.tid == y.tid && x.pid == y.pid && x.cpu == y.cpu &&
	       x.nr == y.nr && x.sum == y.sum && (st->opts.no_time || x.time == y.time);
}

/* Marks the records at the places of @keys, sorts these, and keeps each record once in shared[]. */
static void order_shared(struct defer_stitch *st, struct sort_key *keys, struct sort_key *tmp,
			 size_t nr)
{
	struct stitch_cookies *cookies = &st->cookies;
	size_t kept = 0;

	sort_by(&st->records, keys, tmp, nr, FIELD_PLACE);
	nr = unique_places(keys, nr);
	for (size_t i = 0; i < nr; i++)
		stitch_records__at(&st->records, keys[i].idx)->shared = true;
	sort_by(&st->records, keys, tmp, nr, FIELD_REF);
	sort_by(&st->records, keys, tmp, nr, FIELD_TIME);
	sort_by(&st->records, keys, tmp, nr, FIELD_TID);
	sort_by(&st->records, keys, tmp, nr, FIELD_COOKIE);
	for (size_t i = 0; i < nr; i++) {
		if (kept && record__is_copy(st, cookies->shared[kept - 1], keys[i].idx)) {
			stitch_records__drop(&st->records, keys[i].idx);
			st->stats.duplicates++;
		} else {
			cookies->shared[kept++] = keys[i].idx;
		}
	}
	cookies->nr_shared = kept;
}

int stitch_cookies__seal(struct defer_stitch *st)
{
	struct stitch_cookies *cookies = &st->cookies;
	const size_t nr = cookies->nr_found;
	struct sort_key *keys = stitch_array__resize(st, NULL, (nr + 1) * sizeof(*keys));
	struct sort_key *tmp = stitch_array__resize(st, NULL, (nr + 1) * sizeof(*tmp));
	int ret = DEFER_ERR_NOMEM;

	cookies->shared = stitch_array__resize(st, NULL, (nr + 1) * sizeof(*cookies->shared));
	if (keys && tmp && cookies->shared && !cookies->failed) {
		for (size_t i = 0; i < nr; i++)
			keys[i] = (struct sort_key){.idx = cookies->found[i]};
		order_shared(st, keys, tmp, nr);
		ret = 0;
	}
	free(cookies->found);
	cookies->found = NULL;
	cookies->nr_found = cookies->alloc_found = 0;
	stitch_array__release(st, keys);
	stitch_array__release(st, tmp);
	return ret;
}

void stitch_cookies__exit(struct defer_stitch *st)
{
	stitch_runs__exit(&st->cookies.runs);
	stitch_array__release_hash(st, st->cookies.memory);
	stitch_array__release(st, st->cookies.shared);
	free(st->cookies.found);
	st->cookies = (struct stitch_cookies){0};
}
