/* SPDX-License-Identifier: GPL-2.0-only */
/* units: large numbers in few characters, and times. */
#ifndef PERF_DEFER_UI_TEXT_UNITS_H
#define PERF_DEFER_UI_TEXT_UNITS_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Scales *@nr down to at most four digits and returns its unit, as in perf's "78K"; ' ': unscaled.
 */
char units__shorten(uint64_t *nr);

/* Writes a number in groups of three digits, "78,357". Returns the place in @buf where it begins. */
#define UNITS_GROUPED_LEN 28
const char *units__grouped(uint64_t nr, char buf[UNITS_GROUPED_LEN]);
/* The same in a place that lasts as long as the block. */
#define UNITS_GROUPED(nr) units__grouped(nr, (char[UNITS_GROUPED_LEN]){0})

/*
 * Writes a time, ns, as seconds of the trace's clock, "12.345678", cut off as perf does; or as an
 * order if @no_time. Returns @buf.
 */
#define UNITS_TIME_LEN 32
const char *units__time(uint64_t time, bool no_time, char buf[UNITS_TIME_LEN]);

#endif /* PERF_DEFER_UI_TEXT_UNITS_H */
