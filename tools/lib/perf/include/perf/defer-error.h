/* SPDX-License-Identifier: LGPL-2.1-only OR BSD-2-Clause */
#ifndef PERF_DEFER_ERROR_H
#define PERF_DEFER_ERROR_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * enum defer_err - the reasons why a function can fail
 * @DEFER_OK: nothing failed
 * @DEFER_ERR_TRUNCATED: the bytes end before the object does
 * @DEFER_ERR_CORRUPT: a size, count or offset contradicts the object that contains it
 * @DEFER_ERR_UNSUPPORTED: the input is well formed, but cannot be read by this version
 * @DEFER_ERR_NOMEM: memory could not be allocated
 * @DEFER_ERR_IO: a system call failed; the text of the error includes strerror()
 * @DEFER_ERR_INVAL: an argument of the caller or of the user is invalid
 * @DEFER_ERR_NOENT: the requested object does not exist
 *
 * Functions return one of these negative codes, or 0 or a count if they succeed.
 */
enum defer_err {
	DEFER_OK = 0,
	DEFER_ERR_TRUNCATED = -1,
	DEFER_ERR_CORRUPT = -2,
	DEFER_ERR_UNSUPPORTED = -3,
	DEFER_ERR_NOMEM = -4,
	DEFER_ERR_IO = -5,
	DEFER_ERR_INVAL = -6,
	DEFER_ERR_NOENT = -7,
};

/* The offset of an error that has no place in a file. */
#define DEFER_NO_OFFSET UINT64_MAX

/**
 * struct defer_error - one error, with its place in the input
 * @code: an &enum defer_err, %DEFER_OK while no error is set
 * @offset: the byte offset in the input file, or %DEFER_NO_OFFSET
 * @text: a description without final stop and without newline; never unterminated
 *
 * The caller owns the structure and initializes it with %DEFER_ERROR_INIT. Every layer passes it
 * up unchanged. Only the first error is kept: it is the cause, and later ones are consequences.
 */
struct defer_error {
	int code;
	uint64_t offset;
	char text[232];
};

#define DEFER_ERROR_INIT                                                \
	{                                                               \
		.code = DEFER_OK, .offset = DEFER_NO_OFFSET, .text = "" \
	}

/**
 * defer_error__set() - set an error, unless one is set already
 * @err: the error to fill, or NULL
 * @code: a negative &enum defer_err
 * @fmt: the description, as for printf(); a text that is too long is cut
 *
 * Return: @code, so that callers can write ``return defer_error__set(...)``.
 */
int defer_error__set(struct defer_error *err, int code, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/**
 * defer_error__set_at() - set an error that has a place in the input, unless one is set already
 * @err: the error to fill, or NULL
 * @code: a negative &enum defer_err
 * @offset: the byte offset in the input file
 * @fmt: the description, as for printf(); a text that is too long is cut
 *
 * Return: @code.
 */
int defer_error__set_at(struct defer_error *err, int code, uint64_t offset, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

/**
 * defer_error__clear() - forget the error that was set
 * @err: the error to reset to %DEFER_ERROR_INIT, or NULL
 */
void defer_error__clear(struct defer_error *err);

/**
 * defer_error__name() - get the name of an error code
 * @code: an &enum defer_err
 *
 * Return: a static string such as "truncated" or "corrupt"; never NULL.
 */
const char *defer_error__name(int code);

#ifdef __cplusplus
}
#endif

#endif /* PERF_DEFER_ERROR_H */
