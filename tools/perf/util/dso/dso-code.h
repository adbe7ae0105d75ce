/* SPDX-License-Identifier: GPL-2.0-only */
/* dso_code: the machine code of a piece of a DSO. */
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
	uint64_t vaddr;	  /* of the first one, as the file was linked */
	uint16_t machine; /* EM_* */
	bool is_64, big_endian;
};

/*
 * Reads [@start, @end), in the terms of dso__find(), from the file that was recorded, by its
 * build id: below conf->symfs, in perf's build-id cache, or what dso__load() had from a
 * server; the kernel's from conf->vmlinux. After
 * dso__load(). DEFER_ERR_NOENT, with the reason, if there is no such file.
 */
int dso_code__init(struct dso_code *code, const struct dso *dso, const struct symbol_conf *conf,
		   uint64_t start, uint64_t end, struct defer_error *err);
void dso_code__exit(struct dso_code *code);

#endif /* PERF_DEFER_UTIL_DSO_DSO_CODE_H */
