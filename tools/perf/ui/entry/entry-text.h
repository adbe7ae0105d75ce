/* SPDX-License-Identifier: GPL-2.0-only */
/* entry_print: the entries into the kernel as `report --entries` prints them. */
#ifndef PERF_DEFER_UI_ENTRY_ENTRY_TEXT_H
#define PERF_DEFER_UI_ENTRY_ENTRY_TEXT_H

#include <stdio.h>

#include "util/entry/entry-sort.h"

struct json;

struct entry_print {
	const struct entry_order *order;
	const uint32_t *rows; /* all entries, sorted by @order */
};

/* Prints a table; if @quiet, its rows only. */
void entry_list__print(const struct entry_list *list, const struct entry_print *print, bool quiet,
		       FILE *out);

/* Writes the same as one JSON object. */
void entry_list__write_json(const struct entry_list *list, const struct entry_print *print,
			    struct json *json);

#endif /* PERF_DEFER_UI_ENTRY_ENTRY_TEXT_H */
