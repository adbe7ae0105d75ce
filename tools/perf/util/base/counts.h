/* SPDX-License-Identifier: GPL-2.0-only */
/* counts: counts how often each of many numbers occurs. */
#ifndef PERF_DEFER_UTIL_BASE_COUNTS_H
#define PERF_DEFER_UTIL_BASE_COUNTS_H

#include <stdint.h>

struct count {
	uint64_t key; /* never 0 */
	uint64_t nr;  /* 0: free slot */
};

/* A zeroed table is empty. */
struct counts {
	struct count *slots;
	uint64_t nr_slots; /* a power of 2 */
	uint64_t nr;	   /* number of distinct keys */
	uint64_t hash_key;
};

void counts__exit(struct counts *counts);

/* Adds @nr to the count of @key. Returns 0 or DEFER_ERR_NOMEM. */
int counts__add(struct counts *counts, uint64_t key, uint64_t nr);

/* Adds all counts of @from. Returns 0, or DEFER_ERR_NOMEM with part of them added. */
int counts__merge(struct counts *counts, const struct counts *from);

#endif /* PERF_DEFER_UTIL_BASE_COUNTS_H */
