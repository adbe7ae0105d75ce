/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * columns: tables as arrays of 32-bit numbers, little-endian, one after the other: a column of all rows
 * before the next one. A script takes each as a typed array. Numbers of 64 bits are two columns: NAME and
 * NAME.hi, the upper halves, which are mostly zeros and compress to nothing.
 */
#ifndef PERF_DEFER_UI_EXPORT_COLUMNS_H
#define PERF_DEFER_UI_EXPORT_COLUMNS_H

#include <stdint.h>

#include "ui/text/json.h"
#include "util/base/byte-buf.h"

#define COLUMNS_MAX 40

struct gz;

struct columns {
	struct gz *gz; /* where they are written to; the caller owns it */
	struct byte_buf buf;
	bool no_memory;
	unsigned int nr;
	struct {
		const char *name;
		uint64_t nr; /* rows */
	} of[COLUMNS_MAX];
};

void columns__init(struct columns *columns, struct gz *gz);
void columns__exit(struct columns *columns);

/* Begins the next column. @name must outlive the columns. */
void columns__begin(struct columns *columns, const char *name);
/* Adds a number to the column that was begun last. */
void columns__put(struct columns *columns, uint32_t value);

/* Writes what is still in a buffer. Returns 0 or an error without memory. */
int columns__finish(struct columns *columns, struct defer_error *err);

/* Writes the member "columns": an array of name and number of rows, in the order of the columns. */
void columns__write_json(const struct columns *columns, struct json *json);

#endif /* PERF_DEFER_UI_EXPORT_COLUMNS_H */
