// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <perf/defer-evlist.h>

#include "ui/export/exports.h"
#include "ui/export/rows.h"
#include "ui/export/unit.h"
#include "ui/ledger/ledger-json.h"
#include "ui/stdio/plain.h"
#include "util/base/array.h"
#include "util/base/error.h"
#include "util/profile/hist-change.h"
#include "util/profile/profile.h"

/* A row, and room for a text of it. */
struct row {
	const struct hist *hist;
	const struct hist_entry *entry;
	char *text;
	size_t cap;
};

struct row_number {
	const char *name;
	uint64_t (*get)(const struct row *row);
	bool of_children, of_comparison; /* only hists with these have it */
};

static uint64_t get_samples(const struct row *row)
{
	return row->entry->self.nr;
}

static uint64_t get_period(const struct row *row)
{
	return row->entry->self.period;
}

static uint64_t get_total_samples(const struct row *row)
{
	return row->entry->children.nr;
}

static uint64_t get_total_period(const struct row *row)
{
	return row->entry->children.period;
}

static uint64_t get_baseline_samples(const struct row *row)
{
	return hist__entry_samples(row->hist, hist__entry_before(row->hist, row->entry)).nr;
}

static uint64_t get_baseline_period(const struct row *row)
{
	return hist__entry_period(row->hist, hist__entry_before(row->hist, row->entry));
}

static const struct row_number numbers[] = {
	{"samples", get_samples, false, false},
	{"period", get_period, false, false},
	{"total_samples", get_total_samples, true, false},
	{"total_period", get_total_period, true, false},
	{"baseline_samples", get_baseline_samples, false, true},
	{"baseline_period", get_baseline_period, false, true},
};

static bool has_number(const struct hist *hist, const struct row_number *number)
{
	return (!number->of_children || hist->conf.order->children) &&
	       (!number->of_comparison || hist->base);
}

/* A symbol tells its half in a column of its own, not by perf's mark before the name. */
static bool is_symbol(const struct column *column)
{
	return !strcmp(column->name, "symbol");
}

static const struct func *func_of(const struct row *row)
{
	return funcs__at(row->hist->conf.funcs, row->entry->func);
}

static const char *half_of(const struct func *func)
{
	if (!func__is_frame(func))
		return "";
	return func->is_kernel ? "kernel" : "user";
}

static bool is_inlined(const struct row *row)
{
	return func_of(row)->kind == FUNC_INLINED;
}

/* Makes the text of a key, without what is no text. NULL without memory. */
static const char *row__text(struct row *row, const struct column *column)
{
	char label[FUNC_LABEL_LEN];

	if (is_symbol(column)) {
		const char *name = func__label(func_of(row), label);
		const size_t size = strlen(name) + 1;

		if (!ARRAY_GROW(row->text, row->cap, size))
			return NULL;
		memcpy(row->text, name, size);
	} else if (!column__text(column, row->hist, row->entry, &row->text, &row->cap)) {
		return NULL;
	}
	plain__mask(row->text);
	return row->text;
}

/* ---- CSV (RFC 4180) ---- */

static void csv_text(const char *text, FILE *out)
{
	if (!strpbrk(text, ",\"")) {
		fputs(text, out);
		return;
	}
	putc('"', out);
	for (; *text; text++) {
		if (*text == '"')
			putc('"', out);
		putc(*text, out);
	}
	putc('"', out);
}

static void csv_head(const struct hist *hist, FILE *out)
{
	const struct column_list *keys = &hist->conf.order->keys;
	const char *sep = "";

	for (unsigned int i = 0; i < keys->nr; i++, sep = ",")
		fprintf(out, "%s%s%s", sep, keys->columns[i]->name,
			is_symbol(keys->columns[i]) ? ",half,inlined" : "");
	for (size_t i = 0; i < ARRAY_SIZE(numbers); i++) {
		if (!has_number(hist, &numbers[i]))
			continue;
		fprintf(out, "%s%s", sep, numbers[i].name);
		sep = ",";
	}
	putc('\n', out);
}

