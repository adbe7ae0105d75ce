/* SPDX-License-Identifier: GPL-2.0-only */
/* memstream: ends a text that open_memstream() began. */
#ifndef PERF_DEFER_UTIL_BASE_MEMSTREAM_H
#define PERF_DEFER_UTIL_BASE_MEMSTREAM_H

#include <stdio.h>

/*
 * Closes @out, whose text is *@text. Returns 0, or -1 if that is not all that was written. fclose() alone
 * does not tell: without memory it leaves NULL there and returns 0 (glibc 2.36, libio/memstream.c).
 */
int memstream__close(FILE *out, char *const *text);

#endif /* PERF_DEFER_UTIL_BASE_MEMSTREAM_H */
