/* SPDX-License-Identifier: LGPL-2.1-only OR BSD-2-Clause */
/*
 * The deferred records of a stitcher, 28 bytes each:
 *
 *      place -> block -> record --> origin: pid, tid, CPU
 *                 |            \--> chain: length, hash, the caller's pointer
 *                 \-> names: the origins and chains of the thread that added the block's records
 *
 * A trace has many records, but few tasks and few distinct chains, so a record has their numbers
 * only. Each thread that adds records numbers them by itself and fills blocks of its own; a merge
 * moves the blocks with their names, and copies no record.
 */
#ifndef STITCH_RECORDS_H
#define STITCH_RECORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <perf/defer-stitch.h>

#include "stitch-runs.h"

/* Begins at any multiple of 4 bytes, so that a record has no hole. */
typedef uint64_t stitch_u64 __attribute__((aligned(4)));

struct stitch_record {
	stitch_u64 cookie, time;
	uint32_t ref;	     /* of the record, less that of the block */
	uint32_t origin;     /* its number in the names of the block, or STITCH_DROPPED */
	uint32_t chain : 31; /* likewise */
	uint32_t shared : 1; /* another record has the cookie; valid when sealed */
};

/* The origin of a record that is a copy of another one. */
#define STITCH_DROPPED UINT32_MAX

struct stitch_origin {
	int32_t pid, tid, cpu;
	uint32_t nr;   /* records that have it */
	uint32_t task; /* number of its task in the index; valid when sealed */
};

struct stitch_chain {
	const void *data;
	uint32_t nr, sum;
};

/* A hash table of numbers. A free slot has UINT32_MAX, which is no number. */
struct stitch_numbers {
	uint32_t *slots;
	size_t mask;
};

#define STITCH_RECENT 1024 /* a power of two */

/* What one thread has numbered. */
struct stitch_names {
	uint64_t seed;
	struct stitch_origin *origins;
	size_t nr_origins, alloc_origins;
	struct stitch_numbers by_origin;
	uint32_t last_origin;
	struct stitch_chain *chains;
	size_t nr_chains, alloc_chains;
	struct stitch_numbers by_chain;
	uint32_t recent[STITCH_RECENT]; /* numbers of the chains met last, by their hashes */
};

/* A moment: a time, and the order among equal times. */
struct stitch_pos {
	uint64_t time, order;
};

#define STITCH_BLOCK_BITS 15
#define STITCH_BLOCK_SIZE (1U << STITCH_BLOCK_BITS) /* records */
/* Places are less than that. */
#define STITCH_MAX_PLACES (1ULL << 31)

struct stitch_block {
	struct stitch_record *records;
	struct stitch_names *names;
	uint64_t ref; /* refs of the records are from here on, less than 2^32 away */
	uint32_t nr, alloc;
	struct stitch_runs runs; /* of its records, until these are entered */
};

/* All zero is empty. */
struct stitch_records {
	struct stitch_block *blocks;
	size_t nr_blocks, alloc_blocks;
	size_t open; /* number plus 1 of the block that takes the next record; 0: none */
	uint64_t nr; /* of records, without those that were dropped */
	struct stitch_names *own;    /* of the records that are added here, or NULL */
	struct stitch_names **names; /* of all blocks */
	size_t nr_names, alloc_names;
};

struct defer_stitch;

/* Adds a record. Returns 0 or DEFER_ERR_NOMEM. */
int stitch_records__add(struct defer_stitch *st, const struct defer_stitch_record *rec);
/*
 * Notes that the next record does not follow the last one in the stream: another thread may add those
 * between.
 */
void stitch_records__part(struct stitch_records *records);
/* Makes room for the blocks of @from, so that a move cannot fail. Returns 0 or DEFER_ERR_NOMEM. */
int stitch_records__reserve(struct stitch_records *records, const struct stitch_records *from);
/* Moves all blocks of @from, for which there is room. */
void stitch_records__move(struct stitch_records *records, struct stitch_records *from);
void stitch_records__exit(struct defer_stitch *st);

/* Leaves out the record at @place: it is a copy. */
void stitch_records__drop(struct stitch_records *records, uint32_t place);

/* Returns how many places there are; not all of them have a record. */
static inline uint64_t stitch_records__places(const struct stitch_records *records)
{
	const size_t nr = records->nr_blocks;

	return nr ? (nr - 1) * (uint64_t)STITCH_BLOCK_SIZE + records->blocks[nr - 1].nr : 0;
}

static inline const struct stitch_block *stitch_records__block(const struct stitch_records *records,
							       uint32_t place)
{
	return &records->blocks[place >> STITCH_BLOCK_BITS];
}

/* Returns the record at @place, which has one. */
static inline struct stitch_record *stitch_records__at(const struct stitch_records *records,
						       uint32_t place)
{
	return &stitch_records__block(records, place)->records[place & (STITCH_BLOCK_SIZE - 1)];
}

/* Returns when the record at @place was written. */
static inline struct stitch_pos stitch_records__pos(const struct stitch_records *records,
						    uint32_t place)
{
	const struct stitch_block *block = stitch_records__block(records, place);
	const struct stitch_record *rec = &block->records[place & (STITCH_BLOCK_SIZE - 1)];

	return (struct stitch_pos){rec->time, block->ref + rec->ref};
}

/* Returns the origin of the record at @place, which was not dropped. */
static inline const struct stitch_origin *stitch_records__origin(
	const struct stitch_records *records, uint32_t place)
{
	const struct stitch_block *block = stitch_records__block(records, place);

	return &block->names->origins[block->records[place & (STITCH_BLOCK_SIZE - 1)].origin];
}

/* Writes out the record at @place, which was not dropped. */
static inline void stitch_records__get(const struct stitch_records *records, uint32_t place,
				       struct defer_stitch_record *out)
{
	const struct stitch_block *block = stitch_records__block(records, place);
	const struct stitch_record *rec = &block->records[place & (STITCH_BLOCK_SIZE - 1)];
	const struct stitch_origin *origin = &block->names->origins[rec->origin];
	const struct stitch_chain *chain = &block->names->chains[rec->chain];

	*out = (struct defer_stitch_record){
		.cookie = rec->cookie,
		.time = rec->time,
		.ref = block->ref + rec->ref,
		.pid = origin->pid,
		.tid = origin->tid,
		.cpu = origin->cpu,
		.nr = chain->nr,
		.sum = chain->sum,
		.data = chain->data,
		.place = place,
	};
}

#endif /* STITCH_RECORDS_H */
