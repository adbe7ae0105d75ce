/* SPDX-License-Identifier: GPL-2.0-only */
/* hist: the rows of a profile, as text. */
#ifndef PERF_DEFER_UI_STDIO_HIST_H
#define PERF_DEFER_UI_STDIO_HIST_H

#include <stdio.h>

#include "util/profile/profile.h"

struct hist_print {
	const char *sep;    /* -t: separates columns; NULL: two blanks */
	const char *widths; /* -w: "10,20,30"; NULL: as wide as the values */
	bool quiet;	    /* print rows only, no lines with '#' */
	bool skip_symbol;   /* rows are symbols alone: a call graph need not repeat them */
	bool color;	    /* percentages have terminal colours */
	const struct sample_filter_opts *chosen; /* whose --time is printed; NULL: none */
};

/* Prints all events that have samples, in the format of perf report --stdio. */
int profile__print(struct profile *profile, const struct hist_print *print, FILE *out,
		   struct defer_error *err);

#endif /* PERF_DEFER_UI_STDIO_HIST_H */
