/* SPDX-License-Identifier: GPL-2.0-only */
/* error: texts of struct defer_error that all stages share. */
#ifndef PERF_DEFER_UTIL_BASE_ERROR_H
#define PERF_DEFER_UTIL_BASE_ERROR_H

#include <perf/defer-error.h>

/*
 * Reports "not enough memory" and its purpose: @fmt begins with "for" or "to". Returns
 * DEFER_ERR_NOMEM. Formats in place and allocates nothing. @err may be NULL.
 */
int error__no_memory(struct defer_error *err, const char *fmt, ...)
	__attribute__((cold, format(printf, 2, 3)));

#endif /* PERF_DEFER_UTIL_BASE_ERROR_H */
