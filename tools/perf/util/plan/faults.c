// SPDX-License-Identifier: GPL-2.0-only
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <perf/defer-error.h>

#include "util/base/array.h"
#include "util/plan/faults.h"

void faults__init(struct faults *faults)
{
	memset(faults, 0, sizeof(*faults));
}

void faults__exit(struct faults *faults)
{
	uint32_t i;

	for (i = 0; i < faults->nr; i++) {
		free(faults->faults[i].what);
		free(faults->faults[i].detail);
		free(faults->faults[i].remedy);
	}
	free(faults->faults);
	faults__init(faults);
}

int faults__add(struct faults *faults, const char *detail, const char *remedy, const char *fmt, ...)
{
	struct fault fault = {0};
	va_list args;
	int len;

	if (!ARRAY_GROW(faults->faults, faults->cap, faults->nr + 1ULL))
		return DEFER_ERR_NOMEM;
	va_start(args, fmt);
	len = vasprintf(&fault.what, fmt, args);
	va_end(args);
	if (len < 0)
		return DEFER_ERR_NOMEM;
	fault.detail = detail ? strdup(detail) : NULL;
	fault.remedy = strdup(remedy);
	if (!fault.remedy || (detail && !fault.detail)) {
		free(fault.what);
		free(fault.detail);
		free(fault.remedy);
		return DEFER_ERR_NOMEM;
	}
	faults->faults[faults->nr++] = fault;
	return 0;
}
