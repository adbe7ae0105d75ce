/* SPDX-License-Identifier: GPL-2.0-only */
/* entry_cell: the columns of entries into the kernel, the same in text and in the terminal UI. */
#ifndef PERF_DEFER_UI_ENTRY_ENTRY_CELL_H
#define PERF_DEFER_UI_ENTRY_ENTRY_CELL_H

#include "util/entry/entry-list.h"
#include "util/entry/entry-sort.h"

/* The columns, from the left. Behind them comes the user code: see entry_cell__func(). */
enum entry_column {
	ENTRY_REMAINING, /* the class of its samples if they have no record */
	ENTRY_SAMPLES,
	ENTRY_STATE,
	ENTRY_ON_CPU,
	ENTRY_KIND,
	ENTRY_THREAD,
	ENTRY_BEGIN,
	ENTRY_RETURN,
	ENTRY_NR_COLUMNS
};

#define ENTRY_USER_HEADER "User code, with its callers"
#define ENTRY_CALLED_BY	  " < " /* between a function and its caller */
/* Why there are no entries though there are samples. */
#define ENTRY_NONE   "Entries need deferred stacks, and no sample here has a cookie of one"
#define ENTRY_NO_MAP "[not mapped]" /* behind the last caller: see entry_list__caller() */

/* Returns the header of a column. */
const char *entry_cell__header(enum entry_column column);
/* Returns its width, characters; negative: the text is on the left. */
int entry_cell__width(enum entry_column column);
/* Returns what sorts by the column. */
enum entry_sort entry_cell__sort(enum entry_column column);

#define ENTRY_CELL_LEN FUNC_LABEL_LEN
/* Writes the text of a column; a long one is cut. Returns @buf. */
const char *entry_cell__text(const struct entry_list *list, const struct entry *entry,
			     enum entry_column column, char buf[ENTRY_CELL_LEN]);

/*
 * Returns the name of a function, or its address, which is written to @buf.
 */
const char *entry_cell__func(const struct entry_list *list, uint32_t func,
			     char buf[ENTRY_CELL_LEN]);

#endif /* PERF_DEFER_UI_ENTRY_ENTRY_CELL_H */
