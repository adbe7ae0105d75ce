/* SPDX-License-Identifier: GPL-2.0-only */
/* column: the columns that -s and -F can name. One table describes them all. */
#ifndef PERF_DEFER_UTIL_PROFILE_COLUMN_H
#define PERF_DEFER_UTIL_PROFILE_COLUMN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct hist;
struct hist_entry;
struct tracing_field;

enum column_kind {
	COLUMN_KEY,	/* tells rows apart; what -s takes */
	COLUMN_TRAIT,	/* the same, by one of struct row_traits */
	COLUMN_PERCENT, /* percent of the event's total period */
	COLUMN_LATENCY, /* percent of the event's total latency */
	COLUMN_NUMBER,
	COLUMN_AVERAGE, /* average per sample */
	COLUMN_KNOWN,	/* percent of the samples with a user half whose user half is known */
	COLUMN_RANGE, /* percents between which the share is; its value is the period of the first */
	COLUMN_BASELINE, /* percent before, in what the rows are compared with */
	COLUMN_CHANGE,	 /* points that the share has changed by; the greatest change sorts first */
	COLUMN_DELAY, /* ns until the deferred record, printed in us; unknown if 0 samples have one */
};

/* How a COLUMN_TRAIT is shown and ordered. */
enum column_trait {
	COLUMN_TRAIT_NUMBER,
	COLUMN_TRAIT_TOTAL, /* times the samples of the row */
	COLUMN_TRAIT_TIME,
	COLUMN_TRAIT_CGROUP,
	/* Texts; see column__is_text(). */
	COLUMN_TRAIT_PARENT,
	COLUMN_TRAIT_COMM_NODIGIT,
	COLUMN_TRAIT_SIMD, /* always empty: no trace that is read here has it */
	COLUMN_TRAIT_TRACE,
	COLUMN_TRAIT_FIELD, /* of a tracepoint; not in the table, see trace_columns */
};

struct column {
	const char *name;  /* as in -s and -F; any prefix of it matches */
	const char *alias; /* another name, or NULL */
	const char *header;
	const char *help;
	enum column_kind kind;
	unsigned int width;   /* minimum, characters; values of keys and the header may be wider */
	unsigned int fold_by; /* FOLD_BY_* that it needs */
	bool branch;	      /* its rows are of branches: -b */
	bool from;	      /* COLUMN_KEY: it is of the function that the branch came from */

	/* COLUMN_KEY: returns a number that is equal for equal keys. */
	uint64_t (*key)(const struct hist *hist, const struct hist_entry *entry);
	/* COLUMN_KEY: returns the text to show and to sort by; NULL: compare and format do so. */
	const char *(*text)(const struct hist *hist, const struct hist_entry *entry);
	/*
	 * COLUMN_KEY: < 0 if @a comes before @b; 0 for equal keys, and possibly for different ones. NULL: by
	 * the text.
	 */
	int (*compare)(const struct hist *hist, const struct hist_entry *a,
		       const struct hist_entry *b);
	/* COLUMN_KEY: prints like snprintf(); values that are padded fill @width characters. */
	int (*format)(const struct hist *hist, const struct hist_entry *entry, unsigned int width,
		      char *buf, size_t size);
	/* COLUMN_KEY: returns the width that format() needs; NULL: that of the text, or @width. */
	size_t (*len)(const struct hist *hist, const struct hist_entry *entry);

	/* Other kinds: the number to show; the greatest sorts first. */
	size_t at; /* its offset in struct hist_entry, where it is a uint64_t */
	uint64_t (*value)(const struct hist_entry *entry); /* returns it; NULL: it is at @at */

	/* COLUMN_TRAIT */
	enum column_trait trait;
	unsigned int of; /* enum trait, of columns of numbers */
	bool falling;	 /* the greatest sorts first */
	bool sort_only;	 /* -F gives the name another meaning */
	uint32_t event;	 /* COLUMN_TRAIT_FIELD: index of the only event that has it */
	bool raw;	 /* values as they are in the sample: --raw-trace */
	const struct tracing_field *field; /* COLUMN_TRAIT_FIELD */
};

/* Returns true if the column tells rows apart. */
static inline bool column__is_key(const struct column *column)
{
	return column->kind == COLUMN_KEY || column->kind == COLUMN_TRAIT;
}

/* Returns true if the values of a COLUMN_TRAIT are texts. */
static inline bool column__is_text(const struct column *column)
{
	return column->trait >= COLUMN_TRAIT_PARENT;
}

/* Returns true if the header stands to the right, above numbers. */
static inline bool column__is_right(const struct column *column)
{
	return !column__is_key(column) ||
	       (column->kind == COLUMN_TRAIT && column->trait == COLUMN_TRAIT_FIELD);
}

#define COLUMN_OVERHEAD		 "overhead"
#define COLUMN_OVERHEAD_CHILDREN "overhead_children"
#define COLUMN_LATENCY_NAME	 "latency"
#define COLUMN_LATENCY_CHILDREN	 "latency_children"
#define COLUMN_PARALLELISM	 "parallelism"
#define COLUMN_BASELINE_NAME	 "baseline"
#define COLUMN_CHANGE_NAME	 "delta"

/* Finds a column for -F by name, alias or prefix of a name, as perf does; NULL if there is none. */
const struct column *column__find(const char *name, size_t len);

/* Does the same for -s, where keys come before other columns. */
const struct column *column__find_sort(const char *name, size_t len);

/* Returns all columns; the last one is all zero. */
const struct column *column__table(void);

/* Returns the number to show; of a column that does not tell rows apart. */
static inline uint64_t column__value(const struct column *column, const struct hist_entry *entry)
{
	return column->value ? column->value(entry)
			     : *(const uint64_t *)((const char *)entry + column->at);
}
/* Returns a number that is equal for equal keys; of a column that tells rows apart. */
uint64_t column__key(const struct column *column, const struct hist *hist,
		     const struct hist_entry *entry);

/* Returns the characters that the value needs, or 0 if the column's own width suffices. */
size_t column__len(const struct column *column, const struct hist *hist,
		   const struct hist_entry *entry);

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
 * Prints one value like snprintf(). If @tight, as with -t, it is not padded, and times are ns; else numbers are
 * right-aligned to @width, and keys may be shorter. If @hist leads a group, prints the numbers of all
 * its events that have samples, each as wide as the column of one event.
 */
int column__format(const struct column *column, const struct hist *hist,
		   const struct hist_entry *entry, unsigned int width, bool tight, char *buf,
		   size_t size);

/*
 * Formats one value, tight, into *@buf, which has room for *@cap bytes and may move; the caller frees it.
 * Returns it, or NULL: no memory.
 */
const char *column__text(const struct column *column, const struct hist *hist,
			 const struct hist_entry *entry, char **buf, size_t *cap);

/* Returns true if the column is about a comparison. */
static inline bool column__compares(const struct column *column)
{
	return column->kind == COLUMN_BASELINE || column->kind == COLUMN_CHANGE;
}

/* Prints the number of one event of the group of @hist, as wide as the column of one event. */
int column__format_member(const struct column *column, const struct hist *hist,
			  const struct hist_entry *entry, uint32_t member, bool tight, char *buf,
			  size_t size);

#endif /* PERF_DEFER_UTIL_PROFILE_COLUMN_H */
