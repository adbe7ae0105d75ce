// SPDX-License-Identifier: GPL-2.0-only
#include <assert.h>
#include <stdlib.h>

#include <perf/defer-evlist.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/base/histogram.h"
#include "util/base/intern-part.h"
#include "util/fold/fold.h"
#include "util/machine/branch.h"

/*
 * Stacks in order of first mention, and a hash table of their positions with open addressing, until finish sorts them:
 *
 *   slots   [ 2 | 0 | 1 | 0 ... ]    position + 1; linear probing
 *             |       |
 *             |       +---> stacks[0]
 *             +-----------> stacks[1]
 *
 * Most samples have a stack that came shortly before, which the last positions tell without a hash of
 * the whole key.
 */
#define FOLD_RECENT_BITS 12

struct span_sums {
	struct sample_sum of[FOLD_MAX_SPANS];
};

struct fold_table {
	struct stack *stacks;
	struct span_sums *spans; /* by stack; NULL: the fold has no spans */
	uint32_t nr, cap;
	uint32_t *slots; /* position + 1, 0: empty; a power of two, at most half full */
	uint32_t nr_slots;
	uint32_t *moved; /* after finish: new index of each stack */
	uint8_t *traits; /* of the sample being added, as a key to be interned */
	size_t cap_traits;
	uint32_t recent[1 << FOLD_RECENT_BITS]; /* position + 1, 0: none; by recent_slot() */
};

struct fold {
	struct session *session;
	unsigned int by;  /* FOLD_BY_* */
	uint64_t key;	  /* hash key */
	uint64_t quantum; /* ns */
	struct fold_spans spans;
	struct fold_table *tables; /* one per worker; merged into the first by finish() */
};

#define FOLD_MIN_SLOTS 1024

int fold__new(struct fold **foldp, struct session *session, unsigned int by,
	      struct defer_error *err)
{
	struct fold *fold = calloc(1, sizeof(*fold));

	if (fold)
		fold->tables = calloc(session->nr_workers, sizeof(*fold->tables));
	if (!fold || !fold->tables) {
		free(fold);
		return error__no_memory(err, "to fold stacks");
	}
	fold->session = session;
	fold->by = by;
	fold->key = hash__key();
	fold->quantum = 1;
	*foldp = fold;
	return 0;
}

void fold__set_quantum(struct fold *fold, uint64_t quantum)
{
	fold->quantum = quantum ? quantum : 1;
}

void fold__set_spans(struct fold *fold, const struct fold_spans *spans)
{
	fold->spans = *spans;
}

static void fold_table__exit(struct fold_table *table)
{
	free(table->stacks);
	free(table->spans);
	free(table->slots);
	free(table->moved);
	free(table->traits);
	memset(table, 0, sizeof(*table));
}

void fold__delete(struct fold *fold)
{
	unsigned int i;

	if (!fold)
		return;
	for (i = 0; i < fold->session->nr_workers; i++)
		fold_table__exit(&fold->tables[i]);
	free(fold->tables);
	free(fold);
}

/* A hole would hold arbitrary bytes, so that equal stacks would compare as different. */
static_assert(STACK_KEY_SIZE == 2 * sizeof(uint64_t) + 2 * sizeof(void *) + 9 * sizeof(uint32_t) +
					sizeof(uint16_t) + 2,
	      "struct stack has a hole, or a field that is not counted here");
static_assert(STACK_KEY_SIZE % sizeof(uint64_t) == 0, "stack__equal() compares whole words");

/*
 * This is not a hash_index, which keeps part of each hash: most samples find their stack, so the
 * stack itself is compared at once, and a slot is half as large.
 */
static void fold_table__link(struct fold_table *table, uint32_t place, uint64_t hash)
{
	uint32_t mask = table->nr_slots - 1, slot = hash & mask;

	while (table->slots[slot])
		slot = (slot + 1) & mask;
	table->slots[slot] = place + 1;
}

/* Makes room for the sums of @cap stacks, of which those behind @table->cap are 0. */
static int grow_spans(struct fold_table *table, uint32_t cap)
{
	struct span_sums *spans = reallocarray(table->spans, cap, sizeof(*spans));

	if (!spans)
		return DEFER_ERR_NOMEM;
	memset(spans + table->cap, 0, (cap - table->cap) * sizeof(*spans));
	table->spans = spans;
	return 0;
}

