/* SPDX-License-Identifier: GPL-2.0-only */
/* trace_columns: the columns that -s and -F name by fields of the trace's tracepoints. */
#ifndef PERF_DEFER_UTIL_PROFILE_TRACE_COLUMN_H
#define PERF_DEFER_UTIL_PROFILE_TRACE_COLUMN_H

#include "util/header/tracing-data.h"
#include "util/profile/column.h"

struct defer_evlist;

struct trace_column {
	struct column column;
	struct tracing_field field; /* column.field */
};

/* What the trace tells of its tracepoints, and the columns made so far. */
struct trace_columns {
	const struct defer_evlist *evlist;
	struct tracing_data *tracing; /* NULL: no formats are in the trace */
	bool raw;		      /* --raw-trace */
	struct trace_column **columns;
	size_t nr, cap;
};

void trace_columns__exit(struct trace_columns *columns);

/*
 * Makes the columns that @word of @len characters names, as in perf (Linux 7.2,
 * tools/perf/util/sort.c):
 *
 *   FIELD           of each event that has it
 *   EVENT.FIELD     EVENT: the name, a part of it without a colon that only one event has, or %N
 *   EVENT.*         all fields of the event
 *   trace_fields    all fields of all events
 *
 * followed by /raw for the value in the sample. Sets *@from to the first; the others follow it.
 * Returns their number, 0 if there are none, or a negative error.
 */
int trace_columns__find(struct trace_columns *columns, const char *word, size_t len, size_t *from,
			struct defer_error *err);

#endif /* PERF_DEFER_UTIL_PROFILE_TRACE_COLUMN_H */
