// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/tui/menu.h"
#include "ui/tui/question.h"
#include "ui/tui/source-key.h"
#include "ui/tui/zoom-keys.h"
#include "util/dso/dso.h"
#include "util/header/env.h"
#include "util/source/source.h"

#define MAX_PICKS 500 /* that a list shows, the heaviest */

/* One of the things that samples are of. */
struct pick {
	uint64_t key;
	uint64_t weight;
};

struct picks {
	struct pick *picks;
	size_t nr;
	uint64_t total; /* that shares are of */
};

/* ---- lists of what there is ---- */

static int by_key(const void *a, const void *b)
{
	const struct pick *pa = a, *pb = b;

	return pa->key < pb->key ? -1 : pa->key > pb->key;
}

static int by_weight(const void *a, const void *b)
{
	const struct pick *pa = a, *pb = b;

	if (pa->weight != pb->weight)
		return pa->weight > pb->weight ? -1 : 1;
	return by_key(a, b);
}

/* Adds up what has one key, heaviest first. */
static void picks__merge(struct picks *picks)
{
	size_t nr = 0;
	uint64_t sum = 0;

	if (!picks->nr)
		return;
	qsort(picks->picks, picks->nr, sizeof(*picks->picks), by_key);
	for (size_t i = 0; i < picks->nr; i++) {
		struct pick *pick = &picks->picks[i];

		sum += pick->weight;
		if (nr && picks->picks[nr - 1].key == pick->key)
			picks->picks[nr - 1].weight += pick->weight;
		else
			picks->picks[nr++] = *pick;
	}
	picks->nr = nr;
	if (!picks->total)
		picks->total = sum;
	qsort(picks->picks, nr, sizeof(*picks->picks), by_weight);
	if (picks->nr > MAX_PICKS)
		picks->nr = MAX_PICKS;
}

static uint64_t stack_key(enum zoom_kind kind, const struct stack *stack)
{
	switch (kind) {
	case ZOOM_THREAD:
		return (uint64_t)(uint32_t)stack->pid << 32 | (uint32_t)stack->tid;
	case ZOOM_COMM:
		return stack->comm_id;
	default:
		return stack->cls;
	}
}

static void pick_stacks(struct picks *picks, enum zoom_kind kind, const struct tui_data *data)
{
	const struct fold *fold = data->fold;

	picks->picks = malloc((fold__nr(fold) + 1ULL) * sizeof(*picks->picks));
	for (uint32_t i = 0; picks->picks && i < fold__nr(fold); i++) {
		const struct stack *stack = fold__stack(fold, i);

		if (stack->evsel_idx == data->event->evsel->idx)
			picks->picks[picks->nr++] =
				(struct pick){stack_key(kind, stack), stack->period};
	}
}

/* Functions and DSOs by what they are hit themselves, or called for. */
static void pick_entries(struct picks *picks, enum zoom_kind kind, const struct tui_data *data)
{
	const struct hist *hist = &data->event->hist;

	/* Functions are in stacks together: their shares are of all, not of their sum. */
	if (kind == ZOOM_SYMBOL)
		picks->total = data->event->shown_period;
	picks->picks = malloc((hist->nr + 1) * sizeof(*picks->picks));
	for (size_t i = 0; picks->picks && i < hist->nr; i++) {
		const struct hist_entry *entry = &hist->entries[i];
		const struct func *func = funcs__at(hist->conf.funcs, entry->func);

		if (kind == ZOOM_DSO && func->dso)
			picks->picks[picks->nr++] = (struct pick){func->dso_id, entry->self.period};
		else if (kind == ZOOM_SYMBOL && func->name && func->kind != FUNC_NO_HALF)
			picks->picks[picks->nr++] =
				(struct pick){func->symbol_id, hist__entry_period(hist, entry)};
	}
}

static void pick_cpus(struct picks *picks, const struct tui_data *data)
{
	const struct tallies *cpus = &data->ledger->cpus;

	picks->picks = malloc((cpus->nr + 1ULL) * sizeof(*picks->picks));
	for (uint32_t i = 0; picks->picks && i < cpus->nr; i++) {
		if (cpus->tally[i].key.a != UINT64_MAX)
			picks->picks[picks->nr++] =
				(struct pick){cpus->tally[i].key.a, cpus->tally[i].samples};
	}
}

