/* SPDX-License-Identifier: GPL-2.0-only */
/* output_dsos: the files whose maps a recording has, and their build ids, for BUILD_ID. */
#ifndef PERF_DEFER_UTIL_OUTPUT_OUTPUT_DSOS_H
#define PERF_DEFER_UTIL_OUTPUT_OUTPUT_DSOS_H

#include <perf/defer.h>

#include "util/base/hash-index.h"
#include "util/base/strpool.h"
#include "util/dso/build-id.h"

struct output_dso {
	const char *name;
	bool kernel; /* the kernel or one of its modules */
	int32_t pid; /* of the first process that mapped it */
	struct build_id bid;
};

struct output_dsos {
	struct output_dso *dsos;
	size_t nr, cap;
	struct hash_index index;
	struct strpool names;
	uint64_t key; /* of the hashes */
};

void output_dsos__init(struct output_dsos *dsos);
void output_dsos__exit(struct output_dsos *dsos);

/*
 * Notes what a record of @size bytes maps, if it is an MMAP or MMAP2 of something that can have a
 * build id and is executable. Anything else is none of ours. 0 or DEFER_ERR_NOMEM.
 */
int output_dsos__see(struct output_dsos *dsos, const void *rec, size_t size,
		     struct defer_error *err);

/*
 * The build id of @dso: what its map told, or else what the file that its process sees, the running
 * kernel or its vdso has now. False if none tells.
 */
bool output_dso__build_id(const struct output_dso *dso, const char *sysfs, const char *procfs,
			  struct build_id *bid);

#endif /* PERF_DEFER_UTIL_OUTPUT_OUTPUT_DSOS_H */
