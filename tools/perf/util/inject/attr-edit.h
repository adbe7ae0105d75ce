/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * attr_edit: changes a perf_event_attr as its bytes stand in a trace, in the trace's byte order.
 * All that is not changed stays as it is, also what we do not know.
 */
#ifndef PERF_DEFER_UTIL_INJECT_ATTR_EDIT_H
#define PERF_DEFER_UTIL_INJECT_ATTR_EDIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes of the attr of Linux 5.13, the largest that perf 6.1 reads. */
#define ATTR_EDIT_SIZE_5_13 128

/*
 * How many of the @size bytes at @attr say something: ATTR_EDIT_SIZE_5_13, unless one behind it is
 * not zero. Never more than @size.
 */
size_t attr_edit__needed(const uint8_t *attr, size_t size);

/*
 * Clears defer_callchain and defer_output, and says that the attr has @size bytes, which is no more
 * than there are. @swap: the trace is in the other byte order than this machine's.
 */
void attr_edit__merge(uint8_t *attr, size_t size, bool swap);

#endif /* PERF_DEFER_UTIL_INJECT_ATTR_EDIT_H */
