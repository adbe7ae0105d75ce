/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * proc_maps: reads the address space of a process from /proc. Source: Linux 7.2,
 * fs/proc/task_mmu.c.
 */
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
	const char *name; /* in the line that was read; "" if the map has none */
};

struct proc_maps {
	FILE *file;
	char *line;
	size_t cap;
};

/* Returns false if the task has exited, or may not be inspected. */
bool proc_maps__open(struct proc_maps *maps, const char *procfs, int32_t pid);
void proc_maps__close(struct proc_maps *maps);
/*
 * Reads the next map, whose name is valid until the next call. Skips malformed lines. Returns false
 * at the end.
 */
bool proc_maps__next(struct proc_maps *maps, struct proc_map *map);

/* Parses one line; unescapes the name in place. */
bool proc_map__parse(struct proc_map *map, char *line);

/*
 * Asks the kernel for the build ID of the file mapped at @map. Returns 1, 0 if the file has none,
 * or -1 if this kernel cannot be asked (before Linux 6.11).
 */
int proc_maps__ask_build_id(const struct proc_maps *maps, const struct proc_map *map,
			    struct build_id *bid);

#endif /* PERF_DEFER_UTIL_SYNTH_PROC_MAPS_H */
