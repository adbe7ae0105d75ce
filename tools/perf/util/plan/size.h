/* SPDX-License-Identifier: GPL-2.0-only */
/* size: numbers with the units of perf's options: B K M G for bytes, s m h d for time. */
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
 * Reads all of @str, such as "512", "16M" or "5m" (minutes). Returns its enum size_unit, or
 * DEFER_ERR_INVAL for anything else and for more than 2^64 - 1; @what names the value in messages.
 */
int size__parse(const char *str, const char *what, uint64_t *value, struct defer_error *err);

/*
 * Prints the shortest exact form that size__parse() reads back, such as "512K". Returns what
 * snprintf() would.
 */
int size__print(uint64_t bytes, char *buf, size_t size);

/* Returns the least power of two >= @n; 0 if @n is 0 or none fits. */
uint64_t size__round_up_pow2(uint64_t n);

#endif /* PERF_DEFER_UTIL_PLAN_SIZE_H */
