/* SPDX-License-Identifier: GPL-2.0-only */
/* chart_find: the places of a chart whose functions have a text. */
#ifndef PERF_DEFER_UTIL_VIEW_CHART_FIND_H
#define PERF_DEFER_UTIL_VIEW_CHART_FIND_H

#include "util/view/chart.h"

struct chart_matches {
	bool *funcs;	  /* by func id: the name has the text */
	uint32_t *depths; /* by node of the chain tree: that of its outermost match; 0: none */
	size_t nr;	  /* places: neighbours in time that match are one */
	uint64_t total;	  /* weight of all samples that match */
};

/* Searches all functions for @text, ignoring case. The caller exits the matches if that returns 0. */
int chart__search(const struct chart *chart, const char *text, struct chart_matches *matches,
		  struct defer_error *err);
void chart_matches__exit(struct chart_matches *matches);

/*
 * Returns the first sample of a place: of the first one that begins at sample @from or later, or of the
 * last one that begins before it; SIZE_MAX: none.
 */
size_t chart__find(const struct chart *chart, const struct chart_matches *matches, size_t from,
		   bool forward);

#endif /* PERF_DEFER_UTIL_VIEW_CHART_FIND_H */
