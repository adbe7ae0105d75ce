// SPDX-License-Identifier: LGPL-2.1-only OR BSD-2-Clause
/* Fills errors: the first one is kept. */
#include <stdarg.h>
#include <stdio.h>

#include <perf/defer-error.h>

static int error__fill(struct defer_error *err, int code, uint64_t offset, const char *fmt,
		       va_list args)
{
	if (!err || err->code)
		return code;
	err->code = code;
	err->offset = offset;
	vsnprintf(err->text, sizeof(err->text), fmt, args);
	return code;
}

int defer_error__set(struct defer_error *err, int code, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	code = error__fill(err, code, DEFER_NO_OFFSET, fmt, args);
	va_end(args);
	return code;
}

int defer_error__set_at(struct defer_error *err, int code, uint64_t offset, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	code = error__fill(err, code, offset, fmt, args);
	va_end(args);
	return code;
}

void defer_error__clear(struct defer_error *err)
{
	if (!err)
		return;
	err->code = DEFER_OK;
	err->offset = DEFER_NO_OFFSET;
	err->text[0] = '\0';
}

const char *defer_error__name(int code)
{
	static const char *const names[] = {
		[DEFER_OK] = "ok",
		[-DEFER_ERR_TRUNCATED] = "truncated",
		[-DEFER_ERR_CORRUPT] = "corrupt",
		[-DEFER_ERR_UNSUPPORTED] = "unsupported",
		[-DEFER_ERR_NOMEM] = "out of memory",
		[-DEFER_ERR_IO] = "input/output error",
		[-DEFER_ERR_INVAL] = "invalid argument",
		[-DEFER_ERR_NOENT] = "not found",
	};

	return code <= 0 && code >= DEFER_ERR_NOENT ? names[-code] : "unknown error";
}
