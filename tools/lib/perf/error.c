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
	switch (code) {
	case DEFER_OK:
		return "ok";
	case DEFER_ERR_TRUNCATED:
		return "truncated";
	case DEFER_ERR_CORRUPT:
		return "corrupt";
	case DEFER_ERR_UNSUPPORTED:
		return "unsupported";
	case DEFER_ERR_NOMEM:
		return "out of memory";
	case DEFER_ERR_IO:
		return "input/output error";
	case DEFER_ERR_INVAL:
		return "invalid argument";
	case DEFER_ERR_NOENT:
		return "not found";
	default:
		break;
	}
	return "unknown error";
}
