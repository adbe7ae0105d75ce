// SPDX-License-Identifier: GPL-2.0-only
#include "ui/tui/term/clipboard.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BEGIN "\033]52;c;"
#define END   "\a"

/* Appends three bytes, of which @nr are there, as four characters of base64 (RFC 4648). */
static char *put_group(char *to, const uint8_t *bytes, size_t nr)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	uint32_t bits = bytes[0] << 16;

	if (nr > 1)
		bits |= bytes[1] << 8;
	if (nr > 2)
		bits |= bytes[2];
	*to++ = digits[bits >> 18];
	*to++ = digits[bits >> 12 & 63];
	*to++ = nr > 1 ? digits[bits >> 6 & 63] : '=';
	*to++ = nr > 2 ? digits[bits & 63] : '=';
	return to;
}

int clipboard__copy(struct term *term, const char *text)
{
	size_t len = strlen(text);
	char *bytes = malloc(len + len / 3 + 4 + sizeof(BEGIN END)), *to;

	if (!bytes)
		return DEFER_ERR_NOMEM;
	to = stpcpy(bytes, BEGIN);
	for (size_t i = 0; i < len; i += 3)
		to = put_group(to, (const uint8_t *)text + i, len - i < 3 ? len - i : 3);
	strcpy(to, END);
	term__send(term, bytes);
	free(bytes);
	return 0;
}
