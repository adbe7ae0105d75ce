// SPDX-License-Identifier: GPL-2.0-only
/* Databases: of rows that a test adds, and of a malicious trace. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/nasty.h"
#include "tests/profiled.h"
#include "tests/tests.h"
#include "ui/export/exports.h"
#include "ui/export/sqlite-db.h"
#include "ui/export/sqlite.h"
#include "util/host/sqlite.h"
#include "util/profile/shown.h"

#ifdef HAVE_SQLITE3

/* ---- asking ---- */

static int print_row(void *out, int nr, char **values, char **names)
{
	(void)names;
	for (int i = 0; i < nr; i++)
		fprintf(out, "%s%s", i ? "|" : "", values[i] ? values[i] : "-");
	fputc('\n', out);
	return 0;
}

/* Prints the rows of @sql, which the caller frees; NULL if the file is no database. */
static char *ask(const char *path, const char *sql)
{
	struct sqlite_lib lib;
	sqlite3 *handle = NULL;
	size_t size;
	char *text = NULL;
	FILE *out = open_memstream(&text, &size);
	bool failed = !sqlite_lib__load(&lib) ||
		      lib.open(path, &handle, SQLITE_OPEN_READONLY, NULL) ||
		      lib.exec(handle, sql, print_row, out, NULL);

	if (handle)
		lib.close(handle);
	fclose(out);
	if (!failed)
		return text;
	free(text);
	return NULL;
}

static int check_rows(const char *path, const char *sql, const char *want)
{
	char *got = ask(path, sql);

	T_STREQ(got, want);
	free(got);
	return TEST_OK;
}

/* ---- the file ---- */

#define NR_ROWS 1000

static int write_rows(FILE *out, struct defer_error *err)
{
	struct sqlite_db *db;
	int ret = sqlite_db__new(&db, out, err);

	if (!ret) {
		sqlite_db__run(db,
			       "BEGIN; CREATE TABLE a (id INTEGER PRIMARY KEY, n INTEGER, t TEXT);"
			       "CREATE TABLE b (id INTEGER PRIMARY KEY)");
		SQLITE_ADD(db, "a", db_number(1), db_number(UINT64_MAX), db_text("one\xff\x1b[2J"));
		SQLITE_ADD(db, "b", db_number(7));
		SQLITE_ADD(db, "a", db_number(2), db_number_if(false, 5), db_text(NULL));
		for (uint64_t i = 0; i < NR_ROWS; i++)
			SQLITE_ADD(db, "a", db_number(10 + i), db_number(i), db_text("row"));
		sqlite_db__run(db, "COMMIT");
		ret = sqlite_db__finish(db);
	}
	sqlite_db__delete(db);
	return ret;
}

static int check_file(const char *path)
{
	T_RUN(check_rows(path, "SELECT * FROM a WHERE id < 10", "1|-1|one..[2J\n2|-|-\n"));
	T_RUN(check_rows(path, "SELECT count(*), sum(n) FROM a WHERE id >= 10", "1000|499500\n"));
	return check_rows(path, "SELECT id FROM b", "7\n");
}

/* An empty file is the database itself, a stream gets a copy, and what a file has stays in front. */
static int files(const struct folder *folder)
{
	char *bytes;
	size_t size;
	FILE *out;

	T_EQ(chdir(folder->path), 0);
	T_CHECK(out = fopen("direct", "w"));
	T_EQ(write_rows(out, NULL), 0);
	T_EQ(fclose(out), 0);
	T_RUN(check_file("direct"));
	out = open_memstream(&bytes, &size);
	T_EQ(write_rows(out, NULL), 0);
	T_EQ(fclose(out), 0);
	T_CHECK(folder__write_bytes(folder, "copied", bytes, size));
	T_RUN(check_file("copied"));
	free(bytes);
	T_CHECK(out = fopen("behind", "w+"));
	fputs("there", out);
	T_EQ(fflush(out), 0);
	T_EQ(write_rows(out, NULL), 0);
	rewind(out);
	T_EQ(fgetc(out), 't');
	T_EQ(fclose(out), 0);
	return TEST_OK;
}

