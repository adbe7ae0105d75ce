// SPDX-License-Identifier: GPL-2.0-only
#include <perf/defer-record.h>

#include "util/output/feature-place.h"

void feature_table__add(struct feature_table *table, uint32_t id, uint64_t offset, uint64_t size)
{
	table->sections[table->nr++] = (struct defer_section){offset, size};
	table->bits[id / 64] |= 1ULL << id % 64;
}

static size_t padding(const struct byte_buf *contents)
{
	return -contents->size & 7;
}

void feature_record__add(struct byte_buf *bytes, uint32_t id, const struct byte_buf *contents)
{
	const size_t size =
		DEFER_RECORD_HEADER_SIZE + sizeof(uint64_t) + contents->size + padding(contents);

	bytes->no_memory |= contents->no_memory;
	if (size > UINT16_MAX)
		return;
	byte_buf__header(bytes, DEFER_RECORD_HEADER_FEATURE, 0, size);
	byte_buf__u64(bytes, id);
	byte_buf__add(bytes, contents->data, contents->size);
	byte_buf__zeros(bytes, padding(contents));
}

void tracing_record__add(struct byte_buf *bytes, const struct byte_buf *formats)
{
	bytes->no_memory |= formats->no_memory;
	byte_buf__header(bytes, DEFER_RECORD_HEADER_TRACING_DATA, 0,
			 DEFER_RECORD_HEADER_SIZE + 2 * sizeof(uint32_t));
	byte_buf__u32(bytes, formats->size + padding(formats));
	byte_buf__u32(bytes, 0);
	byte_buf__add(bytes, formats->data, formats->size);
	byte_buf__zeros(bytes, padding(formats));
}
