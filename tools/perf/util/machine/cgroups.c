// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include <perf/defer-error.h>

#include "util/base/array.h"
#include "util/base/hash.h"
#include "util/machine/cgroups.h"

void cgroups__init(struct cgroups *cgroups)
{
	*cgroups = (struct cgroups){.hash_key = hash__key()};
}

void cgroups__exit(struct cgroups *cgroups)
{
	free(cgroups->entries);
	hash_index__exit(&cgroups->index);
	strpool__exit(&cgroups->paths);
}

static bool has_id(const void *ctx, uint32_t pos, const void *key)
{
	const struct cgroups *cgroups = ctx;

	return cgroups->entries[pos].id == *(const uint64_t *)key;
}

static uint32_t cgroups__find(const struct cgroups *cgroups, uint64_t id)
{
	return hash_index__find(&cgroups->index, hash__u64(cgroups->hash_key, id), has_id, cgroups,
				&id);
}

int cgroups__add(struct cgroups *cgroups, uint64_t id, const char *path)
{
	struct cgroup *added;

	if (cgroups__find(cgroups, id) != HASH_INDEX_NONE)
		return 0;
	if (cgroups->nr >= HASH_INDEX_NONE ||
	    !ARRAY_GROW(cgroups->entries, cgroups->cap, cgroups->nr + 1))
		return DEFER_ERR_NOMEM;
	added = &cgroups->entries[cgroups->nr];
	*added = (struct cgroup){
		.id = id,
		.path = strpool__add(&cgroups->paths, path, strlen(path)),
	};
	if (!added->path ||
	    hash_index__add(&cgroups->index, hash__u64(cgroups->hash_key, id), cgroups->nr))
		return DEFER_ERR_NOMEM;
	cgroups->nr++;
	return 0;
}

const char *cgroups__path(const struct cgroups *cgroups, uint64_t id)
{
	uint32_t pos = cgroups__find(cgroups, id);

	return pos == HASH_INDEX_NONE ? NULL : cgroups->entries[pos].path;
}

const char *cgroups__name(const struct cgroups *cgroups, uint64_t id)
{
	const char *path = id ? cgroups__path(cgroups, id) : "N/A";

	return path ? path : "unknown";
}
