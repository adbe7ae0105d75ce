/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * plain: words of a trace as a terminal may see them. Names in a trace are whatever its maker
 * wrote, escape sequences too: control characters print as dots.
 */
#ifndef PERF_DEFER_UI_STDIO_PLAIN_H
#define PERF_DEFER_UI_STDIO_PLAIN_H

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* C0, DEL, and the first byte of U+0080 to U+009F, of which terminals take U+009B for ESC [. */
static inline bool plain__is_control(const char *at)
{
	unsigned char c = at[0];

	return c < ' ' || c == 0x7f || (c == 0xc2 && ((unsigned char)at[1] & 0xe0) == 0x80);
}

/* Masks a string where it stands. */
static inline void plain__mask(char *str)
{
	for (; *str; str++) {
		if (plain__is_control(str))
			*str = '.';
	}
}

static inline void plain__puts(const char *str, FILE *out)
{
	for (; *str; str++)
		putc_unlocked(plain__is_control(str) ? '.' : *str, out);
}

/* As "%*s" does: to the left if @width is negative. */
static inline void plain__pad(const char *str, int width, FILE *out)
{
	int pad = (width < 0 ? -width : width) - (int)strlen(str);

	for (; width > 0 && pad > 0; pad--)
		putc_unlocked(' ', out);
	plain__puts(str, out);
	for (; pad > 0; pad--)
		putc_unlocked(' ', out);
}

#endif /* PERF_DEFER_UI_STDIO_PLAIN_H */
