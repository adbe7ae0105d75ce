/* SPDX-License-Identifier: GPL-2.0-only */
/* progress-line: how far long work has come, on a terminal, in one line that goes away at its end. */
#ifndef PERF_DEFER_UI_STDIO_PROGRESS_LINE_H
#define PERF_DEFER_UI_STDIO_PROGRESS_LINE_H

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

#include "util/base/progress.h"

/* Work that is over sooner shows nothing, ms. */
#define PROGRESS_LINE_DELAY_MS 500

/* All zero shows nothing, and may be stopped. */
struct progress_line {
	struct progress progress; /* what the work counts */
	FILE *out;		  /* NULL: nothing is shown */
	unsigned int delay_ms;
	int width; /* of what stands there now, columns */
	pthread_t thread;
	pthread_mutex_t lock; /* of what follows */
	pthread_cond_t wake;
	const char *what;
	uint64_t total; /* of progress.done; 0: nobody knows, and bytes are shown */
	bool ending;
};

/*
 * Begins with work called @what, a literal. Another thread writes to @out, if it is a terminal:
 * nobody else does, and nobody points its descriptor elsewhere, until stop(). Without memory for a
 * thread nothing is shown.
 */
void progress_line__start(struct progress_line *line, FILE *out, unsigned int delay_ms,
			  const char *what);
/* The next part of the work. @total is of progress.done, or 0. */
void progress_line__phase(struct progress_line *line, const char *what, uint64_t total);
/* Takes the line away. Idempotent. */
void progress_line__stop(struct progress_line *line);

#endif /* PERF_DEFER_UI_STDIO_PROGRESS_LINE_H */
