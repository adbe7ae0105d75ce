/* SPDX-License-Identifier: GPL-2.0-only */
/* debug_file: finds the files of a given build. */
#ifndef PERF_DEFER_UTIL_DSO_DEBUG_FILE_H
#define PERF_DEFER_UTIL_DSO_DEBUG_FILE_H

#include <stddef.h>

#include <perf/defer-error.h>

#include "util/dso/build-id.h"
#include "util/dso/debuginfod.h"
#include "util/dso/elf-file.h"
#include "util/dso/symbol.h"

/* Writes conf->buildid_dir or its default, or "" if there is none. */
void symbol_conf__buildid_dir(const struct symbol_conf *conf, char *buf, size_t size);

/* Writes @path, below conf->symfs if that is set. Returns false if it does not fit in @size. */
bool symbol_conf__symfs_path(const struct symbol_conf *conf, const char *path, char *buf,
			     size_t size);

/*
 * Finds @what ("elf", "kallsyms", "vdso", "debug") of build @bid in perf's build-id cache and
 * writes the path of the first file found. Returns false if there is none.
 */
bool build_id_cache__path(const struct symbol_conf *conf, const struct build_id *bid,
			  const char *what, char *buf, size_t size);

/* Opens @path if it is an ELF file of build @bid, or of any build if @bid is unknown. */
int elf_file__open_build(struct elf_file *file, const char *path, const struct build_id *bid,
			 struct defer_error *err);

/*
 * Opens the separate debug file of build @bid that @wanted accepts: in the build-id cache, in
 * /usr/lib/debug, or as named by @debuglink, the content of .gnu_debuglink or NULL, relative to the
 * file's own path @origin. Writes its path to @buf. A file of another build is never taken. Returns
 * 0, or DEFER_ERR_NOENT without an error text.
 */
int debug_file__open(struct elf_file *file, const struct symbol_conf *conf,
		     const struct build_id *bid, const char *origin, const char *debuglink,
		     bool (*wanted)(const struct elf_file *file), char *buf, size_t size);

/*
 * Opens @what of build @bid from conf->debuginfod's servers. @name is shown during the download.
 * Refuses a file of another build or one that is not ELF. May take as long as the limits allow, so
 * it must not run on a thread that others wait for.
 */
int elf_file__download(struct elf_file *file, const struct symbol_conf *conf,
		       enum debuginfod_what what, const char *name, const struct build_id *bid,
		       bool (*wanted)(const struct elf_file *file), char *buf, size_t size);

#endif /* PERF_DEFER_UTIL_DSO_DEBUG_FILE_H */
