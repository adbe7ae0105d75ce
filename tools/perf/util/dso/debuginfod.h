/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * debuginfod: files by build id from the servers that the user named, by libdebuginfod, which keeps
 * them in a cache of its own. It is loaded when the first file is asked for.
 *
 * What a server answers is not to be believed: see elf_file__download() in debug-file.h.
 */
#ifndef PERF_DEFER_UTIL_DSO_DEBUGINFOD_H
#define PERF_DEFER_UTIL_DSO_DEBUGINFOD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <perf/defer-error.h>

#include "util/dso/build-id.h"

/* May be used by any thread; there is one request at a time. */
struct debuginfod;

enum debuginfod_what {
	DEBUGINFOD_EXECUTABLE, /* what was mapped */
	DEBUGINFOD_DEBUGINFO,  /* its symbols and DWARF */
};

/* Was it built in? */
bool debuginfod__is_there(void);

/*
 * To ask the servers of $DEBUGINFOD_URLS, which the library itself reads. Limits are those of
 * $DEBUGINFOD_TIMEOUT (s without an answer; 20), $DEBUGINFOD_MAXTIME (s for one file; 600) and
 * $DEBUGINFOD_MAXSIZE (bytes of one file; 4 GiB). NULL without memory, or if it was not built in.
 */
struct debuginfod *debuginfod__new(void);
void debuginfod__delete(struct debuginfod *dbg);

/*
 * Asks for the file of build @bid, called @name in what is shown of it, and writes where it lies to
 * @path. False if there is none, if @bid is none that a linker makes, or if nothing is asked any
 * more: after stop(), reject(), a server that failed or was silent too long, or 1000 requests.
 */
bool debuginfod__find(struct debuginfod *dbg, enum debuginfod_what what, const char *name,
		      const struct build_id *bid, char *path, size_t size);

/* The answer at @path was not what was asked for, as @why says. It is removed. */
void debuginfod__reject(struct debuginfod *dbg, const char *path, const char *why);

/* Ends the request that is under way, and all until resume(). Returns at once. NULL: nothing. */
void debuginfod__stop(struct debuginfod *dbg);
void debuginfod__resume(struct debuginfod *dbg);

/* What is being loaded. */
struct debuginfod_state {
	bool asking;
	bool stopped; /* by stop(); the request may take a moment to notice */
	char name[128];
	uint64_t bytes; /* so far; 0: no answer yet */
	uint64_t total; /* 0: not known */
};

/* @dbg may be NULL. */
void debuginfod__state(struct debuginfod *dbg, struct debuginfod_state *state);

/* Why not all was had that was asked for, beyond that servers do not have it: a line, or NULL. */
const char *debuginfod__why(const struct debuginfod *dbg);

#endif /* PERF_DEFER_UTIL_DSO_DEBUGINFOD_H */
