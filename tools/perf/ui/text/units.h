/* SPDX-License-Identifier: GPL-2.0-only */
/* units: large numbers in few characters, and times. */
#ifndef PERF_DEFER_UI_TEXT_UNITS_H
#define PERF_DEFER_UI_TEXT_UNITS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/*
 * Scales *@nr down to at most four digits and returns its unit, as in perf's "78K"; ' ': unscaled.
 */
char units__shorten(uint64_t *nr);

/* Prints a number in groups of three digits: 78,357. */
void units__put_grouped(uint64_t nr, FILE *out);

/*
 * Writes a time, ns, as seconds of the trace's clock, "12.345678", cut off as perf does; or as an
 * order if @no_time. Returns @buf.
 */
#define UNITS_TIME_LEN 32
const char *units__time(uint64_t time, bool no_time, char buf[UNITS_TIME_LEN]);

#endif /* PERF_DEFER_UI_TEXT_UNITS_H */
