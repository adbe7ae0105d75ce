/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * sample_cell: the columns of samples one by one, the same in text, in JSON and in the terminal UI.
 */
#ifndef PERF_DEFER_UI_SAMPLE_SAMPLE_CELL_H
#define PERF_DEFER_UI_SAMPLE_SAMPLE_CELL_H

#include <stdio.h>

#include "util/profile/func.h"
#include "util/view/sample-rows.h"

struct json;

/* The columns, from the left. Behind them come the fields of a tracepoint, and the stack. */
enum sample_column {
	SAMPLE_TIME,
	SAMPLE_CPU,
	SAMPLE_THREAD,
	SAMPLE_EVENT,
	SAMPLE_CLASS,
	SAMPLE_COOKIE,
	SAMPLE_DELAY,
	SAMPLE_NR_COLUMNS
};

#define SAMPLE_STACK_HEADER "Kernel half | user half, each from the inside"
#define SAMPLE_CALLED_BY    " < " /* between a function and its caller */
#define SAMPLE_SEAM	    " | " /* between the halves */

const char *sample_cell__header(enum sample_column column);
/* Returns the width of a column, characters; negative: the text is on the left. */
int sample_cell__width(enum sample_column column);
enum sample_sort sample_cell__sort(enum sample_column column);

#define SAMPLE_CELL_LEN FUNC_LABEL_LEN
/* Writes the text of a column; a long one is cut. Returns @buf. */
const char *sample_cell__text(const struct sample_rows *rows, uint32_t row,
			      enum sample_column column, char buf[SAMPLE_CELL_LEN]);

/*
 * Returns the name of the function at @node of the chain tree, or func__label() of it, which is
 * written to @buf.
 */
const char *sample_cell__func(const struct sample_rows *rows, uint32_t node,
			      char buf[SAMPLE_CELL_LEN]);

/* Print the rows in the order of @sorted. */
void sample_rows__print(struct sample_rows *rows, const uint32_t *sorted, bool quiet, FILE *out);
void sample_rows__write_json(struct sample_rows *rows, const uint32_t *sorted, struct json *json);

#endif /* PERF_DEFER_UI_SAMPLE_SAMPLE_CELL_H */
