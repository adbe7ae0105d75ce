/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * cookies: recent kernel entries of which a sample or the deferred record was read.
 *
 * A cookie is a CPU and the number of an entry there, so each CPU has a table indexed by that
 * number, and a later entry replaces an earlier one:
 *
 *   slot = (number of the entry / 2) mod nr      (numbers are odd)
 *
 * So accesses go from one cache line to the next at any rate. A table grows if the slot is still
 * needed: a record and its samples are in different buffers, which are read one after the other, so
 * an entry stays until all buffers have been read again.
 */
#ifndef PERF_DEFER_UTIL_RECORD_COOKIES_H
#define PERF_DEFER_UTIL_RECORD_COOKIES_H

#include <perf/defer-error.h>

/* One kernel entry. */
struct cookie_entry {
	uint64_t cookie; /* 0: none */
	int32_t tid;
	uint32_t samples : 15; /* samples that wait for the record */
	uint32_t answered : 1; /* the record has been read */
	uint32_t round : 16;   /* round of the last change, modulo 65,536 */
};

#define COOKIE_MAX_SAMPLES 0x7fff

struct cookie_table {
	struct cookie_entry *entries;
	uint32_t nr; /* a power of two, or 0 */
};

struct cookies {
	struct cookie_table *cpus; /* indexed by CPU number */
	uint32_t nr_cpus;
	uint32_t round;
};

void cookies__exit(struct cookies *cookies);
/* Starts a round: all buffers have been read once more. */
void cookies__next_round(struct cookies *cookies);

/*
 * Sets @entry to the entry of @cookie, which is new if answered and samples are 0, or to NULL if
 * @cookie is too old for a slot. Sets @old to the entry that it replaced, with cookie 0 if none.
 * Returns 0 or DEFER_ERR_NOMEM.
 */
int cookies__get(struct cookies *cookies, uint64_t cookie, struct cookie_entry **entry,
		 struct cookie_entry *old, struct defer_error *err);

#endif /* PERF_DEFER_UTIL_RECORD_COOKIES_H */
