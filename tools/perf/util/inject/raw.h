/* SPDX-License-Identifier: GPL-2.0-only */
/* raw: appends numbers in the byte order of a trace, which may differ from this machine's. */
#ifndef PERF_DEFER_UTIL_INJECT_RAW_H
#define PERF_DEFER_UTIL_INJECT_RAW_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "util/base/byte-buf.h"

static inline uint16_t raw__u16(uint16_t v, bool swap)
{
	return swap ? __builtin_bswap16(v) : v;
}

static inline uint32_t raw__u32(uint32_t v, bool swap)
{
	return swap ? __builtin_bswap32(v) : v;
}

static inline uint64_t raw__u64(uint64_t v, bool swap)
{
	return swap ? __builtin_bswap64(v) : v;
}

static inline void raw__add_u32(struct byte_buf *bytes, uint32_t v, bool swap)
{
	byte_buf__u32(bytes, raw__u32(v, swap));
}

static inline void raw__add_u64(struct byte_buf *bytes, uint64_t v, bool swap)
{
	byte_buf__u64(bytes, raw__u64(v, swap));
}

/* Appends a record header in the plain form. */
static inline void raw__add_header(struct byte_buf *bytes, uint32_t type, uint16_t misc,
				   uint16_t size, bool swap)
{
	type = raw__u32(type, swap);
	misc = raw__u16(misc, swap);
	size = raw__u16(size, swap);
	byte_buf__add(bytes, &type, sizeof(type));
	byte_buf__add(bytes, &misc, sizeof(misc));
	byte_buf__add(bytes, &size, sizeof(size));
}

#endif /* PERF_DEFER_UTIL_INJECT_RAW_H */
