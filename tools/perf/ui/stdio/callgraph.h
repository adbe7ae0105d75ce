/* SPDX-License-Identifier: GPL-2.0-only */
/* callgraph: the call graph below a row, as text. */
#ifndef PERF_DEFER_UI_STDIO_CALLGRAPH_H
#define PERF_DEFER_UI_STDIO_CALLGRAPH_H

#include <stdio.h>

#include "ui/stdio/hist.h"
#include "util/profile/callgraph.h"

struct callgraph_print {
	const struct graph_conf *conf;
	uint64_t total;	 /* period that is 100 % in "graph" mode */
	uint64_t parent; /* period of the row, which is 100 % in "fractal" mode */
	const struct hist_print *how;
};

/* Draws a sealed call graph in the mode that its conf says, in the layout of perf. */
int callgraph__print(const struct callgraph *graph, const struct callgraph_print *print, FILE *out,
		     struct defer_error *err);

#endif /* PERF_DEFER_UI_STDIO_CALLGRAPH_H */
