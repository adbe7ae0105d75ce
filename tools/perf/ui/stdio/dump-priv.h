/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the parts of the dump have in common. Each prints the fields of a record after its name and
 * ends with a newline, in the form of perf (6.1 to 7.3, `perf report -D`).
 */
#ifndef PERF_DEFER_UI_STDIO_DUMP_PRIV_H
#define PERF_DEFER_UI_STDIO_DUMP_PRIV_H

#include <stdio.h>

#include "util/session/session.h"

/* The addresses of a chain, with what marks among them mean. */
void dump_chain(const struct defer_chain *chain, FILE *out);

/* A sample: all its fields, the task that it is of, and where its ip is. */
void dump_sample(const struct session *session, const struct defer_sample *sample,
		 const struct defer_record *rec, const struct defer_evsel *evsel, FILE *out);

/*
 * Fields that struct defer_event has no member for: of a kernel's record, whose sample_id is not
 * among the @cur that it reads, and of one that perf itself writes. False: nothing is known of the
 * type, and nothing was printed.
 */
bool dump_kernel_fields(uint32_t type, const struct defer_evsel *evsel, struct defer_cursor *cur,
			FILE *out);
bool dump_perf_fields(uint32_t type, struct defer_cursor *cur, FILE *out);

#endif /* PERF_DEFER_UI_STDIO_DUMP_PRIV_H */
