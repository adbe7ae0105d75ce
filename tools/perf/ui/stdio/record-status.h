/* SPDX-License-Identifier: GPL-2.0-only */
/* record-status: the messages of a recording: before it begins, while it runs and at its end. */
#ifndef PERF_DEFER_UI_STDIO_RECORD_STATUS_H
#define PERF_DEFER_UI_STDIO_RECORD_STATUS_H

#include <stdio.h>

#include "ui/stdio/progress-line.h"
#include "util/record/recorder.h"

/* One line that is overwritten while the recording runs, on a terminal only. */
struct record_status {
	FILE *out;			/* NULL: nothing is written */
	int width;			/* of the text on the terminal, columns; 0: none */
	struct progress_line finishing; /* replaces the line at the end */
};

/* Prepares the line on @out; writes nothing if that is not a terminal. */
void record_status__init(struct record_status *status, FILE *out);
/* Shows the line; a callback for recorder__run(), with the record_status as @ctx. */
void record_status__show(void *ctx, const struct recorder_stats *stats, uint64_t elapsed_ns);
/* Removes the line, so that other text can follow. */
void record_status__clear(struct record_status *status);

/* Prints all faults: what is wrong, the arithmetic, the remedy. */
void faults__fprintf(const struct faults *faults, FILE *out);

/* Prints what was done differently from what was asked. */
void notes__fprintf(const struct faults *notes, FILE *out);

/*
 * Prints how user stacks are recorded. @why_in_place: who asked not to defer, or NULL.
 */
void plan__print_defer(const struct plan *plan, const struct record_opts *opts,
		       const char *why_in_place, FILE *out);

/* Prints what @opts would record, for --dry-run. */
void plan__print(const struct plan *plan, FILE *out);

/*
 * Prints the summary at the end: the size, how many stacks are complete, what was lost and what
 * would have avoided it.
 */
void recorder_stats__fprintf(const struct recorder_stats *stats, const struct record_opts *opts,
			     const struct plan *plan, FILE *out);

#endif /* PERF_DEFER_UI_STDIO_RECORD_STATUS_H */
