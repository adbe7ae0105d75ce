/* SPDX-License-Identifier: LGPL-2.1-only OR BSD-2-Clause */
#ifndef PERF_DEFER_CURSOR_H
#define PERF_DEFER_CURSOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <perf/defer-error.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * struct defer_cursor - a position in bytes that are not trusted
 * @data: the caller's bytes
 * @size: the number of bytes at @data
 * @pos: the offset in @data of the next byte to read, at most @size
 * @origin: the file offset of @data[0], for error messages
 * @swap: the bytes are in the opposite byte order of this machine
 * @failed: a read went past the end
 *
 * A read past the end returns 0 or NULL, and sets @failed for good. A decoder can therefore read
 * several fields in a row and check once, with defer_cursor__check().
 */
struct defer_cursor {
	const uint8_t *data;
	size_t size, pos;
	uint64_t origin;
	bool swap;
	bool failed;
};

/**
 * defer_cursor__init() - place a cursor at the beginning of some bytes
 * @cur: the cursor
 * @data: the bytes, which must outlive the cursor
 * @size: the number of bytes
 * @origin: the file offset of the first byte
 * @swap: the bytes are in the opposite byte order of this machine
 */
void defer_cursor__init(struct defer_cursor *cur, const void *data, size_t size, uint64_t origin,
			bool swap);

/**
 * defer_cursor__u8() - read one byte
 * @cur: the cursor, which moves past it
 *
 * Return: the value, or 0 if the cursor has failed.
 */
uint8_t defer_cursor__u8(struct defer_cursor *cur);

/**
 * defer_cursor__u16() - read 2 bytes in the byte order of the file
 * @cur: the cursor, which moves past them
 *
 * Return: the value, or 0 if the cursor has failed.
 */
uint16_t defer_cursor__u16(struct defer_cursor *cur);

/**
 * defer_cursor__u32() - read 4 bytes in the byte order of the file
 * @cur: the cursor, which moves past them
 *
 * Return: the value, or 0 if the cursor has failed.
 */
uint32_t defer_cursor__u32(struct defer_cursor *cur);

/**
 * defer_cursor__u64() - read 8 bytes in the byte order of the file
 * @cur: the cursor, which moves past them
 *
 * Return: the value, or 0 if the cursor has failed.
 */
uint64_t defer_cursor__u64(struct defer_cursor *cur);

/**
 * defer_cursor__bytes() - get a block of bytes without copying it
 * @cur: the cursor, which moves past the block
 * @n: the size of the block in bytes
 *
 * Return: a pointer into the caller's bytes, or NULL if the cursor has failed.
 */
const void *defer_cursor__bytes(struct defer_cursor *cur, size_t n);

/**
 * defer_cursor__str() - get a string from a field of fixed size
 * @cur: the cursor, which moves past the whole field
 * @n: the size of the field in bytes
 *
 * Return: a pointer into the caller's bytes, or NULL if the field has no terminating NUL or the
 * cursor has failed.
 */
const char *defer_cursor__str(struct defer_cursor *cur, size_t n);

/**
 * defer_cursor__check() - check that no read went past the end
 * @cur: the cursor
 * @what: the name of what was read, for the message
 * @err: the error to fill, or NULL
 *
 * Return: 0, or %DEFER_ERR_TRUNCATED if a read failed.
 */
int defer_cursor__check(const struct defer_cursor *cur, const char *what, struct defer_error *err);

/**
 * defer_cursor__left() - get the number of bytes that are left to read
 * @cur: the cursor
 *
 * Return: the number of bytes from the position to the end.
 */
static inline size_t defer_cursor__left(const struct defer_cursor *cur)
{
	return cur->size - cur->pos;
}

/**
 * defer_cursor__offset() - get the position in the file
 * @cur: the cursor
 *
 * Return: the file offset of the next byte to read.
 */
static inline uint64_t defer_cursor__offset(const struct defer_cursor *cur)
{
	return cur->origin + cur->pos;
}

#ifdef __cplusplus
}
#endif

#endif /* PERF_DEFER_CURSOR_H */
