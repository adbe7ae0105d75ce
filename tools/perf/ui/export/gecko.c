// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ui/export/exports.h"
#include "ui/export/gecko-meta.h"
#include "ui/export/gecko.h"
#include "ui/export/gz.h"
#include "ui/export/strings.h"
#include "ui/export/unit.h"
#include "ui/text/json.h"
#include "util/base/array.h"
#include "util/base/error.h"
#include "util/base/hash.h"
#include "util/dso/dso.h"
#include "util/entry/entry-list.h"
#include "util/machine/offcpu.h"
#include "util/profile/profile.h"
#include "util/session/moments.h"
#include "util/view/chart.h"

#define NONE UINT32_MAX

/* Phases of markers (src/types/markers.ts, MarkerPhase). */
#define PHASE_INSTANT  0
#define PHASE_INTERVAL 1

#define RESOURCE_LIBRARY 1

/* Addresses are numbers of JavaScript, and 32 bits wide in newer versions: others are not told. */
#define MAX_ADDRESS INT32_MAX

/* Places of things of the profile in the tables of a thread. */
struct places {
	uint32_t *of; /* by id in the profile; NONE: not in the table */
	uint32_t *ids;
	size_t nr;
};

/* An interval, or a moment if both times are equal. */
struct marker {
	const char *kind; /* GECKO_* */
	uint64_t start, end;
	uint32_t name; /* string */
	union {
		uint32_t entry;
		bool preempted;
		const struct moment *moment;
	};
};

struct gecko {
	struct json json;
	const struct profile_event *event;
	const struct chart *chart;
	const struct shown *shown;
	const struct funcs *funcs;
	const struct chain_node *nodes;
	struct entry_list *list;
	uint32_t *entries; /* entry_list__by_thread() */
	struct moments moments;
	uint64_t base; /* time 0 of the profile */

	/* Of the thread that is being written. A frame is a stack's last one, so there are as many. */
	struct places stacks, funcs_in;
	const struct dso **dsos;
	size_t nr_dsos, cap_dsos;
	struct strings strings;
	struct marker *markers;
	size_t nr_markers, cap_markers;
	bool no_memory;
};

/* ---- tables of a thread ---- */

static int places__init(struct places *places, size_t nr)
{
	places->of = malloc((nr + 1) * sizeof(*places->of));
	places->ids = malloc((nr + 1) * sizeof(*places->ids));
	if (places->of)
		memset(places->of, 0xff, (nr + 1) * sizeof(*places->of));
	return places->of && places->ids ? 0 : DEFER_ERR_NOMEM;
}

static void places__exit(struct places *places)
{
	free(places->of);
	free(places->ids);
}

static void places__clear(struct places *places)
{
	while (places->nr)
		places->of[places->ids[--places->nr]] = NONE;
}

/* Returns true if @id is new. */
static bool places__add(struct places *places, uint32_t id)
{
	if (places->of[id] != NONE)
		return false;
	places->of[id] = places->nr;
	places->ids[places->nr++] = id;
	return true;
}

static uint32_t dso_of(struct gecko *gecko, const struct dso *dso)
{
	size_t i = 0;

	while (i < gecko->nr_dsos && gecko->dsos[i] != dso)
		i++;
	if (i < gecko->nr_dsos)
		return i;
	if (!ARRAY_GROW(gecko->dsos, gecko->cap_dsos, i + 1)) {
		gecko->no_memory = true;
		return 0;
	}
	gecko->dsos[gecko->nr_dsos++] = dso;
	return i;
}

static void add_func(struct gecko *gecko, uint32_t id)
{
	const struct func *func = funcs__at(gecko->funcs, id);

	if (places__add(&gecko->funcs_in, id) && func->dso)
		dso_of(gecko, func->dso);
}

/* Adds the chain, callers first. */
static void add_chain(struct gecko *gecko, uint32_t chain)
{
	struct places *stacks = &gecko->stacks;
	const size_t begin = stacks->nr;

	for (uint32_t node = chain; node != CHAIN_ROOT && stacks->of[node] == NONE;
	     node = gecko->nodes[node].parent)
		stacks->nr++;
	for (size_t i = stacks->nr; i-- > begin; chain = gecko->nodes[chain].parent) {
		stacks->ids[i] = chain;
		stacks->of[chain] = i;
	}
	for (size_t i = begin; i < stacks->nr; i++)
		add_func(gecko, gecko->nodes[stacks->ids[i]].func);
}

