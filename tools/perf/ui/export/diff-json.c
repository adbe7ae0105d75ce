// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ui/export/diff-json.h"
#include "ui/stdio/diff.h"
#include "ui/text/json.h"
#include "util/base/array.h"
#include "util/base/error.h"

#define DECIMALS 9

static const char *const references[] = {
	[REFERENCE_SHARE] = "share",
	[REFERENCE_SECOND] = "second",
	[REFERENCE_RUN] = "run",
	[REFERENCE_UNIT] = "unit",
};

/* An event, and room for the names of a row. */
struct diff_json {
	struct json *json;
	const struct comparison *comparison;
	const struct comparison_event *event;
	const char **names;
	size_t cap_names;
};

static void write_runs(struct json *json, const struct comparison *comparison,
		       const struct diff_print *print)
{
	json__array(json, "runs");
	for (unsigned int i = 0; i < comparison->opts.join.nr_runs; i++) {
		const struct comparison_run *run = &comparison->runs[i];

		json__object(json, NULL);
		json__str(json, "side", comparison->opts.is_after[i] ? "after" : "before");
		json__str(json, "file", print->paths[i]);
		json__str(json, "machine", run->machine);
		json__double(json, "seconds", run->seconds, DECIMALS);
		json__u64(json, "lost_samples", run->lost_samples);
		json__u64(json, "lost_records", run->lost_records);
		json__end(json);
	}
	json__end(json);
}

static void write_side(struct json *json, const char *key, const struct comparison_side *side)
{
	json__object(json, key);
	json__u64(json, "samples", side->sum.nr);
	json__u64(json, "period", side->sum.period);
	json__u64(json, "lost_samples", side->lost_samples);
	json__u64(json, "lost_records", side->lost_records);
	json__u64(json, "user_stacks", side->users.nr);
	json__u64(json, "user_stacks_missing", side->users.nr_missing);
	json__end(json);
}

static void write_interval(struct json *json, const struct difference *difference)
{
	struct difference_interval interval = difference__interval(difference, difference->level);

	json__array(json, "interval");
	json__double(json, NULL, interval.low - 1, DECIMALS);
	json__double(json, NULL, interval.high - 1, DECIMALS);
	json__end(json);
	json__double(json, "level", difference->level, DECIMALS);
	json__double(json, "limit", difference__limit(difference), DECIMALS);
	json__double(json, "dispersion", difference->dispersion, DECIMALS);
	json__double(json, "freedom", difference->df, DECIMALS);
}

/* Writes the members of a difference, of which @whole is 1. */
static void write_difference(const struct diff_json *of, const struct difference *difference,
			     double whole)
{
	struct json *json = of->json;
	double before = difference->before, after = difference->after;

	json__double(json, "before", before / whole, DECIMALS);
	json__double(json, "after", after / whole, DECIMALS);
	json__double(json, "change", before > 0 ? after / before - 1 : NAN, DECIMALS);
	json__double(json, "p", difference->p, DECIMALS);
	json__double(json, "q", difference->q, DECIMALS);
	json__bool(json, "found", comparison__is_found(of->comparison, difference));
	if (difference->method)
		write_interval(json, difference);
}

/* Writes a symbol's half, which its mark tells. */
static void write_half(struct json *json, const char *symbol)
{
	bool marked = join__without_mark(symbol) != symbol;

	json__str(json, "half", !marked ? "" : symbol[1] == 'k' ? "kernel" : "user");
}

static int write_names(struct diff_json *of, uint32_t row, struct defer_error *err)
{
	const struct join *join = &of->event->join;
	size_t nr = join__names(join, row, NULL, 0);
	bool stacks = join->opts.stacks;

	if (!ARRAY_GROW(of->names, of->cap_names, nr))
		return error__no_memory(err, "for names");
	join__names(join, row, of->names, nr);
	if (stacks)
		json__array(of->json, join->keys[0]);
	for (size_t i = 0; i < nr; i++) {
		json__str(of->json, stacks ? NULL : join->keys[i],
			  join__without_mark(of->names[i]));
		if (!stacks && !strcmp(join->keys[i], "symbol"))
			write_half(of->json, of->names[i]);
	}
	if (stacks)
		json__end(of->json);
	return 0;
}

static int write_row(struct diff_json *of, uint32_t row, struct defer_error *err)
{
	const struct comparison *comparison = of->comparison;
	struct sample_sum before = comparison__row_sum(comparison, of->event, row, false);
	struct sample_sum after = comparison__row_sum(comparison, of->event, row, true);
	int ret;

	json__object(of->json, NULL);
	ret = write_names(of, row, err);
	json__u64(of->json, "samples_before", before.nr);
	json__u64(of->json, "samples_after", after.nr);
	json__u64(of->json, "period_before", before.period);
	json__u64(of->json, "period_after", after.period);
	write_difference(of, &of->event->differences[row],
			 comparison__whole(comparison, of->event));
	if (of->event->holds) {
		json__u64(of->json, "holds", of->event->holds[row]);
		json__bool(of->json, "moved", comparison__is_moved(comparison, of->event, row));
	}
	json__bool(of->json, "may_be_missing",
		   comparison__may_be_missing(comparison, of->event, row));
	json__end(of->json);
	return ret;
}

static int write_rows(struct diff_json *of, const struct diff_print *print, struct defer_error *err)
{
	const struct comparison_event *event = of->event;
	int ret = 0;

	json__object(of->json, "total");
	write_difference(of, &event->total, 1);
	json__end(of->json);
	json__array(of->json, "rows");
	for (size_t i = 0; i < event->nr_order && !ret; i++) {
		uint32_t row = event->order[i];

		if (comparison__shows(of->comparison, event, print, row))
			ret = write_row(of, row, err);
	}
	json__end(of->json);
	return ret;
}

static int write_event(struct diff_json *of, const struct diff_print *print,
		       struct defer_error *err)
{
	struct comparison_side before = comparison__side(of->comparison, of->event, false);
	struct comparison_side after = comparison__side(of->comparison, of->event, true);
	int ret = 0;

	json__object(of->json, NULL);
	json__str(of->json, "event", of->event->name);
	json__bool(of->json, "compared", of->event->differences);
	write_side(of->json, "before", &before);
	write_side(of->json, "after", &after);
	if (of->event->differences)
		ret = write_rows(of, print, err);
	json__end(of->json);
	return ret;
}

int comparison__write_json(const struct comparison *comparison, const struct diff_print *print,
			   FILE *out, struct defer_error *err)
{
	struct json json;
	struct diff_json of = {.json = &json, .comparison = comparison};
	int ret = 0;

	json__init(&json, out);
	json__object(&json, NULL);
	json__u64(&json, "schema", DIFF_SCHEMA_VERSION);
	json__str(&json, "per", references[comparison->opts.reference]);
	json__double(&json, "q", comparison->opts.q, DECIMALS);
	write_runs(&json, comparison, print);
	json__array(&json, "events");
	for (size_t i = 0; i < comparison->nr_events && !ret; i++) {
		of.event = &comparison->events[i];
		ret = write_event(&of, print, err);
	}
	json__end(&json);
	json__end(&json);
	free(of.names);
	return ret ? ret : json__finish(&json, err);
}
