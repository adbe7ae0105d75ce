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
	const struct timed_entry *entries; /* of all kinds */
	struct gap *gaps;		   /* of each; NULL: nobody asks */
	struct hash_index index;	   /* of those of the kinds that are divided, by key */
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

static int index_entries(struct gaps *w, const struct entry_kind *kind)
{
	for (uint32_t i = kind->first; i < kind->first + kind->nr; i++) {
		const struct entry *entry = entry_list__at(w->list, w->entries[i].entry);

		if (hash_index__add(&w->index,
				    hash__bytes(w->hash_key, &entry->key, sizeof(entry->key)), i))
			return DEFER_ERR_NOMEM;
		w->gaps[i].in = PART_NO_GAP;
	}
	return 0;
}

/* Finds the longest gap of each entry of @nr kinds, but for what comes after its last sample. */
static int find_gaps(struct gaps *w, const struct entry_kind *kinds, uint32_t nr)
{
	const struct samples *samples = w->list->shown.samples;
	int ret = 0;

	w->gaps = calloc(w->list->nr + 1ULL, sizeof(*w->gaps));
	for (uint32_t i = 0; w->gaps && !ret && i < nr; i++)
		ret = index_entries(w, &kinds[i]);
	if (!w->gaps || ret)
		return DEFER_ERR_NOMEM;
	for (size_t i = 0; i < samples__nr(samples); i++) {
		const struct sample_ref *ref = samples__at(samples, i);

		if (ref->cookie && entry_list__shows(w->list, ref))
			see_sample(w, ref);
	}
	return 0;
}

/* Returns the func before the longest gap of @entry, number @pos of all. */
static uint32_t gap_of(const struct gaps *w, uint32_t pos, const struct entry *entry)
{
	if (!w->gaps)
		return PART_NO_GAP;
	end_gap(&w->gaps[pos], entry_list__end(w->list, entry));
	return w->gaps[pos].in;
}

/* ---- parts ---- */

const char *part_by__name(enum part_by by)
{
	static const char *const names[] = {
		[PART_SITE] = "call site", [PART_STATE] = "state", [PART_GAP] = "gap after"};

	return names[by];
}

static int compare_ids(const void *l, const void *r)
{
	const struct kind_part *a = l, *b = r;

	return CMP(a->by, b->by) ?: CMP(a->id, b->id) ?: CMP(a->stack, b->stack);
}

static int compare_parts(const void *l, const void *r)
{
	const struct kind_part *a = l, *b = r;

	return CMP(a->by, b->by) ?: CMP(b->ns, a->ns) ?: CMP(b->nr, a->nr) ?: CMP(a->id, b->id);
}

static bool is_small(const struct kind_part *part, const struct entry_kind *kind, double percent)
{
	uint64_t all = kind->total ? kind->total : kind->nr;

	return 100.0 * (double)(kind->total ? part->ns : part->nr) < percent * (double)all;
}

/* Makes one of neighbours from @first on that are of the same part, or that are both below @percent of @kind. */
static void add_up(struct kind_parts *parts, size_t first, const struct entry_kind *kind,
		   double percent)
{
	size_t end = parts->nr;

	parts->nr = first;
	for (size_t i = first; i < end; i++) {
		const struct kind_part *from = &parts->parts[i];
		struct kind_part *to = parts->nr > first ? &parts->parts[parts->nr - 1] : NULL;
		bool same = to && to->by == from->by && to->id == from->id;

		if (!same &&
		    (!to || to->by != from->by || !(to->rest || is_small(to, kind, percent)))) {
			parts->parts[parts->nr++] = *from;
			continue;
		}
		if (!same)
			to->rest = to->rest ? to->rest + 1 : 2;
		to->nr += from->nr;
		to->ns += from->ns;
	}
}

/* Appends what each entry of kind number @row is a part of. */
static void add_entries(struct kind_parts *parts, const struct gaps *w, uint32_t row,
			unsigned int which)
{
	const struct entry_kind *kind = &parts->kinds->kinds[row];

	for (uint32_t i = kind->first; i < kind->first + kind->nr; i++) {
		const struct timed_entry *timed = &w->entries[i];
		const struct entry *entry = entry_list__at(w->list, timed->entry);
		const uint32_t ids[PART_NR] = {
			[PART_SITE] = entry_list__stack(w->list, entry)->user,
			[PART_GAP] = gap_of(w, i, entry),
			[PART_STATE] = entry_list__state(w->list, entry),
		};

		for (enum part_by by = 0; by < PART_NR; by++) {
			if (which & 1U << by)
				parts->parts[parts->nr++] = (struct kind_part){
					.by = by,
					.kind = row,
					.id = ids[by],
					.stack = entry->stack,
					.nr = 1,
					.ns = timed->ns == UINT64_MAX ? 0 : timed->ns,
				};
		}
	}
}

static int divide(struct kind_parts *parts, const struct gaps *w, uint32_t row, unsigned int which,
		  double percent)
{
	const struct entry_kind *kind = &parts->kinds->kinds[row];
	size_t first = parts->nr;

	if (!ARRAY_GROW(parts->parts, parts->cap, parts->nr + PART_NR * kind->nr))
		return DEFER_ERR_NOMEM;
	add_entries(parts, w, row, which);
	qsort(parts->parts + first, parts->nr - first, sizeof(*parts->parts), compare_ids);
	add_up(parts, first, kind, 0);
	qsort(parts->parts + first, parts->nr - first, sizeof(*parts->parts), compare_parts);
	add_up(parts, first, kind, percent);
	return 0;
}

static int list_rows(struct kind_parts *parts)
{
	parts->rows = malloc((parts->nr + 1) * sizeof(*parts->rows));
	for (size_t i = 0; parts->rows && i < parts->nr; i++)
		parts->rows[i] = i;
	return parts->rows ? 0 : DEFER_ERR_NOMEM;
}

int kind_parts__init(struct kind_parts *parts, const struct entry_kinds *kinds, uint32_t first,
		     uint32_t nr, unsigned int which, double percent, struct defer_error *err)
{
	struct gaps w = {.list = kinds->list, .entries = kinds->entries, .hash_key = hash__key()};
	int ret = which & 1U << PART_GAP ? find_gaps(&w, kinds->kinds + first, nr) : 0;

	*parts = (struct kind_parts){.kinds = kinds};
	for (uint32_t row = first; !ret && row < first + nr; row++)
		ret = divide(parts, &w, row, which, percent);
	if (!ret)
		ret = list_rows(parts);
	hash_index__exit(&w.index);
	free(w.gaps);
	return ret ? error__no_memory(err, "for entries into the kernel") : 0;
}

void kind_parts__exit(struct kind_parts *parts)
{
	free(parts->parts);
	free(parts->rows);
	*parts = (struct kind_parts){0};
}
