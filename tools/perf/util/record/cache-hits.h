/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * cache_hits: keeps copies of what a recording hit, in perf's cache of build ids, so that it has
 * its names still when programs and kernel have been upgraded.
 */
#ifndef PERF_DEFER_UTIL_RECORD_CACHE_HITS_H
#define PERF_DEFER_UTIL_RECORD_CACHE_HITS_H

#include <stdbool.h>
#include <stdint.h>

#include <perf/defer-error.h>

struct debuginfod;
struct progress;

struct cache_hits_opts {
	const char *path;	       /* of the recording, finished */
	const char *dir;	       /* of the cache */
	const char *procfs;	       /* of this host, where it was made just now */
	bool all;		       /* that was mapped, hit or not */
	struct debuginfod *debuginfod; /* to ask for symbols that are not here; or NULL */
	struct progress *progress;     /* its stop ends the work early; or NULL */
};

struct cache_hits {
	uint32_t added;	  /* files that the cache has now and had not before */
	uint32_t there;	  /* that it had */
	uint32_t missing; /* whose file is gone, or another one by now */
};

/*
 * Reads the recording, and adds the files, the kernel's names and the vdso that its samples and
 * their callchains lie in and whose build id it has; and the symbols of these files, where they
 * lie in files of their own. One that cannot be added costs only itself.
 * Negative if nothing could be; @hits tells in any case.
 */
int cache_hits__add(struct cache_hits *hits, const struct cache_hits_opts *opts,
		    struct defer_error *err);

#endif /* PERF_DEFER_UTIL_RECORD_CACHE_HITS_H */
