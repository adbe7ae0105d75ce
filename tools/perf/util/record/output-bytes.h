/* SPDX-License-Identifier: GPL-2.0-only */
/* output_bytes: bytes put together in memory, in this machine's byte order. */
#ifndef PERF_DEFER_UTIL_RECORD_OUTPUT_BYTES_H
#define PERF_DEFER_UTIL_RECORD_OUTPUT_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <perf/defer-error.h>

/* Without memory nothing more is added; one check at the end tells. All zero is empty. */
struct output_bytes {
	uint8_t *data;
	size_t size, cap;
	bool no_memory;
};

void output_bytes__exit(struct output_bytes *bytes);
void output_bytes__clear(struct output_bytes *bytes);

void output_bytes__add(struct output_bytes *bytes, const void *data, size_t size);
void output_bytes__zeros(struct output_bytes *bytes, size_t size);
/* Zeros up to the next multiple of @align. */
void output_bytes__align(struct output_bytes *bytes, size_t align);

static inline void output_bytes__u32(struct output_bytes *bytes, uint32_t v)
{
	output_bytes__add(bytes, &v, sizeof(v));
}

static inline void output_bytes__u64(struct output_bytes *bytes, uint64_t v)
{
	output_bytes__add(bytes, &v, sizeof(v));
}

/* A record's header; @size is that of the whole record. */
void output_bytes__header(struct output_bytes *bytes, uint32_t type, uint16_t misc, uint16_t size);

/*
 * A string as features have it: its length, NUL and padding included, then itself.
 * Linux 7.2, tools/perf/util/header.c: padded to 64 bytes.
 */
void output_bytes__str(struct output_bytes *bytes, const char *str);

/* Overwrites the number at @at. */
void output_bytes__poke_u32(struct output_bytes *bytes, size_t at, uint32_t v);

/* 0, or DEFER_ERR_NOMEM if something was not added; @what it was for. */
int output_bytes__check(const struct output_bytes *bytes, const char *what,
			struct defer_error *err);

#endif /* PERF_DEFER_UTIL_RECORD_OUTPUT_BYTES_H */
