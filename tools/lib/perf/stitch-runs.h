/* SPDX-License-Identifier: LGPL-2.1-only OR BSD-2-Clause */
/*
 * Runs of records: places that follow each other, whose cookies are of one CPU and ascend.
 *
 *      places    10  11  12  13  14  15  16  17        a.5: entry 5 of CPU a
 *      cookies  a.5 a.7 a.9 b.3 a.1 a.11 a.13 a.17
 *               \_________/         \____________/     two runs; places 13 and 14 are in none
 *
 * A CPU counts its entries, and tasks return to user mode soon after they entered the kernel, so most
 * records of a buffer are in long runs. These need no hash: runs that do not overlap hold a cookie
 * once, and their records are in order. Only records in no run are entered into the hash.
 */
#ifndef STITCH_RUNS_H
#define STITCH_RUNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The smallest number of records in a run: it takes less memory than slots for them. */
#define STITCH_RUN_MIN 16
/* The largest: if runs overlap, the records of one of them must be entered into the hash. */
#define STITCH_RUN_MAX 1024

struct stitch_run {
	uint64_t first, last; /* keys of its first and last cookie */
	uint32_t place;	      /* of its first record; in a block: from the block's first one on */
	uint32_t nr;	      /* records */
};

/* All zero is empty. */
struct stitch_runs {
	struct stitch_run *runs;
	size_t nr, alloc;
	bool ended; /* no record follows the last one */
};

/* Returns the number by which cookies are in order: the CPU, then the count of its entries. */
static inline uint64_t cookie__key(uint64_t cookie)
{
	return cookie << 32 | cookie >> 32;
}

static inline bool run__follows(const struct stitch_run *run, uint64_t key)
{
	return key > run->last && key >> 32 == run->last >> 32;
}

/* Adds a record at @place that begins a run. Returns 0 or DEFER_ERR_NOMEM. */
int stitch_runs__begin(struct stitch_runs *runs, uint64_t key, uint32_t place);

/* Notes the record behind the last one. The last run may still be too short. */
static inline int stitch_runs__note(struct stitch_runs *runs, uint64_t cookie, uint32_t place)
{
	const uint64_t key = cookie__key(cookie);
	struct stitch_run *run = runs->nr ? runs->runs + runs->nr - 1 : NULL;

	if (!runs->nr || runs->ended || run->nr == STITCH_RUN_MAX || !run__follows(run, key) ||
	    (run->nr < STITCH_RUN_MIN && runs->nr > 1 && run__follows(run - 1, key) &&
	     !run__follows(run - 1, run->first)))
		return stitch_runs__begin(runs, key, place);
	run->last = key;
	run->nr++;
	return 0;
}

/* Copies those of @from that are long enough, of a block whose first record is at @place. */
int stitch_runs__add(struct stitch_runs *runs, const struct stitch_runs *from, uint32_t place);
/* Sorts the runs by their keys. Of two that overlap, the shorter one is left out. */
void stitch_runs__seal(struct stitch_runs *runs);
/*
 * Returns the run whose keys are around @key, or NULL. The runs are sealed. *@hint is the index of a
 * run near which to begin, or any number, and is set to that of the one found.
 */
const struct stitch_run *stitch_runs__around(const struct stitch_runs *runs, uint64_t key,
					     size_t *hint);
void stitch_runs__exit(struct stitch_runs *runs);

#endif /* STITCH_RUNS_H */
