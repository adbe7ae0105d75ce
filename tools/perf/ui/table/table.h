/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * table: rows that one list of columns shows in text, in JSON and in the terminal UI, and sorts.
 *
 * A column has a function that reads its value from a row, with its kind. The kind decides how the
 * value is written, so a new column is one function and one line. Each row has a stack, that of an
 * entry into the kernel or of a sample.
 */
#ifndef PERF_DEFER_UI_TABLE_TABLE_H
#define PERF_DEFER_UI_TABLE_TABLE_H

#include <stddef.h>
#include <stdio.h>

#include <perf/defer-error.h>

#include "util/profile/func.h"
#include "util/profile/shown.h"

struct json;
struct stack;
struct table;

/* How a value is written; it is in nr unless said otherwise. */
enum cell_kind {
	CELL_NONE, /* not known: the text is str, or "-" if that is NULL; null in JSON */
	CELL_U64,
	CELL_I32, /* text shows a negative one as "-" */
	CELL_HEX, /* 0: not known */
	CELL_BOOL,
	CELL_TIME,  /* ns of the trace's clock */
	CELL_SPAN,  /* ns */
	CELL_SHARE, /* in share */
	CELL_CLASS, /* enum defer_class */
	CELL_STR,   /* in str; sorts by nr */
	CELL_FRAMES,
	CELL_TIMES,    /* how many are in each span of log time, in times */
	CELL_EVIDENCE, /* how the frames of the stack are known; JSON only, which has its own key */
};

/* The colour of a cell on a terminal. */
enum cell_look {
	CELL_PLAIN,
	CELL_MISSING, /* a user stack is missing */
	CELL_SEAM,    /* a way into the kernel */
};

/* Frames of a chain of the profile, from the inside. */
struct frames {
	const struct profile *profile;
	const char *label;  /* the text before them, or NULL */
	uint32_t node, end; /* the first node, and the one behind the last */
	uint32_t seam;	    /* the node that a line is drawn before; CHAIN_ROOT: none */
	bool cut;	    /* behind them is an address outside every map */
};

/* Returns the next frame and steps to its caller; NULL at the end. */
const struct func *frames__next(struct frames *frames);

#define FRAMES_CALLED_BY " < " /* between a function and its caller */
#define FRAMES_SEAM	 " | "
#define FRAMES_CUT	 "[not mapped]"

#define CELL_LEN      FUNC_LABEL_LEN
#define CELL_NR_TIMES 12 /* LOG_TIME_NR */
struct cell {
	/* The place. */
	const struct table *table;
	uint32_t row;
	const void *record;
	const struct stack *stack;

	/* The value. */
	enum cell_kind kind;
	enum cell_look look;
	uint64_t nr;
	double share; /* 0 to 1 */
	const char *str;
	struct frames frames;
	uint32_t times[CELL_NR_TIMES];
	char buf[CELL_LEN]; /* place for str */
};

/* Compares two stacks, indices in shown->all, as strcmp() does. */
typedef int (*table_compare_fn)(const struct table *table, uint32_t a, uint32_t b);

/* A column may be in the list twice if text and JSON have it in different places. */
struct table_column {
	const char *name;   /* which the user sorts by; NULL: nobody does */
	const char *header; /* NULL: it is in JSON only */
	const char *key;    /* of the member in JSON; NULL: it is in text only */
	enum cell_kind kind;
	/* Sets the value, or returns false if it is not known. NULL: the value is a field. */
	bool (*get)(struct cell *cell);
	uint16_t field, size; /* offset and size of that field in the record, bytes */
	int width;     /* characters; negative: the text is on the left; 0: the rest of the line */
	int narrow;    /* the width in a narrow window; 0: the same; TABLE_HIDDEN: left out */
	bool searched; /* a search looks at it */
	bool varies;   /* left out of text and the terminal UI if all rows have the same */
	bool descending; /* the largest comes first; what is not known comes last in any case */
	table_compare_fn compare; /* sorts by the stack; NULL: by the value */
};
#define TABLE_HIDDEN INT32_MIN
/* The members of a column whose value is a field of 4 or 8 bytes. */
#define TABLE_FIELD(type, member) \
	.field = offsetof(type, member), .size = sizeof(((type *)NULL)->member)

