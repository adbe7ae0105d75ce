/* SPDX-License-Identifier: GPL-2.0-only */
/* tracepoint: the tracepoints of this kernel, as tracefs describes them. */
#ifndef PERF_DEFER_UTIL_EVENTS_TRACEPOINT_H
#define PERF_DEFER_UTIL_EVENTS_TRACEPOINT_H

#include <limits.h>
#include <stdint.h>

#include <perf/defer-error.h>

/*
 * Writes to @dir where tracefs is: @given if it is not NULL, else where it is mounted; nothing
 * gets mounted. DEFER_ERR_NOENT if that is nowhere, DEFER_ERR_IO if this user may not read it;
 * the text says what to do.
 */
int tracefs__find(char dir[static PATH_MAX], const char *given, struct defer_error *err);

/* Reads the number of @sys:@name; DEFER_ERR_NOENT, without a text, if there is none. */
int tracepoint__id(const char *dir, const char *sys, const char *name, uint64_t *id,
		   struct defer_error *err);

/* What tracepoint__for_each() calls: negative stops it and is returned. */
typedef int (*tracepoint_fn)(void *ctx, const char *sys, const char *name);

/*
 * Calls @fn with all tracepoints whose system and name match the globs @sys and @name (*, ? and
 * [] as in fnmatch()), sorted.
 */
int tracepoint__for_each(const char *dir, const char *sys, const char *name, tracepoint_fn fn,
			 void *ctx);

#endif /* PERF_DEFER_UTIL_EVENTS_TRACEPOINT_H */
