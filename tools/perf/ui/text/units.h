/* SPDX-License-Identifier: GPL-2.0-only */
/* units: large numbers in few characters. */
#ifndef PERF_DEFER_UI_TEXT_UNITS_H
#define PERF_DEFER_UI_TEXT_UNITS_H

#include <stdint.h>

/*
 * Scales *@nr down to at most four digits and returns its unit, as in perf's "78K"; ' ': unscaled.
 */
char units__shorten(uint64_t *nr);

#endif /* PERF_DEFER_UI_TEXT_UNITS_H */
