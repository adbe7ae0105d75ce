/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * annotate_text: a function as perf annotate --stdio prints it (Linux 7.2, tools/perf/util/annotate.c):
 * its assembly between the source lines that it was made of, or these alone, with the samples of one
 * event or of several side by side.
 */
#ifndef PERF_DEFER_UI_STDIO_ANNOTATE_H
#define PERF_DEFER_UI_STDIO_ANNOTATE_H

#include <stdbool.h>
#include <stdio.h>

#include "ui/source/source-rows.h"

struct dso;

/* The form; zeroed, it is perf's default. */
struct annotate_style {
	bool lines; /* -l: the lines that were hit first, and beside each instruction its own */
	bool full_paths;   /* of the program, and of source files in -l */
	bool nr_samples;   /* samples, not percentages */
	bool total_period; /* periods, not percentages */
	bool of_all;	   /* percentages are of all samples of the event, not of the function's */
	bool by_hits;	   /* percentages are of the number of samples, not of the period */
	bool color;
};

/* The samples of one event in a function. */
struct annotate_event {
	const struct annotate
		*annotate;     /* of the rows' function; that of the rows itself for the first */
	struct sample_sum all; /* samples of the event */
};

/*
 * Prints the function of @rows, which is in @dso, with @nr events, which are called @name together. Rows
 * without assembly have one event, the first.
 */
void annotate_text__print(const struct source_rows *rows, const struct dso *dso, const char *name,
			  const struct annotate_event *events, unsigned int nr,
			  const struct annotate_style *style, FILE *out);

#endif /* PERF_DEFER_UI_STDIO_ANNOTATE_H */
