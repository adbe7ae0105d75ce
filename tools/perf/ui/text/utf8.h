/* SPDX-License-Identifier: GPL-2.0-only */
/* utf8: characters of a string, and how many columns each takes. Does not ask the locale. */
#ifndef PERF_DEFER_UI_TEXT_UTF8_H
#define PERF_DEFER_UI_TEXT_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Takes the next character of @str, which has @len bytes, more than 0: how many bytes it has.
 * Bytes that are no UTF-8 are taken one by one, as UINT32_MAX.
 */
size_t utf8__next(const char *str, size_t len, uint32_t *ch);

/* 1 or 2 columns, or 0 for what cannot be shown by itself: controls, marks that combine or turn
 * the direction of text. */
unsigned int utf8__width(uint32_t ch);

/*
 * May it stand in text that others show, in a terminal, a page or a picture? Controls, marks that
 * turn the direction of text or end a line, and what is no character may not: they would change
 * what stands around them.
 */
bool utf8__is_text(uint32_t ch);

/* Writes @ch and returns how many bytes it has, at most 4. */
size_t utf8__put(char *buf, uint32_t ch);

#endif /* PERF_DEFER_UI_TEXT_UTF8_H */