static void begin_thread(struct gecko *gecko)
{
	places__clear(&gecko->stacks);
	places__clear(&gecko->funcs_in);
	gecko->nr_dsos = 0;
	gecko->nr_markers = 0;
	strings__exit(&gecko->strings);
	gecko->strings.hash_key = hash__key();
}

/* ---- columns ---- */

typedef void (*put_fn)(struct gecko *gecko, uint32_t i);

static void put_column(struct gecko *gecko, const char *name, size_t nr, put_fn put)
{
	json__array(&gecko->json, name);
	for (size_t i = 0; i < nr; i++)
		put(gecko, i);
	json__end(&gecko->json);
}

static void put_null(struct gecko *gecko, uint32_t i)
{
	(void)i;
	json__null(&gecko->json, NULL);
}

static void put_zero(struct gecko *gecko, uint32_t i)
{
	(void)i;
	json__u64(&gecko->json, NULL, 0);
}

static void put_false(struct gecko *gecko, uint32_t i)
{
	(void)i;
	json__bool(&gecko->json, NULL, false);
}

static void put_index(struct gecko *gecko, uint32_t i)
{
	json__u64(&gecko->json, NULL, i);
}

static void put_place(struct gecko *gecko, uint32_t place)
{
	if (place == NONE)
		json__null(&gecko->json, NULL);
	else
		json__u64(&gecko->json, NULL, place);
}

/* Writes a time as ms of the profile. */
static void put_time(struct gecko *gecko, const char *key, uint64_t time)
{
	json__double(&gecko->json, key, ((double)time - (double)gecko->base) / 1e6, 6);
}

/* ---- stacks and frames ---- */

static const struct chain_node *stack_at(const struct gecko *gecko, uint32_t i)
{
	return &gecko->nodes[gecko->stacks.ids[i]];
}

static const struct func *frame_func(const struct gecko *gecko, uint32_t i)
{
	return funcs__at(gecko->funcs, stack_at(gecko, i)->func);
}

static void put_prefix(struct gecko *gecko, uint32_t i)
{
	const uint32_t parent = stack_at(gecko, i)->parent;

	put_place(gecko, parent == CHAIN_ROOT ? NONE : gecko->stacks.of[parent]);
}

static void put_category(struct gecko *gecko, uint32_t i)
{
	uint32_t sub;

	json__u64(&gecko->json, NULL, gecko_category__of(frame_func(gecko, i), &sub));
}

static void put_subcategory(struct gecko *gecko, uint32_t i)
{
	uint32_t sub;

	gecko_category__of(frame_func(gecko, i), &sub);
	json__u64(&gecko->json, NULL, sub);
}

static void put_func(struct gecko *gecko, uint32_t i)
{
	json__u64(&gecko->json, NULL, gecko->funcs_in.of[stack_at(gecko, i)->func]);
}

/* Returns the function that the frame is inlined in, or its own; *@depth is how deep. */
static const struct func *outer_func(const struct gecko *gecko, uint32_t i, uint32_t *depth)
{
	const struct chain_node *node = stack_at(gecko, i);
	const struct func *func = funcs__at(gecko->funcs, node->func);

	for (*depth = 0; func->kind == FUNC_INLINED && node->parent != CHAIN_ROOT; ++*depth) {
		node = &gecko->nodes[node->parent];
		func = funcs__at(gecko->funcs, node->func);
	}
	return func;
}

static void put_address(struct gecko *gecko, uint32_t i)
{
	uint32_t depth;
	const struct func *func = outer_func(gecko, i, &depth);

	if (func__is_frame(func) && func->dso && func->addr <= MAX_ADDRESS)
		json__u64(&gecko->json, NULL, func->addr);
	else
		json__i64(&gecko->json, NULL, -1);
}

static void put_inline_depth(struct gecko *gecko, uint32_t i)
{
	uint32_t depth;

	outer_func(gecko, i, &depth);
	json__u64(&gecko->json, NULL, depth);
}

