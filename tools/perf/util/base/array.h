/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * array: room in arrays that grow, their size, and the search in those that are in order. They are
 * the library's, whose header is not installed: it stands alone, and this program is built with it.
 */
#ifndef PERF_DEFER_UTIL_BASE_ARRAY_H
#define PERF_DEFER_UTIL_BASE_ARRAY_H

#include <internal/array.h>

#endif /* PERF_DEFER_UTIL_BASE_ARRAY_H */