static int fold_table__grow(struct fold *fold, struct fold_table *table)
{
	uint32_t i, nr_slots = table->nr_slots ? table->nr_slots * 2 : FOLD_MIN_SLOTS;
	struct stack *stacks;
	uint32_t *slots;

	if (nr_slots > UINT32_MAX / 4 || (fold->spans.nr && grow_spans(table, nr_slots / 2)))
		return DEFER_ERR_NOMEM;
	slots = calloc(nr_slots, sizeof(*slots));
	if (!slots)
		return DEFER_ERR_NOMEM;
	stacks = realloc(table->stacks, nr_slots / 2 * sizeof(*stacks));
	if (!stacks) {
		free(slots);
		return DEFER_ERR_NOMEM;
	}
	free(table->slots);
	table->slots = slots;
	table->nr_slots = nr_slots;
	table->stacks = stacks;
	table->cap = nr_slots / 2;
	for (i = 0; i < table->nr; i++)
		fold_table__link(table, i, stack__hash(&stacks[i], fold->key));
	return 0;
}

/*
 * Adds the counts of @stack to an equal one, or adds it as new. Returns its position, or a negative
 * error.
 */
static int64_t find_or_add(struct fold *fold, struct fold_table *table, const struct stack *stack)
{
	uint64_t hash = stack__hash(stack, fold->key);
	uint32_t mask, slot;
	int ret;

	if (table->nr == table->cap) {
		ret = fold_table__grow(fold, table);
		if (ret)
			return ret;
	}
	mask = table->nr_slots - 1;
	for (slot = hash & mask; table->slots[slot]; slot = (slot + 1) & mask) {
		struct stack *known = &table->stacks[table->slots[slot] - 1];

		if (!stack__equal(known, stack))
			continue;
		stack__count(known, stack);
		return table->slots[slot] - 1;
	}
	table->slots[slot] = table->nr + 1;
	table->stacks[table->nr] = *stack;
	return table->nr++;
}

/* Mixes what tells most stacks apart. Whoever chooses keys that meet gains only a slower search. */
static uint32_t recent_slot(const struct stack *stack)
{
	const uint64_t odd = 0x9e3779b97f4a7c15;
	uint64_t mixed = (uintptr_t)stack->kernel * odd ^ (uintptr_t)stack->user;

	mixed = mixed * odd ^ stack->ip ^ (uint64_t)stack->comm_id << 32 ^ stack->user_maps_id;
	return mixed * odd >> (64 - FOLD_RECENT_BITS);
}

/* Does the same as find_or_add(), and remembers where. */
static int64_t fold_table__add(struct fold *fold, struct fold_table *table,
			       const struct stack *stack)
{
	uint32_t *recent = &table->recent[recent_slot(stack)];
	int64_t at = *recent - 1LL;

	if (*recent && stack__equal(&table->stacks[at], stack)) {
		stack__count(&table->stacks[at], stack);
		return at;
	}
	at = find_or_add(fold, table, stack);
	if (at >= 0)
		*recent = at + 1;
	return at;
}

/* Counts a sample at @time in its span, if it is in one. Times before the first wrap around, behind the last. */
static void count_span(const struct fold_spans *spans, struct span_sums *sums, uint64_t time,
		       const struct weights *weights)
{
	const struct sample_sum one = {.nr = 1, .period = weights->period};
	uint64_t span = (time - spans->begin) / spans->length;

	if (span < spans->nr)
		sample_sum__add(&sums->of[span], &one);
}

static struct branch first_branch(const struct fold *fold, const struct defer_sample *sample)
{
	struct branch branch = {0};

	if (fold->by & FOLD_BY_BRANCH && sample->branch.nr)
		branch__read(sample, 0, &branch);
	return branch;
}

/* Returns the traits of @s that were asked for, or NULL if out of memory. */
static const struct intern_entry *intern_traits(struct fold *fold, unsigned int worker,
						const struct stitched *s)
{
	const struct defer_sample *sample = s->sample;
	const struct branch branch = first_branch(fold, sample);
	const uint64_t span = s->time - s->time % fold->quantum;
	const uint64_t values[TRAIT_NR] = {
		[TRAIT_CGROUP] = sample->cgroup,   [TRAIT_TIME] = fold->session->no_time ? 0 : span,
		[TRAIT_WEIGHT] = sample->weight,   [TRAIT_INS_LAT] = sample->ins_lat,
		[TRAIT_BRANCH_FROM] = branch.from, [TRAIT_BRANCH] = branch__bits(&branch),
		[TRAIT_WEIGHT3] = sample->weight3,
	};
	bool raw = fold->by & FOLD_BY_RAW && s->evsel->attr.type == DEFER_TYPE_TRACEPOINT;
	size_t nr_raw = raw ? sample->raw.size : 0;
	struct fold_table *table = &fold->tables[worker];
	uint8_t *key;

	if (!ARRAY_GROW(table->traits, table->cap_traits, sizeof(values) + nr_raw))
		return NULL;
	key = table->traits;
	memset(key, 0, sizeof(values));
	for (int i = 0; i < TRAIT_NR; i++) {
		if (fold->by & FOLD_BY_TRAIT(i))
			memcpy(key + i * sizeof(*values), &values[i], sizeof(*values));
	}
	if (nr_raw)
		memcpy(key + sizeof(values), sample->raw.data, nr_raw);
	return intern__add_to_part(fold->session->chains, &fold->session->parts[worker], key,
				   sizeof(values) + nr_raw);
}

