/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * whole_file: a file that gets its name when it is whole. What writes it may fail, or be killed: then
 * what stood under the name still stands there. A stream, such as stdout, a FIFO or /dev/null, has
 * no such luck.
 */
#ifndef PERF_DEFER_UTIL_INJECT_WHOLE_FILE_H
#define PERF_DEFER_UTIL_INJECT_WHOLE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include <perf/defer-error.h>

struct whole_file {
	const char *path; /* the caller's; for messages too */
	char *tmp;	  /* its name until then; NULL: a stream */
	int fd;
	uint64_t size; /* bytes written */
};

/* @path "-" is stdout. @not is what may not be written over: the input. */
int whole_file__open(struct whole_file *file, const char *path, const struct stat * not,
		     struct defer_error *err);
static inline bool whole_file__is_stream(const struct whole_file *file)
{
	return !file->tmp;
}

int whole_file__write(struct whole_file *file, const void *data, size_t size,
		      struct defer_error *err);
/* Overwrites what is there; of no stream. */
int whole_file__overwrite(struct whole_file *file, const void *data, size_t size, uint64_t at,
			  struct defer_error *err);

/* Gives the file its name. */
int whole_file__commit(struct whole_file *file, struct defer_error *err);
/* Closes. What was not committed is gone. */
void whole_file__close(struct whole_file *file);

#endif /* PERF_DEFER_UTIL_INJECT_WHOLE_FILE_H */
