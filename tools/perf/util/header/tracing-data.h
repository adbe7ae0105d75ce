/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * tracing_data: the recording machine's description of its tracepoints, used to print them.
 *
 * The blob has the format of trace-cmd's trace.dat, version 0.5 and 0.6: Linux 7.2,
 * tools/perf/util/trace-event-info.c writes it. libtraceevent parses formats and prints samples; it
 * trusts its input, so formats and samples are checked here first. Only one thread may use it.
 */
#ifndef PERF_DEFER_UTIL_HEADER_TRACING_DATA_H
#define PERF_DEFER_UTIL_HEADER_TRACING_DATA_H

#include <perf/defer-header.h>

#include "util/base/damage.h"

struct defer_blob;
struct defer_evlist;
struct tracing_data;

/*
 * Reads the blob at @section, such as env.tracing_data. Keeps what comes before a broken part and
 * reports its offset as damage. Sets *@td to NULL if there is nothing. Returns a negative code only
 * if out of memory.
 */
int tracing_data__new(struct tracing_data **td, const struct defer_section *section,
		      defer_pread_fn pread, void *ctx, struct damage *damage,
		      struct defer_error *err);
void tracing_data__delete(struct tracing_data *td);

/*
 * Resolves kernel addresses in the text (%pS): returns the symbol around @addr and sets its start,
 * or returns NULL. The name must live as long as @td.
 */
typedef const char *(*tracing_symbol_fn)(void *ctx, uint64_t addr, uint64_t *start);

int tracing_data__set_resolver(struct tracing_data *td, tracing_symbol_fn fn, void *ctx,
			       struct defer_error *err);

uint32_t tracing_data__nr_events(const struct tracing_data *td);

/*
 * Writes the name of tracepoint @id (perf_event_attr.config), such as "sched:sched_switch". Returns
 * false if it is not known.
 */
bool tracing_data__event_name(const struct tracing_data *td, uint64_t id, char *buf, size_t size);

/* Names the tracepoints of @evlist that so far have only a number as their name. */
int tracing_data__name_events(const struct tracing_data *td, struct defer_evlist *evlist,
			      struct defer_error *err);

/*
 * Returns what perf script prints after the event's name: the text of a sample of tracepoint @id
 * with the RAW field @raw. Valid until the next call. NULL if @id is not known, or if @raw belongs
 * to another tracepoint.
 */
const char *tracing_data__text(struct tracing_data *td, uint64_t id, const struct defer_blob *raw,
			       int32_t cpu);

/* Returns the fields of such a sample and their values as perf report --raw-trace prints them. */
const char *tracing_data__raw_text(struct tracing_data *td, uint64_t id,
				   const struct defer_blob *raw);

/* A field of a tracepoint's samples; lives as long as the tracing data. */
struct tracing_field {
	const char *name;
	uint32_t offset, size; /* in a sample, bytes */
	bool is_string;
	const void *format;
};

/* Finds a field of tracepoint @id, also one that all tracepoints have. */
bool tracing_data__find_field(const struct tracing_data *td, uint64_t id, const char *name,
			      struct tracing_field *field);

/* Finds field number @i of those that the tracepoint has beside the common ones. */
bool tracing_data__own_field(const struct tracing_data *td, uint64_t id, uint32_t i,
			     struct tracing_field *field);

/*
 * Returns the value of a field of tracepoint @id in the sample with @raw, and its bytes. Both are
 * valid until the next call. NULL if @raw belongs to another tracepoint.
 */
const char *tracing_data__field_text(struct tracing_data *td, uint64_t id,
				     const struct defer_blob *raw,
				     const struct tracing_field *field, struct defer_blob *bytes);

#endif /* PERF_DEFER_UTIL_HEADER_TRACING_DATA_H */
