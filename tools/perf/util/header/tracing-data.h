/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * tracing_data: what the recording machine said of its tracepoints, and with it their text.
 *
 * The blob is that of trace-cmd's trace.dat, version 0.5 and 0.6: Linux 7.2,
 * tools/perf/util/trace-event-info.c writes it. libtraceevent knows formats and prints; it
 * believes what it reads, so formats and samples are looked over here before it gets them.
 * For one thread.
 */
#ifndef PERF_DEFER_UTIL_HEADER_TRACING_DATA_H
#define PERF_DEFER_UTIL_HEADER_TRACING_DATA_H

#include <perf/defer.h>

#include "util/base/damage.h"

struct tracing_data;

/*
 * Reads the blob at @section, such as env.tracing_data. What stands before a broken part is
 * kept, and the damage says where that is. NULL in *@td if there is nothing. Negative only
 * without memory.
 */
int tracing_data__new(struct tracing_data **td, const struct defer_section *section,
		      defer_pread_fn pread, void *ctx, struct damage *damage,
		      struct defer_error *err);
void tracing_data__delete(struct tracing_data *td);

/*
 * How addresses of the kernel in the text get names (%pS): the symbol around @addr and its
 * start, or NULL. The name is to live as long as @td.
 */
typedef const char *(*tracing_symbol_fn)(void *ctx, uint64_t addr, uint64_t *start);

int tracing_data__set_resolver(struct tracing_data *td, tracing_symbol_fn fn, void *ctx,
			       struct defer_error *err);

uint32_t tracing_data__nr_events(const struct tracing_data *td);

/* Writes "sched:sched_switch" for tracepoint @id (perf_event_attr.config); false: not known. */
bool tracing_data__event_name(const struct tracing_data *td, uint64_t id, char *buf, size_t size);

/* Names those tracepoints of @evlist that could only be named by number. */
int tracing_data__name_events(const struct tracing_data *td, struct defer_evlist *evlist,
			      struct defer_error *err);

/*
 * What perf script shows after the event's name: the text of a sample of tracepoint @id whose
 * RAW field is @raw. Good until the next call. NULL if @id is not known, or @raw is not of it.
 */
const char *tracing_data__text(struct tracing_data *td, uint64_t id, const struct defer_blob *raw,
			       int32_t cpu);

#endif /* PERF_DEFER_UTIL_HEADER_TRACING_DATA_H */
