/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * backward: reads a buffer that the kernel writes backward, each record in front of the last one
 * and over the oldest ones. The head counts down from 0: Linux 7.2, kernel/events/ring_buffer.c.
 *
 *   head                            old
 *   | newest | ... | oldest new one | read before |  ->  higher positions
 */
#ifndef PERF_DEFER_UTIL_RECORD_BACKWARD_H
#define PERF_DEFER_UTIL_RECORD_BACKWARD_H

#include <stddef.h>
#include <stdint.h>

/*
 * Copies to @to, which has the buffer's size, the records written since the head was @old, oldest
 * first as in other buffers. Leaves out records that are overwritten, even in part. @data is the
 * buffer of @mask + 1 bytes, a power of two. Returns the number of bytes copied.
 */
size_t backward__copy(uint8_t *to, const uint8_t *data, uint64_t mask, uint64_t head, uint64_t old);

#endif /* PERF_DEFER_UTIL_RECORD_BACKWARD_H */
