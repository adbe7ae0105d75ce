// SPDX-License-Identifier: GPL-2.0-only
#include <string.h>

#include <perf/defer-record.h>

#include "util/record/backward.h"

#define SIZE_AT 6 /* offset in a record's header */

static void copy_out(uint8_t *to, const uint8_t *data, uint64_t mask, uint64_t pos, size_t size)
{
	size_t at = pos & mask, first = mask + 1 - at;

	if (first > size)
		first = size;
	memcpy(to, data + at, first);
	memcpy(to + first, data, size - first);
}

/* Returns the size of the record at @pos, or 0 if it does not fit into @left bytes. */
static uint16_t record_size(const uint8_t *data, uint64_t mask, uint64_t pos, uint64_t left)
{
	uint16_t size;

	if (left < DEFER_RECORD_HEADER_SIZE)
		return 0;
	copy_out((uint8_t *)&size, data, mask, pos + SIZE_AT, sizeof(size));
	return size < DEFER_RECORD_HEADER_SIZE || size > left ? 0 : size;
}

size_t backward__copy(uint8_t *to, const uint8_t *data, uint64_t mask, uint64_t head, uint64_t old)
{
	uint64_t bytes = old - head, total = 0, pos;
	uint16_t size;

	if (bytes > mask + 1)
		bytes = mask + 1;
	while ((size = record_size(data, mask, head + total, bytes - total)))
		total += size;
	for (pos = 0; pos < total; pos += size) {
		size = record_size(data, mask, head + pos, total - pos);
		copy_out(to + total - pos - size, data, mask, head + pos, size);
	}
	return total;
}
