/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * row_traits: the values of columns that few reports ask for, such as the time of samples or a field
 * of a tracepoint. Rows hold one number for all of them:
 *
 *   stack of the fold -> set of values, one per such column -> number of the set in hist_stack, hist_entry
 *
 * Sets are made before rows, in one thread, and then only read.
 */
#ifndef PERF_DEFER_UTIL_PROFILE_ROW_TRAITS_H
#define PERF_DEFER_UTIL_PROFILE_ROW_TRAITS_H

#include "util/base/hash-index.h"
#include "util/base/strpool.h"
#include "util/profile/sort.h"

struct stack;
struct trace_columns;
struct tracing_data;

/* A value that is a text. Equal keys have one text. */
struct trait_text {
	const uint8_t *key; /* the column's place and the bytes by which rows are told apart */
	size_t size;
	const char *text;
};

struct row_traits {
	struct column_list columns;
	struct tracing_data *tracing; /* or NULL */
	bool raw;		      /* --raw-trace */
	uint64_t *values;	      /* columns.nr for each set */
	size_t nr_sets, cap_values;
	struct hash_index index;
	struct trait_text *texts; /* the first one is empty */
	size_t nr_texts, cap_texts;
	struct hash_index text_index;
	struct strpool strs;
	uint64_t hash_key;
};

/*
 * Takes the columns of @keys that need it. @trace may be NULL; only the caller's thread may use its
 * tracing data meanwhile.
 */
int row_traits__init(struct row_traits *traits, const struct column_list *keys,
		     const struct trace_columns *trace, struct defer_error *err);
void row_traits__exit(struct row_traits *traits);

/* What a stack's samples have beside the traits in the stack. */
struct row_trait_names {
	const char *comm;
	const char *parent;  /* NULL: none */
	uint64_t tracepoint; /* perf_event_attr.config, if @is_tracepoint */
	bool is_tracepoint;
};

/* Finds or adds the set of @stack. Returns its number, or a negative error. */
int64_t row_traits__add(struct row_traits *traits, const struct stack *stack,
			const struct row_trait_names *names, struct defer_error *err);

/* Returns the value of @column in @set: a number, or the place of a text. */
uint64_t row_traits__value(const struct row_traits *traits, uint32_t set,
			   const struct column *column);

/* Returns the text at @place, which row_traits__value() returned for a column of texts. */
static inline const struct trait_text *row_traits__text(const struct row_traits *traits,
							uint64_t place)
{
	return &traits->texts[place];
}

#endif /* PERF_DEFER_UTIL_PROFILE_ROW_TRAITS_H */
