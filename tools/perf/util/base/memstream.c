// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/memstream.h"

int memstream__close(FILE *out, char *const *text)
{
	const int failed = ferror(out);

	return fclose(out) || failed || !*text ? -1 : 0;
}
