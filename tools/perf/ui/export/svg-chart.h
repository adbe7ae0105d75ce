/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * svg_chart: the stacks of one event in order of time as a picture like that of svg.h. From left to right
 * is time; the threads stand one above the other, each with its callers and what they call.
 */
#ifndef PERF_DEFER_UI_EXPORT_SVG_CHART_H
#define PERF_DEFER_UI_EXPORT_SVG_CHART_H

#include "ui/export/svg.h"

struct chart;

/* Writes the picture to @out, with a column of time for each pixel. The shape in @opts is of no use. */
int svg_chart__write(const struct chart *chart, const struct svg_opts *opts, FILE *out,
		     struct defer_error *err);

#endif /* PERF_DEFER_UI_EXPORT_SVG_CHART_H */
