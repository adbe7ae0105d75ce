// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/export/speedscope.h"
#include "ui/export/unit.h"
#include "ui/text/json.h"
#include "util/base/error.h"
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
};

/* Writes all funcs, which stacks name by their numbers. */
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
	json__end(json);
	json__end(json);
}

/* ---- profiles ---- */

static void begin_profile(struct speedscope *scope, const char *name, uint64_t total)
{
	struct json *json = &scope->json;

	json__object(json, NULL);
	json__str(json, "type", "sampled");
	json__str(json, "name", name);
	json__str(json, "unit", strcmp(scope->unit, "count") ? scope->unit : "none");
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

	begin_profile(scope, "all threads", weigh_all(scope));
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
	begin_profile(scope, chart__thread_label(scope->chart, idx, label), total);
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

int speedscope__write(const struct profile_event *event, const struct chart *chart,
		      const char *title, FILE *out, struct defer_error *err)
{
	struct speedscope scope = {
		.hist = &event->hist,
		.chart = chart,
		.unit = export__unit(event),
		.path = malloc(flame_path__room(&event->hist) * sizeof(*scope.path)),
	};
	struct json *json = &scope.json;

	if (!scope.path)
		return error__no_memory(err, "for the export");
	json__init(json, out);
	json->dense = true;
	json__object(json, NULL);
	json__str(json, "$schema", SCHEMA);
	json__str(json, "exporter", "perf defer");
	json__str(json, "name", title);
	put_frames(&scope);
	json__array(json, "profiles");
	put_all_threads(&scope);
	for (uint32_t i = 0; chart && i < chart->nr_threads; i++)
		put_thread(&scope, i);
	json__end(json);
	json__end(json);
	free(scope.path);
	return json__finish(json, err);
}
