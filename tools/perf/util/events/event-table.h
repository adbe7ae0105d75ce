/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * event-table: the events that the kernel itself names: hardware, software and caches. Codes: Linux
 * 7.2, include/uapi/linux/perf_event.h; other spellings: tools/perf of the same version.
 */
#ifndef PERF_DEFER_UTIL_EVENTS_EVENT_TABLE_H
#define PERF_DEFER_UTIL_EVENTS_EVENT_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct event_code {
	uint32_t type; /* DEFER_TYPE_HARDWARE, _SOFTWARE or _HW_CACHE */
	uint64_t config;
};

/*
 * Finds the event called @name, ignoring case. Cache events are CACHE, CACHE-OP, CACHE-RESULT and
 * CACHE-OP-RESULT, with OP and RESULT in either order: "LLC", "L1-dcache-load-misses". Returns
 * false also for an operation that the cache does not have, such as iTLB-stores.
 */
bool event_table__find(const char *name, size_t len, struct event_code *code);

/*
 * Calls @fn with all names, including aliases; of cache events, only with the canonical spelling.
 */
void event_table__for_each(void (*fn)(void *ctx, const char *name), void *ctx);

#endif /* PERF_DEFER_UTIL_EVENTS_EVENT_TABLE_H */
