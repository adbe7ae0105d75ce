// SPDX-License-Identifier: GPL-2.0-only
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/entry/entries.h"
#include "util/fold/clock.h"
#include "util/machine/offcpu.h"

static_assert(sizeof(struct entry_key) == sizeof(uint64_t) + 6 * sizeof(uint32_t),
	      "struct entry_key has a hole");

/* Returns the first clock. The time that another one tells is the same, and is not added. */
static uint32_t first_clock(const struct defer_evlist *evlist)
{
	for (uint32_t i = 0; i < defer_evlist__nr(evlist); i++) {
		if (evsel__is_clock(defer_evlist__evsel(evlist, i)))
			return i;
	}
	return UINT32_MAX;
}

int entries__init(struct entries *entries, const struct fold *fold, unsigned int nr_workers,
		  struct defer_error *err)
{
	const struct defer_evlist *evlist = fold__session(fold)->evlist;
	uint32_t nr = defer_evlist__nr(evlist);

	*entries = (struct entries){.nr_workers = nr_workers, .hash_key = hash__key()};
	entries->tables = calloc(nr_workers, sizeof(*entries->tables));
	entries->off_cpu = calloc(nr + 1ULL, sizeof(*entries->off_cpu));
	if (!entries->tables || !entries->off_cpu)
		return error__no_memory(err, "for entries into the kernel");
	for (uint32_t i = 0; i < nr; i++)
		entries->off_cpu[i] = offcpu__leaves_cpu(defer_evlist__evsel(evlist, i));
	entries->clock = first_clock(evlist);
	return 0;
}

static void entry_table__exit(struct entry_table *table)
{
	free(table->entries);
	hash_index__exit(&table->index);
	*table = (struct entry_table){0};
}

void entries__exit(struct entries *entries)
{
	for (unsigned int i = 0; entries->tables && i < entries->nr_workers; i++)
		entry_table__exit(&entries->tables[i]);
	free(entries->tables);
	free(entries->off_cpu);
	*entries = (struct entries){0};
}

/* ---- adding ---- */

static bool entry__equal(const void *ctx, uint32_t pos, const void *key)
{
	return !memcmp(&((const struct entry *)ctx)[pos].key, key, sizeof(struct entry_key));
}

/* Returns true if the stack of @from says more of the entry than that of @to, or the same earlier. */
static bool is_better_stack(const struct entry *to, const struct entry *from)
{
	if (from->in_kernel != to->in_kernel)
		return from->in_kernel;
	if (from->stack_time != to->stack_time)
		return from->stack_time < to->stack_time;
	return from->stack_event < to->stack_event;
}

static void entry__merge(struct entry *to, const struct entry *from)
{
	if (from->begin < to->begin ||
	    (from->begin == to->begin && from->first_event < to->first_event)) {
		to->begin = from->begin;
		to->first_event = from->first_event;
	}
	to->last = from->last > to->last ? from->last : to->last;
	to->nr += from->nr;
	to->sampled += from->sampled;
	to->back += from->back;
	to->off_cpu |= from->off_cpu;
	to->waited |= from->waited;
	to->unclear |= from->unclear;
	if (!is_better_stack(to, from))
		return;
	to->stack = from->stack;
	to->stack_time = from->stack_time;
	to->stack_event = from->stack_event;
	to->in_kernel = from->in_kernel;
}

/* Merges @entry into the one of the same key, or adds it as new. */
static int entry_table__add(struct entry_table *table, uint64_t hash_key, const struct entry *entry)
{
	uint64_t hash = hash__bytes(hash_key, &entry->key, sizeof(entry->key));
	uint32_t pos =
		hash_index__find(&table->index, hash, entry__equal, table->entries, &entry->key);

	if (pos != HASH_INDEX_NONE) {
		entry__merge(&table->entries[pos], entry);
		return 0;
	}
	if (!ARRAY_GROW(table->entries, table->cap, table->nr + 1) ||
	    table->nr >= HASH_INDEX_NONE || hash_index__add(&table->index, hash, table->nr))
		return DEFER_ERR_NOMEM;
	table->entries[table->nr++] = *entry;
	return 0;
}

struct entry_key entry_key__of(const struct sample_ref *ref, const struct stack *stack)
{
	return (struct entry_key){
		.cookie = ref->cookie,
		.pid = stack->pid,
		.tid = stack->tid,
		.life = stack->life,
		.record = ref->record,
		.cls = stack->cls == DEFER_MERGED_BACK ? DEFER_MERGED : stack->cls,
	};
}

bool entry__has(const struct entry *entry, const struct sample_ref *ref, const struct stack *stack)
{
	struct entry_key key;

	if (ref->cookie != entry->key.cookie)
		return false;
	key = entry_key__of(ref, stack);
	return !memcmp(&key, &entry->key, sizeof(key));
}

int entries__add(struct entries *entries, unsigned int worker, const struct sample_ref *ref,
		 const struct stack *stack, struct defer_error *err)
{
	const bool leaves = entries->off_cpu[stack->evsel_idx];
	const struct entry entry = {
		.key = entry_key__of(ref, stack),
		.begin = ref->time,
		.last = ref->time,
		.back = stack->cls == DEFER_MERGED_BACK,
		.nr = 1,
		.sampled = stack->evsel_idx == entries->clock ? ref->weights.period : 0,
		.stack_time = ref->time,
		.stack = ref->stack,
		.stack_event = stack->evsel_idx,
		.first_event = stack->evsel_idx,
		.in_kernel = stack->kernel,
		.off_cpu = leaves,
		.waited = leaves && ref->why_left == OFFCPU_WAITS,
		.unclear = leaves && ref->why_left == OFFCPU_UNKNOWN,
	};

	if (!ref->cookie)
		return 0;
	if (entry_table__add(&entries->tables[worker], entries->hash_key, &entry))
		return error__no_memory(err, "for entries into the kernel");
	return 0;
}

/* ---- all workers ---- */

/* Orders by time, then by task, so that the order does not depend on which worker had which sample. */
static int by_begin(const void *a, const void *b)
{
	const struct entry *ea = a, *eb = b;
	int cmp = CMP(ea->begin, eb->begin) ?: CMP(ea->key.tid, eb->key.tid);

	return cmp ?: CMP(ea->key.cookie, eb->key.cookie) ?: CMP(ea->key.cls, eb->key.cls);
}

static void to_indices(struct entry_table *table, const struct fold *fold, unsigned int worker)
{
	for (size_t i = 0; i < table->nr; i++)
		table->entries[i].stack = fold__place(fold, worker, table->entries[i].stack);
}

int entries__finish(struct entries *entries, const struct fold *fold, bool by_place,
		    struct defer_error *err)
{
	struct entry_table *all = &entries->tables[0];

	for (unsigned int i = 0; i < entries->nr_workers; i++) {
		struct entry_table *table = &entries->tables[i];

		if (by_place)
			to_indices(table, fold, i);
		for (size_t j = 0; i && j < table->nr; j++) {
			if (entry_table__add(all, entries->hash_key, &table->entries[j]))
				return error__no_memory(err, "for entries into the kernel");
		}
		if (i)
			entry_table__exit(table);
	}
	hash_index__exit(&all->index);
	if (all->nr)
		qsort(all->entries, all->nr, sizeof(*all->entries), by_begin);
	return 0;
}
