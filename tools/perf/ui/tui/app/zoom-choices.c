// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "ui/tui/app/zoom-choices.h"
#include "util/base/error.h"
#include "util/header/env.h"
#include "util/profile/profile.h"
#include "util/session/ledger.h"
#include "util/session/session.h"

#define MAX_CHOICES 500

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
	if (choices->nr > MAX_CHOICES)
		choices->nr = MAX_CHOICES;
}

static uint64_t stack_key(enum zoom_kind kind, const struct stack *stack)
{
	if (kind == ZOOM_THREAD)
		return (uint64_t)(uint32_t)stack->pid << 32 | (uint32_t)stack->tid;
	return kind == ZOOM_COMM ? stack->comm_id : stack->cls;
}

static void list_stacks(struct zoom_choices *choices, enum zoom_kind kind,
			const struct tui_data *data)
{
	const struct fold *fold = data->fold;

	choices->choices = malloc((fold__nr(fold) + 1ULL) * sizeof(*choices->choices));
	for (uint32_t i = 0; choices->choices && i < fold__nr(fold); i++) {
		const struct stack *stack = fold__stack(fold, i);

		if (stack->evsel_idx == data->event->evsel->idx)
			choices->choices[choices->nr++] =
				(struct zoom_choice){stack_key(kind, stack), stack->period};
	}
}

/*
 * Lists functions or DSOs. A DSO weighs what hit it; a function also what it called, with
 * --children.
 */
static void list_entries(struct zoom_choices *choices, enum zoom_kind kind,
			 const struct tui_data *data)
{
	const struct hist *hist = &data->event->hist;

	/*
	 * Functions share stacks: their percentages are of all samples, not of the sum of weights.
	 */
	if (kind == ZOOM_SYMBOL)
		choices->total = data->event->shown_period;
	choices->choices = malloc((hist->nr + 1) * sizeof(*choices->choices));
	for (size_t i = 0; choices->choices && i < hist->nr; i++) {
		const struct hist_entry *entry = &hist->entries[i];
		const struct func *func = funcs__at(hist->conf.funcs, entry->func);

		if (kind == ZOOM_DSO && func->dso)
			choices->choices[choices->nr++] =
				(struct zoom_choice){func->dso_id, entry->self.period};
		else if (kind == ZOOM_SYMBOL && func->name && func->kind != FUNC_NO_HALF)
			choices->choices[choices->nr++] = (struct zoom_choice){
				func->symbol_id, hist__entry_period(hist, entry)};
	}
}

static void list_cpus(struct zoom_choices *choices, const struct tui_data *data)
{
	const struct tallies *cpus = &data->ledger->cpus;

	choices->choices = malloc((cpus->nr + 1ULL) * sizeof(*choices->choices));
	for (uint32_t i = 0; choices->choices && i < cpus->nr; i++) {
		if (cpus->tally[i].key.a != UINT64_MAX)
			choices->choices[choices->nr++] =
				(struct zoom_choice){cpus->tally[i].key.a, cpus->tally[i].samples};
	}
}

/* Lists the sockets of the CPUs; leaves out CPUs whose socket the trace does not record. */
static void list_sockets(struct zoom_choices *choices, const struct tui_data *data)
{
	size_t nr = 0;

	list_cpus(choices, data);
	for (size_t i = 0; i < choices->nr; i++) {
		int32_t socket = env__socket(data->session->env, choices->choices[i].key);

		if (socket >= 0)
			choices->choices[nr++] =
				(struct zoom_choice){socket, choices->choices[i].weight};
	}
	choices->nr = nr;
}

int zoom_choices__init(struct zoom_choices *choices, enum zoom_kind kind,
		       const struct tui_data *data, struct defer_error *err)
{
	*choices = (struct zoom_choices){0};
	if (kind == ZOOM_CPU)
		list_cpus(choices, data);
	else if (kind == ZOOM_SOCKET)
		list_sockets(choices, data);
	else if (kind == ZOOM_DSO || kind == ZOOM_SYMBOL)
		list_entries(choices, kind, data);
	else
		list_stacks(choices, kind, data);
	if (!choices->choices)
		return error__no_memory(err, "for a list");
	zoom_choices__merge(choices);
	return 0;
}

void zoom_choices__exit(struct zoom_choices *choices)
{
	free(choices->choices);
}
