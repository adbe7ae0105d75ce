/* SPDX-License-Identifier: GPL-2.0-only */
/* time_rows: the threads of a heat as lines: their names, and their order. */
#ifndef PERF_DEFER_UI_TUI_VIEW_TIME_ROWS_H
#define PERF_DEFER_UI_TUI_VIEW_TIME_ROWS_H

#include "util/view/heat-samples.h"

struct session;

enum time_sort {
	TIME_BY_SAMPLES, /* most first */
	TIME_BY_FIRST,	 /* by their first sample */
	TIME_BY_TID,	 /* by pid, then tid */
	TIME_BY_NAME,
	TIME_NR_SORTS
};

/* Returns words for it: "tid". */
const char *time_sort__name(enum time_sort by);

struct time_rows {
	const struct session *session;
	const struct heat *heat; /* NULL: none */
	struct time_item *order; /* by line; NULL: by samples, as the rows of the heat are */
};

/* Sorts the rows of @heat, which outlives them. The caller calls exit also after an error. */
int time_rows__init(struct time_rows *rows, const struct session *session, const struct heat *heat,
		    enum time_sort by, struct defer_error *err);
void time_rows__exit(struct time_rows *rows);

/* Returns the row of the heat in line @line. */
const struct heat_row *time_rows__at(const struct time_rows *rows, uint64_t line);

#define TIME_LABEL_LEN 128
/* Writes "comm tid", or "comm pid/tid" for a thread that is not the first of its process. */
void time_rows__label(const struct time_rows *rows, uint64_t line, char buf[TIME_LABEL_LEN]);

#endif /* PERF_DEFER_UI_TUI_VIEW_TIME_ROWS_H */
