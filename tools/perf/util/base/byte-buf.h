/* SPDX-License-Identifier: GPL-2.0-only */
/* byte_buf: builds a sequence of bytes in memory. */
#ifndef PERF_DEFER_UTIL_BASE_BYTE_BUF_H
#define PERF_DEFER_UTIL_BASE_BYTE_BUF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <perf/defer-error.h>

/*
 * After a failed allocation nothing more is added, so one check at the end is enough. A zeroed
 * buffer is empty.
 */
struct byte_buf {
	uint8_t *data;
	size_t size, cap;
	bool no_memory;
	bool swap; /* numbers are written in the other byte order than this machine's */
};

void byte_buf__exit(struct byte_buf *bytes);
void byte_buf__clear(struct byte_buf *bytes);

/* Makes room for @size bytes more. Returns false if there is no memory for them. */
bool byte_buf__grow(struct byte_buf *bytes, size_t size);

/*
 * Appends @size bytes, which the caller must fill, and returns where they are until the next call;
 * NULL if there is no memory.
 */
static inline uint8_t *byte_buf__room(struct byte_buf *bytes, size_t size)
{
	if ((bytes->no_memory || size > bytes->cap - bytes->size) && !byte_buf__grow(bytes, size))
		return NULL;
	bytes->size += size;
	return bytes->data + bytes->size - size;
}

void byte_buf__add(struct byte_buf *bytes, const void *data, size_t size);
void byte_buf__zeros(struct byte_buf *bytes, size_t size);
/* Appends zeros up to the next multiple of @align. */
void byte_buf__align(struct byte_buf *bytes, size_t align);

static inline void byte_buf__u16(struct byte_buf *bytes, uint16_t v)
{
	v = bytes->swap ? __builtin_bswap16(v) : v;
	byte_buf__add(bytes, &v, sizeof(v));
}

static inline void byte_buf__u32(struct byte_buf *bytes, uint32_t v)
{
	v = bytes->swap ? __builtin_bswap32(v) : v;
	byte_buf__add(bytes, &v, sizeof(v));
}

static inline void byte_buf__u64(struct byte_buf *bytes, uint64_t v)
{
	v = bytes->swap ? __builtin_bswap64(v) : v;
	byte_buf__add(bytes, &v, sizeof(v));
}

/* Appends a record header. @size is the size of the whole record. */
void byte_buf__header(struct byte_buf *bytes, uint32_t type, uint16_t misc, uint16_t size);

/*
 * Appends a string in the form of the features: its length with NUL and padding, then the string.
 * Linux 7.2, tools/perf/util/header.c: padded to 64 bytes.
 */
void byte_buf__str(struct byte_buf *bytes, const char *str);

/* Overwrite the number at offset @at. */
void byte_buf__poke_u16(struct byte_buf *bytes, size_t at, uint16_t v);
void byte_buf__poke_u32(struct byte_buf *bytes, size_t at, uint32_t v);

/*
 * Returns 0, or DEFER_ERR_NOMEM if something could not be added. @what names the purpose of the
 * buffer.
 */
int byte_buf__check(const struct byte_buf *bytes, const char *what, struct defer_error *err);

#endif /* PERF_DEFER_UTIL_BASE_BYTE_BUF_H */
