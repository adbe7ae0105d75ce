/* SPDX-License-Identifier: LGPL-2.1-only OR BSD-2-Clause */
#ifndef PERF_DEFER_RECORD_H
#define PERF_DEFER_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <perf/defer-abi.h>
#include <perf/defer-error.h>

#ifdef __cplusplus
extern "C" {
#endif

struct defer_cursor;

/**
 * struct defer_record - one whole record: its header and its bytes
 * @type: an &enum defer_record_type, or a type unknown to this version
 * @misc: the misc field of the header; in the extended form, without %DEFER_MISC_EXT_RESERVED
 * @ext: the further misc flags of the extended form, else 0
 * @size: the size in bytes, including the header
 * @swap: the record is in the opposite byte order of this machine
 * @data: the first byte of the header
 * @offset: the file offset of the header, for error messages
 * @order: the position in the stream; defer_record__decode() leaves it to the caller
 *
 * The plain and the extended form of a header (see defer_record__decode()) look the same here.
 */
struct defer_record {
	uint32_t type;
	uint16_t misc;
	uint16_t ext;
	uint32_t size;
	bool swap;
	const uint8_t *data;
	uint64_t offset;
	uint64_t order;
};

/* The size in bytes of struct perf_event_header. */
#define DEFER_RECORD_HEADER_SIZE 8

/**
 * defer_record__decode() - decode the header of a record
 * @rec: the record to fill
 * @data: the first byte of the header
 * @left: the number of bytes at @data
 * @offset: the file offset of @data
 * @swap: the record is in the opposite byte order of this machine
 * @err: the error to fill, or NULL
 *
 * A header of the extended form has %DEFER_MISC_EXT_RESERVED set in misc, the record type in the
 * low 16 bits of header.type, and flags in the high 16 bits. If %DEFER_EXT_SIZE_X8 is among them,
 * header.size counts units of 8 bytes. Without any flag, the same misc bit is perf's own
 * (%DEFER_MISC_BUILD_ID_SIZE, %DEFER_MISC_LOST_SAMPLES_BPF) and stays in &defer_record.misc.
 *
 * Return: 0, %DEFER_ERR_TRUNCATED if the record is longer than @left, or %DEFER_ERR_CORRUPT if its
 * size is less than that of its header.
 */
int defer_record__decode(struct defer_record *rec, const uint8_t *data, size_t left,
			 uint64_t offset, bool swap, struct defer_error *err);

/**
 * defer_record__read_header() - read the members of a header as they stand
 * @rec: the record to fill, except for &defer_record.ext and &defer_record.order, which are set to 0
 * @data: the first byte of the header, all of which is there
 * @offset: the file offset of @data
 * @swap: the record is in the opposite byte order of this machine
 *
 * Nothing is checked, and an extended form stays as it is.
 */
static inline void defer_record__read_header(struct defer_record *rec, const uint8_t *data,
					     uint64_t offset, bool swap)
{
	uint32_t type;
	uint16_t misc, size;

	memcpy(&type, data, sizeof(type));
	memcpy(&misc, data + 4, sizeof(misc));
	memcpy(&size, data + 6, sizeof(size));
	*rec = (struct defer_record){
		.type = swap ? __builtin_bswap32(type) : type,
		.misc = swap ? __builtin_bswap16(misc) : misc,
		.size = swap ? __builtin_bswap16(size) : size,
		.swap = swap,
		.data = data,
		.offset = offset,
	};
}

/**
 * defer_record__decode_plain() - decode the header of a record of the usual form
 * @rec: the record to fill
 * @data: the first byte of the header
 * @left: the number of bytes at @data
 * @offset: the file offset of @data
 *
 * It comes to the same as defer_record__decode(), without a call, for a whole record of the plain
 * form in this machine's byte order.
 *
 * Return: true, or false for any other record, for which defer_record__decode() has to tell.
 */
static inline bool defer_record__decode_plain(struct defer_record *rec, const uint8_t *data,
					      size_t left, uint64_t offset)
{
	if (left < DEFER_RECORD_HEADER_SIZE)
		return false;
	defer_record__read_header(rec, data, offset, false);
	return !(rec->misc & DEFER_MISC_EXT_RESERVED) && rec->size >= DEFER_RECORD_HEADER_SIZE &&
	       rec->size <= left;
}

/**
 * defer_record__tail() - get the size of the data that follows a record
 * @rec: the record
 *
 * AUXTRACE, and HEADER_TRACING_DATA unless it contains its data, are followed by data that their
 * size does not include. The value comes from the file and has not been checked: it may be more
 * than the file has.
 *
 * Return: the number of bytes.
 */
uint64_t defer_record__tail(const struct defer_record *rec);

/**
 * defer_record__next() - decode the next record and skip its tail
 * @rec: the record to fill
 * @cur: the cursor, which moves past the record and its tail; on errors it does not move
 * @err: the error to fill, or NULL
 *
 * Return: 1, 0 at the end of the bytes, or an error as from defer_record__decode().
 */
int defer_record__next(struct defer_record *rec, struct defer_cursor *cur, struct defer_error *err);

/**
 * defer_record__name() - get perf's name of a record type
 * @type: an &enum defer_record_type or any other number
 *
 * Return: a static string such as "MMAP2", or "UNKNOWN"; never NULL.
 */
const char *defer_record__name(uint32_t type);

#ifdef __cplusplus
}
#endif

#endif /* PERF_DEFER_RECORD_H */
