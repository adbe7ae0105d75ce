// SPDX-License-Identifier: GPL-2.0-only
#include "util/profile/row-traits.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/base/hash.h"
#include "util/fold/fold.h"
#include "util/header/tracing-data.h"
#include "util/profile/trace-column.h"

#define DIGITS "<N>" /* in place of a number in a comm */

static int no_memory(struct defer_error *err)
{
	return error__no_memory(err, "for sort keys");
}

/* ---- texts ---- */

struct text_key {
	const void *bytes;
	size_t size;
};

static bool text_equal(const void *ctx, uint32_t pos, const void *key)
{
	const struct trait_text *text = &((const struct row_traits *)ctx)->texts[pos];
	const struct text_key *want = key;

	return text->size == want->size && !memcmp(text->key, want->bytes, want->size);
}

static int64_t add_text(struct row_traits *traits, const struct text_key *key, const char *text,
			uint64_t hash)
{
	char *copy = strpool__add(&traits->strs, key->bytes, key->size);
	char *shown = copy ? strpool__add(&traits->strs, text, strlen(text)) : NULL;

	if (!shown || !ARRAY_GROW(traits->texts, traits->cap_texts, traits->nr_texts + 1) ||
	    traits->nr_texts >= UINT32_MAX ||
	    hash_index__add(&traits->text_index, hash, traits->nr_texts))
		return DEFER_ERR_NOMEM;
	traits->texts[traits->nr_texts] = (struct trait_text){(uint8_t *)copy, key->size, shown};
	return traits->nr_texts++;
}

/*
 * Returns the place of the text of @bytes in column @slot, which is @text if it is new, or a negative
 * error. Columns share the table, so their place is part of the key.
 */
static int64_t text_of(struct row_traits *traits, unsigned int slot, const void *bytes, size_t size,
		       const char *text)
{
	struct text_key key = {.size = size + 1};
	uint8_t *copy = malloc(key.size);
	uint64_t hash;
	int64_t place;

	if (!copy)
		return DEFER_ERR_NOMEM;
	copy[0] = slot;
	memcpy(copy + 1, bytes, size);
	key.bytes = copy;
	hash = hash__bytes(traits->hash_key, copy, key.size);
	place = hash_index__find(&traits->text_index, hash, text_equal, traits, &key);
	if (place == HASH_INDEX_NONE)
		place = add_text(traits, &key, text, hash);
	free(copy);
	return place;
}

static int64_t string_of(struct row_traits *traits, unsigned int slot, const char *str)
{
	return text_of(traits, slot, str, strlen(str), str);
}

/* ---- texts of each kind of column ---- */

/* Returns the comm with <N> in place of each number. */
static int64_t nodigit_of(struct row_traits *traits, unsigned int slot, const char *comm)
{
	char *text = malloc(strlen(comm) * strlen(DIGITS) + 1), *to = text;
	int64_t place;

	if (!text)
		return DEFER_ERR_NOMEM;
	while (*comm) {
		if (!isdigit((unsigned char)*comm)) {
			*to++ = *comm++;
			continue;
		}
		to = stpcpy(to, DIGITS);
		while (isdigit((unsigned char)*comm))
			comm++;
	}
	*to = '\0';
	place = string_of(traits, slot, text);
	free(text);
	return place;
}

static int64_t trace_of(struct row_traits *traits, unsigned int slot, const struct stack *stack,
			const struct row_trait_names *names)
{
	const struct defer_blob raw = stack__raw(stack);
	const char *text = NULL;

	if (!names->is_tracepoint)
		return string_of(traits, slot, "N/A");
	if (traits->tracing && traits->raw)
		text = tracing_data__raw_text(traits->tracing, names->tracepoint, &raw);
	else if (traits->tracing)
		text = tracing_data__text(traits->tracing, names->tracepoint, &raw, stack->cpu);
	return string_of(traits, slot, text ? text : "");
}

/*
 * Returns the value that the text of a tracepoint has for @name, as perf does: what follows it, and one
 * character more, in the first word that begins with it. NULL if there is none. The caller frees it.
 */
static char *value_in_text(const char *text, const char *name)
{
	size_t len = strlen(name);

	while (text) {
		size_t word = strcspn(text, " ");

		if (!strncmp(text, name, len))
			return strndup(text + len + (word > len), word > len ? word - len - 1 : 0);
		text = text[word] ? text + word + 1 : NULL;
	}
	return NULL;
}

