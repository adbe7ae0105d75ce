// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/export/speedscope.h"
#include "ui/export/strings.h"
#include "ui/export/unit.h"
#include "ui/text/json.h"
#include "util/base/error.h"
#include "util/base/hash.h"
#include "util/entry/entry-list.h"
#include "util/profile/profile.h"
#include "util/view/chart.h"
#include "util/view/flame-tree.h"

/* By which speedscope knows its own files. */
#define SCHEMA "https://www.speedscope.app/file-format-schema.json"

struct speedscope {
	struct json json;
	const struct hist *hist;
	const struct chart *chart;
	const char *unit;
	uint32_t *path; /* funcs of a stack */

	struct entry_list *list; /* NULL: there are no entries */
	uint32_t *by_thread;	 /* entry_list__by_thread() */
	struct strings kinds;	 /* of entries: their frames come after the funcs */
};

/* Returns the number of the frame that stands for entries like this one. */
static uint32_t frame_of(struct speedscope *scope, const struct entry *entry)
{
	char kind[FUNC_LABEL_LEN];

	entry_stack__kind_text(entry_list__stack(scope->list, entry), kind, sizeof(kind));
	return scope->hist->conf.funcs->nr + strings__id(&scope->kinds, kind);
}

/* Writes all funcs, and all kinds of entries, which profiles name by their numbers. */
static void put_frames(struct speedscope *scope)
{
	const struct funcs *funcs = scope->hist->conf.funcs;
	struct json *json = &scope->json;
	char address[32];

	json__object(json, "shared");
	json__array(json, "frames");
	for (size_t i = 0; i < funcs->nr; i++) {
		const struct func *func = funcs__at(funcs, i);

		snprintf(address, sizeof(address), "0x%" PRIx64, func->addr);
		json__object(json, NULL);
		json__str(json, "name", func->label ? func->label : address);
		if (func->dso)
			json__str(json, "file", func__dso_name(func, true));
		json__end(json);
	}
	for (size_t i = 0; i < scope->kinds.nr; i++) {
		json__object(json, NULL);
		json__str(json, "name", scope->kinds.strs[i]);
		json__end(json);
	}
	json__end(json);
	json__end(json);
}

/* ---- profiles ---- */

static void begin_profile(struct speedscope *scope, const char *type, const char *name,
			  const char *unit, uint64_t total)
{
	struct json *json = &scope->json;

	json__object(json, NULL);
	json__str(json, "type", type);
	json__str(json, "name", name);
	json__str(json, "unit", unit);
	json__u64(json, "startValue", 0);
	json__u64(json, "endValue", total);
}

/* Writes a stack of @nr funcs from scope->path. */
static void put_path(struct speedscope *scope, uint32_t nr)
{
	json__array(&scope->json, NULL);
	for (uint32_t i = 0; i < nr; i++)
		json__u64(&scope->json, NULL, scope->path[i]);
	json__end(&scope->json);
}

static uint64_t weight_of(const struct speedscope *scope, const struct hist_stack *stack)
{
	return hist__has_periods(scope->hist) ? stack->sums.period : stack->sums.nr;
}

static uint64_t weigh_all(const struct speedscope *scope)
{
	uint64_t total = 0;

	for (size_t i = 0; i < scope->hist->nr_stacks; i++)
		total += weight_of(scope, &scope->hist->stacks[i]);
	return total;
}

static void put_all_threads(struct speedscope *scope)
{
	const struct hist *hist = scope->hist;
	struct json *json = &scope->json;

	begin_profile(scope, "sampled", "all threads", scope->unit, weigh_all(scope));
	json__array(json, "samples");
	for (size_t i = 0; i < hist->nr_stacks; i++)
		put_path(scope, flame_path__of(hist, &hist->stacks[i], FLAME_CALLERS, scope->path));
	json__end(json);
	json__array(json, "weights");
	for (size_t i = 0; i < hist->nr_stacks; i++)
		json__u64(json, NULL, weight_of(scope, &hist->stacks[i]));
	json__end(json);
	json__end(json);
}

/* Writes the chain from the outermost frame on. */
static void put_chain(struct speedscope *scope, uint32_t chain)
{
	const struct chain_node *nodes = scope->hist->conf.chains->nodes;
	const uint32_t nr = nodes[chain].depth;

	for (uint32_t i = nr; i-- > 0; chain = nodes[chain].parent)
		scope->path[i] = nodes[chain].func;
	put_path(scope, nr);
}

