// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <perf/defer-class.h>
#include <perf/defer-evlist.h>
#include <perf/defer-record.h>

#include "ui/export/columns.h"
#include "ui/export/exports.h"
#include "ui/export/gz.h"
#include "ui/export/html-data.h"
#include "ui/export/stack-tree.h"
#include "ui/export/strings.h"
#include "ui/export/unit.h"
#include "ui/ledger/ledger-json.h"
#include "util/base/array.h"
#include "util/base/error.h"
#include "util/base/hash.h"
#include "util/base/memstream.h"
#include "util/entry/entry-list.h"
#include "util/fold/part.h"
#include "util/fold/samples.h"
#include "util/profile/hist-change.h"
#include "util/profile/profile.h"
#include "util/profile/zoom.h"

#define NOT_THERE UINT32_MAX
#define CALL_LEN  64

struct html_data {
	const struct export_source *source;
	const struct shown *shown;
	const struct profile *profile;
	const struct funcs *funcs;
	struct columns columns;
	uint32_t *func_rows;	     /* by func, of that which represents its symbol */
	uint32_t *dso_rows;	     /* by func */
	uint32_t *stack_rows;	     /* by stack of shown->all; NOT_THERE: it is not shown */
	const struct stack **stacks; /* by row: one of them */
	uint32_t *places;	     /* by row: place in the hist of its event */
	size_t nr_stacks;
	struct entry_list *entries;
	struct strings calls; /* kinds of entries */
	uint32_t *call_rows;  /* by stack of shown->all */
};

/* ---- functions ---- */

static const struct func *func_at(const struct html_data *data, size_t i)
{
	return funcs__at(data->funcs, i);
}

/* Numbers the functions, each symbol once, and their DSOs. */
static int number_funcs(struct html_data *data)
{
	const size_t nr = data->funcs->nr;
	uint32_t nr_funcs = 0, nr_dsos = 0;

	data->func_rows = malloc((nr + 1) * sizeof(*data->func_rows));
	data->dso_rows = malloc((nr + 1) * sizeof(*data->dso_rows));
	if (!data->func_rows || !data->dso_rows)
		return DEFER_ERR_NOMEM;
	for (size_t i = 0; i < nr; i++) {
		data->func_rows[i] = func_at(data, i)->symbol_id == i ? nr_funcs++ : NOT_THERE;
		data->dso_rows[i] = func_at(data, i)->dso_id == i ? nr_dsos++ : NOT_THERE;
	}
	for (size_t i = 0; i < nr; i++) {
		data->func_rows[i] = data->func_rows[func_at(data, i)->symbol_id];
		data->dso_rows[i] = data->dso_rows[func_at(data, i)->dso_id];
	}
	return 0;
}

static void put_funcs(struct html_data *data)
{
	columns__begin(&data->columns, "func.dso");
	for (size_t i = 0; i < data->funcs->nr; i++) {
		if (func_at(data, i)->symbol_id == i)
			columns__put(&data->columns, data->dso_rows[i]);
	}
	columns__begin(&data->columns, "func.kind");
	for (size_t i = 0; i < data->funcs->nr; i++) {
		if (func_at(data, i)->symbol_id == i)
			columns__put(&data->columns, stack_kind__of(func_at(data, i)));
	}
}

static void put_nodes(struct html_data *data)
{
	const struct chain_tree *chains = &data->profile->chains;

	columns__begin(&data->columns, "node.parent");
	for (size_t i = 0; i < chains->nr; i++)
		columns__put(&data->columns, chains->nodes[i].parent);
	columns__begin(&data->columns, "node.func");
	for (size_t i = 0; i < chains->nr; i++)
		columns__put(&data->columns,
			     i == CHAIN_ROOT ? 0 : data->func_rows[chains->nodes[i].func]);
}

/* ---- stacks ---- */

/* Rows of the same place in a hist, which differ in their class, as lists. */
struct by_place {
	size_t *firsts;	 /* by event: its first place */
	uint32_t *heads; /* by place: the last row */
	uint32_t *nexts; /* by row: the row before it, of the same place */
};

static void by_place__exit(struct by_place *by)
{
	free(by->firsts);
	free(by->heads);
	free(by->nexts);
}

