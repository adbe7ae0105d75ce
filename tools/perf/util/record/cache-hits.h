/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * cache_hits: copies the DSOs that a recording hit to perf's build ID cache, so that its symbols
 * remain available after upgrades of programs and the kernel.
 */
#ifndef PERF_DEFER_UTIL_RECORD_CACHE_HITS_H
#define PERF_DEFER_UTIL_RECORD_CACHE_HITS_H

#include <stdbool.h>
#include <stdint.h>

#include <perf/defer-error.h>

struct debuginfod;
struct progress;

struct cache_hits_opts {
	const char *path;	       /* finished recording */
	const char *dir;	       /* directory of the cache */
	const char *procfs;	       /* of this host, which made the recording */
	bool all;		       /* all DSOs that were mapped, hit or not */
	struct debuginfod *debuginfod; /* source of symbols that are not on this host; or NULL */
	struct progress *progress;     /* its stop ends the work early; or NULL */
};

struct cache_hits {
	uint32_t added;	  /* files added to the cache */
	uint32_t there;	  /* files that the cache had already */
	uint32_t missing; /* files that are gone, or have another build ID now */
};

/*
 * Reads the recording, and adds to the cache the files, the kernel's symbols and the vdso that its
 * samples and callchains hit, if their build ID is known. Also adds the symbols of these files that
 * are in separate files. A file that cannot be added does not affect the others. Returns a negative
 * code for the first failure; @hits is filled in any case.
 */
int cache_hits__add(struct cache_hits *hits, const struct cache_hits_opts *opts,
		    struct defer_error *err);

#endif /* PERF_DEFER_UTIL_RECORD_CACHE_HITS_H */
