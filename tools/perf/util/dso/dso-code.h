/* SPDX-License-Identifier: GPL-2.0-only */
/* dso_code: reads a range of a DSO's machine code. */
#ifndef PERF_DEFER_UTIL_DSO_DSO_CODE_H
#define PERF_DEFER_UTIL_DSO_DSO_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <perf/defer-error.h>

struct dso;
struct symbol_conf;

struct dso_code {
	uint8_t *bytes;
	size_t size;
	uint64_t vaddr;	  /* address of the first byte, in the file */
	uint16_t machine; /* EM_* */
	bool is_64, big_endian;
};

/*
 * Reads [@start, @end), in the same terms as dso__find(), after dso__load(). Takes the file of the
 * recorded build id: below conf->symfs, in perf's build-id cache, or the one that dso__load() got
 * from a server; for the kernel, what kernel_code__open() finds. Returns DEFER_ERR_NOENT, with the
 * reason, if there is no such file.
 */
int dso_code__init(struct dso_code *code, const struct dso *dso, const struct symbol_conf *conf,
		   uint64_t start, uint64_t end, struct defer_error *err);
void dso_code__exit(struct dso_code *code);

#endif /* PERF_DEFER_UTIL_DSO_DSO_CODE_H */