static int by_place__init(struct by_place *by, const struct html_data *data)
{
	const struct profile *profile = data->profile;
	size_t nr = 0;

	*by = (struct by_place){
		.firsts = malloc((profile->nr_events + 1ULL) * sizeof(*by->firsts)),
		.nexts = malloc((fold__nr(data->shown->part) + 1ULL) * sizeof(*by->nexts)),
	};
	for (uint32_t i = 0; by->firsts && i < profile->nr_events; i++) {
		by->firsts[i] = nr;
		nr += profile->events[i].hist.nr_stacks;
	}
	by->heads = malloc((nr + 1) * sizeof(*by->heads));
	if (!by->firsts || !by->nexts || !by->heads)
		return DEFER_ERR_NOMEM;
	memset(by->heads, 0xff, nr * sizeof(*by->heads));
	return 0;
}

/* Returns the row of @stack, which is at @place of its event's hist. Adds it if it is new. */
static uint32_t add_stack(struct html_data *data, struct by_place *by, const struct stack *stack,
			  uint32_t place)
{
	uint32_t *head = &by->heads[by->firsts[stack->evsel_idx] + place], row = *head;

	while (row != NOT_THERE && data->stacks[row]->cls != stack->cls)
		row = by->nexts[row];
	if (row != NOT_THERE)
		return row;
	row = data->nr_stacks++;
	data->stacks[row] = stack;
	data->places[row] = place;
	by->nexts[row] = *head;
	*head = row;
	return row;
}

static int number_stacks(struct html_data *data)
{
	const struct profile *profile = data->profile;
	const struct fold *all = data->shown->all, *part = data->shown->part;
	struct by_place by;
	int ret = by_place__init(&by, data);

	data->stack_rows = fold__places_in(all, part);
	data->stacks = malloc((fold__nr(part) + 1ULL) * sizeof(*data->stacks));
	data->places = malloc((fold__nr(part) + 1ULL) * sizeof(*data->places));
	if (!data->stack_rows || !data->stacks || !data->places)
		ret = DEFER_ERR_NOMEM;
	for (uint32_t i = 0; !ret && i < fold__nr(all); i++) {
		uint32_t at = data->stack_rows[i];

		if (at != FOLD_NOT_IN_PART)
			data->stack_rows[i] = profile->stack_chains[at] == PROFILE_NO_CHAIN
						      ? NOT_THERE
						      : add_stack(data, &by, fold__stack(part, at),
								  profile->stack_places[at]);
	}
	by_place__exit(&by);
	return ret;
}

static const struct hist_stack *hist_stack_at(const struct html_data *data, size_t row)
{
	const struct hist *hist = &data->profile->events[data->stacks[row]->evsel_idx].hist;

	return &hist->stacks[data->places[row]];
}

static void put_stacks(struct html_data *data)
{
	struct columns *columns = &data->columns;
	const size_t nr = data->nr_stacks;

	columns__begin(columns, "stack.event");
	for (size_t i = 0; i < nr; i++)
		columns__put(columns, data->stacks[i]->evsel_idx);
	columns__begin(columns, "stack.chain");
	for (size_t i = 0; i < nr; i++)
		columns__put(columns, hist_stack_at(data, i)->chain);
	columns__begin(columns, "stack.hit");
	for (size_t i = 0; i < nr; i++)
		columns__put(columns, data->func_rows[hist_stack_at(data, i)->hit]);
	columns__begin(columns, "stack.class");
	for (size_t i = 0; i < nr; i++)
		columns__put(columns, data->stacks[i]->cls);
	columns__begin(columns, "stack.comm");
	for (size_t i = 0; i < nr; i++)
		columns__put(columns, data->stacks[i]->comm_id);
	columns__begin(columns, "stack.pid");
	for (size_t i = 0; i < nr; i++)
		columns__put(columns, data->stacks[i]->pid);
	columns__begin(columns, "stack.tid");
	for (size_t i = 0; i < nr; i++)
		columns__put(columns, data->stacks[i]->tid);
}

/* ---- samples ---- */

enum sample_column {
	SAMPLE_TIME,
	SAMPLE_TIME_HI,
	SAMPLE_STACK,
	SAMPLE_PERIOD,
	SAMPLE_PERIOD_HI,
};

/* Returns the time of the first sample, ns. */
static uint64_t start_time(const struct html_data *data)
{
	const struct samples *samples = data->shown->samples;

	return samples__nr(samples) ? samples__at(samples, 0)->time : 0;
}