/* Of their CPUs; those of which the trace does not tell are none. */
static void pick_sockets(struct picks *picks, const struct tui_data *data)
{
	size_t nr = 0;

	pick_cpus(picks, data);
	for (size_t i = 0; i < picks->nr; i++) {
		int32_t socket = env__socket(data->session->env, picks->picks[i].key);

		if (socket >= 0)
			picks->picks[nr++] = (struct pick){socket, picks->picks[i].weight};
	}
	picks->nr = nr;
}

static void name_func(struct zoom *zoom, const struct tui_data *data, const struct func *func)
{
	(void)data;
	zoom__set_name(zoom, zoom->kind == ZOOM_DSO ? func__dso_name(func, false) : func->name);
}

static void name_thread(struct zoom *zoom, const struct tui_data *data)
{
	struct task_view task;

	machine__find_task(data->session->machine, zoom->pid, zoom->tid, UINT64_MAX, UINT64_MAX,
			   &task);
	snprintf(zoom->name, sizeof(zoom->name), "%s(%d)",
		 machine__comm(data->session->machine, task.comm_id), zoom->tid);
}

static struct zoom zoom_of(enum zoom_kind kind, uint64_t key, const struct tui_data *data)
{
	struct zoom zoom = {.kind = kind};

	switch (kind) {
	case ZOOM_THREAD:
		zoom.pid = key >> 32;
		zoom.tid = (uint32_t)key;
		name_thread(&zoom, data);
		break;
	case ZOOM_COMM:
		zoom.comm_id = key;
		snprintf(zoom.name, sizeof(zoom.name), "%s",
			 machine__comm(data->session->machine, key));
		break;
	case ZOOM_CLASS:
		zoom.cls = key;
		snprintf(zoom.name, sizeof(zoom.name), "%s", defer_class__name(key));
		break;
	case ZOOM_CPU:
		zoom.cpu = key;
		snprintf(zoom.name, sizeof(zoom.name), "%d", zoom.cpu);
		break;
	case ZOOM_SOCKET:
		zoom.socket = key;
		snprintf(zoom.name, sizeof(zoom.name), "%d", zoom.socket);
		break;
	default:
		name_func(&zoom, data, funcs__at(data->event->hist.conf.funcs, key));
	}
	return zoom;
}

static const char *const kind_names[ZOOM_NR_KINDS] = {
	[ZOOM_THREAD] = "thread", [ZOOM_COMM] = "comm",	    [ZOOM_CPU] = "CPU",
	[ZOOM_CLASS] = "class",	  [ZOOM_DSO] = "DSO",	    [ZOOM_SYMBOL] = "symbol",
	[ZOOM_TIME] = "time",	  [ZOOM_SOCKET] = "socket",
};

#define LABEL_LEN (ZOOM_NAME_LEN + 16)

/* Lets the user choose among @picks and zooms into what he takes. */
static int choose_pick(struct tui_app *app, enum zoom_kind kind, const struct picks *picks,
		       struct defer_error *err)
{
	char(*labels)[LABEL_LEN] = calloc(picks->nr + 1, sizeof(*labels));
	const char **items = calloc(picks->nr + 1, sizeof(*items));
	struct zoom zoom;
	char title[64];
	int chosen = -1;

	for (size_t i = 0; labels && items && i < picks->nr; i++) {
		zoom = zoom_of(kind, picks->picks[i].key, &app->data);
		snprintf(labels[i], sizeof(labels[i]), "%6.2f%%  %s",
			 picks->total ? 100.0 * picks->picks[i].weight / picks->total : 0,
			 zoom.name);
		items[i] = labels[i];
	}
	snprintf(title, sizeof(title), "Zoom into which %s?", kind_names[kind]);
	if (labels && items)
		chosen = app__choose(app, title, items, picks->nr);
	free(items);
	free(labels);
	if (chosen < 0)
		return 0;
	zoom = zoom_of(kind, picks->picks[chosen].key, &app->data);
	return app__zoom(app, &zoom, err);
}

static int zoom_by_list(struct tui_app *app, enum zoom_kind kind, struct defer_error *err)
{
	struct picks picks = {0};
	struct zoom only;
	int ret = 0;

	if (kind == ZOOM_SOCKET && !app->data.session->env->topology.cpus)
		return defer_error__set(err, DEFER_ERR_NOENT, DEFER_NO_OFFSET,
					"the trace does not say which socket a CPU is in");
	if (kind == ZOOM_CPU)
		pick_cpus(&picks, &app->data);
	else if (kind == ZOOM_SOCKET)
		pick_sockets(&picks, &app->data);
	else if (kind == ZOOM_DSO || kind == ZOOM_SYMBOL)
		pick_entries(&picks, kind, &app->data);
	else
		pick_stacks(&picks, kind, &app->data);
	if (picks.picks)
		picks__merge(&picks);
	if (kind == ZOOM_SYMBOL) /* a sample is of all that its stack has */
		picks.total = app->data.event->shown_period;
	if (kind == ZOOM_SOCKET && picks.nr == 1) {
		/* most machines: there is nothing to ask, perf does not either */
		only = zoom_of(kind, picks.picks[0].key, &app->data);
		ret = app__zoom(app, &only, err);
	} else if (picks.nr) {
		ret = choose_pick(app, kind, &picks, err);
	} else {
		app__say(app, "No %s is known here", kind_names[kind]);
	}
	free(picks.picks);
	return ret;
}

