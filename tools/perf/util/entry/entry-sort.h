/* SPDX-License-Identifier: GPL-2.0-only */
/* entry_order: by what entries into the kernel are sorted. */
#ifndef PERF_DEFER_UTIL_ENTRY_ENTRY_SORT_H
#define PERF_DEFER_UTIL_ENTRY_ENTRY_SORT_H

#include "util/entry/entry-list.h"

enum entry_sort {
	ENTRY_BY_REMAINING, /* longest first; unknown ones last */
	ENTRY_BY_BEGIN,
	ENTRY_BY_RETURN,  /* unknown ones last */
	ENTRY_BY_SAMPLES, /* most first */
	ENTRY_BY_STATE,
	ENTRY_BY_ON_CPU, /* the smallest share first; unknown ones last */
	ENTRY_BY_KIND,
	ENTRY_BY_THREAD,
	ENTRY_BY_USER,
	ENTRY_BY_CLASS,
	ENTRY_NR_SORTS
};

/* Returns the name of @by, as the user writes it. */
const char *entry_sort__name(enum entry_sort by);

struct entry_order {
	uint8_t by[ENTRY_NR_SORTS]; /* enum entry_sort; the first difference decides */
	unsigned int nr;
};

/* Parses "kind,remaining". Fails with DEFER_ERR_INVAL and the names that exist. */
int entry_order__parse(struct entry_order *order, const char *text, struct defer_error *err);

/* Sorts @rows, the indices of all entries of @list. Equal ones stay in their order. */
int entry_list__sort(const struct entry_list *list, const struct entry_order *order, uint32_t *rows,
		     struct defer_error *err);

#endif /* PERF_DEFER_UTIL_ENTRY_ENTRY_SORT_H */
