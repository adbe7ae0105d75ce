/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * cookies: the kernel entries of which a sample or the deferred record was read not long ago.
 *
 * A cookie is a CPU and the number of an entry there, so each CPU has a table with one place for
 * so many numbers in a row, and a later entry takes the place of an earlier one. That is one line
 * of cache after the other, whatever the rate. The table grows if that place is still needed: a
 * record and its samples are in different buffers, which are read one after the other, so an entry
 * stays until all of them have been read again.
 */
#ifndef PERF_DEFER_UTIL_RECORD_COOKIES_H
#define PERF_DEFER_UTIL_RECORD_COOKIES_H

#include <perf/defer.h>

/* One kernel entry. */
struct cookie_entry {
	uint64_t cookie; /* 0: none */
	int32_t tid;
	uint32_t samples : 15; /* that wait for the record */
	uint32_t answered : 1; /* the record was read */
	uint32_t round : 16;   /* of the last change, modulo 65,536 */
};

#define COOKIE_MAX_SAMPLES 0x7fff

struct cookie_table {
	struct cookie_entry *entries;
	uint32_t nr; /* a power of two, or 0 */
};

struct cookies {
	struct cookie_table *cpus; /* by number */
	uint32_t nr_cpus;
	uint32_t round;
};

void cookies__exit(struct cookies *cookies);
/* All buffers were read once more. */
void cookies__next_round(struct cookies *cookies);

/*
 * Puts the entry of @cookie in @entry, new if it has answered and samples 0; NULL for one that is
 * too old to have a place. @old is the one that it takes the place of, or has cookie 0.
 */
int cookies__get(struct cookies *cookies, uint64_t cookie, struct cookie_entry **entry,
		 struct cookie_entry *old, struct defer_error *err);

#endif /* PERF_DEFER_UTIL_RECORD_COOKIES_H */