static bool is_shown(const struct html_data *data, const struct sample_ref *ref)
{
	return data->stack_rows[ref->stack] != NOT_THERE &&
	       zooms__pass_sample(data->shown->zooms, data->shown->session, ref);
}

static void put_sample_column(struct html_data *data, const char *name, enum sample_column column)
{
	const struct samples *samples = data->shown->samples;
	uint64_t before = start_time(data);

	columns__begin(&data->columns, name);
	for (size_t i = 0; i < samples__nr(samples); i++) {
		const struct sample_ref *ref = samples__at(samples, i);
		const uint64_t values[] = {
			[SAMPLE_TIME] = ref->time - before,
			[SAMPLE_TIME_HI] = (ref->time - before) >> 32,
			[SAMPLE_STACK] = data->stack_rows[ref->stack],
			[SAMPLE_PERIOD] = ref->weights.period,
			[SAMPLE_PERIOD_HI] = ref->weights.period >> 32,
		};

		if (!is_shown(data, ref))
			continue;
		before = ref->time;
		columns__put(&data->columns, values[column]);
	}
}

static void put_samples(struct html_data *data)
{
	put_sample_column(data, "sample.time", SAMPLE_TIME);
	put_sample_column(data, "sample.time.hi", SAMPLE_TIME_HI);
	put_sample_column(data, "sample.stack", SAMPLE_STACK);
	put_sample_column(data, "sample.period", SAMPLE_PERIOD);
	put_sample_column(data, "sample.period.hi", SAMPLE_PERIOD_HI);
}

/* ---- entries into the kernel ---- */

/* Numbers what led into the kernel in each stack. */
static int number_calls(struct html_data *data, struct defer_error *err)
{
	const uint32_t nr = fold__nr(data->shown->all);
	char text[CALL_LEN];
	int ret = entry_list__new(&data->entries, data->shown, NULL, err);

	if (ret)
		return ret;
	data->call_rows = malloc((nr + 1ULL) * sizeof(*data->call_rows));
	if (!data->call_rows)
		return error__no_memory(err, "for the export");
	for (uint32_t i = 0; i < nr; i++) {
		data->call_rows[i] = NOT_THERE;
		if (data->stack_rows[i] == NOT_THERE)
			continue;
		entry_stack__kind_text(&data->entries->stacks[i], text, sizeof(text));
		data->call_rows[i] = strings__id(&data->calls, text);
	}
	return data->calls.no_memory ? error__no_memory(err, "for the export") : 0;
}

enum entry_column {
	ENTRY_BEGIN,
	ENTRY_BEGIN_HI,
	ENTRY_REMAINING,
	ENTRY_REMAINING_HI,
	ENTRY_SAMPLES,
	ENTRY_STACK,
	ENTRY_CLASS,
	ENTRY_CALL,
	ENTRY_STATE,
};

static uint64_t entry_value(const struct html_data *data, const struct entry *entry,
			    enum entry_column column)
{
	uint64_t remaining;

	switch (column) {
	case ENTRY_BEGIN:
		return entry->begin - start_time(data);
	case ENTRY_BEGIN_HI:
		return (entry->begin - start_time(data)) >> 32;
	case ENTRY_REMAINING:
	case ENTRY_REMAINING_HI:
		if (!entry_list__remaining(data->entries, entry, &remaining))
			return UINT64_MAX;
		return column == ENTRY_REMAINING ? remaining : remaining >> 32;
	case ENTRY_SAMPLES:
		return entry->nr;
	case ENTRY_STACK:
		return data->stack_rows[entry->stack];
	case ENTRY_CLASS:
		return entry->key.cls;
	case ENTRY_CALL:
		return data->call_rows[entry->stack];
	case ENTRY_STATE:
	default:
		return entry_list__state(data->entries, entry);
	}
}

static void put_entry_column(struct html_data *data, const char *name, enum entry_column column)
{
	columns__begin(&data->columns, name);
	for (uint32_t i = 0; i < data->entries->nr; i++)
		columns__put(&data->columns,
			     entry_value(data, entry_list__at(data->entries, i), column));
}

