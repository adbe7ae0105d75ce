/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * plain: strings of a trace, made safe for terminals and for readers of text files. Names in a
 * trace may contain anything, escape sequences too: invalid UTF-8 and characters that must not be
 * shown print as one dot each.
 */
#ifndef PERF_DEFER_UI_STDIO_PLAIN_H
#define PERF_DEFER_UI_STDIO_PLAIN_H

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "ui/text/utf8.h"

/*
 * Returns whether the character at @at, of *@len bytes, prints as it is; else it prints as a dot.
 */
static inline bool plain__is_shown(const char *at, size_t *len)
{
	uint32_t ch = (unsigned char)*at;

	*len = 1;
	if (ch >= ' ' && ch < 0x7f)
		return true;
	*len = utf8__next(at, strnlen(at, 4), &ch);
	return utf8__is_text(ch);
}

/* Returns the number of bytes that @str prints as. */
static inline size_t plain__len(const char *str)
{
	size_t len, sum = 0;

	for (; *str; str += len)
		sum += plain__is_shown(str, &len) ? len : 1;
	return sum;
}

/* Replaces unsafe characters of @str in place. Returns its new length in bytes. */
static inline size_t plain__mask(char *str)
{
	char *to = str;
	size_t len;

	for (const char *from = str; *from; from += len) {
		if (plain__is_shown(from, &len)) {
			memmove(to, from, len);
			to += len;
		} else {
			*to++ = '.';
		}
	}
	*to = '\0';
	return to - str;
}

static inline void plain__puts(const char *str, FILE *out)
{
	size_t len;

	for (; *str; str += len) {
		if (!plain__is_shown(str, &len))
			putc_unlocked('.', out);
		else if (len == 1)
			putc_unlocked(*str, out);
		else
			fwrite_unlocked(str, 1, len, out);
	}
}

/* Prints like "%*s": padded on the right if @width is negative, else on the left. */
static inline void plain__pad(const char *str, int width, FILE *out)
{
	int pad = (width < 0 ? -width : width) - (int)plain__len(str);

	for (; width > 0 && pad > 0; pad--)
		putc_unlocked(' ', out);
	plain__puts(str, out);
	for (; pad > 0; pad--)
		putc_unlocked(' ', out);
}

#endif /* PERF_DEFER_UI_STDIO_PLAIN_H */
