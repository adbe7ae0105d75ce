/* SPDX-License-Identifier: LGPL-2.1-only OR BSD-2-Clause */
#ifndef PERF_DEFER_HEADER_H
#define PERF_DEFER_HEADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <perf/defer-error.h>

#ifdef __cplusplus
extern "C" {
#endif

struct defer_evlist;
struct defer_record;

/**
 * struct defer_section - a part of a perf.data file
 * @offset: the file offset of the first byte
 * @size: the size in bytes
 */
struct defer_section {
	uint64_t offset, size;
};

/* The number of bits for features in the header (HEADER_FEAT_BITS in perf). */
#define DEFER_NR_FEATURE_BITS 256

/**
 * struct defer_header - the header of a perf.data file or stream
 * @swap: the file is in the opposite byte order of this machine
 * @pipe: the input is a stream: attrs and features come as records, and data begins after 16 bytes
 * @size: the size of the header in bytes
 * @attr_size: the size in bytes of an entry of @attrs: a perf_event_attr and the section of its ids
 * @attrs: the section of events
 * @data: the section of records
 * @features: the features that the file has, one bit for each
 *
 * The format is that of struct perf_file_header and perf_pipe_file_header in perf
 * (tools/perf/util/header.h, Linux 7.2).
 */
struct defer_header {
	bool swap;
	bool pipe;
	uint64_t size;
	uint64_t attr_size;
	struct defer_section attrs, data;
	uint64_t features[DEFER_NR_FEATURE_BITS / 64];
};

/**
 * defer_header__has_feature() - check if a file has a feature
 * @hdr: the header
 * @feature: the number of the feature, HEADER_* in perf
 *
 * Return: true if the feature's bit is set.
 */
static inline bool defer_header__has_feature(const struct defer_header *hdr, unsigned int feature)
{
	return feature < DEFER_NR_FEATURE_BITS && hdr->features[feature / 64] >> feature % 64 & 1;
}

/**
 * typedef defer_pread_fn - read from the input
 * @ctx: the caller's context
 * @buf: the buffer to fill
 * @size: the size of @buf in bytes
 * @offset: the file offset to read from
 * @err: the error to fill, or NULL
 *
 * Return: the number of bytes that were read, less than @size only at the end of the file, or a
 * negative &enum defer_err.
 */
typedef int64_t (*defer_pread_fn)(void *ctx, void *buf, size_t size, uint64_t offset,
				  struct defer_error *err);

/**
 * defer_header__read() - read the header of a file or stream
 * @hdr: the header to fill
 * @pread: the function to read with
 * @ctx: the context to pass to @pread
 * @err: the error to fill, or NULL
 *
 * Offsets and sizes come from the file and have not been checked.
 *
 * Return: 0, an error of @pread, %DEFER_ERR_TRUNCATED, %DEFER_ERR_CORRUPT, or
 * %DEFER_ERR_UNSUPPORTED if the magic is not that of perf; the error then tells what the file is,
 * if that is known.
 */
int defer_header__read(struct defer_header *hdr, defer_pread_fn pread, void *ctx,
		       struct defer_error *err);

/**
 * defer_header__read_attrs() - add the events of the attrs section to a list
 * @hdr: the header
 * @pread: the function to read with
 * @ctx: the context to pass to @pread
 * @evlist: the list
 * @err: the error to fill, or NULL
 *
 * A stream has no such section, and nothing is added. On errors, the events before the corrupt one
 * have been added.
 *
 * Return: 0, an error of @pread, or a negative &enum defer_err.
 */
int defer_header__read_attrs(const struct defer_header *hdr, defer_pread_fn pread, void *ctx,
			     struct defer_evlist *evlist, struct defer_error *err);

/**
 * defer_header__read_attr_record() - add the event of a HEADER_ATTR record to a list
 * @rec: the record
 * @evlist: the list
 * @err: the error to fill, or NULL
 *
 * Return: 0, or a negative &enum defer_err.
 */
int defer_header__read_attr_record(const struct defer_record *rec, struct defer_evlist *evlist,
				   struct defer_error *err);

/**
 * defer_header__feature_section() - find the section of a feature
 * @hdr: the header
 * @feature: the number of the feature, HEADER_* in perf
 * @pread: the function to read with
 * @ctx: the context to pass to @pread
 * @section: the section to fill; it has not been checked, and may lie outside the file
 * @err: the error to fill, or NULL
 *
 * The table of sections follows the data. perf writes it last, together with the size of the data:
 * a file whose data size is 0 is taken as unfinished.
 *
 * Return: 1, 0 if the file does not have the feature, an error of @pread, or a negative &enum
 * defer_err.
 */
int defer_header__feature_section(const struct defer_header *hdr, unsigned int feature,
				  defer_pread_fn pread, void *ctx, struct defer_section *section,
				  struct defer_error *err);

#ifdef __cplusplus
}
#endif

#endif /* PERF_DEFER_HEADER_H */
