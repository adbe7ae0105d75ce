/* SPDX-License-Identifier: GPL-2.0-only */
/* size: numbers with units as perf's options have them: B K M G for bytes, s m h d for time. */
#ifndef PERF_DEFER_UTIL_PLAN_SIZE_H
#define PERF_DEFER_UTIL_PLAN_SIZE_H

#include <stddef.h>
#include <stdint.h>

#include <perf/defer-error.h>

enum size_unit {
	SIZE_PLAIN, /* no unit: the number itself */
	SIZE_BYTES, /* in bytes */
	SIZE_TIME,  /* in milliseconds */
};

/*
 * Reads @str whole, such as "512", "16M" or "5m", which are minutes. Returns its enum size_unit,
 * or DEFER_ERR_INVAL if it is anything else or more than 2^64 - 1; @what names it for messages.
 */
int size__parse(const char *str, const char *what, uint64_t *value, struct defer_error *err);

/* The shortest exact form that size__parse() reads back, "512K": what snprintf() would return. */
int size__print(uint64_t bytes, char *buf, size_t size);

/* The least power of two that is not less than @n; 0 if there is none, or for 0. */
uint64_t size__round_up_pow2(uint64_t n);

#endif /* PERF_DEFER_UTIL_PLAN_SIZE_H */
