/* SPDX-License-Identifier: GPL-2.0-only */
/* strpool: strings that are freed together. */
#ifndef PERF_DEFER_UTIL_BASE_STRPOOL_H
#define PERF_DEFER_UTIL_BASE_STRPOOL_H

#include <stddef.h>

struct strpool_block;

/* All zero is an empty pool. */
struct strpool {
	struct strpool_block *blocks; /* the newest first */
};

void strpool__exit(struct strpool *pool);

/* A copy of @len bytes of @str and a NUL, or NULL if there is no memory. */
char *strpool__add(struct strpool *pool, const char *str, size_t len);

#endif /* PERF_DEFER_UTIL_BASE_STRPOOL_H */
