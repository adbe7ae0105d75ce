/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * hist_change: how the rows of a hist differ from those of its baseline, a hist of its own with the same
 * rows and stacks at the same indices. Neither knows of the comparison, which costs nothing without one.
 */
#ifndef PERF_DEFER_UTIL_PROFILE_HIST_CHANGE_H
#define PERF_DEFER_UTIL_PROFILE_HIST_CHANGE_H

#include <stdint.h>

#include "util/profile/change.h"
#include "util/profile/hist.h"

/* Returns the row in the baseline, which the hist has. */
static inline const struct hist_entry *hist__entry_before(const struct hist *hist,
							  const struct hist_entry *entry)
{
	return &hist->base->entries[entry - hist->entries];
}

/* Returns the change of the row's share; see hist__entry_period(). */
struct change hist__entry_change(const struct hist *hist, const struct hist_entry *entry);

/* Returns < 0 if @a comes before @b; @column is one of a comparison. */
int hist_change__compare(const struct column *column, const struct hist *hist,
			 const struct hist_entry *a, const struct hist_entry *b);

/* Prints the value of such a column to @room characters, like snprintf(); 0: as many as it takes. */
int hist_change__format(const struct column *column, const struct hist *hist,
			const struct hist_entry *entry, unsigned int room, char *buf, size_t size);

#endif /* PERF_DEFER_UTIL_PROFILE_HIST_CHANGE_H */
