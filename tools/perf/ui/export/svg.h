/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * svg: the stacks of one event as a picture: a flame graph, or an icicle graph, which is drawn from
 * the top down. The file is self-contained: without scripts it is a picture with a tooltip on each
 * frame; in a browser, a click on a frame zooms and names can be searched.
 */
#ifndef PERF_DEFER_UI_EXPORT_SVG_H
#define PERF_DEFER_UI_EXPORT_SVG_H

#include <stdbool.h>
#include <stdio.h>

#include "util/profile/hist.h"
#include "util/view/flame-shape.h"

struct chart;

struct svg_opts {
	const char *title; /* NULL: "Flame graph" */
	enum flame_shape shape;
	bool icicle; /* callers are drawn above their callees */
};

/*
 * Writes the picture to @out. Frames that are too narrow to be visible are left out. Names come
 * from the trace unchecked: markup in them is escaped, and characters that XML cannot hold become
 * dots.
 */
int svg__write(const struct hist *hist, const struct svg_opts *opts, FILE *out,
	       struct defer_error *err);

/*
 * Does so in order of time, with a column of time for each pixel: the threads stand one above the other, each
 * with its callers and what they call. The shape in @opts is of no use.
 */
int svg_chart__write(const struct chart *chart, const struct svg_opts *opts, FILE *out,
		     struct defer_error *err);

#endif /* PERF_DEFER_UI_EXPORT_SVG_H */
