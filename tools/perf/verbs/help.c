// SPDX-License-Identifier: GPL-2.0-only
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

#include "verbs/common.h"
#include "verbs/help.h"
#include "util/base/array.h"

/* Finds the page's file next to the executable: in build/, in build/asan/, or installed in bin/. */
static bool find_page(const char *verb, char *path, size_t size)
{
	static const char *const places[] = {
		"../tools/perf/Documentation",
		"../../tools/perf/Documentation",
		"../share/man/man1",
	};
	char dir[PATH_MAX / 2];

	verb__exe_dir(dir, sizeof(dir));
	for (size_t i = 0; i < ARRAY_SIZE(places); i++) {
		snprintf(path, size, "%s/%s/perf-defer-%s.1", dir, places[i], verb);
		if (!access(path, R_OK))
			return true;
	}
	return false;
}

void help__show_manual(const char *verb)
{
	char page[PATH_MAX];
	bool found = find_page(verb, page, sizeof(page));

	if (!found)
		snprintf(page, sizeof(page), "perf-defer-%s", verb);
	execlp("man", "man", page, (char *)NULL);
	fprintf(stderr,
		"perf-defer: cannot show the manual page perf-defer-%s(1)%s%s without man: "
		"install man-db. The options:\n",
		verb, found ? ", " : "", found ? page : "");
}
