/* SPDX-License-Identifier: LGPL-2.1-only OR BSD-2-Clause */
#ifndef PERF_DEFER_ERROR_H
#define PERF_DEFER_ERROR_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What went wrong. Functions return one of these, negative, or a count >= 0. */
enum defer_err {
	DEFER_OK = 0,
	DEFER_ERR_TRUNCATED = -1,   /* the bytes end before the object does */
	DEFER_ERR_CORRUPT = -2,	    /* a size, count or offset contradicts what holds it */
	DEFER_ERR_UNSUPPORTED = -3, /* well formed, but not something we can read */
	DEFER_ERR_NOMEM = -4,
	DEFER_ERR_IO = -5,    /* the system refused; text has strerror */
	DEFER_ERR_INVAL = -6, /* the caller's or the user's argument is wrong */
	DEFER_ERR_NOENT = -7, /* what was asked for does not exist */
};

#define DEFER_NO_OFFSET UINT64_MAX

/*
 * One error, passed up unchanged by every layer between the finder and the verb.
 * The caller owns it. Only the first error set is kept: the cause, not its echo.
 */
struct defer_error {
	int code;	 /* enum defer_err, 0 while nothing is set */
	uint64_t offset; /* byte offset in the input file, or DEFER_NO_OFFSET */
	char text[232];	 /* a full sentence without final stop, no newline */
};

#define DEFER_ERROR_INIT                                                \
	{                                                               \
		.code = DEFER_OK, .offset = DEFER_NO_OFFSET, .text = "" \
	}

/* Sets @err unless it is NULL or already set. Returns @code, so that `return defer_error__set(…)`. */
int defer_error__set(struct defer_error *err, int code, uint64_t offset, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

/* Forgets what was set. @err may be NULL, as everywhere. */
void defer_error__clear(struct defer_error *err);

/* A short name for @code ("truncated", "corrupt", …); never NULL. */
const char *defer_error__name(int code);

#ifdef __cplusplus
}
#endif

#endif /* PERF_DEFER_ERROR_H */
