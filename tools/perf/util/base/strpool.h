/* SPDX-License-Identifier: GPL-2.0-only */
/* strpool: strings that are freed together. */
#ifndef PERF_DEFER_UTIL_BASE_STRPOOL_H
#define PERF_DEFER_UTIL_BASE_STRPOOL_H

#include <stddef.h>

struct strpool_block;

/* A zeroed pool is empty. */
struct strpool {
	struct strpool_block *blocks; /* newest first */
};

void strpool__exit(struct strpool *pool);

/* Returns a NUL-terminated copy of @len bytes of @str, or NULL if out of memory. */
char *strpool__add(struct strpool *pool, const char *str, size_t len);

#endif /* PERF_DEFER_UTIL_BASE_STRPOOL_H */
