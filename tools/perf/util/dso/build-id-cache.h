/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * build_id_cache: perf's store of files by build id, as record fills it.
 *
 * A file lies at DIR/its/own/path/<build id>/elf, and DIR/.build-id/xx/yyyy is a symbolic link to
 * the folder that holds it; the kernel's names are "kallsyms" there, and the vdso is "vdso". Layout
 * and names: Linux 7.2, tools/perf/util/build-id.c. Readers are in debug-file.h.
 */
#ifndef PERF_DEFER_UTIL_DSO_BUILD_ID_CACHE_H
#define PERF_DEFER_UTIL_DSO_BUILD_ID_CACHE_H

#include <perf/defer-error.h>

#include "util/dso/build-id.h"

struct build_id_cache {
	int fd; /* of DIR */
};

/*
 * Opens @dir, which is made if it is not there, with the folders above it. DEFER_ERR_IO if that
 * cannot be, or if @dir does not belong to us or others may write into it.
 */
int build_id_cache__open(struct build_id_cache *cache, const char *dir, struct defer_error *err);
void build_id_cache__close(struct build_id_cache *cache);

/*
 * Each adds one file under @name, an absolute path or a name in brackets, unless the cache has it:
 * 1 if it was added, 0 if it was there, or negative. What others see is always a whole file. A
 * folder on the way that is not ours is an error, and so is a symbolic link.
 */

/* The file that @fd is open on, a regular ELF file of build @bid: linked if it can be, else copied. */
int build_id_cache__add_elf(struct build_id_cache *cache, const char *name,
			    const struct build_id *bid, int fd, struct defer_error *err);
/* The debug file that belongs to what add_elf() has added. */
int build_id_cache__add_debug(struct build_id_cache *cache, const char *name,
			      const struct build_id *bid, int fd, struct defer_error *err);
/*
 * The running kernel's names, from @path, which is /proc/kallsyms but for tests. A copy of an
 * earlier boot, when the kernel lay elsewhere, is replaced. DEFER_ERR_NOENT if addresses are hidden.
 */
int build_id_cache__add_kallsyms(struct build_id_cache *cache, const struct build_id *bid,
				 const char *path, struct defer_error *err);
/* Our own vdso. DEFER_ERR_NOENT if it is none of build @bid. */
int build_id_cache__add_vdso(struct build_id_cache *cache, const struct build_id *bid,
			     struct defer_error *err);

#endif /* PERF_DEFER_UTIL_DSO_BUILD_ID_CACHE_H */
