/* SPDX-License-Identifier: GPL-2.0-only */
/* The style and script of an exported picture; private to svg. */
#ifndef PERF_DEFER_UI_EXPORT_SVG_SCRIPT_H
#define PERF_DEFER_UI_EXPORT_SVG_SCRIPT_H

/*
 * Each frame is a <g> in #frames with three attributes:
 * - data-s: where its samples begin, in the unit of the root's data-v
 * - data-v: how many samples it has, in the same unit
 * - data-d: its depth
 * In order of time these are ns and the line, and the picture has the attribute data-time.
 * The script takes the name of a frame from its tooltip. It stands in a CDATA section.
 */
extern const char svg_style[], svg_script[];

#endif /* PERF_DEFER_UI_EXPORT_SVG_SCRIPT_H */
