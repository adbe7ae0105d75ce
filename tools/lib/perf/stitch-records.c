// SPDX-License-Identifier: LGPL-2.1-only OR BSD-2-Clause
#include <stdlib.h>
#include <string.h>

#include "seed.h"
#include "stitch-index.h"

/* ---- numbers ------------------------------------------------------------------------- */

#define NUMBERS_START 64
#define FREE_SLOT     UINT32_MAX

static uint64_t origin__hash(const struct stitch_names *names, uint32_t nr)
{
	const struct stitch_origin *origin = &names->origins[nr];
	uint64_t where = (uint64_t)(uint32_t)origin->pid << 32 | (uint32_t)origin->cpu;

	return seed__hash_near(names->seed + seed__hash(names->seed, where), (uint32_t)origin->tid);
}

static uint64_t chain__hash(const struct stitch_names *names, uint32_t nr)
{
	const struct stitch_chain *chain = &names->chains[nr];

	return seed__hash(names->seed, (uintptr_t)chain->data ^ (uint64_t)chain->sum << 32 ^
					       (uint64_t)chain->nr << 16);
}

static bool origin__equal(const struct stitch_names *names, uint32_t a, uint32_t b)
{
	const struct stitch_origin *x = &names->origins[a], *y = &names->origins[b];

	return x->tid == y->tid && x->pid == y->pid && x->cpu == y->cpu;
}

static bool chain__equal(const struct stitch_names *names, uint32_t a, uint32_t b)
{
	const struct stitch_chain *x = &names->chains[a], *y = &names->chains[b];

	return x->data == y->data && x->sum == y->sum && x->nr == y->nr;
}

/* What is numbered: how to hash number @nr, and whether two numbers mean the same. */
struct kind {
	uint64_t (*hash)(const struct stitch_names *names, uint32_t nr);
	bool (*equal)(const struct stitch_names *names, uint32_t a, uint32_t b);
};

static const struct kind origins = {origin__hash, origin__equal};
static const struct kind chains = {chain__hash, chain__equal};

/* Returns the slot of what number @nr means, or the free one where it belongs. */
static inline uint32_t *numbers__slot(const struct stitch_numbers *numbers,
				      const struct stitch_names *names, const struct kind *kind,
				      uint32_t nr)
{
	size_t slot = kind->hash(names, nr) & numbers->mask;

	while (numbers->slots[slot] != FREE_SLOT && !kind->equal(names, numbers->slots[slot], nr))
		slot = (slot + 1) & numbers->mask;
	return &numbers->slots[slot];
}

/* Makes room for @nr numbers and one more. At most half of the slots are used. */
static int numbers__reserve(struct stitch_numbers *numbers, const struct stitch_names *names,
			    const struct kind *kind, size_t nr)
{
	size_t size = numbers->slots ? 2 * (numbers->mask + 1) : NUMBERS_START;
	struct stitch_numbers grown = {.mask = size - 1};

	if (numbers->slots && 2 * (nr + 1) <= numbers->mask + 1)
		return 0;
	grown.slots = malloc(size * sizeof(*grown.slots));
	if (!grown.slots)
		return DEFER_ERR_NOMEM;
	/*
	 * Free slots are not zero, so that they are written here: pages of zeroes from calloc() that are
	 * first read take two faults each, and a TLB flush on all CPUs between the two.
	 */
	memset(grown.slots, 0xff, size * sizeof(*grown.slots));
	for (uint32_t i = 0; i < nr; i++)
		*numbers__slot(&grown, names, kind, i) = i;
	free(numbers->slots);
	*numbers = grown;
	return 0;
}

/*
 * Returns the number of what was put at the end of an array as number *@nr: an older number, or
 * that one, which then counts.
 */
static inline uint32_t numbers__settle(const struct stitch_numbers *numbers,
				       const struct stitch_names *names, const struct kind *kind,
				       size_t *nr)
{
	uint32_t *slot = numbers__slot(numbers, names, kind, *nr);

	if (*slot == FREE_SLOT)
		*slot = (*nr)++;
	return *slot;
}