static void put_stacks(struct gecko *gecko)
{
	struct json *json = &gecko->json;
	const size_t nr = gecko->stacks.nr;

	json__object(json, "stackTable");
	put_column(gecko, "frame", nr, put_index);
	put_column(gecko, "category", nr, put_category);
	put_column(gecko, "subcategory", nr, put_subcategory);
	put_column(gecko, "prefix", nr, put_prefix);
	json__u64(json, "length", nr);
	json__end(json);
	json__object(json, "frameTable");
	put_column(gecko, "address", nr, put_address);
	put_column(gecko, "inlineDepth", nr, put_inline_depth);
	put_column(gecko, "category", nr, put_category);
	put_column(gecko, "subcategory", nr, put_subcategory);
	put_column(gecko, "func", nr, put_func);
	put_column(gecko, "nativeSymbol", nr, put_null);
	put_column(gecko, "innerWindowID", nr, put_zero);
	put_column(gecko, "implementation", nr, put_null);
	put_column(gecko, "line", nr, put_null);
	put_column(gecko, "column", nr, put_null);
	put_column(gecko, "optimizations", nr, put_null);
	json__u64(json, "length", nr);
	json__end(json);
}

/* ---- functions and files ---- */

static void put_func_name(struct gecko *gecko, uint32_t i)
{
	char label[FUNC_LABEL_LEN];
	const struct func *func = funcs__at(gecko->funcs, gecko->funcs_in.ids[i]);

	json__u64(&gecko->json, NULL, strings__id(&gecko->strings, func__label(func, label)));
}

static void put_func_resource(struct gecko *gecko, uint32_t i)
{
	const struct func *func = funcs__at(gecko->funcs, gecko->funcs_in.ids[i]);

	if (func->dso)
		json__u64(&gecko->json, NULL, dso_of(gecko, func->dso));
	else
		json__i64(&gecko->json, NULL, -1);
}

static void put_dso_name(struct gecko *gecko, uint32_t i)
{
	json__u64(&gecko->json, NULL, strings__id(&gecko->strings, gecko->dsos[i]->short_name));
}

static void put_library(struct gecko *gecko, uint32_t i)
{
	(void)i;
	json__u64(&gecko->json, NULL, RESOURCE_LIBRARY);
}

static void put_funcs(struct gecko *gecko)
{
	struct json *json = &gecko->json;
	const size_t nr = gecko->funcs_in.nr;

	json__object(json, "funcTable");
	put_column(gecko, "name", nr, put_func_name);
	put_column(gecko, "isJS", nr, put_false);
	put_column(gecko, "relevantForJS", nr, put_false);
	put_column(gecko, "resource", nr, put_func_resource);
	put_column(gecko, "fileName", nr, put_null);
	put_column(gecko, "lineNumber", nr, put_null);
	put_column(gecko, "columnNumber", nr, put_null);
	json__u64(json, "length", nr);
	json__end(json);
	json__object(json, "resourceTable");
	put_column(gecko, "lib", gecko->nr_dsos, put_index);
	put_column(gecko, "name", gecko->nr_dsos, put_dso_name);
	put_column(gecko, "host", gecko->nr_dsos, put_null);
	put_column(gecko, "type", gecko->nr_dsos, put_library);
	json__u64(json, "length", gecko->nr_dsos);
	json__end(json);
	json__object(json, "nativeSymbols");
	put_column(gecko, "libIndex", 0, put_null);
	put_column(gecko, "address", 0, put_null);
	put_column(gecko, "name", 0, put_null);
	json__u64(json, "length", 0);
	json__end(json);
}

static void put_lib(struct gecko *gecko, uint32_t i)
{
	const struct dso *dso = gecko->dsos[i];
	struct json *json = &gecko->json;
	char hex[SBUILD_ID_SIZE] = "";

	if (build_id__known(&dso->bid))
		build_id__snprintf(&dso->bid, hex);
	json__object(json, NULL);
	json__u64(json, "start", 0);
	json__u64(json, "end", 0);
	json__u64(json, "offset", 0);
	json__str(json, "arch", "");
	json__str(json, "name", dso->short_name);
	json__str(json, "path", dso->name);
	json__str(json, "debugName", dso->short_name);
	json__str(json, "debugPath", dso->name);
	json__str(json, "breakpadId", hex);
	json__str(json, "codeId", hex[0] ? hex : NULL);
	json__end(json);
}