static int test_files(void)
{
	return folder__run(files);
}

/* Errors are told in words, and leave no temporary file. */
static int errors(const struct folder *folder)
{
	struct defer_error err = DEFER_ERROR_INIT;
	FILE *full = fopen("/dev/full", "w");
	struct sqlite_db *db;

	T_CHECK(full && folder__mkdir(folder, "tmp"));
	T_EQ(chdir(folder->path), 0);
	setenv("TMPDIR", "tmp", 1);
	T_EQ(write_rows(full, &err), DEFER_ERR_IO);
	T_STREQ(err.text, "cannot write the export: No space left on device");
	T_EQ(rmdir("tmp"), 0);
	err = (struct defer_error)DEFER_ERROR_INIT;
	T_EQ(write_rows(full, &err), DEFER_ERR_IO);
	T_CHECK(strstr(err.text, "cannot make tmp/perf-defer-"));
	fclose(full);
	unsetenv("TMPDIR");
	err = (struct defer_error)DEFER_ERROR_INIT;
	T_CHECK(full = fopen("wrong", "w"));
	T_EQ(sqlite_db__new(&db, full, &err), 0);
	sqlite_db__run(db, "CREATE TABLE a (id INTEGER)");
	SQLITE_ADD(db, "none", db_number(1));
	SQLITE_ADD(db, "a", db_number(1));
	T_EQ(sqlite_db__finish(db), DEFER_ERR_IO);
	T_STREQ(err.text, "cannot write the export: no such table: none");
	sqlite_db__delete(db);
	fclose(full);
	return TEST_OK;
}

static int test_errors(void)
{
	return folder__run(errors);
}

/* ---- a malicious trace ---- */

static int write_trace(const char *path, struct profiled *p)
{
	const struct pipeline_opts opts = {
		.session.path = NASTY_TRACE,
		.show.graph = GRAPH_CONF_DEFAULT,
		.samples = true,
		.switches = true,
	};
	struct defer_error err = DEFER_ERROR_INIT;
	struct export_source source = {.path = NASTY_TRACE};
	struct shown shown;
	FILE *out = fopen(path, "w");

	if (!out || profiled__open(p, &opts, true, &err) ||
	    profiled__make(p, p->pipeline.fold, &err))
		T_FAIL("%s", err.text);
	shown = (struct shown){
		.session = p->pipeline.session,
		.profile = p->profile,
		.all = p->pipeline.fold,
		.part = p->pipeline.fold,
		.samples = &p->pipeline.samples,
	};
	source.shown = &shown;
	T_EQ(sqlite__write(&source, out, NULL), 0);
	T_EQ(fclose(out), 0);
	return TEST_OK;
}

static int nasty(const struct folder *folder)
{
	struct profiled p = {.conf = {.symfs = NASTY_SYMFS, .buildid_dir = "/nonexistent"}};
	char label[NASTY_LABEL_LEN], *text;

	T_RUN(nasty__write(folder));
	T_RUN(write_trace("db", &p));
	profiled__exit(&p);
	text = ask("db", "SELECT name FROM frames; SELECT comm FROM threads; SELECT path FROM dsos;"
			 "SELECT * FROM hosts; SELECT name FROM events; SELECT stack FROM folded");
	T_CHECK(text && !nasty__fault(text, strlen(text)));
	for (unsigned int i = 0; i < nasty__nr(); i++)
		T_CHECK(strstr(text, nasty__label(i, label)));
	free(text);
	return check_rows("db", "PRAGMA integrity_check; PRAGMA foreign_key_check", "ok\n");
}

static int test_nasty(void)
{
	return folder__run(nasty);
}

#else

static int skip(void)
{
	printf("libsqlite3 is not there\n");
	return TEST_SKIP;
}

#define test_files  skip
#define test_errors skip
#define test_nasty  skip

#endif

static const struct test_case cases[] = {
	{"a file, a stream, a file with something in it", test_files},
	{"no room, no folder, a fault", test_errors},
	{"names that are no text", test_nasty},
	{NULL, NULL},
};

const struct test_suite suite__sqlite = {"sqlite", "Databases", cases};
