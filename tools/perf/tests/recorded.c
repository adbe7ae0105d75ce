// SPDX-License-Identifier: GPL-2.0-only
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/recorded.h"

bool recorded__are_there(void)
{
	const char *dir = getenv("PERF_DEFER_TEST_DATA");
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s/burn2.data", dir ? dir : "");
	if (!access(path, R_OK))
		return true;
	fprintf(stderr, "the test data is not there\n");
	return false;
}
