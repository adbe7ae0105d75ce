/* SPDX-License-Identifier: GPL-2.0-only */
/* column_trait: the columns whose values are in struct row_traits. */
#ifndef PERF_DEFER_UTIL_PROFILE_COLUMN_TRAIT_H
#define PERF_DEFER_UTIL_PROFILE_COLUMN_TRAIT_H

#include "util/profile/column.h"

/* All as the functions of struct column of these names, for columns of kind COLUMN_TRAIT. */
uint64_t column_trait__value(const struct column *column, const struct hist *hist,
			     const struct hist_entry *entry);
int column_trait__compare(const struct column *column, const struct hist *hist,
			  const struct hist_entry *a, const struct hist_entry *b);
int column_trait__format(const struct column *column, const struct hist *hist,
			 const struct hist_entry *entry, unsigned int width, char *buf,
			 size_t size);
size_t column_trait__len(const struct column *column, const struct hist *hist,
			 const struct hist_entry *entry);

#endif /* PERF_DEFER_UTIL_PROFILE_COLUMN_TRAIT_H */
