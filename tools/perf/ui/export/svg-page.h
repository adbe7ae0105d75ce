/* SPDX-License-Identifier: GPL-2.0-only */
/* svg_page: what exported pictures have in common: the head, the foot and the look of a frame. */
#ifndef PERF_DEFER_UI_EXPORT_SVG_PAGE_H
#define PERF_DEFER_UI_EXPORT_SVG_PAGE_H

#include "ui/export/svg.h"
#include "util/profile/change.h"

#define SVG_ROOM      1180 /* width of the frame of all, pixels; browsers stretch it to their windows */
#define SVG_MAX_LINES 100000 /* frames above one another; browsers draw no more */

struct svg_page {
	FILE *out;
	const struct svg_opts *opts;
	unsigned int height; /* pixels */
	uint64_t nr;	     /* samples */
	bool compares;	     /* colours stand for changes */
	bool by_time;	     /* from left to right is time; several frames may have no caller */
};

/* A frame; its samples are those of its tooltip. */
struct svg_frame {
	const char *name;	     /* unchecked */
	uint8_t kind;		     /* enum stack_kind */
	double x, width;	     /* pixels; x from the left edge of the frames */
	uint64_t start, value;	     /* as svg-script.h has them */
	uint32_t line;		     /* 0: the frame of all */
	uint64_t nr;		     /* samples */
	double percent;		     /* of all samples */
	const char *note;	     /* more for the tooltip; NULL: none */
	const struct change *change; /* gives the colour; NULL: the kind and the name do */
};

/* Writes what is before the frames, which take @nr_lines lines. */
void svg_page__begin(struct svg_page *page, uint32_t nr_lines);
void svg_page__put(const struct svg_page *page, const struct svg_frame *frame);
/* Writes the end, and everything that is still in a buffer. */
int svg_page__end(const struct svg_page *page, struct defer_error *err);

#endif /* PERF_DEFER_UI_EXPORT_SVG_PAGE_H */