/* Sets *@number to that of the record's origin. */
static inline int names__origin(struct stitch_names *names, const struct defer_stitch_record *rec,
				uint32_t *number)
{
	const struct stitch_origin *last;

	last = &names->origins[names->last_origin];
	if (names->nr_origins && last->tid == rec->tid && last->pid == rec->pid &&
	    last->cpu == rec->cpu) {
		*number = names->last_origin;
		return 0;
	}
	if (!STITCH_GROW(names->origins, names->alloc_origins, names->nr_origins + 1) ||
	    numbers__reserve(&names->by_origin, names, &origins, names->nr_origins))
		return DEFER_ERR_NOMEM;
	names->origins[names->nr_origins] =
		(struct stitch_origin){.pid = rec->pid, .tid = rec->tid, .cpu = rec->cpu};
	*number = numbers__settle(&names->by_origin, names, &origins, &names->nr_origins);
	names->last_origin = *number;
	return 0;
}

/* Sets *@number to that of the record's chain. */
static inline int names__chain(struct stitch_names *names, const struct defer_stitch_record *rec,
			       uint32_t *number)
{
	uint32_t *recent = &names->recent[rec->sum & (STITCH_RECENT - 1)];
	const struct stitch_chain *met = &names->chains[*recent];

	*number = *recent;
	if (names->nr_chains && met->data == rec->data && met->sum == rec->sum &&
	    met->nr == rec->nr)
		return 0;
	if (!STITCH_GROW(names->chains, names->alloc_chains, names->nr_chains + 1) ||
	    numbers__reserve(&names->by_chain, names, &chains, names->nr_chains))
		return DEFER_ERR_NOMEM;
	names->chains[names->nr_chains] =
		(struct stitch_chain){.data = rec->data, .nr = rec->nr, .sum = rec->sum};
	*number = numbers__settle(&names->by_chain, names, &chains, &names->nr_chains);
	*recent = *number;
	return 0;
}

static void names__delete(struct stitch_names *names)
{
	free(names->origins);
	free(names->by_origin.slots);
	free(names->chains);
	free(names->by_chain.slots);
	free(names);
}

static int records__make_names(struct stitch_records *records)
{
	if (records->own)
		return 0;
	if (!STITCH_GROW(records->names, records->alloc_names, records->nr_names + 1))
		return DEFER_ERR_NOMEM;
	records->own = calloc(1, sizeof(*records->own));
	if (!records->own)
		return DEFER_ERR_NOMEM;
	records->own->seed = seed__new();
	records->names[records->nr_names++] = records->own;
	return 0;
}

/* ---- blocks -------------------------------------------------------------------------- */

/* The first block of a stitcher grows from that many records, as many traces have few. */
#define BLOCK_START 256
#define BLOCK_GROW  8

/* Makes room for one more record in the open block, which is not full. */
static int block__grow(const struct defer_stitch *st, struct stitch_block *block)
{
	uint32_t want = block->alloc ? block->alloc * BLOCK_GROW : BLOCK_START;
	struct stitch_record *grown;

	if (want > STITCH_BLOCK_SIZE || st->records.nr >= STITCH_BLOCK_SIZE)
		want = STITCH_BLOCK_SIZE;
	grown = stitch_array__resize(st, block->records, want * sizeof(*grown));
	if (!grown)
		return DEFER_ERR_NOMEM;
	block->records = grown;
	block->alloc = want;
	return 0;
}

/*
 * The lowest ref of a block is that far below the ref of its first record, since a caller may add
 * records of several buffers one after the other.
 */
#define REFS_BELOW (1ULL << 31)

/* Begins another block, empty, for records with refs around @ref. */
static int records__open(struct stitch_records *records, uint64_t ref)
{
	if ((records->nr_blocks + 1) * (uint64_t)STITCH_BLOCK_SIZE >= STITCH_MAX_PLACES ||
	    !STITCH_GROW(records->blocks, records->alloc_blocks, records->nr_blocks + 1))
		return DEFER_ERR_NOMEM;
	records->blocks[records->nr_blocks++] = (struct stitch_block){
		.names = records->own,
		.ref = ref > REFS_BELOW ? ref - REFS_BELOW : 0,
	};
	records->open = records->nr_blocks;
	return 0;
}

