/* SPDX-License-Identifier: GPL-2.0-only */
/* svg_page: what exported pictures have in common: the head, the foot and the look of a frame. */
#ifndef PERF_DEFER_UI_EXPORT_SVG_PAGE_H
#define PERF_DEFER_UI_EXPORT_SVG_PAGE_H

#include "ui/export/svg.h"
#include "util/profile/change.h"

#define SVG_ROW	      17 /* height of a frame, pixels */
#define SVG_PAD	      10U
#define SVG_HEAD      62
#define SVG_FOOT      34
#define SVG_MAX_LINES 100000 /* frames above one another; browsers draw no more */

struct svg_page {
	FILE *out;
	const char *title;	    /* NULL: "Flame graph" */
	unsigned int width, height; /* pixels */
	uint64_t nr;		    /* samples */
	bool compares;		    /* colours stand for changes */
	bool by_time; /* from left to right is time; several frames may have no caller */
};

struct svg_frame {
	const char *name; /* unchecked */
	uint8_t kind;	  /* enum stack_kind */
	double x, width;
	unsigned int y;
	uint64_t start, value; /* as svg-script.h has them */
	uint32_t depth;
	const struct change *change; /* gives the colour; NULL: the kind and the name do */
};

/* Returns the width of a picture, pixels. */
unsigned int svg_opts__width(const struct svg_opts *opts);

void svg_page__head(const struct svg_page *page);
/* Writes the end, and everything that is still in a buffer. */
int svg_page__foot(const struct svg_page *page, struct defer_error *err);

/* Write a frame in two parts: between them the caller writes what the tooltip says behind the name. */
void svg_frame__begin(const struct svg_frame *frame, FILE *out);
void svg_frame__end(const struct svg_frame *frame, FILE *out);

/* Writes "12,345 samples". */
void svg__put_samples(uint64_t nr, FILE *out);

#endif /* PERF_DEFER_UI_EXPORT_SVG_PAGE_H */
