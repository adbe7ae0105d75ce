/* SPDX-License-Identifier: GPL-2.0-only */
/* cgroups: the paths of cgroups by the ids that samples with the field CGROUP carry. */
#ifndef PERF_DEFER_UTIL_MACHINE_CGROUPS_H
#define PERF_DEFER_UTIL_MACHINE_CGROUPS_H

#include "util/base/hash-index.h"
#include "util/base/strpool.h"

struct cgroup {
	uint64_t id; /* kernel's id, unique until the next boot */
	const char *path;
};

struct cgroups {
	struct cgroup *entries;
	size_t nr, cap;
	struct hash_index index;
	uint64_t hash_key;
	struct strpool paths;
};

void cgroups__init(struct cgroups *cgroups);
void cgroups__exit(struct cgroups *cgroups);

/* Adds a path. The first path of an id wins, as in perf. Returns 0 or DEFER_ERR_NOMEM. */
int cgroups__add(struct cgroups *cgroups, uint64_t id, const char *path);

/* Returns the path below the mount point, "/" for the root; NULL if no record names the id. */
const char *cgroups__path(const struct cgroups *cgroups, uint64_t id);

/*
 * Returns the name that perf shows: the path, "unknown" without a record, and "N/A" for id 0, which
 * samples without the field have.
 */
const char *cgroups__name(const struct cgroups *cgroups, uint64_t id);

#endif /* PERF_DEFER_UTIL_MACHINE_CGROUPS_H */
