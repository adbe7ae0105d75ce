/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * backward: the records of a buffer that the kernel writes backward, each in front of the last one,
 * over the oldest ones. Linux 7.2, kernel/events/ring_buffer.c: the head counts down from 0.
 */
#ifndef PERF_DEFER_UTIL_RECORD_BACKWARD_H
#define PERF_DEFER_UTIL_RECORD_BACKWARD_H

#include <stddef.h>
#include <stdint.h>

/*
 * Copies to @to, of the buffer's size, the records that came since the head was @old: the oldest
 * first, as other buffers have them. Of those that are written over in part or wholly none.
 * @data: the buffer, of @mask + 1 bytes, a power of two. Returns their bytes.
 */
size_t backward__copy(uint8_t *to, const uint8_t *data, uint64_t mask, uint64_t head, uint64_t old);

#endif /* PERF_DEFER_UTIL_RECORD_BACKWARD_H */
