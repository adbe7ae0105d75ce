// SPDX-License-Identifier: GPL-2.0-only
/* Parts of the text of -e, and numbers in them. */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "util/events/parse-events-priv.h"

bool span__is(struct span span, const char *str)
{
	return strlen(str) == span.len && !memcmp(span.at, str, span.len);
}

struct span span__trim(struct span span)
{
	while (span.len && isspace((unsigned char)*span.at)) {
		span.at++;
		span.len--;
	}
	while (span.len && isspace((unsigned char)span.at[span.len - 1]))
		span.len--;
	return span;
}

struct span span__cut(struct span *rest, char sep)
{
	const char *end = memchr(rest->at, sep, rest->len);
	struct span part = *rest;

	if (end)
		part.len = end - rest->at;
	rest->at += part.len;
	rest->len -= part.len;
	if (end) {
		rest->at++;
		rest->len--;
	}
	return part;
}

char *span__dup(struct span span)
{
	return strndup(span.at, span.len);
}

static int digit_of(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c = tolower((unsigned char)c);
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 99;
}

static bool span__read_number(struct span span, unsigned int base, uint64_t *num)
{
	*num = 0;
	for (size_t i = 0; i < span.len; i++) {
		unsigned int digit = digit_of(span.at[i]);

		if (digit >= base || __builtin_mul_overflow(*num, (uint64_t)base, num) ||
		    __builtin_add_overflow(*num, (uint64_t)digit, num))
			return false;
	}
	return span.len > 0;
}

/* Digits of base 16 without 0x. */
static bool span__hex(struct span span, uint64_t *num)
{
	return span__read_number(span, 16, num);
}

bool span__number(struct span span, uint64_t *num)
{
	if (span.len > 2 && span.at[0] == '0' && (span.at[1] == 'x' || span.at[1] == 'X'))
		return span__hex((struct span){span.at + 2, span.len - 2}, num);
	return span__read_number(span, 10, num);
}

bool span__raw(struct span span, uint64_t *num)
{
	size_t skip = span.len > 3 && !strncasecmp(span.at, "r0x", 3) ? 3 : 1;

	if (span.len <= skip || span.at[0] != 'r')
		return false;
	return span__hex((struct span){span.at + skip, span.len - skip}, num);
}
