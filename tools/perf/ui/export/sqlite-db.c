// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ui/export/sqlite-db.h"
#include "ui/stdio/plain.h"
#include "util/base/error.h"
#include "util/host/sqlite.h"

#ifdef HAVE_SQLITE3

struct sqlite_db {
	struct sqlite_lib lib;
	sqlite3 *handle;
	sqlite3_stmt *insert; /* into @table; or NULL */
	const char *table;
	FILE *out;
	char path[PATH_MAX]; /* of the file */
	FILE *tmp;	     /* it, if it is to be copied: it has no name any more; else NULL */
	int ret;	     /* the first error, which @err has, too */
	struct defer_error *err;
};

/* ---- the file ---- */

/* Keeps the first error, while errno, or the library, knows the reason. */
static void db__fail(struct sqlite_db *db)
{
	const int number = db->handle ? db->lib.system_errno(db->handle) : errno;

	if (!db->ret)
		db->ret = defer_error__set(db->err, DEFER_ERR_IO, "cannot write the export: %s",
					   number || !db->handle ? strerror(number)
								 : db->lib.errmsg(db->handle));
}

/* Sets the path to that of the file which is open as @out, if it is empty and has a name. */
static bool db__is_own(struct sqlite_db *db, FILE *out)
{
	char link[32];
	struct stat of_out, of_path;
	ssize_t len;

	snprintf(link, sizeof(link), "/proc/self/fd/%d", fileno(out));
	len = readlink(link, db->path, sizeof(db->path) - 1);
	if (len < 0)
		return false;
	db->path[len] = '\0';
	return !fstat(fileno(out), &of_out) && !stat(db->path, &of_path) &&
	       S_ISREG(of_out.st_mode) && !of_out.st_size && of_out.st_dev == of_path.st_dev &&
	       of_out.st_ino == of_path.st_ino;
}

static bool db__make_tmp(struct sqlite_db *db)
{
	const char *dir = getenv("TMPDIR");
	int fd;

	snprintf(db->path, sizeof(db->path), "%s/perf-defer-XXXXXX", dir && *dir ? dir : "/tmp");
	fd = mkstemp(db->path);
	db->tmp = fd < 0 ? NULL : fdopen(fd, "r");
	return db->tmp != NULL;
}

static int load(struct sqlite_lib *lib, struct defer_error *err)
{
	return sqlite_lib__load(lib) ? 0
				     : defer_error__set(err, DEFER_ERR_INVAL,
							"no database: " SQLITE_SONAME
							" cannot be loaded: install libsqlite3-0");
}

int sqlite_db__check(struct defer_error *err)
{
	struct sqlite_lib lib;

	return load(&lib, err);
}

int sqlite_db__new(struct sqlite_db **dbp, FILE *out, struct defer_error *err)
{
	struct sqlite_db *db = calloc(1, sizeof(*db));

	*dbp = db;
	if (!db)
		return error__no_memory(err, "for the export");
	db->out = out;
	db->err = err;
	if (load(&db->lib, err))
		return err->code;
	if (!db__is_own(db, out) && !db__make_tmp(db))
		return defer_error__set(err, DEFER_ERR_IO, "cannot make %s: %s", db->path,
					strerror(errno));
	/* No lock: nobody else knows the file, and some file systems have none. */
	if (db->lib.open(db->path, &db->handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX,
			 "unix-none") != SQLITE_OK)
		db__fail(db);
	/* A reader that leaves its pipe ends this process. SQLite journals nothing for a file without a name. */
	if (db->tmp)
		unlink(db->path);
	sqlite_db__run(db, "PRAGMA journal_mode = OFF");
	return 0;
}

static void db__close(struct sqlite_db *db)
{
	if (!db->handle)
		return;
	db->lib.finalize(db->insert);
	db->lib.close(db->handle);
	db->insert = NULL;
	db->handle = NULL;
}

void sqlite_db__delete(struct sqlite_db *db)
{
	if (!db)
		return;
	db__close(db);
	if (db->tmp)
		fclose(db->tmp);
	free(db);
}

/* ---- rows ---- */

void sqlite_db__run(struct sqlite_db *db, const char *sql)
{
	if (!db->ret && db->lib.exec(db->handle, sql, NULL, NULL, NULL) != SQLITE_OK)
		db__fail(db);
}

/* Prepares to insert rows of @nr columns. */
static void db__begin(struct sqlite_db *db, const char *table, unsigned int nr)
{
	char sql[256];
	int len = snprintf(sql, sizeof(sql), "INSERT INTO %s VALUES (?", table);

	while (--nr)
		len += snprintf(sql + len, sizeof(sql) - len, ", ?");
	snprintf(sql + len, sizeof(sql) - len, ")");
	db->lib.finalize(db->insert);
	db->insert = NULL;
	db->table = table;
	if (db->lib.prepare(db->handle, sql, -1, &db->insert, NULL) != SQLITE_OK)
		db__fail(db);
}

static int db__bind_text(struct sqlite_db *db, int column, const char *text)
{
	char *copy = strdup(text);

	if (!copy) {
		db->ret = error__no_memory(db->err, "for the export");
		return SQLITE_NOMEM;
	}
	return db->lib.bind_text(db->insert, column, copy, (int)plain__mask(copy), free);
}

static int db__bind(struct sqlite_db *db, int column, const struct db_value *value)
{
	if (value->kind == DB_TEXT)
		return db__bind_text(db, column, value->text);
	return value->kind == DB_NULL ? db->lib.bind_null(db->insert, column)
				      : db->lib.bind_int64(db->insert, column, value->number);
}

void sqlite_db__add(struct sqlite_db *db, const char *table, const struct db_value *values,
		    unsigned int nr)
{
	if (!db->ret && db->table != table)
		db__begin(db, table, nr);
	for (unsigned int i = 0; i < nr && !db->ret; i++) {
		if (db__bind(db, (int)i + 1, &values[i]) != SQLITE_OK)
			db__fail(db);
	}
	if (db->ret)
		return;
	if (db->lib.step(db->insert) != SQLITE_DONE)
		db__fail(db);
	db->lib.reset(db->insert);
}

/* ---- the end ---- */

static void db__copy(struct sqlite_db *db)
{
	char buf[1 << 16];
	size_t got;

	while (!ferror(db->out) && (got = fread(buf, 1, sizeof(buf), db->tmp)) > 0)
		fwrite(buf, 1, got, db->out);
	if (ferror(db->tmp) || ferror(db->out) || fflush(db->out))
		db__fail(db);
}

int sqlite_db__finish(struct sqlite_db *db)
{
	db__close(db);
	if (!db->ret && db->tmp)
		db__copy(db);
	return db->ret;
}

#endif
