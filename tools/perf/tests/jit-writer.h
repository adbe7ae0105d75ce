/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * jit_writer: writes the file of a JIT, jit-PID.dump, in memory, of either byte order. Source of the format:
 * Linux 6.19, tools/perf/Documentation/jitdump-specification.txt.
 */
#ifndef PERF_DEFER_TESTS_JIT_WRITER_H
#define PERF_DEFER_TESTS_JIT_WRITER_H

#include "tests/builder.h"
#include "util/dso/jitdump.h"

#define JIT_PID	 101
#define JIT_NAME "jit-101.dump"
#define JIT_CODE 0x7f0000001000 /* an address for code */

/* Offsets in the header. */
#define JIT_HEADER_VERSION 4
#define JIT_HEADER_SIZE	   8
#define JIT_HEADER_PID	   20
#define JIT_HEADER_FLAGS   32

/* Writes a header, for code of x86-64. */
void jit_writer__init(struct builder *d, bool big);

/* Begin and end a record of @kind. Begin returns its offset, which end takes. */
size_t jit_writer__begin(struct builder *d, uint32_t kind, uint64_t time);
void jit_writer__end(struct builder *d, size_t at);

/* Writes a LOAD of @size bytes of code, which count from @index up. Returns its offset. */
size_t jit_writer__load(struct builder *d, uint64_t time, uint64_t addr, uint64_t size,
			uint64_t index, const char *name);
/* The same, by process @pid. */
size_t jit_writer__load_of(struct builder *d, uint64_t time, int32_t pid, uint64_t addr,
			   uint64_t size, uint64_t index, const char *name);
void jit_writer__move(struct builder *d, uint64_t time, uint64_t from, uint64_t to, uint64_t size,
		      uint64_t index);
void jit_writer__close(struct builder *d, uint64_t time);
/* Writes UNWINDING_INFO of @size bytes, which count from 0xe0 up, and 5 bytes of padding. */
void jit_writer__unwinding(struct builder *d, uint64_t size, uint64_t hdr_size);

#endif /* PERF_DEFER_TESTS_JIT_WRITER_H */
