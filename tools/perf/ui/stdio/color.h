/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * color: the colours of percentages on a terminal, as in perf (Linux 7.2, tools/perf/util/color.c).
 */
#ifndef PERF_DEFER_UI_STDIO_COLOR_H
#define PERF_DEFER_UI_STDIO_COLOR_H

#include <stdio.h>

#include "util/profile/change.h"

#define COLOR_RED   "\033[31m"
#define COLOR_GREEN "\033[32m"
#define COLOR_BLUE  "\033[34m" /* of shares that have shrunk: perf diff has none */
#define COLOR_END   "\033[m"

/* Returns the escape sequence for @percent; "" if it has no colour. */
static inline const char *color__of_percent(double percent)
{
	return percent >= 5.0 ? COLOR_RED : percent > 0.5 ? COLOR_GREEN : "";
}

/* Prints @text in the colour of @percent, then resets the colour. */
static inline void color__puts(const char *text, double percent, FILE *out)
{
	const char *color = color__of_percent(percent);

	fputs_unlocked(color, out);
	fputs_unlocked(text, out);
	fputs_unlocked(*color ? COLOR_END : "", out);
}

/* Prints @text, which tells of @change, in its colour. */
static inline void color__puts_change(const char *text, const struct change *change, FILE *out)
{
	const char *color = change__points(change) > 0 ? COLOR_RED : COLOR_BLUE;

	if (!change->is_noise)
		fputs_unlocked(color, out);
	fputs_unlocked(text, out);
	if (!change->is_noise)
		fputs_unlocked(COLOR_END, out);
}

#endif /* PERF_DEFER_UI_STDIO_COLOR_H */
