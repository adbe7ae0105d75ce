/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * hist_change: the counts that the rows of a hist had before, in the samples that it is compared
 * with, its baseline. They are no part of its stacks and entries, so that they cost nothing without a comparison.
 */
#ifndef PERF_DEFER_UTIL_PROFILE_HIST_CHANGE_H
#define PERF_DEFER_UTIL_PROFILE_HIST_CHANGE_H

#include <stdint.h>

#include "util/profile/change.h"

struct column;
struct hist;
struct hist_entry;

struct hist_entry_before {
	struct sample_sum self, children; /* children: including self */
};

struct hist_before {
	struct sample_sum *stacks;	   /* by index in hist->stacks */
	struct hist_entry_before *entries; /* by index in hist->entries */
	size_t cap_stacks, cap_entries;
	struct sample_sums all;
	struct sample_sum with_chain; /* of stacks with a chain, before */
};

void hist_before__delete(struct hist_before *before);

/* Makes room for @nr stacks or entries; the last one is zero. */
int hist_before__reserve_stack(struct hist_before *before, size_t nr);
int hist_before__reserve_entry(struct hist_before *before, size_t nr);

/* Returns what the row's share was made of before: with the functions that it called, if they count. */
const struct sample_sum *hist__entry_before(const struct hist *hist,
					    const struct hist_entry *entry);

/* Returns the change of the row's share; see hist__entry_period(). */
struct change hist__entry_change(const struct hist *hist, const struct hist_entry *entry);

/* Returns < 0 if @a comes before @b; @column is one of a comparison. */
int hist_change__compare(const struct column *column, const struct hist *hist,
			 const struct hist_entry *a, const struct hist_entry *b);

/* Prints the value of such a column to @room characters, like snprintf(); 0: as many as it takes. */
int hist_change__format(const struct column *column, const struct hist *hist,
			const struct hist_entry *entry, unsigned int room, char *buf, size_t size);

#endif /* PERF_DEFER_UTIL_PROFILE_HIST_CHANGE_H */
