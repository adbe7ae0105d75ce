/* SPDX-License-Identifier: GPL-2.0-only */
/* utf8: the characters of a string and their widths in columns, independent of the locale. */
#ifndef PERF_DEFER_UI_TEXT_UTF8_H
#define PERF_DEFER_UI_TEXT_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Takes the next character of @str, which has @len bytes, at least one. Returns the bytes it has.
 * Bytes that are not UTF-8 are taken one by one, as UINT32_MAX.
 */
size_t utf8__next(const char *str, size_t len, uint32_t *ch);

/*
 * Returns the columns of @ch, 1 or 2; 0 for characters that cannot be shown alone: controls,
 * combining marks, and marks that turn the direction of text.
 */
unsigned int utf8__width(uint32_t ch);

/*
 * Returns whether @ch may stand in text for a terminal, a page or a picture. Controls, marks that
 * turn the direction of text or end a line, and invalid characters may not: they would change the
 * text around them.
 */
bool utf8__is_text(uint32_t ch);

/* Writes @ch and returns how many bytes it has, at most 4. */
size_t utf8__put(char *buf, uint32_t ch);

/*
 * Appends @ch to the string @buf of at most @size bytes. Returns false if it is a control, or there
 * is no room. Combining marks are part of names.
 */
bool utf8__append(char *buf, size_t size, uint32_t ch);
/* Takes the last character of the string @buf away. */
void utf8__drop(char *buf);

#endif /* PERF_DEFER_UI_TEXT_UTF8_H */
