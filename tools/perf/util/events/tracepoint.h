/* SPDX-License-Identifier: GPL-2.0-only */
/* tracepoint: the tracepoints of this kernel, as tracefs describes them. */
#ifndef PERF_DEFER_UTIL_EVENTS_TRACEPOINT_H
#define PERF_DEFER_UTIL_EVENTS_TRACEPOINT_H

#include <limits.h>
#include <stdint.h>

#include <perf/defer-error.h>

/*
 * Writes the path of tracefs to @dir: @given if it is not NULL, else its mount point. If it is not
 * mounted, root mounts it, as any command of perf does. Returns DEFER_ERR_NOENT if it cannot be
 * mounted, DEFER_ERR_IO if this user may not read it; the text names the remedy.
 */
int tracefs__find(char dir[static PATH_MAX], const char *given, struct defer_error *err);

/* Reads the id of @sys:@name. Returns DEFER_ERR_NOENT, without a text, if there is none. */
int tracepoint__id(const char *dir, const char *sys, const char *name, uint64_t *id,
		   struct defer_error *err);

/* Callback of tracepoint__for_each(); a negative result stops it and is returned. */
typedef int (*tracepoint_fn)(void *ctx, const char *sys, const char *name);

/*
 * Calls @fn with all tracepoints whose system and name match the globs @sys and @name (*, ? and []
 * as in fnmatch()), sorted.
 */
int tracepoint__for_each(const char *dir, const char *sys, const char *name, tracepoint_fn fn,
			 void *ctx);

#endif /* PERF_DEFER_UTIL_EVENTS_TRACEPOINT_H */
