/* SPDX-License-Identifier: GPL-2.0-only */
/* strings: a table of strings, each of them once, that the rest of a file names by numbers. */
#ifndef PERF_DEFER_UI_EXPORT_STRINGS_H
#define PERF_DEFER_UI_EXPORT_STRINGS_H

#include <stddef.h>
#include <stdint.h>

#include "util/base/hash-index.h"

/* A zeroed table is empty; the caller sets the key. */
struct strings {
	char **strs; /* as in the trace */
	size_t nr, cap;
	struct hash_index index;
	uint64_t hash_key; /* hash__key() */
	bool no_memory;	   /* something could not be added */
};

/* Returns the number of @text, which is added at the end if it is new; 0 if there is no memory. */
uint32_t strings__id(struct strings *strings, const char *text);
void strings__exit(struct strings *strings);

#endif /* PERF_DEFER_UI_EXPORT_STRINGS_H */
