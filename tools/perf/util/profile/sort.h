/* SPDX-License-Identifier: GPL-2.0-only */
/* sort_order: the columns to show, the ones that tell rows apart, and the order of the rows. */
#ifndef PERF_DEFER_UTIL_PROFILE_SORT_H
#define PERF_DEFER_UTIL_PROFILE_SORT_H

#include <perf/defer-error.h>

#include "util/profile/column.h"

#define MAX_COLUMNS 64

struct trace_columns;

struct column_list {
	const struct column *columns[MAX_COLUMNS];
	/* Columns that one word or one pair of braces names share a number; later ones are greater. */
	unsigned short levels[MAX_COLUMNS];
	unsigned int nr;
};

struct sort_order {
	struct column_list fields; /* columns to show, from the left */
	struct column_list sorts;  /* columns to compare; the first difference decides */
	struct column_list keys;   /* the keys among fields and sorts */
	bool children;
	bool hierarchy; /* rows of each level of keys are below those of the level before */
	bool branches;	/* rows are of the branches of samples, not of samples */
};

struct sort_opts {
	const char *sort;    /* -s, or NULL: comm,dso,symbol; "{a,b},c" puts a and b on one level */
	const char *fields;  /* -F, or NULL */
	bool children;	     /* include callees, and show both */
	bool latency;	     /* the trace has it: show it beside the overhead */
	bool prefer_latency; /* --latency: show it first, and sort by it */
	bool cpu_utilization; /* --show-cpu-utilization */
	bool nr_samples;      /* -n */
	bool total_period;    /* --show-total-period */
	bool hierarchy;	      /* --hierarchy; without children, whose rows share samples */
	const char *parent; /* -p, a pattern: add that key to those named; NULL: perf's, if named */
	bool branches;	    /* -b: keys of branches are allowed */
	bool compares;	    /* rows have another share, too, that of --baseline */
	bool no_trace_yet;  /* a name that is unknown may be one of the trace's fields */
	struct trace_columns *trace; /* the trace's fields; NULL: none */
};

/*
 * Applies perf's rules (Linux 7.2, tools/perf/util/sort.c):
 *
 * - -s alone puts overhead in front.
 * - -F alone sorts by its own columns.
 * - A list that begins with "+" adds to the default.
 *
 * Rows of a comparison are by DSO and symbol, and begin with the greatest change, as those of perf diff.
 * They have no hierarchy.
 */
int sort_order__init(struct sort_order *order, const struct sort_opts *opts,
		     struct defer_error *err);

/* Returns true if a column is of source lines or files. */
bool column_list__wants_srclines(const struct column_list *list);

/* Returns true if it needs a trace that tells how many threads ran. */
bool sort_order__needs_latency(const struct sort_order *order);

/* Returns true if a column tells how long samples waited for their deferred record. */
bool sort_order__needs_delays(const struct sort_order *order);

/*
 * Drops the latency columns that the user did not name. If mostly one thread runs at a time, they
 * equal the overhead.
 */
void sort_order__cancel_latency(struct sort_order *order, const struct sort_opts *opts);

/* Returns true if a column is about a comparison. */
bool sort_order__compares(const struct sort_order *order);

/* Returns true if a column of the list has @name, as in column__table(). */
bool column_list__has(const struct column_list *list, const char *name);
/* Returns the index of @column, which is in the list. */
unsigned int column_list__index(const struct column_list *list, const struct column *column);

/*
 * Copies @from without the columns that only other events than @event have. Returns false if there are
 * no such columns: then @order is not set.
 */
bool sort_order__of_event(struct sort_order *order, const struct sort_order *from, uint32_t event);

/* Returns the number of levels of a hierarchy; 0: it is none. */
unsigned int sort_order__nr_levels(const struct sort_order *order);

/*
 * Makes the order of the rows of @level, from 0 on: its keys are those of the levels up to it, and it
 * shows the numbers and the keys of that level.
 */
void sort_order__of_level(struct sort_order *order, const struct sort_order *from,
			  unsigned int level);

/* Returns the header of @column: overhead is "Self" beside that of children. */
const char *sort_order__header(const struct sort_order *order, const struct column *column);
/*
 * Returns that of key @i, without blanks before it. Sets *@before to what stands before it where the keys of
 * a hierarchy have one header, as in "Command / Shared Object+Symbol".
 */
const char *sort_order__key_header(const struct sort_order *order, unsigned int i,
				   const char **before);

/*
 * Drops a key that has one value in all rows, because the user selected it. As in perf, a hierarchy
 * keeps it. Returns false if @name is not a key, or the only one.
 */
bool sort_order__elide(struct sort_order *order, const char *name);

#endif /* PERF_DEFER_UTIL_PROFILE_SORT_H */
