/* SPDX-License-Identifier: GPL-2.0-only */
/* column: the columns that -s and -F can name. One table describes them all. */
#ifndef PERF_DEFER_UTIL_PROFILE_COLUMN_H
#define PERF_DEFER_UTIL_PROFILE_COLUMN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct hist;
struct hist_entry;

enum column_kind {
	COLUMN_KEY,	/* tells rows apart; what -s takes */
	COLUMN_PERCENT, /* percent of the event's total period */
	COLUMN_LATENCY, /* percent of the event's total latency */
	COLUMN_NUMBER,
	COLUMN_AVERAGE, /* average per sample */
	COLUMN_KNOWN,	/* percent of the samples with a user half whose user half is known */
	COLUMN_DELAY, /* ns until the deferred record, printed in us; unknown if 0 samples have one */
};

struct column {
	const char *name;  /* as in -s and -F; any prefix of it matches */
	const char *alias; /* another name, or NULL */
	const char *header;
	const char *help;
	enum column_kind kind;
	unsigned int width; /* minimum, characters; values of keys and the header may be wider */

	/* COLUMN_KEY: returns a number that is equal for equal keys. */
	uint64_t (*key)(const struct hist *hist, const struct hist_entry *entry);
	/*
	 * COLUMN_KEY: < 0 if @a comes before @b; 0 for equal keys, and possibly for different ones.
	 */
	int (*compare)(const struct hist *hist, const struct hist_entry *a,
		       const struct hist_entry *b);
	/* COLUMN_KEY: prints like snprintf(); values that are padded fill @width characters. */
	int (*format)(const struct hist *hist, const struct hist_entry *entry, unsigned int width,
		      char *buf, size_t size);
	/* COLUMN_KEY: returns the width that format() needs; NULL: @width suffices. */
	size_t (*len)(const struct hist *hist, const struct hist_entry *entry);

	/* Other kinds: returns the number to show; the greatest sorts first. */
	uint64_t (*value)(const struct hist_entry *entry);
};

#define COLUMN_OVERHEAD		 "overhead"
#define COLUMN_OVERHEAD_CHILDREN "overhead_children"
#define COLUMN_LATENCY_NAME	 "latency"
#define COLUMN_LATENCY_CHILDREN	 "latency_children"
#define COLUMN_PARALLELISM	 "parallelism"

/* Finds a column by name, alias or prefix of a name, as perf does; NULL if there is none. */
const struct column *column__find(const char *name, size_t len);

/* Returns all columns; the last one is all zero. */
const struct column *column__table(void);

/* Returns < 0 if @a comes before @b. */
int column__compare(const struct column *column, const struct hist *hist,
		    const struct hist_entry *a, const struct hist_entry *b);

/* Returns true if the column includes called functions. */
bool column__is_children(const struct column *column);

/* Returns true if the column is shown as a percentage. */
static inline bool column__is_percent(const struct column *column)
{
	return column->kind == COLUMN_PERCENT || column->kind == COLUMN_LATENCY;
}

/* Returns the percentage of a column that is shown as one. */
double column__percent(const struct column *column, const struct hist *hist,
		       const struct hist_entry *entry);

/*
 * Prints one value like snprintf(). If @tight, as with -t, it is not padded; else numbers are
 * right-aligned to @width, and keys may be shorter.
 */
int column__format(const struct column *column, const struct hist *hist,
		   const struct hist_entry *entry, unsigned int width, bool tight, char *buf,
		   size_t size);

#endif /* PERF_DEFER_UTIL_PROFILE_COLUMN_H */
