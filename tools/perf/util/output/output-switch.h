/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * output_switch: the files of --switch-output. A file is written at the path, and gets the time
 * of its end behind its name when it is finished; the oldest go when there are too many. As perf
 * names them: perf.data.2026112007051234, down to a hundredth of a second.
 */
#ifndef PERF_DEFER_UTIL_OUTPUT_OUTPUT_SWITCH_H
#define PERF_DEFER_UTIL_OUTPUT_OUTPUT_SWITCH_H

#include <stdint.h>
#include <time.h>

#include <perf/defer-error.h>

struct output_switch {
	const char *path; /* the caller's */
	uint32_t max_files;
	char **names; /* the last max_files; @next is where the next one goes */
	uint32_t next;
	char *last; /* the newest name, or NULL */
};

/* @max_files 0: all are kept. DEFER_ERR_NOMEM or 0. */
int output_switch__init(struct output_switch *files, const char *path, uint32_t max_files,
			struct defer_error *err);
void output_switch__exit(struct output_switch *files);

/*
 * Gives the file at the path, which was finished at @now, its own name, and removes the oldest if
 * there are more than max_files. An existing file is never replaced: the time is then a little
 * later.
 */
int output_switch__keep(struct output_switch *files, const struct timespec *now,
			struct defer_error *err);

/* What the file was called by the last keep(); NULL before the first. */
const char *output_switch__last(const struct output_switch *files);

#endif /* PERF_DEFER_UTIL_OUTPUT_OUTPUT_SWITCH_H */
