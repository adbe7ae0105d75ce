// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdio.h>

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

const char *units__grouped(uint64_t nr, char buf[UNITS_GROUPED_LEN])
{
	char *to = buf + UNITS_GROUPED_LEN - 1;

	*to = '\0';
	for (unsigned int digits = 0; nr || !digits; digits++, nr /= 10) {
		if (digits && digits % 3 == 0)
			*--to = ',';
		*--to = '0' + nr % 10;
	}
	return to;
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