/* A value that the text does not have is no wider than its column, as in perf: arrays are cut off. */
static int64_t field_of(struct row_traits *traits, unsigned int slot, const struct stack *stack,
			const struct row_trait_names *names)
{
	const struct column *column = traits->columns.columns[slot];
	const struct defer_blob raw = stack__raw(stack);
	char *shown = NULL;
	const char *text;
	struct defer_blob bytes;
	int64_t place = 0;

	if (!names->is_tracepoint || column->event != stack->evsel_idx)
		return 0;
	if (!column->raw) {
		text = tracing_data__text(traits->tracing, names->tracepoint, &raw, stack->cpu);
		shown = text ? value_in_text(text, column->field->name) : NULL;
	}
	text = tracing_data__field_text(traits->tracing, names->tracepoint, &raw, column->field,
					&bytes);
	if (text && !shown)
		shown = strndup(text, bytes.size > column->width ? bytes.size : column->width);
	if (text)
		place = shown ? text_of(traits, slot, bytes.data, bytes.size, shown)
			      : DEFER_ERR_NOMEM;
	free(shown);
	return place;
}

static int64_t value_of(struct row_traits *traits, unsigned int slot, const struct stack *stack,
			const struct row_trait_names *names)
{
	enum column_trait trait = traits->columns.columns[slot]->trait;

	if (trait == COLUMN_TRAIT_PARENT)
		return names->parent ? string_of(traits, slot, names->parent) : 0;
	if (trait == COLUMN_TRAIT_COMM_NODIGIT)
		return nodigit_of(traits, slot, names->comm);
	if (trait == COLUMN_TRAIT_TRACE)
		return trace_of(traits, slot, stack, names);
	return trait == COLUMN_TRAIT_FIELD ? field_of(traits, slot, stack, names) : 0;
}

/* ---- sets ---- */

static bool set_equal(const void *ctx, uint32_t pos, const void *key)
{
	const struct row_traits *traits = ctx;
	size_t nr = traits->columns.nr;

	return !memcmp(&traits->values[pos * nr], key, nr * sizeof(*traits->values));
}

static int64_t find_set(struct row_traits *traits, const uint64_t *values)
{
	size_t nr = traits->columns.nr;
	uint64_t hash = hash__bytes(traits->hash_key, values, nr * sizeof(*values));
	uint32_t pos = hash_index__find(&traits->index, hash, set_equal, traits, values);

	if (pos != HASH_INDEX_NONE)
		return pos;
	if (!ARRAY_GROW(traits->values, traits->cap_values, (traits->nr_sets + 1) * nr) ||
	    traits->nr_sets >= UINT32_MAX || hash_index__add(&traits->index, hash, traits->nr_sets))
		return DEFER_ERR_NOMEM;
	memcpy(&traits->values[traits->nr_sets * nr], values, nr * sizeof(*values));
	return traits->nr_sets++;
}

int64_t row_traits__add(struct row_traits *traits, const struct stack *stack,
			const struct row_trait_names *names, struct defer_error *err)
{
	uint64_t values[MAX_COLUMNS] = {0};
	int64_t set;

	for (unsigned int i = 0; i < traits->columns.nr; i++) {
		const struct column *column = traits->columns.columns[i];
		int64_t place = 0;

		if (column__is_text(column)) {
			place = value_of(traits, i, stack, names);
			if (place < 0)
				return no_memory(err);
			values[i] = place;
		} else {
			values[i] = stack__trait(stack, column->of);
		}
	}
	set = find_set(traits, values);
	return set < 0 ? no_memory(err) : set;
}

uint64_t row_traits__value(const struct row_traits *traits, uint32_t set,
			   const struct column *column)
{
	for (unsigned int i = 0; i < traits->columns.nr; i++) {
		if (traits->columns.columns[i] == column)
			return traits->values[(size_t)set * traits->columns.nr + i];
	}
	return 0;
}

int row_traits__init(struct row_traits *traits, const struct column_list *keys,
		     const struct trace_columns *trace, struct defer_error *err)
{
	*traits = (struct row_traits){
		.tracing = trace ? trace->tracing : NULL,
		.raw = trace && trace->raw,
		.hash_key = hash__key(),
	};
	for (unsigned int i = 0; i < keys->nr; i++) {
		if (keys->columns[i]->kind == COLUMN_TRAIT)
			traits->columns.columns[traits->columns.nr++] = keys->columns[i];
	}
	if (!traits->columns.nr)
		return 0;
	return text_of(traits, MAX_COLUMNS, "", 0, "") < 0 ? no_memory(err) : 0;
}

void row_traits__exit(struct row_traits *traits)
{
	free(traits->values);
	free(traits->texts);
	hash_index__exit(&traits->index);
	hash_index__exit(&traits->text_index);
	strpool__exit(&traits->strs);
	*traits = (struct row_traits){0};
}