/* ---- samples ---- */

static void put_samples(struct gecko *gecko, const struct chart_sample *samples, size_t nr)
{
	struct json *json = &gecko->json;
	const bool is_time = strcmp(export__unit(gecko->event), "count") != 0;

	json__object(json, "samples");
	json__array(json, "time");
	for (size_t i = 0; i < nr; i++)
		put_time(gecko, NULL, samples[i].time);
	json__end(json);
	json__array(json, "stack");
	for (size_t i = 0; i < nr; i++)
		put_place(gecko, samples[i].chain == CHAIN_ROOT
					 ? NONE
					 : gecko->stacks.of[samples[i].chain]);
	json__end(json);
	json__array(json, "weight");
	for (size_t i = 0; i < nr; i++) {
		if (is_time)
			json__double(json, NULL, (double)samples[i].weight / 1e6, 6);
		else
			json__u64(json, NULL, samples[i].weight);
	}
	json__end(json);
	json__str(json, "weightType", is_time ? "tracing-ms" : "samples");
	json__u64(json, "length", nr);
	json__end(json);
}

/* ---- markers ---- */

static void add_marker(struct gecko *gecko, const struct marker *marker, const char *name)
{
	if (!ARRAY_GROW(gecko->markers, gecko->cap_markers, gecko->nr_markers + 1)) {
		gecko->no_memory = true;
		return;
	}
	gecko->markers[gecko->nr_markers] = *marker;
	gecko->markers[gecko->nr_markers++].name = strings__id(&gecko->strings, name);
}

static void add_entries(struct gecko *gecko, const struct chart_thread *thread)
{
	uint32_t nr;
	const uint32_t *rows =
		entry_list__of_thread(gecko->list, gecko->entries, thread->pid, thread->tid, &nr);
	char name[FUNC_LABEL_LEN];

	for (uint32_t i = 0; i < nr; i++) {
		const struct entry *entry = entry_list__at(gecko->list, rows[i]);
		struct marker marker = {.kind = GECKO_ENTRY,
					.start = entry->begin,
					.end = entry_list__end(gecko->list, entry),
					.entry = rows[i]};

		entry_stack__kind_text(entry_list__stack(gecko->list, entry), name, sizeof(name));
		add_marker(gecko, &marker, name);
	}
}

/* The idle tasks of all CPUs have one tid, so that theirs tell nothing. */
static void add_switches(struct gecko *gecko, const struct chart_thread *thread)
{
	const struct offcpu *offcpu = gecko->shown->session->offcpu;
	const struct offcpu_switch *switches;
	size_t nr = 0;

	if (!offcpu || thread->tid <= 0)
		return;
	switches = offcpu__switches(offcpu, thread->tid, &nr);
	for (size_t i = 0; i + 1 < nr; i++) {
		const struct marker marker = {.kind = GECKO_OFF,
					      .start = switches[i].time,
					      .end = switches[i + 1].time,
					      .preempted = switches[i].preempted};

		if (!switches[i].in && switches[i + 1].in && marker.start >= gecko->chart->start &&
		    marker.start <= gecko->chart->end)
			add_marker(gecko, &marker, "off CPU");
	}
}

/* Adds the execs of a thread; of tid -1, the losses. */
static void add_moments(struct gecko *gecko, int32_t tid)
{
	const struct moments *moments = &gecko->moments;

	for (size_t i = LOWER_BOUND(at, moments->nr, moments->moments[at].tid < tid);
	     i < moments->nr && moments->moments[i].tid == tid; i++) {
		const struct moment *moment = &moments->moments[i];
		const struct marker marker = {.kind = moment->comm ? GECKO_EXEC : GECKO_LOST,
					      .start = moment->time,
					      .end = moment->time,
					      .moment = moment};

		if (moment->time >= gecko->base)
			add_marker(gecko, &marker, moment->comm ? "exec" : "lost");
	}
}

