/* SPDX-License-Identifier: GPL-2.0-only */
/* What an exported picture does in a browser; private to svg. */
#ifndef PERF_DEFER_UI_EXPORT_SVG_SCRIPT_H
#define PERF_DEFER_UI_EXPORT_SVG_SCRIPT_H

/*
 * Each frame is a <g> in #frames with data-s and data-v, where its samples begin and how many
 * they are, in the unit that the root's data-v is in, and data-d, how deep it is. The script takes
 * the name from the tooltip. Stands in CDATA.
 */
extern const char svg_style[], svg_script[];

#endif /* PERF_DEFER_UI_EXPORT_SVG_SCRIPT_H */
