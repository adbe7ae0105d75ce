// SPDX-License-Identifier: GPL-2.0-only
#include "ui/text/units.h"

char units__shorten(uint64_t *nr)
{
	static const char units[] = " KMG";
	unsigned int unit = 0;

	while (*nr > 1000 && unit < sizeof(units) - 2) {
		*nr /= 1000;
		unit++;
	}
	return units[unit];
}
