// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/array.h"
#include "util/base/hash.h"
#include "util/dso/elf-file.h"
#include "util/synth/synth-build-ids.h"

void synth_build_ids__init(struct synth_build_ids *ids)
{
	*ids = (struct synth_build_ids){.key = hash__key()};
}

void synth_build_ids__exit(struct synth_build_ids *ids)
{
	free(ids->files);
	hash_index__exit(&ids->index);
	*ids = (struct synth_build_ids){0};
}

static bool file__equal(const void *ctx, uint32_t pos, const void *key)
{
	const struct synth_build_ids *ids = ctx;
	const struct proc_map *map = key;

	return ids->files[pos].ino == map->ino && ids->files[pos].maj == map->maj &&
	       ids->files[pos].min == map->min;
}

static void elf__read_build_id(const char *path, struct build_id *bid)
{
	struct elf_file file;

	if (elf_file__open(&file, path, NULL))
		return;
	*bid = file.bid;
	elf_file__close(&file);
}

/*
 * Reads the file through the process's own root, since its names may mean other files there. A
 * deleted file is read by its address range, which takes privileges.
 */
static void read_build_id(const char *procfs, int32_t pid, const struct proc_map *map,
			  struct build_id *bid)
{
	static const char deleted[] = " (deleted)";
	size_t len = strlen(map->name);
	char path[PATH_MAX];

	*bid = (struct build_id){0};
	if (len >= sizeof(deleted) && !strcmp(map->name + len - strlen(deleted), deleted))
		snprintf(path, sizeof(path), "%s/%d/map_files/%" PRIx64 "-%" PRIx64, procfs, pid,
			 map->start, map->end);
	else if (snprintf(path, sizeof(path), "%s/%d/root%s", procfs, pid, map->name) >=
		 (int)sizeof(path))
		return;
	elf__read_build_id(path, bid);
}

static void synth_build_ids__add(struct synth_build_ids *ids, uint64_t hash,
				 const struct proc_map *map, const struct build_id *bid)
{
	if (!ARRAY_GROW(ids->files, ids->cap, ids->nr + 1))
		return;
	if (hash_index__add(&ids->index, hash, ids->nr))
		return;
	ids->files[ids->nr++] = (struct synth_build_id){map->maj, map->min, map->ino, *bid};
}

void synth_build_ids__find(struct synth_build_ids *ids, const char *procfs, int32_t pid,
			   const struct proc_maps *maps, const struct proc_map *map,
			   struct build_id *bid)
{
	const uint64_t file[] = {(uint64_t)map->maj << 32 | map->min, map->ino};
	uint64_t hash = hash__bytes(ids->key, file, sizeof(file));
	uint32_t pos;

	*bid = (struct build_id){0};
	if (!map->ino || map->name[0] != '/')
		return;
	pos = hash_index__find(&ids->index, hash, file__equal, ids, map);
	if (pos != HASH_INDEX_NONE) {
		*bid = ids->files[pos].bid;
		return;
	}
	if (proc_maps__ask_build_id(maps, map, bid) < 0)
		read_build_id(procfs, pid, map, bid);
	synth_build_ids__add(ids, hash, map, bid);
}
