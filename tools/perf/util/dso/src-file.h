/* SPDX-License-Identifier: GPL-2.0-only */
/* src_file: the text of a source file, by lines. */
#ifndef PERF_DEFER_UTIL_DSO_SRC_FILE_H
#define PERF_DEFER_UTIL_DSO_SRC_FILE_H

#include <stddef.h>
#include <stdint.h>

#include <perf/defer-error.h>

#include "util/dso/symbol.h"

/* A larger file is not source code, bytes. */
#define SRC_FILE_MAX (32U << 20)

/* A zeroed struct is a missing file. */
struct src_file {
	char *path;	 /* path where it was found, or NULL */
	char *text;	 /* contents as they are, including NULs */
	uint32_t *lines; /* offset of each line, then of the end */
	uint32_t nr;
};

/*
 * Reads the regular file that DWARF calls @path: below conf->symfs if that is set and has it, else
 * at @path. Returns DEFER_ERR_NOENT, with the first place searched, if there is none.
 */
int src_file__init(struct src_file *file, const struct symbol_conf *conf, const char *path,
		   struct defer_error *err);
void src_file__exit(struct src_file *file);

/*
 * Returns line @line, counted from 1, without its newline, and its length *@len in bytes. NULL if
 * the file has fewer lines.
 */
const char *src_file__line(const struct src_file *file, unsigned int line, size_t *len);

#endif /* PERF_DEFER_UTIL_DSO_SRC_FILE_H */
