// SPDX-License-Identifier: LGPL-2.1-only OR BSD-2-Clause
#include <time.h>
#include <unistd.h>

#include "seed.h"

uint64_t seed__new(void)
{
	struct timespec now = {0};
	uint64_t seed;

	if (getentropy(&seed, sizeof(seed))) {
		clock_gettime(CLOCK_MONOTONIC, &now);
		seed = (uint64_t)now.tv_nsec * 0x9e3779b97f4a7c15ULL ^ (uintptr_t)&now;
	}
	return seed | 1;
}
