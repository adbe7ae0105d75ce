/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * attr_edit: edits the raw bytes of a perf_event_attr in a trace, in the trace's byte order. All
 * other bytes stay, including those of unknown fields.
 */
#ifndef PERF_DEFER_UTIL_INJECT_ATTR_EDIT_H
#define PERF_DEFER_UTIL_INJECT_ATTR_EDIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Size of the attr of Linux 5.13, the largest that perf 6.1 reads, bytes. */
#define ATTR_EDIT_SIZE_5_13 128

/* Returns the size that the attr claims, bytes. @swap as below. */
uint32_t attr_edit__size(const uint8_t *attr, bool swap);

/*
 * Returns how many of the @size bytes at @attr are needed: ATTR_EDIT_SIZE_5_13 unless a later byte
 * is not zero. At most @size.
 */
size_t attr_edit__needed(const uint8_t *attr, size_t size);

/*
 * Clears defer_callchain and defer_output, and lowers the attr's size field to @size, which must
 * not exceed the bytes present. @swap: the trace has the other byte order than this machine.
 */
void attr_edit__merge(uint8_t *attr, size_t size, bool swap);

/*
 * If samples have stack dumps and callchains, says that they have no dumps, and that their callchains
 * have a user half. @size and @swap as above.
 */
void attr_edit__convert(uint8_t *attr, size_t size, bool swap);

#endif /* PERF_DEFER_UTIL_INJECT_ATTR_EDIT_H */
