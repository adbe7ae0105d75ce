// SPDX-License-Identifier: GPL-2.0-only
#include <dlfcn.h>
#include <string.h>

#include "util/host/dynlib.h"

bool dynlib__find(void *lib, const struct dynlib_call *calls, size_t nr)
{
	for (size_t i = 0; lib && i < nr; i++) {
		void *found = dlsym(lib, calls[i].name);

		if (!found)
			return false;
		memcpy(calls[i].to, &found, sizeof(found));
	}
	return lib;
}
