/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * array: growth of arrays, their size and order, and search in sorted ones. The functions are the library's;
 * its header stands alone and is not installed, but this program is built with it.
 */
#ifndef PERF_DEFER_UTIL_BASE_ARRAY_H
#define PERF_DEFER_UTIL_BASE_ARRAY_H

#include <internal/array.h>

#endif /* PERF_DEFER_UTIL_BASE_ARRAY_H */