static int csv_row(struct row *row, FILE *out)
{
	const struct column_list *keys = &row->hist->conf.order->keys;
	const char *sep = "";

	for (unsigned int i = 0; i < keys->nr; i++, sep = ",") {
		const char *text = row__text(row, keys->columns[i]);

		if (!text)
			return DEFER_ERR_NOMEM;
		fputs(sep, out);
		csv_text(text, out);
		if (is_symbol(keys->columns[i]))
			fprintf(out, ",%s,%d", half_of(func_of(row)), is_inlined(row));
	}
	for (size_t i = 0; i < ARRAY_SIZE(numbers); i++) {
		if (!has_number(row->hist, &numbers[i]))
			continue;
		fprintf(out, "%s%" PRIu64, sep, numbers[i].get(row));
		sep = ",";
	}
	putc('\n', out);
	return 0;
}

int rows__write_csv(const struct export_source *source, FILE *out, struct defer_error *err)
{
	const struct hist *hist = &source->event->hist;
	struct row row = {.hist = hist};
	int ret = 0;

	csv_head(hist, out);
	for (uint32_t i = 0; !ret && i < hist->nr_rows && !ferror(out); i++) {
		row.entry = &hist->entries[hist->rows[i]];
		ret = csv_row(&row, out);
	}
	free(row.text);
	if (ret)
		return error__no_memory(err, "for the export");
	if (fflush(out) || ferror(out))
		return defer_error__set(err, DEFER_ERR_IO, "cannot write the export: %m");
	return 0;
}

/* ---- JSON ---- */

static void json_symbol(struct json *json, const struct row *row)
{
	json__str(json, "half", half_of(func_of(row)));
	json__bool(json, "inlined", is_inlined(row));
}

static int json_row(struct json *json, struct row *row)
{
	const struct column_list *keys = &row->hist->conf.order->keys;

	json__object(json, NULL);
	for (unsigned int i = 0; i < keys->nr; i++) {
		const char *text = row__text(row, keys->columns[i]);

		if (!text)
			return DEFER_ERR_NOMEM;
		json__str(json, keys->columns[i]->name, text);
		if (is_symbol(keys->columns[i]))
			json_symbol(json, row);
	}
	for (size_t i = 0; i < ARRAY_SIZE(numbers); i++) {
		if (has_number(row->hist, &numbers[i]))
			json__u64(json, numbers[i].name, numbers[i].get(row));
	}
	json__end(json);
	return 0;
}

static void json_head(struct json *json, const struct export_source *source)
{
	const struct profile_event *event = source->event;
	const struct column_list *keys = &event->hist.conf.order->keys;

	json__u64(json, "schema", ROWS_SCHEMA_VERSION);
	json__str(json, "file", source->path);
	json__str(json, "event", event->evsel ? event->evsel->name : NULL);
	json__str(json, "unit", export__unit(event));
	json__u64(json, "samples", event->shown.nr);
	json__u64(json, "period", event->shown.period);
	json__classes(json, "classes", event->shown_classes);
	json__array(json, "keys");
	for (unsigned int i = 0; i < keys->nr; i++)
		json__str(json, NULL, keys->columns[i]->name);
	json__end(json);
}

int rows__write_json(const struct export_source *source, FILE *out, struct defer_error *err)
{
	const struct hist *hist = &source->event->hist;
	struct row row = {.hist = hist};
	struct json json;
	int ret = 0;

	json__init(&json, out);
	json__object(&json, NULL);
	json_head(&json, source);
	json__array(&json, "rows");
	for (uint32_t i = 0; !ret && i < hist->nr_rows; i++) {
		row.entry = &hist->entries[hist->rows[i]];
		ret = json_row(&json, &row);
	}
	free(row.text);
	json__end(&json);
	json__end(&json);
	return ret ? error__no_memory(err, "for the export") : json__finish(&json, err);
}