int fold__add_at(struct fold *fold, unsigned int worker, const struct stitched *s, uint32_t *place,
		 struct defer_error *err)
{
	struct session *session = fold->session;
	struct intern_part *part = &session->parts[worker];
	struct half kernel = s->kernel, user = s->user;
	struct fold_table *table = &fold->tables[worker];
	struct weights weights;
	struct stack stack;
	int64_t at;
	int ret;

	ret = half__intern(&kernel, session->chains, part, err);
	if (!ret)
		ret = half__intern(&user, session->chains, part, err);
	if (ret)
		return ret;

	weights = weights__of(s->sample, s->parallelism);
	/* Each field is named: to clear those that are not would cost more than all else here. */
	stack = (struct stack){
		.evsel_idx = s->evsel->idx,
		.comm_id = s->task.comm_id,
		.pid = fold->by & FOLD_BY_TASK ? s->task.pid : -1,
		.tid = fold->by & FOLD_BY_TASK ? s->task.tid : -1,
		.life = fold->by & FOLD_BY_TASK ? s->task.life : LIFE_NONE,
		.cpu = fold->by & FOLD_BY_CPU ? s->sample->cpu : -1,
		.parallelism = fold->by & FOLD_BY_PARALLELISM ? s->parallelism : 0,
		.cls = s->cls,
		.cpumode = s->sample->cpumode,
		.is_skid = s->is_skid,
		.user_maps_id = s->user_maps_id,
		.kernel_maps_id = s->kernel_maps_id,
		.ip = s->sample->ip,
		.kernel = kernel.entry,
		.user = user.entry,
		.traits = NULL,
		.delay = 0,
		.sums = sums__of(&weights),
		.waits = {0, 0},
		.first = s->time,
	};
	if (fold->by & FOLD_BY_DELAY &&
	    sample_delay(session, s->time, s->record, &stack.waits.sum)) {
		stack.delay = 1 + histogram__bucket(stack.waits.sum);
		stack.waits.longest = stack.waits.sum;
	}
	if (fold->by & FOLD_BY_TRAITS) {
		stack.traits = intern_traits(fold, worker, s);
		if (!stack.traits)
			return error__no_memory(err, "to fold stacks");
	}
	at = fold_table__add(fold, table, &stack);
	if (at < 0)
		return error__no_memory(err, "to fold stacks");
	if (table->spans)
		count_span(&fold->spans, &table->spans[at], s->time, &weights);
	*place = at;
	return 0;
}

int fold__add(struct fold *fold, unsigned int worker, const struct stitched *s,
	      struct defer_error *err)
{
	uint32_t place;

	return fold__add_at(fold, worker, s, &place, err);
}

static void span_sums__add(struct span_sums *to, const struct span_sums *from)
{
	for (size_t i = 0; i < FOLD_MAX_SPANS; i++)
		sample_sum__add(&to->of[i], &from->of[i]);
}

/* Moves all stacks of @from to the first table. @from keeps only their new indices. */
static int move_table(struct fold *fold, struct fold_table *from)
{
	struct fold_table *all = &fold->tables[0];
	uint32_t *moved = malloc((from->nr + 1ULL) * sizeof(*moved));
	uint32_t i, nr = from->nr;

	for (i = 0; moved && i < nr; i++) {
		int64_t at = fold_table__add(fold, all, &from->stacks[i]);

		if (at < 0)
			break;
		if (all->spans)
			span_sums__add(&all->spans[at], &from->spans[i]);
		moved[i] = at;
	}
	fold_table__exit(from);
	from->moved = moved;
	from->nr = nr;
	return moved && i == nr ? 0 : DEFER_ERR_NOMEM;
}

