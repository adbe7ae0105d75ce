// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>

#include "util/base/span.h"

const char *span__text(uint64_t ns, char buf[SPAN_LEN])
{
	static const char *const units[] = {"ns", "us", "ms", "s "};
	double value = ns;
	int unit = 0;

	while (value >= 999.995 && unit < 3) {
		value /= 1000;
		unit++;
	}
	snprintf(buf, SPAN_LEN, "%.*f %s", unit ? 2 : 0, value, units[unit]);
	return buf;
}
