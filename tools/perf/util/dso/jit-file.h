/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * jit-file: opens the files that a JIT compiler writes about its code. They are in folders that
 * anybody can write to, under names that any process can take.
 */
#ifndef PERF_DEFER_UTIL_DSO_JIT_FILE_H
#define PERF_DEFER_UTIL_DSO_JIT_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include <perf/defer-error.h>

struct symbol_conf;

/*
 * Returns the number that process @pid of the trace has in a container that still runs: the one in
 * the names of its files. 0 if it runs in none, or files are looked for below conf->symfs.
 */
int32_t jit_file__inner_pid(const struct symbol_conf *conf, int32_t pid);

/*
 * Opens the file that process @pid, which runs in a container, has at @path. The owner must be the
 * process's or root. Sets *@size. Returns a descriptor, or a negative code.
 */
int jit_file__open_inner(const struct symbol_conf *conf, int32_t pid, const char *path,
			 uint64_t *size, struct defer_error *err);

/*
 * Opens the regular file at @path, which is no symbolic link. The owner must be root or us, unless
 * @force. Sets *@size. Returns a descriptor, or a negative code.
 */
int jit_file__open(const char *path, bool force, uint64_t *size, struct defer_error *err);

#endif /* PERF_DEFER_UTIL_DSO_JIT_FILE_H */
