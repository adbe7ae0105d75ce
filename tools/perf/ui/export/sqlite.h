/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * sqlite: all samples of all events as a database, with the entries into the kernel and the ledger.
 * Documentation/exports.md has the tables.
 *
 * SQLite writes pages in any order, so it needs a file. That is @out's own if it is an empty one, else a
 * temporary one, which is then copied to @out: a pipe gets the same bytes.
 */
#ifndef PERF_DEFER_UI_EXPORT_SQLITE_H
#define PERF_DEFER_UI_EXPORT_SQLITE_H

#include <stdio.h>

#include <perf/defer-error.h>

struct export_source;

/* Returns DEFER_ERR_INVAL if there is no libsqlite3. */
int sqlite__check(struct defer_error *err);

/* @source->shown has samples, and a session that still knows its records. */
int sqlite__write(const struct export_source *source, FILE *out, struct defer_error *err);

#endif /* PERF_DEFER_UI_EXPORT_SQLITE_H */
