/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * output_dsos: the files that a recording's maps name, with their build IDs, for the feature
 * BUILD_ID.
 */
#ifndef PERF_DEFER_UTIL_OUTPUT_OUTPUT_DSOS_H
#define PERF_DEFER_UTIL_OUTPUT_OUTPUT_DSOS_H

#include <perf/defer-error.h>

#include "util/base/hash-index.h"
#include "util/base/strpool.h"
#include "util/dso/build-id.h"

struct output_dso {
	const char *name;
	bool kernel; /* the kernel or one of its modules */
	int32_t pid; /* first process that mapped it */
	struct build_id bid;
};

struct output_dsos {
	struct output_dso *dsos;
	size_t nr, cap;
	struct hash_index index;
	struct strpool names;
	uint64_t key; /* key of the hashes */
};

void output_dsos__init(struct output_dsos *dsos);
void output_dsos__exit(struct output_dsos *dsos);

/*
 * Adds the DSO of a record of @size bytes, if it is an executable MMAP or MMAP2 of a file that can
 * have a build ID. Ignores other records. Returns 0 or DEFER_ERR_NOMEM.
 */
int output_dsos__see(struct output_dsos *dsos, const void *rec, size_t size,
		     struct defer_error *err);

/*
 * Finds the build ID of @dso: that of its map, otherwise that of the file as its process sees it,
 * the running kernel or its vdso. Returns false if there is none.
 */
bool output_dso__build_id(const struct output_dso *dso, const char *sysfs, const char *procfs,
			  struct build_id *bid);

#endif /* PERF_DEFER_UTIL_OUTPUT_OUTPUT_DSOS_H */
