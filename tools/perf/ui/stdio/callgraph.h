/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_DEFER_UI_STDIO_CALLGRAPH_H
#define PERF_DEFER_UI_STDIO_CALLGRAPH_H

#include <stdio.h>

#include "util/profile/callgraph.h"

struct callgraph_print {
	const struct graph_conf *conf;
	uint64_t total;	 /* period that "graph" percentages are of */
	uint64_t parent; /* period of the row, which "fractal" ones are of */
	bool skip_first; /* the first frame is the row itself, when rows are symbols alone */
	const char *sep; /* between frames of a folded chain */
	bool color;	 /* percentages have the colours of a terminal */
};

/* Draws a sealed call graph in the mode that conf says, in perf's shape. */
int callgraph__print(const struct callgraph *graph, const struct callgraph_print *print, FILE *out,
		     struct defer_error *err);

#endif /* PERF_DEFER_UI_STDIO_CALLGRAPH_H */
