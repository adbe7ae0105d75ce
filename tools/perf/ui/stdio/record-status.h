/* SPDX-License-Identifier: GPL-2.0-only */
/* record-status: what a recording says of itself: before it begins, meanwhile and at its end. */
#ifndef PERF_DEFER_UI_STDIO_RECORD_STATUS_H
#define PERF_DEFER_UI_STDIO_RECORD_STATUS_H

#include <stdio.h>

#include "ui/stdio/progress-line.h"
#include "util/record/recorder.h"

/* One line that is written over and over, on a terminal only. */
struct record_status {
	FILE *out;			/* NULL: none */
	int width;			/* of what stands there now; 0: nothing does */
	struct progress_line finishing; /* takes its place at the end */
};

/* @out if it is a terminal, else nothing is ever written. */
void record_status__init(struct record_status *status, FILE *out);
/* For recorder__run(); @ctx is the record_status. */
void record_status__show(void *ctx, const struct recorder_stats *stats, uint64_t elapsed_ns);
/* Takes the line away, so that other words can follow. */
void record_status__clear(struct record_status *status);

/* All of them: what is wrong, the arithmetic, what to do. */
void faults__fprintf(const struct faults *faults, FILE *out);

/* What was done other than asked. */
void notes__fprintf(const struct faults *notes, FILE *out);

/* How user stacks are recorded. @why_in_place: who asked not to defer, or NULL. */
void plan__print_defer(const struct plan *plan, const struct record_opts *opts,
		       const char *why_in_place, FILE *out);

/* What @opts would record: of --dry-run. */
void plan__print(const struct plan *plan, FILE *out);

/* At the end: how much there is, how many stacks are whole, what was lost and what would help. */
void recorder_stats__fprintf(const struct recorder_stats *stats, const struct record_opts *opts,
			     const struct plan *plan, FILE *out);

#endif /* PERF_DEFER_UI_STDIO_RECORD_STATUS_H */
