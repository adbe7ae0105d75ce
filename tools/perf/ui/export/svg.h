/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * svg: the stacks of one event as a picture: a flame graph, or an icicle graph, which hangs from
 * the top. One file that needs nothing else: without a script it is a picture with a tooltip at
 * each frame; in a browser, frames zoom, and names are searched for.
 */
#ifndef PERF_DEFER_UI_EXPORT_SVG_H
#define PERF_DEFER_UI_EXPORT_SVG_H

#include <stdbool.h>
#include <stdio.h>

#include "util/profile/hist.h"

struct svg_opts {
	const char *title;  /* NULL: "Flame graph" */
	unsigned int width; /* pixels; 0: 1200. A browser's window may make it wider */
	bool icicle;	    /* callers above what they call */
};

/*
 * Frames too narrow to be seen are left out. Names are whatever the trace says: markup in them
 * is escaped, and what XML cannot hold is a dot.
 */
int svg__write(const struct hist *hist, const struct svg_opts *opts, FILE *out,
	       struct defer_error *err);

#endif /* PERF_DEFER_UI_EXPORT_SVG_H */
