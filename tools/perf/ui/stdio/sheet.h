/* SPDX-License-Identifier: GPL-2.0-only */
/* sheet: the cells and call graphs of one event's rows, as they are printed. */
#ifndef PERF_DEFER_UI_STDIO_SHEET_H
#define PERF_DEFER_UI_STDIO_SHEET_H

#include <stdio.h>

#include "ui/stdio/hist.h"

struct sheet {
	const struct hist *hist;
	const struct hist_print *print;
	FILE *out;
	unsigned int widths[MAX_COLUMNS]; /* of the hist's fields, characters */
	char *cell; /* one value; grows, since C++ names have no maximum length */
	size_t cap;
};

/* @hist must be sorted. What the arguments point to must outlive the sheet. */
void sheet__init(struct sheet *sheet, const struct hist *hist, const struct hist_print *print,
		 FILE *out);
void sheet__exit(struct sheet *sheet);

/* Prints @c as often as @nr says; not at all if that is negative. */
void sheet__put_chars(char c, int nr, FILE *out);

/*
 * Formats the value of field @i into sheet->cell. @hist has @entry: that of the sheet, or one with the
 * same field. Returns its length, or negative without memory.
 */
int sheet__format(struct sheet *sheet, const struct hist *hist, const struct hist_entry *entry,
		  unsigned int i);

/* Replaces the separator of columns inside sheet->cell. */
void sheet__mask_sep(struct sheet *sheet);

/* Prints the value in sheet->cell, in its colour. */
void sheet__print_cell(const struct sheet *sheet, const struct hist *hist,
		       const struct hist_entry *entry, const struct column *column);

/* Prints the call graph of @entry of the sheet's hist. */
int sheet__print_graph(const struct sheet *sheet, const struct hist_entry *entry,
		       struct defer_error *err);

#endif /* PERF_DEFER_UI_STDIO_SHEET_H */
