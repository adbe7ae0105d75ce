/* SPDX-License-Identifier: GPL-2.0-only */
/* The tables of a database, private to sqlite; Documentation/exports.md describes them. */
#ifndef PERF_DEFER_UI_EXPORT_SQLITE_SCHEMA_H
#define PERF_DEFER_UI_EXPORT_SQLITE_SCHEMA_H

/* The version of the tables, in PRAGMA user_version. A reader of one knows all columns of it. */
#define SQLITE_SCHEMA_VERSION 1

/* Each is SQL of several statements. */
extern const char sqlite_tables[];  /* before the rows */
extern const char sqlite_indexes[]; /* and the views, behind the rows */

#endif /* PERF_DEFER_UI_EXPORT_SQLITE_SCHEMA_H */
