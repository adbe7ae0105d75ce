// SPDX-License-Identifier: LGPL-2.1-only OR BSD-2-Clause
/* Finds where a record ends and what follows it, in the extended form too. */
#include <inttypes.h>

#include <perf/defer.h>

#include "bytes.h"

/*
 * Undoes the extended form of a record that is not one. perf sets the reserved misc bit in records
 * of its own (HEADER_BUILD_ID, LOST_SAMPLES), whose types fit in 16 bits. An extended record
 * without flags means the same as a plain one, so only a record with flags counts as extended, and
 * these types keep their bit.
 */
static void undo_extension(struct defer_record *rec)
{
	uint32_t ext = rec->type >> 16;

	if (!ext)
		return;

	rec->misc &= ~DEFER_MISC_EXT_RESERVED;
	rec->type &= UINT16_MAX;
	rec->ext = ext;
	if (ext & DEFER_EXT_SIZE_X8)
		rec->size *= 8;
}

static int say_bad_size(const struct defer_record *rec, size_t left, struct defer_error *err)
{
	uint64_t offset = rec->offset;

	if (rec->size < DEFER_RECORD_HEADER_SIZE)
		return defer_error__set_at(err, DEFER_ERR_CORRUPT, offset,
					   "The size of a record of type %" PRIu32
					   " (%s) is %" PRIu32
					   ", less than the 8 bytes of its header",
					   rec->type, defer_record__name(rec->type), rec->size);
	return defer_error__set_at(err, DEFER_ERR_TRUNCATED, offset,
				   "The data ends within a record of type %" PRIu32 " "
				   "(%s): it has %" PRIu32 " bytes, %zu are left",
				   rec->type, defer_record__name(rec->type), rec->size, left);
}

int defer_record__decode(struct defer_record *rec, const uint8_t *data, size_t left,
			 uint64_t offset, bool swap, struct defer_error *err)
{
	if (left < DEFER_RECORD_HEADER_SIZE)
		return defer_error__set_at(err, DEFER_ERR_TRUNCATED, offset,
					   "The data ends within a record's header: %zu bytes are "
					   "left",
					   left);

	defer_record__read_header(rec, data, offset, swap);
	if (rec->misc & DEFER_MISC_EXT_RESERVED)
		undo_extension(rec);
	if (rec->size < DEFER_RECORD_HEADER_SIZE || rec->size > left)
		return say_bad_size(rec, left, err);
	return DEFER_OK;
}

/*
 * Returns how many bytes of tracing data follow the record. perf lets @size bytes follow it, and
 * the record has no room for them; simpleperf writes them into the record (Android 14,
 * system/extras/simpleperf/record.cpp, TracingDataRecord).
 */
static uint64_t tracing_tail(uint32_t size, uint32_t room)
{
	return size <= room ? 0 : ((uint64_t)size + 7) & ~7ULL;
}

uint64_t defer_record__tail(const struct defer_record *rec)
{
	const uint8_t *body = rec->data + DEFER_RECORD_HEADER_SIZE;
	uint32_t left = rec->size - DEFER_RECORD_HEADER_SIZE;

	if (rec->type == DEFER_RECORD_AUXTRACE && left >= sizeof(uint64_t))
		return bytes__u64(body, rec->swap);
	if (rec->type == DEFER_RECORD_HEADER_TRACING_DATA && left >= sizeof(uint32_t))
		return tracing_tail(bytes__u32(body, rec->swap), left - sizeof(uint32_t));
	return 0;
}

int defer_record__next(struct defer_record *rec, struct defer_cursor *cur, struct defer_error *err)
{
	uint64_t tail;
	int ret;

	if (!defer_cursor__left(cur))
		return 0;

	ret = defer_record__decode(rec, cur->data + cur->pos, defer_cursor__left(cur),
				   defer_cursor__offset(cur), cur->swap, err);
	if (ret < 0)
		return ret;

	tail = defer_record__tail(rec);
	if (tail > defer_cursor__left(cur) - rec->size)
		return defer_error__set_at(err, DEFER_ERR_TRUNCATED, rec->offset,
					   "The data ends within the %" PRIu64 " bytes that follow "
					   "a record of type %" PRIu32 " (%s)",
					   tail, rec->type, defer_record__name(rec->type));
	cur->pos += rec->size + tail;
	return 1;
}
