/* SPDX-License-Identifier: GPL-2.0-only */
/* span: lengths of time, for people. */
#ifndef PERF_DEFER_UTIL_BASE_SPAN_H
#define PERF_DEFER_UTIL_BASE_SPAN_H

#include <stdint.h>

#define SPAN_LEN 16
/*
 * Writes a span of time in the unit that leaves one to three digits before the point. Returns @buf.
 */
const char *span__text(uint64_t ns, char buf[SPAN_LEN]);

#endif /* PERF_DEFER_UTIL_BASE_SPAN_H */
