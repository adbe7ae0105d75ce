// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "ui/tui/app/zoom-choices.h"
#include "util/header/env.h"
#include "util/profile/profile.h"
#include "util/session/ledger.h"
#include "util/session/session.h"

#define MAX_PICKS 500

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

int picks__init(struct picks *picks, enum zoom_kind kind, const struct tui_data *data,
		struct defer_error *err)
{
	*picks = (struct picks){0};
	if (kind == ZOOM_CPU)
		pick_cpus(picks, data);
	else if (kind == ZOOM_SOCKET)
		pick_sockets(picks, data);
	else if (kind == ZOOM_DSO || kind == ZOOM_SYMBOL)
		pick_entries(picks, kind, data);
	else
		pick_stacks(picks, kind, data);
	if (!picks->picks)
		return defer_error__set(err, DEFER_ERR_NOMEM, DEFER_NO_OFFSET,
					"no memory for a list");
	picks__merge(picks);
	return 0;
}

void picks__exit(struct picks *picks)
{
	free(picks->picks);
}
