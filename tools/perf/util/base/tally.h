/* SPDX-License-Identifier: GPL-2.0-only */
/* tally: samples of one thing by class, and a table of the tallies of many things. */
#ifndef PERF_DEFER_UTIL_BASE_TALLY_H
#define PERF_DEFER_UTIL_BASE_TALLY_H

#include <perf/defer.h>

#include "util/base/hash-index.h"

struct tally_key {
	uint64_t a, b;
};

struct tally {
	struct tally_key key;
	uint64_t samples;
	uint64_t classes[DEFER_NR_CLASSES]; /* always sum to @samples */
};

void tally__count(struct tally *tally, enum defer_class cls);
void tally__add(struct tally *tally, const struct tally *from);

/* Do the classes sum to the samples? */
bool tally__is_sound(const struct tally *tally);

/* Samples with a user half that was asked for, got or not: no DEFER_KERNEL, no DEFER_NOT_ASKED. */
uint64_t tally__user(const struct tally *tally);
/* Those of them whose user half is known: merged, merged back, or in the sample itself. */
uint64_t tally__known(const struct tally *tally);
static inline uint64_t tally__missing(const struct tally *tally)
{
	return tally__user(tally) - tally__known(tally);
}

/* The share of tally__known() in tally__user(), 0 to 100. 0 if no sample has a user half. */
double tally__percent_known(const struct tally *tally);

/* For classes with a user half that nobody has. */
bool defer_class__is_missing(enum defer_class cls);

/* Tallies by key. Zeroed is empty. */
struct tallies {
	struct tally *tally; /* in order of first mention, until sorted */
	uint32_t nr;
	size_t cap;
	struct hash_index index;
	uint64_t hash_key;
};

void tallies__exit(struct tallies *tallies);

/* The tally of @key, made if it is not there. Valid until the next get(). NULL: out of memory. */
struct tally *tallies__get(struct tallies *tallies, struct tally_key key);

/* Adds all of @from. 0 or DEFER_ERR_NOMEM, with part of them added. */
int tallies__merge(struct tallies *tallies, const struct tallies *from);

/* Sum of all. */
void tallies__sum(const struct tallies *tallies, struct tally *sum);

/* Only tallies__sum() and reading @tally may follow. */
void tallies__sort(struct tallies *tallies,
		   int (*cmp)(const struct tally *a, const struct tally *b, void *ctx), void *ctx);

#endif /* PERF_DEFER_UTIL_BASE_TALLY_H */
