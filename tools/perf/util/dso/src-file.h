/* SPDX-License-Identifier: GPL-2.0-only */
/* src_file: the text of a source file, line by line. */
#ifndef PERF_DEFER_UTIL_DSO_SRC_FILE_H
#define PERF_DEFER_UTIL_DSO_SRC_FILE_H

#include <stddef.h>
#include <stdint.h>

#include <perf/defer-error.h>

#include "util/dso/symbol.h"

/* More than that is no source that anybody wrote, bytes. */
#define SRC_FILE_MAX (32U << 20)

/* All zero is a file that is not there. */
struct src_file {
	char *path;	 /* where it was found, or NULL */
	char *text;	 /* as it is in the file: NULs too */
	uint32_t *lines; /* where each begins; one more for the end */
	uint32_t nr;
};

/*
 * Reads what DWARF calls @path: below conf->symfs if that is set and has it, else as it is.
 * Regular files only. DEFER_ERR_NOENT if there is none, with the first place that was looked at.
 */
int src_file__init(struct src_file *file, const struct symbol_conf *conf, const char *path,
		   struct defer_error *err);
void src_file__exit(struct src_file *file);

/* Line @line, from 1, without its end: *@len bytes. NULL if the file has fewer. */
const char *src_file__line(const struct src_file *file, unsigned int line, size_t *len);

#endif /* PERF_DEFER_UTIL_DSO_SRC_FILE_H */