static void put_entry(struct gecko *gecko, const struct marker *marker)
{
	const struct entry_list *list = gecko->list;
	const struct entry *entry = entry_list__at(list, marker->entry);
	const struct func *user = entry_list__func(list, entry_list__stack(list, entry)->user);
	struct json *json = &gecko->json;
	char name[FUNC_LABEL_LEN];
	uint64_t remaining;

	json__str(json, "call", gecko->strings.strs[marker->name]);
	json__str(json, "user", user ? func__label(user, name) : "");
	json__str(json, "state", entry_state__name(entry_list__state(list, entry)));
	json__str(json, "class", defer_class__name(entry->key.cls));
	json__u64(json, "samples", entry->nr);
	if (entry_list__remaining(list, entry, &remaining))
		json__double(json, "remaining", (double)remaining / 1e6, 6);
	json__hex(json, "cookie", entry->key.cookie);
}

static void put_marker(struct gecko *gecko, uint32_t i)
{
	const struct marker *marker = &gecko->markers[i];
	struct json *json = &gecko->json;
	char cpu[16];

	json__object(json, NULL);
	json__str(json, "type", marker->kind);
	if (!strcmp(marker->kind, GECKO_ENTRY)) {
		put_entry(gecko, marker);
	} else if (!strcmp(marker->kind, GECKO_OFF)) {
		json__str(json, "why", marker->preempted ? "preempted" : "waits, or not known");
	} else if (!strcmp(marker->kind, GECKO_EXEC)) {
		json__str(json, "comm", marker->moment->comm);
	} else {
		snprintf(cpu, sizeof(cpu), "%" PRId32, marker->moment->cpu);
		json__u64(json, "records", marker->moment->lost);
		json__str(json, "cpu", marker->moment->cpu < 0 ? "unknown" : cpu);
	}
	json__end(json);
}

static void put_marker_name(struct gecko *gecko, uint32_t i)
{
	json__u64(&gecko->json, NULL, gecko->markers[i].name);
}

static void put_marker_start(struct gecko *gecko, uint32_t i)
{
	put_time(gecko, NULL, gecko->markers[i].start);
}

static bool is_interval(const struct marker *marker)
{
	return !strcmp(marker->kind, GECKO_ENTRY) || !strcmp(marker->kind, GECKO_OFF);
}

static void put_marker_end(struct gecko *gecko, uint32_t i)
{
	if (is_interval(&gecko->markers[i]))
		put_time(gecko, NULL, gecko->markers[i].end);
	else
		json__null(&gecko->json, NULL);
}

static void put_marker_phase(struct gecko *gecko, uint32_t i)
{
	json__u64(&gecko->json, NULL,
		  is_interval(&gecko->markers[i]) ? PHASE_INTERVAL : PHASE_INSTANT);
}

static void put_marker_category(struct gecko *gecko, uint32_t i)
{
	json__u64(&gecko->json, NULL,
		  strcmp(gecko->markers[i].kind, GECKO_ENTRY) ? GECKO_OTHER : GECKO_KERNEL);
}

static int compare_markers(const void *l, const void *r)
{
	const struct marker *a = l, *b = r;

	return CMP(a->start, b->start);
}

static void put_markers(struct gecko *gecko)
{
	const size_t nr = gecko->nr_markers;

	if (nr)
		qsort(gecko->markers, nr, sizeof(*gecko->markers), compare_markers);
	json__object(&gecko->json, "markers");
	put_column(gecko, "name", nr, put_marker_name);
	put_column(gecko, "startTime", nr, put_marker_start);
	put_column(gecko, "endTime", nr, put_marker_end);
	put_column(gecko, "phase", nr, put_marker_phase);
	put_column(gecko, "category", nr, put_marker_category);
	put_column(gecko, "data", nr, put_marker);
	json__u64(&gecko->json, "length", nr);
	json__end(&gecko->json);
}

/* ---- threads ---- */

static void put_strings(struct gecko *gecko)
{
	json__array(&gecko->json, "stringArray");
	for (size_t i = 0; i < gecko->strings.nr; i++)
		json__str(&gecko->json, NULL, gecko->strings.strs[i]);
	json__end(&gecko->json);
}

