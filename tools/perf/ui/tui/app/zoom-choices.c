// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include <perf/defer-evlist.h>

#include "ui/tui/app/zoom-choices.h"
#include "util/base/error.h"
#include "util/header/env.h"
#include "util/profile/profile.h"
#include "util/session/ledger.h"
#include "util/session/session.h"

static int cmp_keys(const void *a, const void *b)
{
	const struct zoom_choice *pa = a, *pb = b;

	return pa->key < pb->key ? -1 : pa->key > pb->key;
}

static int cmp_weights(const void *a, const void *b)
{
	const struct zoom_choice *pa = a, *pb = b;

	if (pa->weight != pb->weight)
		return pa->weight > pb->weight ? -1 : 1;
	return cmp_keys(a, b);
}

/* Adds up the weights of equal keys and sorts the choices, heaviest first. */
static void zoom_choices__merge(struct zoom_choices *choices)
{
	size_t nr = 0;
	uint64_t sum = 0;

	if (!choices->nr)
		return;
	qsort(choices->choices, choices->nr, sizeof(*choices->choices), cmp_keys);
	for (size_t i = 0; i < choices->nr; i++) {
		struct zoom_choice *choice = &choices->choices[i];

		sum += choice->weight;
		if (nr && choices->choices[nr - 1].key == choice->key)
			choices->choices[nr - 1].weight += choice->weight;
		else
			choices->choices[nr++] = *choice;
	}
	choices->nr = nr;
	if (!choices->total)
		choices->total = sum;
	qsort(choices->choices, nr, sizeof(*choices->choices), cmp_weights);
}

static void list_stacks(struct zoom_choices *choices, const struct zoom_kind_info *info,
			const struct tui_data *data)
{
	const struct fold *fold = data->fold;

	choices->choices = malloc((fold__nr(fold) + 1ULL) * sizeof(*choices->choices));
	for (uint32_t i = 0; choices->choices && i < fold__nr(fold); i++) {
		const struct stack *stack = fold__stack(fold, i);

		if (stack->evsel_idx == data->event->evsel->idx)
			choices->choices[choices->nr++] = (struct zoom_choice){
				zoom_kind__of_stack(info, stack), stack->sums.period};
	}
}

/* The weight of each function in stacks. */
struct func_weights {
	uint64_t *weights; /* by func id */
	uint32_t *seen;	   /* by func id: number of the last stack that it was counted in */
};

static void count_func(struct func_weights *fw, uint32_t id, uint32_t stack, uint64_t period)
{
	if (fw->seen[id] != stack)
		fw->weights[id] += period;
	fw->seen[id] = stack;
}

/* Counts each stack once for each DSO that it hit, or each function that is anywhere in it. */
static void weigh_stacks(struct func_weights *fw, const struct hist *hist, enum zoom_kind kind)
{
	const struct chain_node *nodes = hist->conf.chains->nodes;
	const struct funcs *funcs = hist->conf.funcs;

	for (size_t i = 0; i < hist->nr_stacks; i++) {
		const struct hist_stack *stack = &hist->stacks[i];
		const struct func *hit = funcs__at(funcs, stack->hit);

		if (kind == ZOOM_DSO) {
			count_func(fw, hit->dso_id, i + 1, stack->sums.period);
			continue;
		}
		count_func(fw, hit->symbol_id, i + 1, stack->sums.period);
		for (uint32_t node = stack->chain; node != CHAIN_ROOT; node = nodes[node].parent)
			count_func(fw, funcs__at(funcs, nodes[node].func)->symbol_id, i + 1,
				   stack->sums.period);
	}
}

static void take_funcs(struct zoom_choices *choices, enum zoom_kind kind,
		       const struct func_weights *fw, const struct funcs *funcs)
{
	for (uint32_t id = 0; id < funcs->nr; id++) {
		const struct func *func = funcs__at(funcs, id);
		bool fits = kind == ZOOM_DSO ? func->dso != NULL : func__is_in_stacks(func);

		if (fw->seen[id] && fits)
			choices->choices[choices->nr++] = (struct zoom_choice){id, fw->weights[id]};
	}
}

/* Lists functions or DSOs of stacks: rows need not be by function. */
static void list_funcs(struct zoom_choices *choices, enum zoom_kind kind,
		       const struct tui_data *data)
{
	const struct hist *hist = &data->event->hist;
	const struct funcs *funcs = hist->conf.funcs;
	struct func_weights fw = {
		.weights = calloc(funcs->nr + 1, sizeof(*fw.weights)),
		.seen = calloc(funcs->nr + 1, sizeof(*fw.seen)),
	};

	/*
	 * Functions share stacks: their percentages are of all samples, not of the sum of weights.
	 */
	if (kind == ZOOM_SYMBOL)
		choices->total = data->event->shown.period;
	if (fw.weights && fw.seen)
		choices->choices = malloc((funcs->nr + 1) * sizeof(*choices->choices));
	if (choices->choices) {
		weigh_stacks(&fw, hist, kind);
		take_funcs(choices, kind, &fw, funcs);
	}
	free(fw.weights);
	free(fw.seen);
}

/* Lists what the CPUs are of; leaves out those of which the trace does not tell it. */
static void list_cpus(struct zoom_choices *choices, const struct zoom_kind_info *info,
		      const struct tui_data *data)
{
	const struct tallies *cpus = &data->ledger->cpus;

	choices->choices = malloc((cpus->nr + 1ULL) * sizeof(*choices->choices));
	for (uint32_t i = 0; choices->choices && i < cpus->nr; i++) {
		const struct zoom_target target = {.cpu = cpus->tally[i].key.a};
		struct zoom_choice choice = {.weight = cpus->tally[i].samples};

		if (zoom_kind__value(info, &target, data->session, &choice.key))
			choices->choices[choices->nr++] = choice;
	}
}

int zoom_choices__init(struct zoom_choices *choices, enum zoom_kind kind,
		       const struct tui_data *data, struct defer_error *err)
{
	const struct zoom_kind_info *info = &zoom_kinds[kind];

	*choices = (struct zoom_choices){0};
	if (info->in_frame)
		list_funcs(choices, kind, data);
	else if (zoom_kind__is_of_samples(info))
		list_cpus(choices, info, data);
	else
		list_stacks(choices, info, data);
	if (!choices->choices)
		return error__no_memory(err, "for a list");
	zoom_choices__merge(choices);
	return 0;
}

void zoom_choices__exit(struct zoom_choices *choices)
{
	free(choices->choices);
}

struct zoom zoom_choice__zoom(enum zoom_kind kind, uint64_t key, const struct tui_data *data)
{
	struct zoom_target target = ZOOM_TARGET_INIT;
	struct zoom zoom;

	if (zoom_kinds[kind].field)
		return zoom__at(kind, key, data->session);
	target.func = funcs__at(data->event->hist.conf.funcs, key);
	target.dso = target.func->dso;
	zoom__from_target(&zoom, kind, &target, data->session);
	return zoom;
}
