// SPDX-License-Identifier: LGPL-2.1-only OR BSD-2-Clause
/* Reads numbers and strings from bytes, never beyond their end. */
#include <inttypes.h>

#include <perf/defer.h>

#include "bytes.h"

void defer_cursor__init(struct defer_cursor *cur, const void *data, size_t size, uint64_t origin,
			bool swap)
{
	*cur = (struct defer_cursor){
		.data = data,
		.size = size,
		.origin = origin,
		.swap = swap,
	};
}

const void *defer_cursor__bytes(struct defer_cursor *cur, size_t n)
{
	const uint8_t *bytes;

	if (cur->failed || n > defer_cursor__left(cur)) {
		cur->failed = true;
		return NULL;
	}
	bytes = cur->data + cur->pos;
	cur->pos += n;
	return bytes;
}

uint8_t defer_cursor__u8(struct defer_cursor *cur)
{
	const uint8_t *bytes = defer_cursor__bytes(cur, sizeof(uint8_t));

	return bytes ? *bytes : 0;
}

uint16_t defer_cursor__u16(struct defer_cursor *cur)
{
	const uint8_t *bytes = defer_cursor__bytes(cur, sizeof(uint16_t));

	return bytes ? bytes__u16(bytes, cur->swap) : 0;
}

uint32_t defer_cursor__u32(struct defer_cursor *cur)
{
	const uint8_t *bytes = defer_cursor__bytes(cur, sizeof(uint32_t));

	return bytes ? bytes__u32(bytes, cur->swap) : 0;
}

uint64_t defer_cursor__u64(struct defer_cursor *cur)
{
	const uint8_t *bytes = defer_cursor__bytes(cur, sizeof(uint64_t));

	return bytes ? bytes__u64(bytes, cur->swap) : 0;
}

const char *defer_cursor__str(struct defer_cursor *cur, size_t n)
{
	size_t start = cur->pos;
	const char *str = defer_cursor__bytes(cur, n);

	if (str && !memchr(str, '\0', n)) {
		cur->pos = start;
		cur->failed = true;
		str = NULL;
	}
	return str;
}

int defer_cursor__check(const struct defer_cursor *cur, const char *what, struct defer_error *err)
{
	if (!cur->failed)
		return DEFER_OK;
	return defer_error__set_at(err, DEFER_ERR_TRUNCATED, defer_cursor__offset(cur),
				   "The data ends within %s: %zu bytes are left", what,
				   defer_cursor__left(cur));
}
