/* SPDX-License-Identifier: GPL-2.0-only */
/* proc_maps: the address space of a process, as /proc tells it. Linux 7.2, fs/proc/task_mmu.c. */
#ifndef PERF_DEFER_UTIL_SYNTH_PROC_MAPS_H
#define PERF_DEFER_UTIL_SYNTH_PROC_MAPS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "util/dso/build-id.h"

struct proc_map {
	uint64_t start, end, pgoff; /* bytes */
	uint32_t prot, flags;	    /* PROT_*, MAP_SHARED or MAP_PRIVATE */
	uint32_t maj, min;
	uint64_t ino;
	const char *name; /* in the line that it was read from; "" without one */
};

struct proc_maps {
	FILE *file;
	char *line;
	size_t cap;
};

/* False if the task is gone, or is not ours to look into. */
bool proc_maps__open(struct proc_maps *maps, const char *procfs, int32_t pid);
void proc_maps__close(struct proc_maps *maps);
/* The next one, whose name lives until then; false at the end. Lines without sense are skipped. */
bool proc_maps__next(struct proc_maps *maps, struct proc_map *map);

/* One line; its name is unescaped in place. */
bool proc_map__parse(struct proc_map *map, char *line);

/*
 * The build id of the file that is mapped at @map, asked of the kernel: 1, 0 if the file has
 * none, -1 if this kernel cannot be asked (before Linux 6.11).
 */
int proc_maps__ask_build_id(const struct proc_maps *maps, const struct proc_map *map,
			    struct build_id *bid);

#endif /* PERF_DEFER_UTIL_SYNTH_PROC_MAPS_H */
