/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * dump-priv: the parts of the dump. Each prints the fields of a record after its name and ends with
 * a newline, in the format of perf (6.1 to 7.3, `perf report -D`).
 */
#ifndef PERF_DEFER_UI_STDIO_DUMP_PRIV_H
#define PERF_DEFER_UI_STDIO_DUMP_PRIV_H

#include <stdio.h>

#include "util/session/session.h"

/* Prints the addresses of a chain, with the meaning of the marks among them. */
void dump_chain(const struct defer_chain *chain, FILE *out);

/* Prints all fields of a sample, its task, and the place of its ip. */
void dump_sample(const struct session *session, const struct defer_sample *sample,
		 const struct defer_record *rec, const struct defer_evsel *evsel, FILE *out);

/*
 * Print the fields that struct defer_event has no member for. The first is for records of the
 * kernel; @cur ends before their sample_id. The second is for records that perf itself writes. Both
 * return false and print nothing if the type is unknown.
 */
bool dump_kernel_fields(uint32_t type, const struct defer_evsel *evsel, struct defer_cursor *cur,
			FILE *out);
bool dump_perf_fields(uint32_t type, struct defer_cursor *cur, FILE *out);

#endif /* PERF_DEFER_UI_STDIO_DUMP_PRIV_H */
