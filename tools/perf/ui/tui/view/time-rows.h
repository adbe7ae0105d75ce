/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * time_rows: the threads, CPUs or processes of a heat as lines: their names, and their order. The idle ones, which
 * have the last hundredth of the samples together, are one line behind the others, unless all are wanted.
 */
#ifndef PERF_DEFER_UI_TUI_VIEW_TIME_ROWS_H
#define PERF_DEFER_UI_TUI_VIEW_TIME_ROWS_H

#include <stdbool.h>

#include "util/view/heat-samples.h"

struct session;

enum time_sort {
	TIME_BY_SAMPLES, /* most first */
	TIME_BY_FIRST,	 /* by their first sample */
	TIME_BY_TID,	 /* by pid, then tid */
	TIME_BY_NAME,
	TIME_NR_SORTS
};

/* Returns words for it: "name". */
const char *time_sort__name(enum time_sort by);

struct time_rows {
	const struct session *session;
	const struct heat *heat; /* NULL: none */
	enum heat_by of;	 /* the meaning of its rows */
	uint32_t nr;		 /* rows with a line of their own, the first of the heat */
	struct time_item *order; /* by line; NULL: by samples, as the rows of the heat are */
};

/*
 * Sorts the rows of @heat, NULL or what outlives them, a heat of @of. @all: idle ones too have lines of their own.
 * The caller calls exit also after an error.
 */
int time_rows__init(struct time_rows *rows, const struct session *session, const struct heat *heat,
		    enum heat_by of, enum time_sort by, bool all, struct defer_error *err);
void time_rows__exit(struct time_rows *rows);

/* Returns the number of lines. */
uint64_t time_rows__nr_lines(const struct time_rows *rows);
/* Returns the row of the heat in line @line; NULL: it is that of the idle ones. */
const struct heat_row *time_rows__at(const struct time_rows *rows, uint64_t line);
/* Returns the samples of a line. */
uint64_t time_rows__samples(const struct time_rows *rows, uint64_t line);
/* Return the word for a row, "thread", and what several have behind it, "s". */
const char *time_rows__word(enum heat_by of);
const char *time_rows__plural(enum heat_by of);

#define TIME_LABEL_LEN 128
/*
 * Writes "comm tid", or "comm pid/tid" for a thread that is not the first of its process; "CPU 3";
 * "8 idle threads".
 */
void time_rows__label(const struct time_rows *rows, uint64_t line, char buf[TIME_LABEL_LEN]);

/* Returns whether the label of a line, or that of an idle row in it, has @text in any case. */
bool time_rows__has(const struct time_rows *rows, uint64_t line, const char *text);

#endif /* PERF_DEFER_UI_TUI_VIEW_TIME_ROWS_H */
