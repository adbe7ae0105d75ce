/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * debuginfod: gets files by build id from the servers that the user named, by libdebuginfod, which
 * has its own cache. The library is loaded when the first file is requested.
 *
 * Servers are not trusted: see elf_file__download() in debug-file.h.
 */
#ifndef PERF_DEFER_UTIL_DSO_DEBUGINFOD_H
#define PERF_DEFER_UTIL_DSO_DEBUGINFOD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <perf/defer-error.h>

#include "util/dso/build-id.h"

/* Any thread may use it. It handles one request at a time. */
struct debuginfod;

enum debuginfod_what {
	DEBUGINFOD_EXECUTABLE, /* the mapped file */
	DEBUGINFOD_DEBUGINFO,  /* its symbols and DWARF */
};

/* Returns true if it was built in. */
bool debuginfod__is_there(void);

/*
 * Returns a client for the servers of $DEBUGINFOD_URLS, which the library itself reads. NULL if out
 * of memory, or if it was not built in. The limits are:
 *
 * - $DEBUGINFOD_TIMEOUT: seconds without an answer, default 20,
 * - $DEBUGINFOD_MAXTIME: seconds for one file, default 600,
 * - $DEBUGINFOD_MAXSIZE: bytes of one file, default 4 GiB.
 */
struct debuginfod *debuginfod__new(void);
void debuginfod__delete(struct debuginfod *dbg);

/*
 * Requests the file of build @bid and writes its path to @path. @name is shown meanwhile. Returns
 * false if no server has it, if no linker makes such a @bid, or if requests have ended: after
 * stop(), after reject(), after a server failed or was silent too long, or after 1000 requests.
 */
bool debuginfod__find(struct debuginfod *dbg, enum debuginfod_what what, const char *name,
		      const struct build_id *bid, char *path, size_t size);

/* Removes the file at @path, which is not what was requested; @why gives the reason. */
void debuginfod__reject(struct debuginfod *dbg, const char *path, const char *why);

/* Ends the current request and all others until resume(). Returns at once. NULL: no effect. */
void debuginfod__stop(struct debuginfod *dbg);
void debuginfod__resume(struct debuginfod *dbg);

/* The download in progress. */
struct debuginfod_state {
	bool asking;
	bool stopped; /* stop() was called; the request may take a moment to notice */
	char name[128];
	uint64_t bytes; /* received so far; 0: no answer yet */
	uint64_t total; /* 0: not known */
};

/* Fills @state. @dbg may be NULL. */
void debuginfod__state(struct debuginfod *dbg, struct debuginfod_state *state);

/*
 * Returns a line that explains why some files were not received, other than that no server has
 * them, or NULL.
 */
const char *debuginfod__why(const struct debuginfod *dbg);

#endif /* PERF_DEFER_UTIL_DSO_DEBUGINFOD_H */
