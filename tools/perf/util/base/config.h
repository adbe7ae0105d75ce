/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * config: what users have set for perf: /etc/perfconfig and ~/.perfconfig, or the one file that
 * $PERF_CONFIG names. $PERF_CONFIG_NOSYSTEM and $PERF_CONFIG_NOGLOBAL leave either out.
 */
#ifndef PERF_DEFER_UTIL_BASE_CONFIG_H
#define PERF_DEFER_UTIL_BASE_CONFIG_H

#include <stdbool.h>

#include <perf/defer-error.h>

/*
 * @key is "section.name", or "section.subsection.name". @value is NULL for a name without one,
 * which means true. Negative, with @err set, stops the reading.
 */
typedef int (*config_fn)(void *ctx, const char *key, const char *value, struct defer_error *err);

/* Calls @fn for each setting, in the order that later ones override earlier ones. */
int config__read(config_fn fn, void *ctx, struct defer_error *err);

/* The same for one file. DEFER_ERR_INVAL, with the line, if it is not in the form of perf's. */
int config__read_file(const char *path, config_fn fn, void *ctx, struct defer_error *err);

/* perf's booleans: no value, true, yes, on, or a number that is not 0. */
bool config__bool(const char *value);

#endif /* PERF_DEFER_UTIL_BASE_CONFIG_H */