/* Returns true if @block can have a record with @ref. */
static inline bool block__reaches(const struct stitch_block *block, uint64_t ref)
{
	return ref - block->ref <= UINT32_MAX;
}

/* Returns the block that takes a record with @ref, or NULL if out of memory. */
static inline struct stitch_block *records__room(struct defer_stitch *st, uint64_t ref)
{
	struct stitch_records *records = &st->records;
	struct stitch_block *block = NULL;

	if (records->open)
		block = &records->blocks[records->open - 1];
	if (block && block->nr < block->alloc && block__reaches(block, ref))
		return block;
	if (!block || block->nr == STITCH_BLOCK_SIZE || !block__reaches(block, ref)) {
		if (block)
			stitch_array__rest(st, block->records, block->nr * sizeof(*block->records));
		if (records__make_names(records) || records__open(records, ref))
			return NULL;
		block = &records->blocks[records->open - 1];
	}
	return block__grow(st, block) ? NULL : block;
}

int stitch_records__add(struct defer_stitch *st, const struct defer_stitch_record *rec)
{
	struct stitch_block *block = records__room(st, rec->ref);
	uint32_t origin, chain;

	if (!block || names__origin(block->names, rec, &origin) ||
	    names__chain(block->names, rec, &chain) ||
	    stitch_runs__note(&block->runs, rec->cookie, block->nr))
		return DEFER_ERR_NOMEM;
	block->records[block->nr++] = (struct stitch_record){
		.cookie = rec->cookie,
		.time = rec->time,
		.ref = rec->ref - block->ref,
		.origin = origin,
		.chain = chain,
	};
	block->names->origins[origin].nr++;
	st->records.nr++;
	return 0;
}

void stitch_records__part(struct stitch_records *records)
{
	if (records->open)
		records->blocks[records->open - 1].runs.ended = true;
}

int stitch_records__reserve(struct stitch_records *records, const struct stitch_records *from)
{
	if ((records->nr_blocks + from->nr_blocks) * (uint64_t)STITCH_BLOCK_SIZE >=
	    STITCH_MAX_PLACES)
		return DEFER_ERR_NOMEM;
	if (!STITCH_GROW(records->blocks, records->alloc_blocks,
			 records->nr_blocks + from->nr_blocks) ||
	    !STITCH_GROW(records->names, records->alloc_names, records->nr_names + from->nr_names))
		return DEFER_ERR_NOMEM;
	return 0;
}

void stitch_records__move(struct stitch_records *records, struct stitch_records *from)
{
	if (from->nr_blocks)
		memcpy(records->blocks + records->nr_blocks, from->blocks,
		       from->nr_blocks * sizeof(*from->blocks));
	if (from->nr_names)
		memcpy(records->names + records->nr_names, from->names,
		       from->nr_names * sizeof(struct stitch_names *));
	records->nr_blocks += from->nr_blocks;
	records->nr_names += from->nr_names;
	records->nr += from->nr;
	free(from->blocks);
	free(from->names);
	*from = (struct stitch_records){0};
}

void stitch_records__exit(struct defer_stitch *st)
{
	struct stitch_records *records = &st->records;

	for (size_t i = 0; i < records->nr_blocks; i++) {
		stitch_array__release(st, records->blocks[i].records);
		stitch_runs__exit(&records->blocks[i].runs);
	}
	for (size_t i = 0; i < records->nr_names; i++)
		names__delete(records->names[i]);
	free(records->blocks);
	free(records->names);
	*records = (struct stitch_records){0};
}

void stitch_records__drop(struct stitch_records *records, uint32_t place)
{
	struct stitch_record *rec = stitch_records__at(records, place);

	stitch_records__block(records, place)->names->origins[rec->origin].nr--;
	rec->origin = STITCH_DROPPED;
	records->nr--;
}
