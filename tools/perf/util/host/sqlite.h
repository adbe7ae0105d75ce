/* SPDX-License-Identifier: GPL-2.0-only */
/* sqlite: libsqlite3, loaded when a database is written: no other run needs its megabyte. */
#ifndef PERF_DEFER_UTIL_HOST_SQLITE_H
#define PERF_DEFER_UTIL_HOST_SQLITE_H

#ifdef HAVE_SQLITE3

#include <sqlite3.h>
#include <stdbool.h>

/* The major version of the library is in the name of each of its functions, and never changed since 2004. */
#define SQLITE_SONAME "libsqlite3.so.0"

/* The functions of the library, by their names without "sqlite3_". */
struct sqlite_lib {
	__typeof__(sqlite3_libversion) *libversion;
	__typeof__(sqlite3_open_v2) *open;
	__typeof__(sqlite3_close) *close;
	__typeof__(sqlite3_exec) *exec;
	__typeof__(sqlite3_errmsg) *errmsg;
	__typeof__(sqlite3_system_errno) *system_errno;
	__typeof__(sqlite3_prepare_v2) *prepare;
	__typeof__(sqlite3_finalize) *finalize;
	__typeof__(sqlite3_bind_int64) *bind_int64;
	__typeof__(sqlite3_bind_text) *bind_text;
	__typeof__(sqlite3_bind_null) *bind_null;
	__typeof__(sqlite3_step) *step;
	__typeof__(sqlite3_reset) *reset;
};

/* Loads the library, which stays until the process ends. Returns false if it cannot be loaded. */
bool sqlite_lib__load(struct sqlite_lib *lib);

#endif

#endif /* PERF_DEFER_UTIL_HOST_SQLITE_H */
