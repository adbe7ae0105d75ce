/* SPDX-License-Identifier: GPL-2.0-only */
/* tally: the samples of one thing, counted by class, and a table of tallies for many things. */
#ifndef PERF_DEFER_UTIL_BASE_TALLY_H
#define PERF_DEFER_UTIL_BASE_TALLY_H

#include <stddef.h>
#include <stdint.h>

#include <perf/defer-class.h>

#include "util/base/hash-index.h"

struct tally_key {
	uint64_t a, b;
};

struct tally {
	struct tally_key key;
	uint64_t samples;
	uint64_t classes[DEFER_NR_CLASSES]; /* their sum is @samples */
};

static inline void tally__count(struct tally *tally, enum defer_class cls)
{
	tally->samples++;
	tally->classes[cls]++;
}

void tally__add(struct tally *tally, const struct tally *from);

/* Returns true if the classes add up to the samples. */
bool tally__is_sound(const struct tally *tally);

/*
 * Returns the samples that asked for a user half, whether they got it or not: all but DEFER_KERNEL
 * and DEFER_NOT_ASKED.
 */
uint64_t tally__user(const struct tally *tally);
/*
 * Returns those of tally__user() whose user half is known: defer_class__is_known().
 */
uint64_t tally__known(const struct tally *tally);
static inline uint64_t tally__missing(const struct tally *tally)
{
	return tally__user(tally) - tally__known(tally);
}

/*
 * Returns the share of tally__known() in tally__user(), 0 to 100. 0 if no sample has a user half.
 */
double tally__percent_known(const struct tally *tally);

/* Returns true if samples of the class have a user half that is known up to its end. */
static inline bool defer_class__is_known(enum defer_class cls)
{
	const uint64_t known = 1ULL << DEFER_MERGED | 1ULL << DEFER_MERGED_BACK |
			       1ULL << DEFER_INLINE | 1ULL << DEFER_UNWOUND;

	return known >> cls & 1;
}

/* Returns true if samples of the class have a user half of which some is missing. */
static inline bool defer_class__is_missing(enum defer_class cls)
{
	return !defer_class__is_known(cls) && cls != DEFER_KERNEL && cls != DEFER_NOT_ASKED;
}

/* Tallies by key. A zeroed table is empty. */
struct tallies {
	struct tally *tally; /* in the order of first use, until sorted */
	uint32_t nr;
	size_t cap;
	struct hash_index index;
	uint64_t hash_key;
	uint32_t last; /* place of the tally that was got last: keys come in bursts */
};

void tallies__exit(struct tallies *tallies);

/* Does what tallies__get() does, for any key. */
struct tally *tallies__find(struct tallies *tallies, struct tally_key key);

/*
 * Returns the tally of @key, made if it does not exist. Valid until the next get(). NULL if out of
 * memory.
 */
static inline struct tally *tallies__get(struct tallies *tallies, struct tally_key key)
{
	const struct tally *last = tallies->tally + tallies->last;

	if (tallies->last < tallies->nr && last->key.a == key.a && last->key.b == key.b)
		return tallies->tally + tallies->last;
	return tallies__find(tallies, key);
}

/* Adds all tallies of @from. Returns 0, or DEFER_ERR_NOMEM with part of them added. */
int tallies__merge(struct tallies *tallies, const struct tallies *from);

/* Adds up all tallies in @sum. */
void tallies__sum(const struct tallies *tallies, struct tally *sum);

/* Sorts the tallies by @cmp. Afterwards only tallies__sum() and reads of @tally are allowed. */
void tallies__sort(struct tallies *tallies,
		   int (*cmp)(const struct tally *a, const struct tally *b, void *ctx), void *ctx);

#endif /* PERF_DEFER_UTIL_BASE_TALLY_H */
