/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * whole_file: a file that gets its name only when it is complete. If its writer fails or is killed,
 * the previous file of that name is still there. This does not hold for a stream, such as stdout, a
 * FIFO or /dev/null.
 */
#ifndef PERF_DEFER_UTIL_INJECT_WHOLE_FILE_H
#define PERF_DEFER_UTIL_INJECT_WHOLE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include <perf/defer-error.h>

struct whole_file {
	const char *path; /* owned by the caller; also for messages */
	char *tmp;	  /* temporary name until commit; NULL: a stream */
	int fd;
	uint64_t size; /* bytes written */
};

/* Opens the output. @path "-" is stdout. @not is the input, which must not be overwritten. */
int whole_file__open(struct whole_file *file, const char *path, const struct stat * not,
		     struct defer_error *err);
static inline bool whole_file__is_stream(const struct whole_file *file)
{
	return !file->tmp;
}

int whole_file__write(struct whole_file *file, const void *data, size_t size,
		      struct defer_error *err);
/* Overwrites bytes written before. Not for a stream. */
int whole_file__overwrite(struct whole_file *file, const void *data, size_t size, uint64_t at,
			  struct defer_error *err);

/* Gives the file its final name. */
int whole_file__commit(struct whole_file *file, struct defer_error *err);
/* Closes the file, and removes it if it was not committed. */
void whole_file__close(struct whole_file *file);

#endif /* PERF_DEFER_UTIL_INJECT_WHOLE_FILE_H */
