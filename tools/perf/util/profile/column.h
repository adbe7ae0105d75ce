/* SPDX-License-Identifier: GPL-2.0-only */
/* column: what -s and -F can name. One table says all that is to know of each. */
#ifndef PERF_DEFER_UTIL_PROFILE_COLUMN_H
#define PERF_DEFER_UTIL_PROFILE_COLUMN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct hist;
struct hist_entry;

enum column_kind {
	COLUMN_KEY,	/* tells rows apart: -s takes these */
	COLUMN_PERCENT, /* of the event's total period */
	COLUMN_LATENCY, /* percent of its total latency */
	COLUMN_NUMBER,
	COLUMN_AVERAGE, /* per sample */
};

struct column {
	const char *name;  /* as in -s and -F; any beginning of it means it too */
	const char *alias; /* another name, or NULL */
	const char *header;
	const char *help;
	enum column_kind kind;
	unsigned int width; /* characters, at least; a key's values and the header may need more */

	/* COLUMN_KEY: equal values are equal keys. */
	uint64_t (*key)(const struct hist *hist, const struct hist_entry *entry);
	/* COLUMN_KEY: < 0 if @a comes before @b. Equal keys are 0, different ones may be. */
	int (*compare)(const struct hist *hist, const struct hist_entry *a,
		       const struct hist_entry *b);
	/* COLUMN_KEY: prints like snprintf(), in @width characters where the value is padded. */
	int (*format)(const struct hist *hist, const struct hist_entry *entry, unsigned int width,
		      char *buf, size_t size);
	/* COLUMN_KEY: how many characters format() needs; NULL: @width is all it needs. */
	size_t (*len)(const struct hist *hist, const struct hist_entry *entry);

	/* Else: the number that is shown, and by which the greatest comes first. */
	uint64_t (*value)(const struct hist_entry *entry);
};

#define COLUMN_OVERHEAD		 "overhead"
#define COLUMN_OVERHEAD_CHILDREN "overhead_children"
#define COLUMN_LATENCY_NAME	 "latency"
#define COLUMN_LATENCY_CHILDREN	 "latency_children"
#define COLUMN_PARALLELISM	 "parallelism"

/* By name, alias, or the beginning of a name, as perf takes them; NULL if there is none. */
const struct column *column__find(const char *name, size_t len);

/* All of them; ends with a zeroed one. */
const struct column *column__table(void);

/* < 0 if @a comes before @b. */
int column__compare(const struct column *column, const struct hist *hist,
		    const struct hist_entry *a, const struct hist_entry *b);

/* Does it count functions that were called? */
bool column__is_children(const struct column *column);

/* Is it shown as a percentage? */
static inline bool column__is_percent(const struct column *column)
{
	return column->kind == COLUMN_PERCENT || column->kind == COLUMN_LATENCY;
}

/* Which one, of a column that is. */
double column__percent(const struct column *column, const struct hist *hist,
		       const struct hist_entry *entry);

/*
 * Prints one value like snprintf(). @tight: no wider than it is, as with -t; else numbers fill
 * @width from the right, and keys may be short of it.
 */
int column__format(const struct column *column, const struct hist *hist,
		   const struct hist_entry *entry, unsigned int width, bool tight, char *buf,
		   size_t size);

#endif /* PERF_DEFER_UTIL_PROFILE_COLUMN_H */
