// SPDX-License-Identifier: GPL-2.0-only
/* Formats in sysfs, such as config1:0-7,32: the bits of an attribute in which a term's value is. */
#include <ctype.h>
#include <string.h>

#include "util/events/pmu.h"

/* Reads the number of a bit. */
static bool read_bit(const char **pos, unsigned int *bit)
{
	const char *p = *pos;

	if (!isdigit((unsigned char)*p))
		return false;
	for (*bit = 0; isdigit((unsigned char)*p); p++) {
		*bit = *bit * 10 + (*p - '0');
		if (*bit > 63)
			return false;
	}
	*pos = p;
	return true;
}

static bool read_bits(const char **pos, uint64_t *bits)
{
	unsigned int first, last;

	if (!read_bit(pos, &first))
		return false;
	last = first;
	if (**pos == '-') {
		(*pos)++;
		if (!read_bit(pos, &last) || last < first)
			return false;
	}
	for (unsigned int i = first; i <= last; i++)
		*bits |= 1ULL << i;
	return true;
}

bool pmu_format__parse(struct pmu_format *format, const char *str)
{
	static const char config[] = "config";
	const char *p = str;

	*format = (struct pmu_format){0};
	if (strncmp(p, config, strlen(config)))
		return false;
	p += strlen(config);
	if (isdigit((unsigned char)*p))
		format->word = *p++ - '0';
	if (format->word >= PMU_NR_WORDS || *p++ != ':')
		return false;
	while (read_bits(&p, &format->bits)) {
		if (!*p)
			return true;
		if (*p++ != ',')
			return false;
	}
	return false;
}

uint64_t pmu_format__max(const struct pmu_format *format)
{
	int nr = __builtin_popcountll(format->bits);

	return nr == 64 ? UINT64_MAX : (1ULL << nr) - 1;
}

uint64_t pmu_format__pack(const struct pmu_format *format, uint64_t value, uint64_t word)
{
	for (unsigned int i = 0; i < 64; i++) {
		if (!(format->bits >> i & 1))
			continue;
		word &= ~(1ULL << i);
		word |= (value & 1) << i;
		value >>= 1;
	}
	return word;
}
