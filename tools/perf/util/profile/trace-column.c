// SPDX-License-Identifier: GPL-2.0-only
#include <perf/defer-evlist.h>

#include "util/profile/trace-column.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/fold/fold.h"

#define ALL_FIELDS "trace_fields"
#define RAW	   "/raw"

/* A word such as "sched:sched_switch.prev_pid/raw". */
struct field_name {
	const char *event; /* NULL: any */
	const char *field;
	bool raw;
	struct defer_error *err;
};

void trace_columns__exit(struct trace_columns *columns)
{
	for (size_t i = 0; i < columns->nr; i++)
		free(columns->columns[i]);
	free(columns->columns);
	columns->columns = NULL;
	columns->nr = columns->cap = 0;
}

/* Numbers may be printed in hex: "0x" and two digits for each byte. */
static unsigned int field_width(const struct tracing_field *field)
{
	size_t name = strlen(field->name);
	size_t value = field->is_string ? field->size : field->size * 2ULL + 2;

	return value > name ? value : name;
}

static int add_field(struct trace_columns *columns, uint32_t event,
		     const struct tracing_field *field, const struct field_name *name)
{
	struct trace_column *added = NULL;

	if (ARRAY_GROW(columns->columns, columns->cap, columns->nr + 1))
		added = malloc(sizeof(*added));
	if (!added)
		return error__no_memory(name->err, "for sort keys");
	*added = (struct trace_column){
		.column =
			{
				.name = field->name,
				.header = field->name,
				.help = "field of a tracepoint",
				.kind = COLUMN_TRAIT,
				.width = field_width(field),
				.trait = COLUMN_TRAIT_FIELD,
				.fold_by = FOLD_BY_RAW,
				.falling = true,
				.event = event,
				.raw = columns->raw || name->raw,
				.field = &added->field,
			},
		.field = *field,
	};
	columns->columns[columns->nr++] = added;
	return 0;
}

static int add_fields_of(struct trace_columns *columns, const struct defer_evsel *evsel,
			 const struct field_name *name)
{
	bool all = !strcmp(name->field, name->event ? "*" : ALL_FIELDS);
	uint64_t id = evsel->attr.config;
	struct tracing_field field;
	int ret = 0;

	if (evsel->attr.type != DEFER_TYPE_TRACEPOINT)
		return 0;
	if (!all)
		return tracing_data__find_field(columns->tracing, id, name->field, &field)
			       ? add_field(columns, evsel->idx, &field, name)
			       : 0;
	for (uint32_t i = 0; !ret && tracing_data__own_field(columns->tracing, id, i, &field); i++)
		ret = add_field(columns, evsel->idx, &field, name);
	return ret;
}

/* Returns the event that @name means, or NULL. */
static const struct defer_evsel *find_event(const struct defer_evlist *evlist, const char *name)
{
	bool full = strchr(name, ':');
	const struct defer_evsel *found = NULL;

	if (*name == '%') {
		unsigned long nr = strtoul(name + 1, NULL, 0);

		return nr && nr <= defer_evlist__nr(evlist) ? defer_evlist__evsel(evlist, nr - 1)
							    : NULL;
	}
	for (uint32_t i = 0; i < defer_evlist__nr(evlist); i++) {
		const struct defer_evsel *evsel = defer_evlist__evsel(evlist, i);

		if (!evsel->name ||
		    (full ? strcmp(evsel->name, name) != 0 : !strstr(evsel->name, name)))
			continue;
		if (!full && found)
			return NULL;
		found = evsel;
		if (full)
			break;
	}
	return found;
}

static int add_named(struct trace_columns *columns, const struct field_name *name)
{
	const struct defer_evsel *evsel;
	int ret = 0;

	if (name->event) {
		evsel = find_event(columns->evlist, name->event);
		return evsel ? add_fields_of(columns, evsel, name) : 0;
	}
	for (uint32_t i = 0; !ret && i < defer_evlist__nr(columns->evlist); i++)
		ret = add_fields_of(columns, defer_evlist__evsel(columns->evlist, i), name);
	return ret;
}

static bool is_same(const struct column *a, const struct column *b)
{
	return a->event == b->event && a->raw == b->raw && !strcmp(a->name, b->name);
}

/* A word that -s and -F both have means the same columns: drops those from @from on if they are there. Returns where. */
static size_t drop_again(struct trace_columns *columns, size_t from)
{
	size_t nr = columns->nr - from, same;

	for (size_t at = 0; nr && at + nr <= from; at++) {
		for (same = 0; same < nr; same++)
			if (!is_same(&columns->columns[at + same]->column,
				     &columns->columns[from + same]->column))
				break;
		if (same < nr)
			continue;
		while (columns->nr > from)
			free(columns->columns[--columns->nr]);
		return at;
	}
	return from;
}

int trace_columns__find(struct trace_columns *columns, const char *word, size_t len, size_t *from,
			struct defer_error *err)
{
	char *copy = strndup(word, len), *dot, *slash;
	struct field_name name = {.field = copy, .err = err};
	int ret = 0, found;

	*from = columns->nr;
	if (!copy)
		return error__no_memory(err, "for sort keys");
	dot = strchr(copy, '.');
	if (dot) {
		*dot = '\0';
		name.event = copy;
		name.field = dot + 1;
	}
	slash = strchr(name.field, '/');
	name.raw = slash && !strcmp(slash, RAW);
	if (slash)
		*slash = '\0';
	if (columns->tracing && (!slash || name.raw))
		ret = add_named(columns, &name);
	free(copy);
	if (ret)
		return ret;
	found = columns->nr - *from;
	*from = drop_again(columns, *from);
	return found;
}
