/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * sample_rows: the samples of a profile one by one, as rows in any order. A row is a number of 4
 * bytes; what it shows is that of the sample in struct samples, of its stack in the fold, and, for
 * the fields of tracepoints, of the trace, read again for what is on the screen.
 */
#ifndef PERF_DEFER_UTIL_VIEW_SAMPLE_ROWS_H
#define PERF_DEFER_UTIL_VIEW_SAMPLE_ROWS_H

#include <stdbool.h>
#include <stdint.h>

#include <perf/defer-error.h>

#include "util/profile/shown.h"

struct sample_reader;
struct sample_ref;
struct stack;

struct sample_rows {
	struct shown shown;
	uint32_t *chains; /* by stack of shown.all: whole chain, or PROFILE_NO_CHAIN */
	uint32_t *rows;	  /* samples of the profile, in order of time */
	uint32_t nr;
	struct sample_reader *reader;
};

/* Where a sample was taken. */
struct sample_place {
	int32_t pid, tid;
	int32_t cpu; /* -1: not recorded */
	uint32_t comm_id;
	int cls; /* enum defer_class */
};

/* Makes the rows of all samples that are shown. */
int sample_rows__new(struct sample_rows **rows, const struct shown *shown, struct defer_error *err);
void sample_rows__delete(struct sample_rows *rows);

const struct sample_ref *sample_rows__ref(const struct sample_rows *rows, uint32_t row);
const struct stack *sample_rows__stack(const struct sample_rows *rows, uint32_t row);
struct sample_place sample_rows__place(const struct sample_rows *rows, uint32_t row);
/* Returns the whole chain of the sample: a node of the profile's chain tree. */
uint32_t sample_rows__chain(const struct sample_rows *rows, uint32_t row);

/* Sets the time to the sample's record, ns. Returns false if it is not known. */
bool sample_rows__delay(const struct sample_rows *rows, uint32_t row, uint64_t *delay);

/* Returns the fields of a tracepoint: see sample_reader__trace(). One thread at a time. */
const char *sample_rows__trace(const struct sample_rows *rows, uint32_t row);

#endif /* PERF_DEFER_UTIL_VIEW_SAMPLE_ROWS_H */
