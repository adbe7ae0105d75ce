// SPDX-License-Identifier: GPL-2.0-only
#include <stdarg.h>
#include <stdio.h>

#include "util/base/error.h"

int error__no_memory(struct defer_error *err, const char *fmt, ...)
{
	char what[sizeof(err->text)];
	va_list args;

	va_start(args, fmt);
	vsnprintf(what, sizeof(what), fmt, args);
	va_end(args);
	return defer_error__set(err, DEFER_ERR_NOMEM, "not enough memory %s", what);
}
