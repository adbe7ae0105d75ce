// SPDX-License-Identifier: GPL-2.0-only
/* Reads the files of sysfs that features of the header are made of. */
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>

#include "util/events/pmu-file.h"
#include "util/output/feature-writer.h"

bool feature_facts__read(const struct feature_facts *facts, char *text, size_t size,
			 const char *fmt, ...)
{
	char path[PATH_MAX];
	va_list args;
	int len;

	len = snprintf(path, sizeof(path), "%s/devices/system/", facts->opts->sysfs);
	if (len >= (int)sizeof(path))
		return false;
	va_start(args, fmt);
	vsnprintf(path + len, sizeof(path) - len, fmt, args);
	va_end(args);
	return pmu_file__read(path, text, size) >= 0;
}
