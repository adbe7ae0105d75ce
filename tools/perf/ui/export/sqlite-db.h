/* SPDX-License-Identifier: GPL-2.0-only */
/* sqlite_db: a database that is filled table by table, and then is a file; private to sqlite. */
#ifndef PERF_DEFER_UI_EXPORT_SQLITE_DB_H
#define PERF_DEFER_UI_EXPORT_SQLITE_DB_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <perf/defer-error.h>

enum db_kind {
	DB_NULL,
	DB_NUMBER,
	DB_TEXT,
};

struct db_value {
	enum db_kind kind;
	int64_t number;	  /* 64 bits, of which SQLite takes the first as a sign */
	const char *text; /* as in the trace; what is no text becomes dots */
};

static inline struct db_value db_number(uint64_t number)
{
	return (struct db_value){.kind = DB_NUMBER, .number = (int64_t)number};
}

static inline struct db_value db_number_if(bool is_known, uint64_t number)
{
	return (struct db_value){.kind = is_known ? DB_NUMBER : DB_NULL, .number = (int64_t)number};
}

static inline struct db_value db_text(const char *text)
{
	return (struct db_value){.kind = text ? DB_TEXT : DB_NULL, .text = text};
}

struct sqlite_db;

/* Returns DEFER_ERR_INVAL, with a text, if the library cannot be loaded. */
int sqlite_db__check(struct defer_error *err);

/*
 * Opens a new database for @out. Returns DEFER_ERR_INVAL without libsqlite3, DEFER_ERR_IO without a file. All
 * errors are set in @err. The caller deletes *@db also after an error.
 */
int sqlite_db__new(struct sqlite_db **db, FILE *out, struct defer_error *err);
void sqlite_db__delete(struct sqlite_db *db);

/* Run statements, and add a row. After an error they do nothing: finish() returns it. */
void sqlite_db__run(struct sqlite_db *db, const char *sql);
void sqlite_db__add(struct sqlite_db *db, const char *table, const struct db_value *values,
		    unsigned int nr);

/* Adds a row with these values, in the order of the table's columns. */
#define SQLITE_ADD(db, table, ...)                                               \
	do {                                                                     \
		const struct db_value row_[] = {__VA_ARGS__};                    \
		sqlite_db__add(db, table, row_, sizeof(row_) / sizeof(row_[0])); \
	} while (0)

/* Closes the database, and copies it to its FILE unless it is that file. */
int sqlite_db__finish(struct sqlite_db *db);

#endif /* PERF_DEFER_UI_EXPORT_SQLITE_DB_H */
