// SPDX-License-Identifier: GPL-2.0-only
#include "tests/jit-writer.h"

#include <elf.h>
#include <string.h>

#define MAGIC 0x4a695444

void jit_writer__init(struct builder *d, bool big)
{
	builder__init(d, big);
	builder__u32(d, MAGIC);
	builder__u32(d, 1);
	builder__u32(d, 48); /* eight bytes more than are known */
	builder__u32(d, EM_X86_64);
	builder__u32(d, 0);
	builder__u32(d, JIT_PID);
	builder__u64(d, 12345); /* time of day in ms, from V8 */
	builder__u64(d, 0);
	builder__u64(d, 0);
}

size_t jit_writer__begin(struct builder *d, uint32_t kind, uint64_t time)
{
	const size_t at = builder__u32(d, kind);

	builder__u32(d, 0);
	builder__u64(d, time);
	return at;
}

void jit_writer__end(struct builder *d, size_t at)
{
	builder__poke_u32(d, at + 4, d->size - at);
}

size_t jit_writer__load_of(struct builder *d, uint64_t time, int32_t pid, uint64_t addr,
			   uint64_t size, uint64_t index, const char *name)
{
	const size_t at = jit_writer__begin(d, JIT_LOAD, time);

	builder__u32(d, pid);
	builder__u32(d, pid + 1);
	builder__u64(d, addr);
	builder__u64(d, addr);
	builder__u64(d, size);
	builder__u64(d, index);
	builder__bytes(d, name, strlen(name) + 1);
	for (uint64_t i = 0; i < size; i++)
		builder__u8(d, index + i);
	jit_writer__end(d, at);
	return at;
}

size_t jit_writer__load(struct builder *d, uint64_t time, uint64_t addr, uint64_t size,
			uint64_t index, const char *name)
{
	return jit_writer__load_of(d, time, JIT_PID, addr, size, index, name);
}

void jit_writer__move(struct builder *d, uint64_t time, uint64_t from, uint64_t to, uint64_t size,
		      uint64_t index)
{
	const size_t at = jit_writer__begin(d, JIT_MOVE, time);

	builder__u32(d, JIT_PID);
	builder__u32(d, JIT_PID);
	builder__u64(d, to);
	builder__u64(d, from);
	builder__u64(d, to);
	builder__u64(d, size);
	builder__u64(d, index);
	jit_writer__end(d, at);
}

void jit_writer__close(struct builder *d, uint64_t time)
{
	jit_writer__end(d, jit_writer__begin(d, JIT_CLOSE, time));
}

void jit_writer__unwinding(struct builder *d, uint64_t size, uint64_t hdr_size)
{
	const size_t at = jit_writer__begin(d, JIT_UNWINDING_INFO, 1);

	builder__u64(d, size);
	builder__u64(d, hdr_size);
	builder__u64(d, 0);
	for (uint64_t i = 0; i < size; i++)
		builder__u8(d, 0xe0 + i);
	builder__zeros(d, 5);
	jit_writer__end(d, at);
}
