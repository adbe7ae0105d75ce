/* SPDX-License-Identifier: GPL-2.0-only */
/* output_place: opens the destination of an output, and gives it its name. */
#ifndef PERF_DEFER_UTIL_OUTPUT_OUTPUT_PLACE_H
#define PERF_DEFER_UTIL_OUTPUT_OUTPUT_PLACE_H

#include "util/output/output.h"

struct output_place {
	int fd;
	bool is_stream;
};

/*
 * Refuses @path if it is @input: the input may be read until the end, and a user who names it twice
 * has made a mistake.
 */
int output_place__refuse_input(const char *path, const char *input, struct defer_error *err);

/*
 * Opens the destination of @opts, of which path, keep_old and end count: either an empty file
 * beside the path, with its name in @tmp (to be freed), or a stream, with NULL in @tmp. commit()
 * renames the file to its path, and with keep_old an existing file to the name of the old one.
 */
int output_place__open(struct output_place *place, char **tmp, const struct output_opts *opts,
		       struct defer_error *err);
int output_place__commit(const char *tmp, const struct output_opts *opts, struct defer_error *err);

#endif /* PERF_DEFER_UTIL_OUTPUT_OUTPUT_PLACE_H */