/* ---- time ---- */

static int zoom_by_time(struct tui_app *app, struct defer_error *err)
{
	const struct session_stats *stats = &app->data.session->stats;
	struct zoom zoom = {.kind = ZOOM_TIME};
	struct time_ranges ranges = {0};
	int ret;

	if (!app__ask(app, "Time, as --time takes it (start,stop or 10%/2): ", zoom.name,
		      sizeof(zoom.name)) ||
	    !zoom.name[0])
		return 0;
	ret = time_ranges__parse(&ranges, zoom.name, stats->first_time, stats->last_time, err);
	if (!ret && ranges.nr != 1)
		ret = defer_error__set(err, DEFER_ERR_INVAL, DEFER_NO_OFFSET,
				       "one span of time at once");
	if (!ret) {
		zoom.start = ranges.ranges[0].start;
		zoom.end = ranges.ranges[0].end;
		ret = app__zoom(app, &zoom, err);
	}
	time_ranges__exit(&ranges);
	return ret;
}

/* ---- by what the cursor is on ---- */

/* What @target says of @kind: false if nothing. */
static bool target_zoom(const struct tui_target *target, enum zoom_kind kind,
			const struct tui_data *data, struct zoom *zoom)
{
	static const char *const time_name = "selected span";
	bool has_name = target->func && target->func->name && target->func->kind != FUNC_NO_HALF;

	*zoom = (struct zoom){.kind = kind};
	switch (kind) {
	case ZOOM_THREAD:
		if (target->tid >= 0)
			*zoom = zoom_of(
				kind, (uint64_t)(uint32_t)target->pid << 32 | (uint32_t)target->tid,
				data);
		return target->tid >= 0;
	case ZOOM_COMM:
		if (target->comm_id != UINT32_MAX)
			*zoom = zoom_of(kind, target->comm_id, data);
		return target->comm_id != UINT32_MAX;
	case ZOOM_CPU:
		if (target->cpu >= 0)
			*zoom = zoom_of(kind, target->cpu, data);
		return target->cpu >= 0;
	case ZOOM_SOCKET:
		*zoom = zoom_of(kind, env__socket(data->session->env, target->cpu), data);
		return zoom->socket >= 0;
	case ZOOM_CLASS:
		if (target->cls >= 0)
			*zoom = zoom_of(kind, target->cls, data);
		return target->cls >= 0;
	case ZOOM_DSO:
		if (target->dso)
			zoom__set_name(zoom, target->dso->short_name);
		return target->dso != NULL;
	case ZOOM_SYMBOL:
		if (has_name)
			zoom__set_name(zoom, target->func->name);
		return has_name;
	default:
		zoom->start = target->start;
		zoom->end = target->end;
		snprintf(zoom->name, sizeof(zoom->name), "%s", time_name);
		return target->end != 0;
	}
}

static bool has_data(struct tui_app *app)
{
	if (app->data.has_names && !app->data.partial)
		return true;
	app__say(app, "There is nothing to zoom into until the trace is read");
	return false;
}

static const struct zoom *top_zoom(const struct tui_app *app)
{
	const struct zooms *zooms = &app->request.zooms;

	return zooms->nr ? &zooms->zooms[zooms->nr - 1] : NULL;
}

/* The key that zoomed in zooms out again, as in perf. */
static int toggle_zoom(struct tui_app *app, const struct zoom *zoom, struct defer_error *err)
{
	const struct zoom *top = top_zoom(app);

	if (!top || !zoom__equal(top, zoom))
		return app__zoom(app, zoom, err);
	app__unzoom(app);
	return 0;
}

static int zoom_here(struct tui_app *app, enum zoom_kind kind, struct defer_error *err)
{
	const struct tui_target target = app__target(app);
	const struct zoom *top = top_zoom(app);
	struct zoom zoom;

	if (!has_data(app))
		return 0;
	if (target_zoom(&target, kind, &app->data, &zoom))
		return toggle_zoom(app, &zoom, err);
	if (!top || top->kind != kind)
		return zoom_by_list(app, kind, err);
	app__unzoom(app);
	return 0;
}

