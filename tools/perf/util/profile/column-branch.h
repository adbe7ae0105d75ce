/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * column_branch: the functions of columns that are about branches. Texts and order are perf's: Linux 7.3,
 * tools/perf/util/sort.c.
 */
#ifndef PERF_DEFER_UTIL_PROFILE_COLUMN_BRANCH_H
#define PERF_DEFER_UTIL_PROFILE_COLUMN_BRANCH_H

#include "util/profile/column.h"
#include "util/profile/hist.h"

typedef uint64_t column_key_fn(const struct hist *hist, const struct hist_entry *entry);
typedef const char *column_text_fn(const struct hist *hist, const struct hist_entry *entry);
typedef int column_compare_fn(const struct hist *hist, const struct hist_entry *a,
			      const struct hist_entry *b);

/*
 * Returns the row of which @column shows the function: @entry, or @other, its copy with the function that the branch came
 * from.
 */
static inline const struct hist_entry *branch_end__row(const struct column *column,
						       const struct hist_entry *entry,
						       struct hist_entry *other)
{
	if (!column->from)
		return entry;
	*other = *entry;
	other->func = entry->who.from;
	return other;
}

/* Compare the functions at one end: unknown files first, then names fall; addresses rise, nameless last. */
column_compare_fn branch_end__compare_dso, branch_end__compare_symbol;

/* How the branch was taken. */
column_key_fn branch__mispredict, branch__in_tx, branch__abort, branch__cycles;
column_text_fn branch__mispredict_text, branch__in_tx_text, branch__abort_text;
column_compare_fn branch__compare_cycles;
int branch__format_cycles(const struct hist *hist, const struct hist_entry *entry,
			  unsigned int width, char *buf, size_t size);

#endif /* PERF_DEFER_UTIL_PROFILE_COLUMN_BRANCH_H */
