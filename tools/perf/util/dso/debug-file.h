/* SPDX-License-Identifier: GPL-2.0-only */
/* debug_file: where the files of a given build may lie. */
#ifndef PERF_DEFER_UTIL_DSO_DEBUG_FILE_H
#define PERF_DEFER_UTIL_DSO_DEBUG_FILE_H

#include <stddef.h>

#include <perf/defer-error.h>

#include "util/dso/build-id.h"
#include "util/dso/debuginfod.h"
#include "util/dso/elf-file.h"
#include "util/dso/symbol.h"

/* conf->buildid_dir, or its default; "" if there is none. */
void symbol_conf__buildid_dir(const struct symbol_conf *conf, char *buf, size_t size);

/* @path below conf->symfs, if that is set. Returns false if it does not fit in @size. */
bool symbol_conf__symfs_path(const struct symbol_conf *conf, const char *path, char *buf,
			     size_t size);

/*
 * Opens what perf's build-id cache holds as @what ("elf", "kallsyms", "vdso", "debug") for
 * @bid: writes the path of the first file there is. False if there is none.
 */
bool build_id_cache__path(const struct symbol_conf *conf, const struct build_id *bid,
			  const char *what, char *buf, size_t size);

/* Opens @path if it is an ELF file of build @bid (of any build if that is not known). */
int elf_file__open_build(struct elf_file *file, const char *path, const struct build_id *bid,
			 struct defer_error *err);

/*
 * Opens the separate debug file for @bid that @wanted agrees to: in the build-id cache,
 * /usr/lib/debug, or where @debuglink (may be NULL), the content of .gnu_debuglink, says,
 * seen from the file's own path @origin. Writes where it was found to @buf. A file that has
 * not this build id is no candidate. Returns 0, or DEFER_ERR_NOENT and leaves no error text.
 */
int debug_file__open(struct elf_file *file, const struct symbol_conf *conf,
		     const struct build_id *bid, const char *origin, const char *debuglink,
		     bool (*wanted)(const struct elf_file *file), char *buf, size_t size);

/*
 * The same from conf->debuginfod's servers: @what of build @bid, which is called @name in what is
 * shown meanwhile. An answer of another build is refused, and so is one that is no ELF file. May
 * take as long as its limits allow: not for a thread that somebody waits for.
 */
int elf_file__download(struct elf_file *file, const struct symbol_conf *conf,
		       enum debuginfod_what what, const char *name, const struct build_id *bid,
		       bool (*wanted)(const struct elf_file *file), char *buf, size_t size);

#endif /* PERF_DEFER_UTIL_DSO_DEBUG_FILE_H */
