// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "ui/tui/term/ground.h"

enum ground ground__of_env(const char *text)
{
	const char *last = text ? strrchr(text, ';') : NULL;
	char *end;
	long color;

	if (!last)
		return GROUND_UNKNOWN;
	color = strtol(last + 1, &end, 10);
	if (end == last + 1 || *end || color < 0 || color > 15)
		return GROUND_UNKNOWN;
	return color == 7 || color > 8 ? GROUND_LIGHT : GROUND_DARK;
}

/* Reads 1 to 4 hexadecimal digits as a share of the largest number that so many can hold. */
static bool read_share(const char **at, double *share)
{
	size_t nr = strspn(*at, "0123456789abcdefABCDEF");

	if (nr < 1 || nr > 4)
		return false;
	*share = strtol(*at, NULL, 16) / (double)((1 << (4 * nr)) - 1);
	*at += nr;
	return true;
}

static double linear(double share)
{
	return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4);
}

/* Relative luminance at which black and white text have the same contrast (WCAG 2). */
#define MIDDLE 0.179

enum ground ground__of_answer(const char *text)
{
	static const double weights[] = {0.2126, 0.7152, 0.0722};
	double luminance = 0;

	if (strncmp(text, "11;rgb", 6) != 0)
		return GROUND_UNKNOWN;
	text += strcspn(text, ":");
	for (int i = 0; i < 3; i++) {
		double share;

		if (*text != (i ? '/' : ':'))
			return GROUND_UNKNOWN;
		text++;
		if (!read_share(&text, &share))
			return GROUND_UNKNOWN;
		luminance += weights[i] * linear(share);
	}
	return luminance > MIDDLE ? GROUND_LIGHT : GROUND_DARK;
}