static void put_entries(struct html_data *data)
{
	put_entry_column(data, "entry.begin", ENTRY_BEGIN);
	put_entry_column(data, "entry.begin.hi", ENTRY_BEGIN_HI);
	put_entry_column(data, "entry.remaining", ENTRY_REMAINING);
	put_entry_column(data, "entry.remaining.hi", ENTRY_REMAINING_HI);
	put_entry_column(data, "entry.samples", ENTRY_SAMPLES);
	put_entry_column(data, "entry.stack", ENTRY_STACK);
	put_entry_column(data, "entry.class", ENTRY_CLASS);
	put_entry_column(data, "entry.call", ENTRY_CALL);
	put_entry_column(data, "entry.state", ENTRY_STATE);
}

/* ---- the baseline ---- */

enum base_column {
	BASE_EVENT,
	BASE_CHAIN,
	BASE_HIT,
	BASE_COMM,
	BASE_PID,
	BASE_TID,
	BASE_SAMPLES,
	BASE_PERIOD,
	BASE_PERIOD_HI,
};

static uint64_t base_value(const struct html_data *data, uint32_t event, size_t place,
			   enum base_column column)
{
	const struct hist *hist = &data->profile->events[event].hist;
	const struct hist_stack *stack = &hist->stacks[place];
	const struct sums *before = &hist->base->stacks[place].sums;
	const uint64_t values[] = {
		[BASE_EVENT] = event,
		[BASE_CHAIN] = stack->chain,
		[BASE_HIT] = data->func_rows[stack->hit],
		[BASE_COMM] = stack->who.comm_id,
		[BASE_PID] = stack->who.pid,
		[BASE_TID] = stack->who.tid,
		[BASE_SAMPLES] = before->nr,
		[BASE_PERIOD] = before->period,
		[BASE_PERIOD_HI] = before->period >> 32,
	};

	return values[column];
}

static void put_base_column(struct html_data *data, const char *name, enum base_column column)
{
	columns__begin(&data->columns, name);
	for (uint32_t i = 0; i < data->profile->nr_events; i++) {
		const struct hist *hist = &data->profile->events[i].hist;

		for (size_t j = 0; hist->base && j < hist->nr_stacks; j++) {
			if (hist->base->stacks[j].sums.nr)
				columns__put(&data->columns, base_value(data, i, j, column));
		}
	}
}

static void put_baseline(struct html_data *data)
{
	if (!data->profile->opts.compares)
		return;
	put_base_column(data, "base.event", BASE_EVENT);
	put_base_column(data, "base.chain", BASE_CHAIN);
	put_base_column(data, "base.hit", BASE_HIT);
	put_base_column(data, "base.comm", BASE_COMM);
	put_base_column(data, "base.pid", BASE_PID);
	put_base_column(data, "base.tid", BASE_TID);
	put_base_column(data, "base.samples", BASE_SAMPLES);
	put_base_column(data, "base.period", BASE_PERIOD);
	put_base_column(data, "base.period.hi", BASE_PERIOD_HI);
}

/* ---- the head ---- */

static void write_event(const struct profile_event *event, struct json *json)
{
	const struct defer_evsel *evsel = event->evsel;

	json__object(json, NULL);
	json__str(json, "name", evsel && evsel->name ? evsel->name : "samples");
	json__str(json, "unit", export__unit(event));
	json__bool(json, "has_periods", hist__has_periods(&event->hist));
	json__u64(json, "samples", event->shown.nr);
	json__u64(json, "period", event->shown.period);
	json__end(json);
}

static void write_names(const struct html_data *data, struct json *json)
{
	char label[FUNC_LABEL_LEN];

	json__array(json, "funcs");
	for (size_t i = 0; i < data->funcs->nr; i++) {
		if (func_at(data, i)->symbol_id == i)
			json__str(json, NULL, func__label(func_at(data, i), label));
	}
	json__end(json);
	json__array(json, "dsos");
	for (size_t i = 0; i < data->funcs->nr; i++) {
		if (func_at(data, i)->dso_id == i)
			json__str(json, NULL, func__dso_name(func_at(data, i), false));
	}
	json__end(json);
	json__array(json, "comms");
	for (uint32_t i = 0; i < data->profile->nr_comms; i++)
		json__str(json, NULL, data->profile->comms[i]);
	json__end(json);
	json__array(json, "calls");
	for (size_t i = 0; i < data->calls.nr; i++)
		json__str(json, NULL, data->calls.strs[i]);
	json__end(json);
}

