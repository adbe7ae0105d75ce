/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * mark_elf: a small ELF file whose symbols are the names of missing user stacks, such as "[user
 * stack lost]". Tools find it in perf's build-id cache, as they find any file that a trace names.
 */
#ifndef PERF_DEFER_UTIL_INJECT_MARK_ELF_H
#define PERF_DEFER_UTIL_INJECT_MARK_ELF_H

#include <perf/defer.h>

#include "util/dso/build-id.h"

/*
 * The file's name in maps and in the cache. It is a path, because hotspot takes names that begin
 * with a bracket for memory without a file.
 */
#define MARK_ELF_NAME "/[user stack missing]"
#define MARK_ELF_SIZE 4096 /* of its map, bytes */

/* Returns the offset of @cls's symbol in the file, or 0 if the class has a user stack. */
uint64_t mark_elf__offset(enum defer_class cls);

/* The id changes with the names, so that no cache keeps old ones. */
void mark_elf__build_id(struct build_id *bid);

/*
 * Adds the file to the build-id cache @dir. Returns 1, 0 if it was there, or a negative code if the
 * cache cannot be written.
 */
int mark_elf__cache(const char *dir, struct defer_error *err);

#endif /* PERF_DEFER_UTIL_INJECT_MARK_ELF_H */
