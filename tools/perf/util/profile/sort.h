/* SPDX-License-Identifier: GPL-2.0-only */
/* sort_order: which columns are shown, which tell rows apart, and in which order rows stand. */
#ifndef PERF_DEFER_UTIL_PROFILE_SORT_H
#define PERF_DEFER_UTIL_PROFILE_SORT_H

#include <perf/defer-error.h>

#include "util/profile/column.h"

#define MAX_COLUMNS 32

struct column_list {
	const struct column *columns[MAX_COLUMNS];
	unsigned int nr;
};

struct sort_order {
	struct column_list fields; /* shown, from the left */
	struct column_list sorts;  /* compared, first difference first */
	struct column_list keys;   /* those of fields and sorts that tell rows apart */
	bool children;
};

struct sort_opts {
	const char *sort;     /* -s, or NULL: comm,dso,symbol */
	const char *fields;   /* -F, or NULL */
	bool children;	      /* count callees in, and show it */
	bool latency;	      /* the trace tells: show it beside the overhead */
	bool prefer_latency;  /* --latency: show it first, and sort by it */
	bool cpu_utilization; /* --show-cpu-utilization */
	bool nr_samples;      /* -n */
	bool total_period;    /* --show-total-period */
};

/*
 * perf's rules (Linux 7.2, tools/perf/util/sort.c): -s alone gets overhead in front; -F alone
 * sorts by its own columns; a list that begins with "+" adds to the default.
 */
int sort_order__init(struct sort_order *order, const struct sort_opts *opts,
		     struct defer_error *err);

/* Does it need a trace that tells how many threads ran? */
bool sort_order__needs_latency(const struct sort_order *order);

/*
 * Drops the columns of latencies that nobody named: they say the same as the overhead where one
 * thread runs at a time.
 */
void sort_order__cancel_latency(struct sort_order *order, const struct sort_opts *opts);

/* Does any column have @name? */
bool column_list__has(const struct column_list *list, const char *name);

/* What stands over @column: overhead is "Self" beside that of children. */
const char *sort_order__header(const struct sort_order *order, const struct column *column);

/*
 * Drops a key that the user gave one value to: it need not be told in every row. False if it is
 * none, or the only one.
 */
bool sort_order__elide(struct sort_order *order, const char *name);

#endif /* PERF_DEFER_UTIL_PROFILE_SORT_H */
