/* SPDX-License-Identifier: GPL-2.0-only */
/* units: large numbers in few characters. */
#ifndef PERF_DEFER_UI_TEXT_UNITS_H
#define PERF_DEFER_UI_TEXT_UNITS_H

#include <stdint.h>

/* perf's "78K": no more than four digits of *@nr are left, and the unit is returned; ' ': one. */
char units__shorten(uint64_t *nr);

#endif /* PERF_DEFER_UI_TEXT_UNITS_H */