/* Writes the meaning of the numbers in columns. */
static void write_enums(struct json *json)
{
	static const char *const kinds[] = {
		[STACK_COMM] = "task",	   [STACK_USER] = "user",	[STACK_INLINED] = "inlined",
		[STACK_KERNEL] = "kernel", [STACK_MISSING] = "missing",
	};

	json__array(json, "kinds");
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++)
		json__str(json, NULL, kinds[i]);
	json__end(json);
	json__array(json, "classes");
	for (int cls = 0; cls < DEFER_NR_CLASSES; cls++) {
		json__object(json, NULL);
		json__str(json, "name", defer_class__name(cls));
		json__str(json, "meaning", defer_class__meaning(cls));
		json__bool(json, "missing", defer_class__is_missing(cls));
		json__end(json);
	}
	json__end(json);
	json__array(json, "states");
	for (int state = ENTRY_BLOCKED; state <= ENTRY_NOT_KNOWN; state++)
		json__str(json, NULL, entry_state__name(state));
	json__end(json);
}

static void write_ledger(const struct html_data *data, struct json *json)
{
	const struct export_source *source = data->source;
	const struct session *session = data->shown->session;
	const struct ledger_view view = {
		.ledger = source->ledger,
		.session = session,
		.losses = source->losses,
		.path = source->path,
		.filtered =
			source->ledger->total.samples != session->stats.types[DEFER_RECORD_SAMPLE],
	};

	json__array(json, "ledger");
	ledger_view__write_json(&view, json);
	json__end(json);
}

static void write_head(const struct html_data *data, const char *title, struct json *json)
{
	const struct profile *profile = data->profile;
	char start[32];

	snprintf(start, sizeof(start), "%" PRIu64, start_time(data));
	json__object(json, NULL);
	json__u64(json, "version", HTML_DATA_VERSION);
	json__str(json, "title", title);
	json__bool(json, "has_time", !data->shown->session->no_time);
	json__str(json, "start", start);
	json__bool(json, "compares", profile->opts.compares);
	json__u64(json, "event", data->source->event - profile->events);
	json__array(json, "events");
	for (uint32_t i = 0; i < profile->nr_events; i++)
		write_event(&profile->events[i], json);
	json__end(json);
	write_names(data, json);
	write_enums(json);
	columns__write_json(&data->columns, json);
	write_ledger(data, json);
	json__end(json);
}

static int put_head(struct html_data *data, const char *title, struct defer_error *err)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);
	uint8_t tail[4];
	struct json json;
	int ret;

	if (!out)
		return error__no_memory(err, "for the export");
	json__init(&json, out);
	json.dense = true;
	write_head(data, title, &json);
	ret = json__finish(&json, err);
	if (memstream__close(out, &text) && !ret)
		ret = error__no_memory(err, "for the export");
	if (!ret) {
		for (size_t i = 0; i < sizeof(tail); i++)
			tail[i] = size >> (8 * i);
		gz__write(data->columns.gz, text, size);
		gz__write(data->columns.gz, tail, sizeof(tail));
	}
	free(text);
	return ret;
}

/* ---- all ---- */

static int put_all(struct html_data *data, const char *title, struct defer_error *err)
{
	int ret;

	if (number_funcs(data) || number_stacks(data))
		return error__no_memory(err, "for the export");
	ret = number_calls(data, err);
	if (ret)
		return ret;
	put_nodes(data);
	put_funcs(data);
	put_stacks(data);
	put_samples(data);
	put_entries(data);
	put_baseline(data);
	ret = columns__finish(&data->columns, err);
	return ret ? ret : put_head(data, title, err);
}

int html_data__write(const struct export_source *source, const char *title, struct gz *gz,
		     struct defer_error *err)
{
	struct html_data data = {
		.source = source,
		.shown = source->shown,
		.profile = source->shown->profile,
		.funcs = &source->shown->profile->funcs,
		.calls.hash_key = hash__key(),
	};
	int ret;

	columns__init(&data.columns, gz);
	ret = put_all(&data, title, err);
	columns__exit(&data.columns);
	entry_list__delete(data.entries);
	free(data.func_rows);
	free(data.dso_rows);
	free(data.stack_rows);
	free(data.stacks);
	free(data.places);
	strings__exit(&data.calls);
	free(data.call_rows);
	return ret;
}
