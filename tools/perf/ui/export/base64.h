/* SPDX-License-Identifier: GPL-2.0-only */
/* base64: writes bytes as text of 64 characters, as they come (RFC 4648, section 4). */
#ifndef PERF_DEFER_UI_EXPORT_BASE64_H
#define PERF_DEFER_UI_EXPORT_BASE64_H

#include <stdio.h>

/*
 * Opens a stream whose bytes are written to @out, which the caller owns, as base64 in one line.
 * fclose() writes the end, and fails if something could not be written. NULL if out of memory.
 */
FILE *base64__open(FILE *out);

#endif /* PERF_DEFER_UI_EXPORT_BASE64_H */