static void put_thread(struct gecko *gecko, const char *name, int32_t pid, int32_t tid,
		       const struct chart_sample *samples, size_t nr)
{
	struct json *json = &gecko->json;
	char number[16];

	json__object(json, NULL);
	json__str(json, "processType", "default");
	json__str(json, "processName", name);
	json__u64(json, "processStartupTime", 0);
	json__null(json, "processShutdownTime");
	json__u64(json, "registerTime", 0);
	json__null(json, "unregisterTime");
	put_column(gecko, "pausedRanges", 0, put_null);
	json__str(json, "name", name);
	json__i64(json, "pid", pid);
	/* The viewer compares this text with the pid, to find the first thread of a process. */
	snprintf(number, sizeof(number), "%" PRId32, tid);
	json__str(json, "tid", number);
	json__bool(json, "showMarkersInTimeline", true);
	put_column(gecko, "libs", gecko->nr_dsos, put_lib);
	put_stacks(gecko);
	put_funcs(gecko);
	put_samples(gecko, samples, nr);
	put_markers(gecko);
	put_strings(gecko);
	json__end(json);
	gecko->no_memory |= gecko->strings.no_memory;
}

static void put_chart_thread(struct gecko *gecko, const struct chart_thread *thread)
{
	const struct chart_sample *samples = gecko->chart->samples + thread->first;

	begin_thread(gecko);
	for (size_t i = 0; i < thread->nr; i++)
		add_chain(gecko, samples[i].chain);
	add_entries(gecko, thread);
	add_switches(gecko, thread);
	if (thread->tid > 0)
		add_moments(gecko, thread->tid);
	put_thread(gecko, gecko->chart->conf.comms[thread->comm_id], thread->pid, thread->tid,
		   samples, thread->nr);
}

static void put_losses(struct gecko *gecko)
{
	begin_thread(gecko);
	add_moments(gecko, -1);
	if (gecko->nr_markers)
		put_thread(gecko, "[lost records]", -1, -1, NULL, 0);
}

/* ---- the profile ---- */

static int gecko__init(struct gecko *gecko, struct defer_error *err)
{
	int ret = moments__init(&gecko->moments, gecko->shown->session, err);

	if (!ret)
		ret = entry_list__new(&gecko->list, gecko->shown, NULL, err);
	if (ret)
		return ret;
	gecko->entries = entry_list__by_thread(gecko->list);
	if (!gecko->entries || places__init(&gecko->stacks, gecko->shown->profile->chains.nr) ||
	    places__init(&gecko->funcs_in, gecko->funcs->nr))
		return error__no_memory(err, "for the export");
	return 0;
}

static void gecko__exit(struct gecko *gecko)
{
	moments__exit(&gecko->moments);
	entry_list__delete(gecko->list);
	free(gecko->entries);
	places__exit(&gecko->stacks);
	places__exit(&gecko->funcs_in);
	strings__exit(&gecko->strings);
	free(gecko->dsos);
	free(gecko->markers);
}

static int put_all(struct gecko *gecko, const struct export_source *source, const char *title,
		   FILE *out, struct defer_error *err)
{
	struct json *json = &gecko->json;

	json__init(json, out);
	json->dense = true;
	json__object(json, NULL);
	gecko_meta__write(json, source, title);
	json__array(json, "pages");
	json__end(json);
	json__array(json, "threads");
	for (size_t i = 0; i < gecko->chart->nr_threads && !gecko->no_memory; i++)
		put_chart_thread(gecko, &gecko->chart->threads[i]);
	put_losses(gecko);
	json__end(json);
	json__end(json);
	return gecko->no_memory ? error__no_memory(err, "for the export") : json__finish(json, err);
}

int gecko__write(const struct export_source *source, const char *title, FILE *out,
		 struct defer_error *err)
{
	const struct profile *profile = source->shown->profile;
	struct gecko gecko = {
		.event = source->event,
		.chart = source->chart,
		.shown = source->shown,
		.funcs = &profile->funcs,
		.nodes = profile->chains.nodes,
		.base = source->chart->start,
	};
	struct gz *gz = gz__new(out);
	FILE *stream = gz ? gz__stream(gz) : NULL;
	int ret = stream ? gecko__init(&gecko, err) : error__no_memory(err, "for the export");

	if (!ret)
		ret = put_all(&gecko, source, title, stream, err);
	if (stream)
		fclose(stream);
	if (!ret)
		ret = gz__finish(gz, err);
	gz__delete(gz);
	gecko__exit(&gecko);
	return ret;
}
