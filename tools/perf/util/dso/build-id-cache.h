/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * build_id_cache: adds files to perf's cache of files by build id, as perf record does.
 *
 * Layout and names are those of Linux 7.2, tools/perf/util/build-id.c:
 *
 *      DIR/usr/lib/libc.so.6/<build id>/elf
 *      DIR/[kernel.kallsyms]/<build id>/kallsyms
 *      DIR/[vdso]/<build id>/vdso
 *      DIR/.build-id/xx/yyyy -> the folder of that build
 *
 * The functions that read it are in debug-file.h.
 */
#ifndef PERF_DEFER_UTIL_DSO_BUILD_ID_CACHE_H
#define PERF_DEFER_UTIL_DSO_BUILD_ID_CACHE_H

#include <perf/defer-error.h>

#include "util/dso/build-id.h"

struct build_id_cache {
	int fd; /* descriptor of DIR */
};

/*
 * Opens @dir; creates it and its parents if missing. Returns DEFER_ERR_IO if that fails, if another
 * user owns @dir, or if others may write to it.
 */
int build_id_cache__open(struct build_id_cache *cache, const char *dir, struct defer_error *err);
void build_id_cache__close(struct build_id_cache *cache);

/*
 * Each function below adds one file under @name, an absolute path or a name in brackets, unless the
 * cache has it. Returns 1 if it was added, 0 if it was there, or a negative code. Other processes
 * only ever see whole files. A directory on the way that is a symbolic link, or not ours, is an
 * error.
 */

/*
 * Adds the regular ELF file of build @bid that @fd refers to. Links it if possible, else copies it.
 */
int build_id_cache__add_elf(struct build_id_cache *cache, const char *name,
			    const struct build_id *bid, int fd, struct defer_error *err);
/* Adds the debug file of the ELF file that add_elf() added. */
int build_id_cache__add_debug(struct build_id_cache *cache, const char *name,
			      const struct build_id *bid, int fd, struct defer_error *err);
/*
 * Adds the running kernel's symbols from @path, which is /proc/kallsyms except in tests. Replaces a
 * copy from an earlier boot with another kernel base. Returns DEFER_ERR_NOENT if addresses are
 * hidden.
 */
int build_id_cache__add_kallsyms(struct build_id_cache *cache, const struct build_id *bid,
				 const char *path, struct defer_error *err);
/* Adds our own vdso. Returns DEFER_ERR_NOENT if its build is not @bid. */
int build_id_cache__add_vdso(struct build_id_cache *cache, const struct build_id *bid,
			     struct defer_error *err);

#endif /* PERF_DEFER_UTIL_DSO_BUILD_ID_CACHE_H */