static void put_thread(struct speedscope *scope, uint32_t idx)
{
	const struct chart_thread *thread = &scope->chart->threads[idx];
	const struct chart_sample *samples = scope->chart->samples + thread->first;
	struct json *json = &scope->json;
	char label[CHART_LABEL_LEN];
	uint64_t total = 0;

	for (size_t i = 0; i < thread->nr; i++)
		total += samples[i].weight;
	begin_profile(scope, "sampled", chart__thread_label(scope->chart, idx, label), scope->unit,
		      total);
	json__array(json, "samples");
	for (size_t i = 0; i < thread->nr; i++)
		put_chain(scope, samples[i].chain);
	json__end(json);
	json__array(json, "weights");
	for (size_t i = 0; i < thread->nr; i++)
		json__u64(json, NULL, samples[i].weight);
	json__end(json);
	json__end(json);
}

static void put_event(struct speedscope *scope, const char *type, uint32_t frame, uint64_t at)
{
	struct json *json = &scope->json;

	json__object(json, NULL);
	json__str(json, "type", type);
	json__u64(json, "frame", frame);
	json__u64(json, "at", at);
	json__end(json);
}

/*
 * Writes the entries of a thread as calls. A task is in one at a time: where records or clocks say
 * otherwise, the later one begins when the one before is over.
 */
static void put_entries(struct speedscope *scope, uint32_t idx)
{
	const struct chart *chart = scope->chart;
	const struct chart_thread *thread = &chart->threads[idx];
	char label[CHART_LABEL_LEN], name[CHART_LABEL_LEN + 32];
	uint64_t over = chart->start, end = chart->end;
	uint32_t nr;
	const uint32_t *rows =
		entry_list__of_thread(scope->list, scope->by_thread, thread->pid, thread->tid, &nr);

	for (uint32_t i = 0; i < nr; i++) {
		const uint64_t last =
			entry_list__end(scope->list, entry_list__at(scope->list, rows[i]));

		end = last > end ? last : end;
	}
	snprintf(name, sizeof(name), "entries into the kernel: %s",
		 chart__thread_label(chart, idx, label));
	begin_profile(scope, "evented", name, chart->conf.no_time ? "none" : "nanoseconds",
		      end - chart->start);
	json__array(&scope->json, "events");
	for (uint32_t i = 0; i < nr; i++) {
		const struct entry *entry = entry_list__at(scope->list, rows[i]);
		const uint64_t begin = entry->begin > over ? entry->begin : over;
		const uint64_t last = entry_list__end(scope->list, entry);

		over = last > begin ? last : begin;
		put_event(scope, "O", frame_of(scope, entry), begin - chart->start);
		put_event(scope, "C", frame_of(scope, entry), over - chart->start);
	}
	json__end(&scope->json);
	json__end(&scope->json);
}

/* Lists the entries, and names their kinds. */
static int list_entries(struct speedscope *scope, const struct shown *shown,
			struct defer_error *err)
{
	int ret = entry_list__new(&scope->list, shown, NULL, err);

	if (ret)
		return ret;
	scope->by_thread = entry_list__by_thread(scope->list);
	for (uint32_t i = 0; i < scope->list->nr; i++)
		frame_of(scope, entry_list__at(scope->list, i));
	return scope->by_thread && !scope->kinds.no_memory
		       ? 0
		       : error__no_memory(err, "for the export");
}

static void put_profiles(struct speedscope *scope)
{
	const uint32_t nr = scope->chart ? scope->chart->nr_threads : 0;

	json__array(&scope->json, "profiles");
	put_all_threads(scope);
	for (uint32_t i = 0; i < nr; i++)
		put_thread(scope, i);
	for (uint32_t i = 0; i < nr && scope->list && scope->list->nr; i++)
		put_entries(scope, i);
	json__end(&scope->json);
}

int speedscope__write(const struct profile_event *event, const struct chart *chart,
		      const struct shown *shown, const char *title, FILE *out,
		      struct defer_error *err)
{
	struct speedscope scope = {
		.hist = &event->hist,
		.chart = chart,
		.unit = strcmp(export__unit(event), "count") ? export__unit(event) : "none",
		.kinds.hash_key = hash__key(),
		.path = malloc(flame_path__room(&event->hist) * sizeof(*scope.path)),
	};
	struct json *json = &scope.json;
	int ret = scope.path ? 0 : error__no_memory(err, "for the export");

	if (!ret && shown)
		ret = list_entries(&scope, shown, err);
	if (!ret) {
		json__init(json, out);
		json->dense = true;
		json__object(json, NULL);
		json__str(json, "$schema", SCHEMA);
		json__str(json, "exporter", "perf defer");
		json__str(json, "name", title);
		put_frames(&scope);
		put_profiles(&scope);
		json__end(json);
		ret = json__finish(json, err);
	}
	entry_list__delete(scope.list);
	strings__exit(&scope.kinds);
	free(scope.by_thread);
	free(scope.path);
	return ret;
}
