/* SPDX-License-Identifier: GPL-2.0-only */
/* synth_build_ids: caches the build IDs of mapped files, so that each file is read once. */
#ifndef PERF_DEFER_UTIL_SYNTH_SYNTH_BUILD_IDS_H
#define PERF_DEFER_UTIL_SYNTH_SYNTH_BUILD_IDS_H

#include "util/base/hash-index.h"
#include "util/synth/proc-maps.h"

struct synth_build_id {
	uint32_t maj, min;
	uint64_t ino;
	struct build_id bid; /* size 0: the file has none */
};

struct synth_build_ids {
	struct synth_build_id *files;
	size_t nr, cap;
	struct hash_index index;
	uint64_t key; /* key of the hashes */
};

void synth_build_ids__init(struct synth_build_ids *ids);
void synth_build_ids__exit(struct synth_build_ids *ids);

/*
 * Finds the build ID of the file at @map of process @pid, whose maps are @maps. Its size is 0 if
 * there is none or the map has no file. Without memory, the result is not cached.
 */
void synth_build_ids__find(struct synth_build_ids *ids, const char *procfs, int32_t pid,
			   const struct proc_maps *maps, const struct proc_map *map,
			   struct build_id *bid);

#endif /* PERF_DEFER_UTIL_SYNTH_SYNTH_BUILD_IDS_H */