static int compare_keys(const struct intern_entry *a, const struct intern_entry *b)
{
	if (a == b || !a || !b)
		return CMP(!!a, !!b);
	return CMP(a->size, b->size) ?: memcmp(a->key, b->key, a->size);
}

/* Compares first times, and what else is the same whenever the file is read: no pointers. */
static int compare_stacks(const void *a, const void *b)
{
	const struct stack *const *pa = a, *const *pb = b, *x = *pa, *y = *pb;
	const size_t numbers = offsetof(struct stack, user_maps_id);
	int ret = CMP(x->first, y->first) ?: CMP(x->ip, y->ip) ?: compare_keys(x->kernel, y->kernel);

	ret = ret ?: compare_keys(x->user, y->user) ?: compare_keys(x->traits, y->traits);
	return ret
		       ?: memcmp((const uint8_t *)x + numbers, (const uint8_t *)y + numbers,
				 STACK_KEY_SIZE - numbers);
}

static void swap_stacks(struct fold_table *table, uint32_t a, uint32_t b)
{
	const struct stack stack = table->stacks[a];
	struct span_sums sums;

	table->stacks[a] = table->stacks[b];
	table->stacks[b] = stack;
	if (!table->spans)
		return;
	sums = table->spans[a];
	table->spans[a] = table->spans[b];
	table->spans[b] = sums;
}

/* Moves each stack to its place in @to, which is used up. The stacks may be most of what is in memory: no copy is made. */
static void permute(struct fold_table *table, uint32_t *to)
{
	for (uint32_t i = 0; i < table->nr; i++) {
		while (to[i] != i) {
			const uint32_t at = to[i];

			swap_stacks(table, i, at);
			to[i] = to[at];
			to[at] = at;
		}
	}
}

/* Sorts the first table. */
static int sort_table(struct fold_table *table)
{
	const size_t nr = table->nr;
	const struct stack **sorted = malloc((nr + 1) * sizeof(*sorted));
	uint32_t *to = malloc((nr + 1) * sizeof(*to));

	table->moved = malloc((nr + 1) * sizeof(*table->moved));
	if (!sorted || !to || !table->moved) {
		free(sorted);
		free(to);
		return DEFER_ERR_NOMEM;
	}
	for (uint32_t i = 0; i < nr; i++)
		sorted[i] = &table->stacks[i];
	qsort(sorted, nr, sizeof(*sorted), compare_stacks);
	for (uint32_t i = 0; i < nr; i++)
		to[sorted[i] - table->stacks] = i;
	memcpy(table->moved, to, nr * sizeof(*to));
	permute(table, to);
	free(sorted);
	free(to);
	return 0;
}

int fold__finish(struct fold *fold, struct defer_error *err)
{
	struct fold_table *all = &fold->tables[0];
	unsigned int i;

	for (i = 1; i < fold->session->nr_workers; i++) {
		if (move_table(fold, &fold->tables[i]))
			return error__no_memory(err, "to fold stacks");
	}
	if (sort_table(all))
		return error__no_memory(err, "to fold stacks");
	for (i = 1; i < fold->session->nr_workers; i++) {
		for (uint32_t j = 0; j < fold->tables[i].nr; j++)
			fold->tables[i].moved[j] = all->moved[fold->tables[i].moved[j]];
	}
	return 0;
}

uint32_t fold__place(const struct fold *fold, unsigned int worker, uint32_t place)
{
	return fold->tables[worker].moved[place];
}

int fold__new_part(struct fold **partp, const struct fold *fold, struct stack *stacks, uint32_t nr,
		   struct defer_error *err)
{
	int ret = fold__new(partp, fold->session, fold->by, err);

	if (ret) {
		free(stacks);
		return ret;
	}
	(*partp)->tables[0].stacks = stacks;
	(*partp)->tables[0].nr = nr;
	return 0;
}

uint32_t fold__nr(const struct fold *fold)
{
	return fold->tables[0].nr;
}

const struct session *fold__session(const struct fold *fold)
{
	return fold->session;
}

const struct stack *fold__stack(const struct fold *fold, uint32_t i)
{
	return &fold->tables[0].stacks[i];
}

const struct sample_sum *fold__spans(const struct fold *fold, uint32_t i)
{
	return fold->tables[0].spans[i].of;
}

const struct stack *fold__worker_stack(const struct fold *fold, unsigned int worker, uint32_t place)
{
	return &fold->tables[worker].stacks[place];
}
