// SPDX-License-Identifier: GPL-2.0-only
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "util/base/array.h"
#include "util/plan/size.h"

static const struct unit {
	char letter;
	enum size_unit kind;
	uint64_t factor;
} units[] = {
	{'B', SIZE_BYTES, 1},
	{'K', SIZE_BYTES, 1ULL << 10},
	{'M', SIZE_BYTES, 1ULL << 20},
	{'G', SIZE_BYTES, 1ULL << 30},
	{'s', SIZE_TIME, 1000},
	{'m', SIZE_TIME, 60 * 1000},
	{'h', SIZE_TIME, 60 * 60 * 1000},
	{'d', SIZE_TIME, 24 * 60 * 60 * 1000},
};

static const struct unit *find_unit(const char *str)
{
	for (size_t i = 0; str[0] && !str[1] && i < ARRAY_SIZE(units); i++) {
		if (units[i].letter == str[0])
			return &units[i];
	}
	return NULL;
}

int size__parse(const char *str, const char *what, uint64_t *value, struct defer_error *err)
{
	const struct unit *unit = NULL;
	unsigned long long number;
	char *end;

	/* strtoull() would also accept blanks and signs. */
	if (!isdigit((unsigned char)*str))
		goto bad;
	errno = 0;
	number = strtoull(str, &end, 10);
	if (errno)
		goto too_large;
	if (!*end) {
		*value = number;
		return SIZE_PLAIN;
	}
	unit = find_unit(end);
	if (!unit)
		goto bad;
	if (__builtin_mul_overflow((uint64_t)number, unit->factor, value))
		goto too_large;
	return unit->kind;

bad:
	return defer_error__set(err, DEFER_ERR_INVAL, "%s cannot be '%s'", what, str);
too_large:
	return defer_error__set(err, DEFER_ERR_INVAL, "%s: %s is too large", what, str);
}

int size__print(uint64_t bytes, char *buf, size_t size)
{
	const char *letters = "BKMG";

	while (letters[1] && bytes && !(bytes & 1023)) {
		bytes >>= 10;
		letters++;
	}
	return snprintf(buf, size, "%" PRIu64 "%c", bytes, *letters);
}

uint64_t size__round_up_pow2(uint64_t n)
{
	if (!n || n > 1ULL << 63)
		return 0;
	return n == 1 ? 1 : 1ULL << (64 - __builtin_clzll(n - 1));
}
