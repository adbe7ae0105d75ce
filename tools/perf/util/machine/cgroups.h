/* SPDX-License-Identifier: GPL-2.0-only */
/* cgroups: what the cgroups are called that samples with the field CGROUP name by number. */
#ifndef PERF_DEFER_UTIL_MACHINE_CGROUPS_H
#define PERF_DEFER_UTIL_MACHINE_CGROUPS_H

#include "util/base/hash-index.h"
#include "util/base/strpool.h"

struct cgroups {
	struct cgroup {
		uint64_t id; /* the kernel's, unique until the next boot */
		const char *path;
	} * entries;
	size_t nr, cap;
	struct hash_index index;
	uint64_t hash_key;
	struct strpool paths;
};

void cgroups__init(struct cgroups *cgroups);
void cgroups__exit(struct cgroups *cgroups);

/* The first path of an id counts, as in perf. 0, or DEFER_ERR_NOMEM. */
int cgroups__add(struct cgroups *cgroups, uint64_t id, const char *path);

/* Its path below the mount point, "/" for the root; NULL: no record names it. */
const char *cgroups__path(const struct cgroups *cgroups, uint64_t id);

/*
 * What perf calls it: its path, "unknown" without a record, and "N/A" for the id 0, which samples
 * without the field have.
 */
const char *cgroups__name(const struct cgroups *cgroups, uint64_t id);

#endif /* PERF_DEFER_UTIL_MACHINE_CGROUPS_H */
