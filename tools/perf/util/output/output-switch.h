/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * output_switch: the files of --switch-output. A file is written at the path; when it is finished,
 * the time is appended to its name, and the oldest files are removed if there are too many. Names
 * are perf's: perf.data.2026112007051234, down to a hundredth of a second.
 */
#ifndef PERF_DEFER_UTIL_OUTPUT_OUTPUT_SWITCH_H
#define PERF_DEFER_UTIL_OUTPUT_OUTPUT_SWITCH_H

#include <stdint.h>
#include <time.h>

#include <perf/defer-error.h>

struct output_switch {
	const char *path; /* borrowed from the caller */
	uint32_t max_files;
	char **names; /* ring of the last max_files names; @next is the slot of the next one */
	uint32_t next;
	char *last; /* the newest name, or NULL */
};

/* Initializes @files. With @max_files 0 all files are kept. Returns DEFER_ERR_NOMEM or 0. */
int output_switch__init(struct output_switch *files, const char *path, uint32_t max_files,
			struct defer_error *err);
void output_switch__exit(struct output_switch *files);

/*
 * Renames the file at the path, finished at @now, and removes the oldest file if there are more
 * than max_files. Never replaces an existing file: the name then has a slightly later time.
 */
int output_switch__keep(struct output_switch *files, const struct timespec *now,
			struct defer_error *err);

/* Returns the name given by the last keep(); NULL before the first. */
const char *output_switch__last(const struct output_switch *files);

#endif /* PERF_DEFER_UTIL_OUTPUT_OUTPUT_SWITCH_H */