#define TABLE_MAX_KEYS 16
struct table_order {
	uint8_t by[TABLE_MAX_KEYS]; /* indices of columns; the first difference decides */
	unsigned int nr;
};

struct table_kind {
	const char *noun; /* "samples": in messages, and the key of the rows in JSON */
	const struct table_column *columns;
	unsigned int nr_columns;
	unsigned int stack; /* offset of the record's stack, a uint32_t: an index in shown->all */
	const void *(*record)(const struct table *table, uint32_t row);
	/* Write what comes before the rows. */
	void (*print_head)(const struct table *table, const struct table_order *order, FILE *out);
	void (*write_head)(const struct table *table, const struct table_order *order,
			   struct json *json);
	/* Returns the table of what a row is divided into, which is below it. NULL: rows have no parts. */
	struct table (*parts)(const struct table *table, uint32_t row);
};

struct table {
	const struct table_kind *kind;
	const struct shown *shown;
	const void *source; /* of the kind */
	uint32_t *rows;	    /* numbers that the kind knows, in the order that is shown */
	uint32_t nr;
	uint64_t left_out; /* bits of columns; 0 before table__leave_out() */
	const void *parts; /* of the rows, for the kind; NULL: rows are shown without */
};

/* Leaves out the columns that have to vary and do not, unless there is only one row. */
void table__leave_out(struct table *table);
static inline bool table__shows(const struct table *table, unsigned int column)
{
	return table->kind->columns[column].header && !(table->left_out & UINT64_C(1) << column);
}

/* Returns the stack of a row: an index in shown->all. */
uint32_t table__stack(const struct table *table, uint32_t row);
/* Sorted rows are anywhere in memory: whoever goes through all of them asks for those that come next. */
#define TABLE_AHEAD 16
static inline void table__prefetch(const struct table *table, uint32_t row)
{
	__builtin_prefetch(table->kind->record(table, row));
}

/* Reads column number @column of a row. Returns @cell. */
struct cell *table__cell(const struct table *table, unsigned int column, uint32_t row,
			 struct cell *cell);
/* Returns the height of bar @i of CELL_TIMES, of 8: at least 1 if there are any, 8 for the most. */
unsigned int cell__bar(const struct cell *cell, unsigned int i);
/* Returns the text of a cell, which may be in its buf; a long one is cut. Not for CELL_FRAMES. */
const char *cell__text(struct cell *cell);
/* Returns the number of the next column of text that the user can sort by, or of the one before if @back; in a ring. */
unsigned int table_kind__next(const struct table_kind *kind, unsigned int column, bool back);
/* Returns the first column whose name begins with @word, in any case, or nr_columns. */
unsigned int table_kind__find(const struct table_kind *kind, const char *word, size_t len);

/* Values that each kind of row has: those of its stack. */
bool cell__get_pid(struct cell *cell);
bool cell__get_tid(struct cell *cell);
bool cell__get_comm(struct cell *cell);
bool cell__get_thread(struct cell *cell);

/* ---- order ---- */

/* Parses "kind,remaining". Fails with DEFER_ERR_INVAL and the names that exist. */
int table_order__parse(struct table_order *order, const struct table_kind *kind, const char *text,
		       struct defer_error *err);
/* Sorts the rows. Equal ones stay in their order. */
int table__sort(struct table *table, const struct table_order *order, struct defer_error *err);
/* Compares the threads of two stacks: by comm, then tid, then pid. */
int table__compare_threads(const struct table *table, uint32_t a, uint32_t b);

/* ---- output ---- */

/* Print the table; @order is what it was sorted by. @quiet: rows only. */
void table__print(const struct table *table, const struct table_order *order, bool quiet,
		  FILE *out);
/* Writes it as one object. */
void table__write_json(const struct table *table, const struct table_order *order,
		       struct json *json);

#endif /* PERF_DEFER_UI_TABLE_TABLE_H */
