/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * progress-line: one line on a terminal that shows the progress of long work and disappears at its
 * end.
 */
#ifndef PERF_DEFER_UI_STDIO_PROGRESS_LINE_H
#define PERF_DEFER_UI_STDIO_PROGRESS_LINE_H

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

#include "util/base/progress.h"

/* Work that takes less time shows nothing, ms. */
#define PROGRESS_LINE_DELAY_MS 500

/* A zeroed one shows nothing, and may be stopped. */
struct progress_line {
	struct progress progress; /* counted by the work itself */
	FILE *out;		  /* NULL: nothing is shown */
	unsigned int delay_ms;
	int width; /* of the text on the terminal, columns */
	pthread_t thread;
	pthread_mutex_t lock; /* protects the members below */
	pthread_cond_t wake;
	const char *what;
	uint64_t total; /* of progress.done; 0: unknown, so bytes are shown */
	bool ending;
};

/*
 * Starts the line for work called @what, a literal. If @out is a terminal, another thread writes to
 * it: until stop() the caller neither writes to @out nor redirects its descriptor. Shows nothing if
 * there is no memory for a thread.
 */
void progress_line__start(struct progress_line *line, FILE *out, unsigned int delay_ms,
			  const char *what);
/* Begins the next part of the work. @total is of progress.done; 0: unknown. */
void progress_line__phase(struct progress_line *line, const char *what, uint64_t total);
/* Removes the line. May be called again. */
void progress_line__stop(struct progress_line *line);

/*
 * Write @len bytes of @text over the line on the terminal @out, which is *@width columns long, and wipe it
 * away.
 */
void progress_line__overwrite(FILE *out, int *width, const char *text, int len);
void progress_line__wipe(FILE *out, int *width);

#endif /* PERF_DEFER_UI_STDIO_PROGRESS_LINE_H */
