/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * config: reads the user's settings for perf: /etc/perfconfig and ~/.perfconfig, or only the file
 * that $PERF_CONFIG names. $PERF_CONFIG_NOSYSTEM and $PERF_CONFIG_NOGLOBAL each leave out one of
 * the two.
 */
#ifndef PERF_DEFER_UTIL_BASE_CONFIG_H
#define PERF_DEFER_UTIL_BASE_CONFIG_H

#include <stdbool.h>

#include <perf/defer-error.h>

/*
 * Takes one setting. @key is "section.name" or "section.subsection.name". @value is NULL for a name
 * without a value, which means true. A negative result, with @err set, stops the reading.
 */
typedef int (*config_fn)(void *ctx, const char *key, const char *value, struct defer_error *err);

/* Calls @fn for each setting. Later settings override earlier ones. */
int config__read(config_fn fn, void *ctx, struct defer_error *err);

/*
 * Does the same for one file. Returns DEFER_ERR_INVAL, with the line, if it is not in perf's
 * format.
 */
int config__read_file(const char *path, config_fn fn, void *ctx, struct defer_error *err);

/*
 * Returns the value of a boolean by perf's rules: no value, true, yes, on, or a number other than
 * 0.
 */
bool config__bool(const char *value);

#endif /* PERF_DEFER_UTIL_BASE_CONFIG_H */
