// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/base/hash.h"
#include "util/base/hash-index.h"
#include "util/entry/entry-kinds.h"
#include "util/entry/kind-parts.h"
#include "util/fold/clock.h"
#include "util/profile/profile.h"

/* ---- gaps ---- */

/* The samples of an entry so far. */
struct gap {
	uint64_t last, longest; /* time of the last sample, and the length of the longest gap, ns */
	uint64_t step;		/* the time that the last sample stands for, ns */
	uint32_t top, in;	/* func on top of the last sample, and before that gap */
	bool begun;
};

struct gaps {
	const struct entry_list *list;
	const struct timed_entry *entries; /* of the kind */
	struct gap *gaps;		   /* of each */
	struct hash_index index;	   /* of @entries by key */
	uint64_t hash_key;
};

static bool is_entry(const void *ctx, uint32_t pos, const void *key)
{
	const struct gaps *w = ctx;

	return !memcmp(&entry_list__at(w->list, w->entries[pos].entry)->key, key,
		       sizeof(struct entry_key));
}

/* Ends the time since the last sample, which is a gap if it is long enough. */
static void end_gap(struct gap *gap, uint64_t time)
{
	uint64_t ns = time > gap->last ? time - gap->last : 0;

	if (!gap->begun || ns <= gap->step || ns - gap->step <= gap->step || ns <= gap->longest)
		return;
	gap->longest = ns;
	gap->in = gap->top;
}

static void see_sample(const struct gaps *w, const struct sample_ref *ref)
{
	const struct profile *profile = w->list->shown.profile;
	const struct stack *stack = fold__stack(w->list->shown.all, ref->stack);
	const struct entry_key key = entry_key__of(ref, stack);
	uint32_t pos = hash_index__find(&w->index, hash__bytes(w->hash_key, &key, sizeof(key)),
					is_entry, w, &key);
	uint32_t chain = w->list->stacks[ref->stack].chain;
	struct gap *gap;

	if (pos == HASH_INDEX_NONE)
		return;
	gap = &w->gaps[pos];
	end_gap(gap, ref->time);
	gap->begun = true;
	gap->last = ref->time;
	gap->step = w->list->shown.session->no_time
			    ? UINT64_MAX
			    : evsel__sample_time(profile->events[stack->evsel_idx].evsel,
						 ref->weights.period);
	gap->top = chain == CHAIN_ROOT ? PART_NO_GAP : profile->chains.nodes[chain].func;
}

static int index_entries(struct gaps *w, uint32_t nr)
{
	for (uint32_t i = 0; i < nr; i++) {
		const struct entry *entry = entry_list__at(w->list, w->entries[i].entry);

		if (hash_index__add(&w->index,
				    hash__bytes(w->hash_key, &entry->key, sizeof(entry->key)), i))
			return DEFER_ERR_NOMEM;
		w->gaps[i].in = PART_NO_GAP;
	}
	return 0;
}

/* Finds the longest gap of each of @nr entries. */
static int find_gaps(struct gaps *w, uint32_t nr)
{
	const struct samples *samples = w->list->shown.samples;

	w->gaps = calloc(nr + 1ULL, sizeof(*w->gaps));
	if (!w->gaps || index_entries(w, nr))
		return DEFER_ERR_NOMEM;
	for (size_t i = 0; i < samples__nr(samples); i++) {
		const struct sample_ref *ref = samples__at(samples, i);

		if (ref->cookie && entry_list__shows(w->list, ref))
			see_sample(w, ref);
	}
	for (uint32_t i = 0; i < nr; i++)
		end_gap(&w->gaps[i],
			entry_list__end(w->list, entry_list__at(w->list, w->entries[i].entry)));
	return 0;
}

/* ---- parts ---- */

static int compare_ids(const void *l, const void *r)
{
	const struct kind_part *a = l, *b = r;

	return CMP(a->by, b->by) ?: CMP(a->id, b->id) ?: CMP(a->like, b->like);
}

static int compare_parts(const void *l, const void *r)
{
	const struct kind_part *a = l, *b = r;

	return CMP(a->by, b->by) ?: CMP(b->ns, a->ns) ?: CMP(b->nr, a->nr) ?: CMP(a->id, b->id);
}

/* Makes one of neighbours that are of the same part. */
static void add_up(struct kind_parts *parts, uint32_t nr)
{
	for (uint32_t i = 0; i < nr; i++) {
		const struct kind_part *from = &parts->parts[i];
		struct kind_part *to = parts->nr ? &parts->parts[parts->nr - 1] : NULL;

		if (to && to->by == from->by && to->id == from->id) {
			to->nr += from->nr;
			to->ns += from->ns;
		} else {
			parts->parts[parts->nr++] = *from;
		}
	}
}

static void divide(struct kind_parts *parts, const struct gaps *w, uint32_t nr)
{
	struct kind_part *part = parts->parts;

	for (uint32_t i = 0; i < nr; i++) {
		const struct timed_entry *timed = &w->entries[i];
		const struct entry *entry = entry_list__at(w->list, timed->entry);
		const uint32_t ids[PART_NR] = {
			[PART_SITE] = entry_list__stack(w->list, entry)->user,
			[PART_GAP] = w->gaps[i].in,
			[PART_STATE] = entry_list__state(w->list, entry),
		};

		for (enum part_by by = 0; by < PART_NR; by++)
			*part++ = (struct kind_part){
				.by = by,
				.id = ids[by],
				.like = timed->entry,
				.nr = 1,
				.ns = timed->ns == UINT64_MAX ? 0 : timed->ns,
			};
	}
	qsort(parts->parts, part - parts->parts, sizeof(*part), compare_ids);
	add_up(parts, part - parts->parts);
	qsort(parts->parts, parts->nr, sizeof(*part), compare_parts);
}

int kind_parts__init(struct kind_parts *parts, const struct entry_kinds *kinds,
		     const struct entry_kind *kind, struct defer_error *err)
{
	struct gaps w = {
		.list = kinds->list,
		.entries = kinds->entries + kind->first,
		.hash_key = hash__key(),
	};
	int ret = find_gaps(&w, kind->nr);

	*parts = (struct kind_parts){0};
	if (!ret)
		parts->parts = malloc(PART_NR * kind->nr * sizeof(*parts->parts));
	if (parts->parts)
		divide(parts, &w, kind->nr);
	hash_index__exit(&w.index);
	free(w.gaps);
	return parts->parts ? 0 : error__no_memory(err, "for entries into the kernel");
}

void kind_parts__exit(struct kind_parts *parts)
{
	free(parts->parts);
	*parts = (struct kind_parts){0};
}