int app__zoom_thread(struct tui_app *app, struct defer_error *err)
{
	return zoom_here(app, ZOOM_THREAD, err);
}

int app__zoom_dso(struct tui_app *app, struct defer_error *err)
{
	return zoom_here(app, ZOOM_DSO, err);
}

int app__zoom_socket(struct tui_app *app, struct defer_error *err)
{
	return zoom_here(app, ZOOM_SOCKET, err);
}

int app__zoom_kernel(struct tui_app *app, struct defer_error *err)
{
	struct zoom zoom = {.kind = ZOOM_DSO};
	const struct machine *machine;

	if (!has_data(app))
		return 0;
	machine = app->data.session->machine;
	for (uint32_t i = 0; i < machine__nr_dsos(machine) && !zoom.name[0]; i++) {
		const struct dso *dso = machine__dso(machine, i);

		if (dso->kind == DSO_KERNEL)
			zoom__set_name(&zoom, dso->short_name);
	}
	if (!zoom.name[0])
		return defer_error__set(err, DEFER_ERR_NOENT, DEFER_NO_OFFSET,
					"the trace says nothing of a kernel");
	return toggle_zoom(app, &zoom, err);
}

/* ---- menus ---- */

int app__zoom_menu(struct tui_app *app, struct defer_error *err)
{
	static const char *const items[ZOOM_NR_KINDS] = {
		[ZOOM_THREAD] = "Thread...",
		[ZOOM_COMM] = "Comm...",
		[ZOOM_CPU] = "CPU...",
		[ZOOM_SOCKET] = "Socket...",
		[ZOOM_CLASS] = "Class: what became of the user stack...",
		[ZOOM_DSO] = "DSO...",
		[ZOOM_SYMBOL] = "Symbol...",
		[ZOOM_TIME] = "Time...",
	};
	int kind;

	if (!has_data(app))
		return 0;
	kind = app__choose(app, "Zoom into", items, ZOOM_NR_KINDS);
	if (kind < 0)
		return 0;
	return kind == ZOOM_TIME ? zoom_by_time(app, err) : zoom_by_list(app, kind, err);
}

/* What can be done with what the cursor is on. */
struct context {
	const char *items[ZOOM_NR_KINDS + 1];
	char labels[ZOOM_NR_KINDS + 1][LABEL_LEN + 16];
	struct zoom zooms[ZOOM_NR_KINDS + 1];
	unsigned int nr;
	int source; /* the item that shows the source, or -1 */
};

/* perf's menu begins with it as well. */
static void add_source(struct context *context, const struct tui_app *app,
		       const struct tui_target *target)
{
	context->source = -1;
	if (!target->func || !target->func->sym || !target->func->name)
		return;
	if (app__shows_source(app))
		return;
	snprintf(context->labels[0], sizeof(context->labels[0]), "Source and assembly of %s",
		 target->func->name);
	context->items[0] = context->labels[0];
	context->source = 0;
	context->nr = 1;
}

int app__context_menu(struct tui_app *app, struct defer_error *err)
{
	/* What is closest to the line comes first. */
	static const enum zoom_kind kinds[ZOOM_NR_KINDS] = {ZOOM_SYMBOL, ZOOM_CLASS,  ZOOM_TIME,
							    ZOOM_DSO,	 ZOOM_THREAD, ZOOM_COMM,
							    ZOOM_CPU,	 ZOOM_SOCKET};
	const struct tui_target target = app__target(app);
	struct context context = {.nr = 0};
	int chosen;

	if (!has_data(app))
		return 0;
	add_source(&context, app, &target);
	for (int i = 0; i < ZOOM_NR_KINDS; i++) {
		char *label = context.labels[context.nr];
		struct zoom zoom;

		if (!target_zoom(&target, kinds[i], &app->data, &zoom))
			continue;
		snprintf(label, sizeof(context.labels[0]), "Zoom into %s %s", kind_names[kinds[i]],
			 zoom.name);
		context.items[context.nr] = label;
		context.zooms[context.nr++] = zoom;
	}
	if (!context.nr)
		return app__zoom_menu(app, err);
	chosen = app__choose(app, "What to do here", context.items, context.nr);
	if (chosen < 0)
		return 0;
	return chosen == context.source ? app__source(app, err)
					: app__zoom(app, &context.zooms[chosen], err);
}
