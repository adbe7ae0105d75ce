// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>

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

void units__put_grouped(uint64_t nr, FILE *out)
{
	if (nr >= 1000)
		units__put_grouped(nr / 1000, out);
	fprintf(out, nr >= 1000 ? ",%03u" : "%u", (unsigned int)(nr % 1000));
}

const char *units__time(uint64_t time, bool no_time, char buf[UNITS_TIME_LEN])
{
	if (no_time)
		snprintf(buf, UNITS_TIME_LEN, "%" PRIu64, time);
	else
		snprintf(buf, UNITS_TIME_LEN, "%" PRIu64 ".%06" PRIu64, time / 1000000000,
			 time / 1000 % 1000000);
	return buf;
}
