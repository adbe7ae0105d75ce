// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include <perf/defer-abi.h>
#include <perf/defer-evlist.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/base/radix-sort.h"
#include "util/entry/entry-kinds.h"
#include "util/profile/profile.h"

/* ---- which stacks are of one kind ---- */

/* Returns a number that is equal for stacks of one user function. */
static uint64_t user_of(const struct entry_list *list, const struct entry_stack *stack)
{
	const struct func *func = entry_list__func(list, stack->user);

	return func ? func->symbol_id : UINT64_MAX;
}

/* Returns 0 for two indices of stacks of one kind. */
static int compare_stacks(const void *l, const void *r, void *arg)
{
	const struct entry_list *list = arg;
	uint32_t i = *(const uint32_t *)l, j = *(const uint32_t *)r;
	const struct entry_stack *a = &list->stacks[i], *b = &list->stacks[j];
	bool in_a = a->chain != PROFILE_NO_CHAIN, in_b = b->chain != PROFILE_NO_CHAIN;
	int cmp;

	if (!in_a || !in_b)
		return in_a - in_b;
	cmp = entry_stack__compare(a, b);
	if (!cmp)
		cmp = CMP(fold__stack(list->shown.all, i)->comm_id,
			  fold__stack(list->shown.all, j)->comm_id);
	return cmp ?: CMP(user_of(list, a), user_of(list, b));
}

/* Returns the kind of each stack as a number, in an array that the caller frees; NULL without memory. */
static uint32_t *number_stacks(const struct entry_list *list)
{
	uint32_t nr = fold__nr(list->shown.all), kind = 0;
	uint32_t *order = malloc((nr + 1ULL) * sizeof(*order));
	uint32_t *numbers = malloc((nr + 1ULL) * sizeof(*numbers));

	for (uint32_t i = 0; order && numbers && i < nr; i++)
		order[i] = i;
	if (order && numbers && nr)
		qsort_r(order, nr, sizeof(*order), compare_stacks, (void *)list);
	for (uint32_t i = 0; order && numbers && i < nr; i++) {
		kind += i && compare_stacks(&order[i - 1], &order[i], (void *)list);
		numbers[order[i]] = kind;
	}
	if (!order) {
		free(numbers);
		numbers = NULL;
	}
	free(order);
	return numbers;
}

/* ---- the entries of each ---- */

static uint64_t kind_of(const void *entry)
{
	return ((const struct timed_entry *)entry)->kind;
}

static uint64_t time_of(const void *entry)
{
	return ((const struct timed_entry *)entry)->ns;
}

/* Returns all entries by kind, then by time, which the caller frees; NULL without memory. Those without a time come last. */
static struct timed_entry *sort_entries(const struct entry_list *list)
{
	uint32_t *numbers = number_stacks(list);
	struct timed_entry *all = malloc((list->nr + 1ULL) * sizeof(*all)), *sorted = NULL;

	for (uint32_t i = 0; numbers && all && i < list->nr; i++) {
		const struct entry *entry = entry_list__at(list, i);

		all[i] = (struct timed_entry){.kind = numbers[entry->stack], .entry = i};
		if (!entry_list__remaining(list, entry, &all[i].ns))
			all[i].ns = UINT64_MAX;
	}
	if (numbers && all)
		sorted = radix_sort_rows(all, sizeof(*all), list->nr, kind_of, time_of);
	if (!sorted)
		free(all);
	free(numbers);
	return sorted;
}

/* Returns true if the trace has all samples, as far as it tells. */
static bool is_whole(const struct session *session)
{
	const struct session_stats *stats = &session->stats;

	return !stats->types[DEFER_RECORD_LOST] && !stats->lost_samples && !stats->throttled;
}

/* Returns true if the first sample of @entry is of an event that samples each such entry where it begins. */
static bool is_marked(const struct entry_list *list, const struct entry *entry)
{
	static const char all[] = "raw_syscalls:sys_enter", of_call[] = "syscalls:sys_enter_";
	const struct entry_stack *stack = entry_list__stack(list, entry);
	const struct defer_evsel *evsel = list->shown.profile->events[entry->first_event].evsel;

	if (!evsel->name || strcmp(stack->kind, ENTRY_KIND_SYSCALL) != 0 ||
	    evsel->attr.sample_period != 1 || evsel->attr.flags & DEFER_ATTR_FREQ)
		return false;
	return !strcmp(evsel->name, all) || !strncmp(evsel->name, of_call, strlen(of_call));
}

/* Sums up @nr entries of one kind, in order of time. */
static struct entry_kind sum_up(const struct entry_list *list, const struct timed_entry *all,
				uint32_t nr)
{
	struct entry_kind kind = {.nr = nr, .exact = is_whole(list->shown.session)};
	uint32_t first = all[0].entry;

	for (uint32_t i = 0; i < nr; i++) {
		const struct entry *entry = entry_list__at(list, all[i].entry);

		kind.samples += entry->nr;
		kind.sampled += entry->sampled;
		kind.exact &= is_marked(list, entry);
		first = all[i].entry < first ? all[i].entry : first;
		if (all[i].ns == UINT64_MAX)
			continue;
		kind.nr_timed++;
		kind.total += all[i].ns;
	}
	kind.like = entry_list__at(list, first);
	kind.stack = kind.like->stack;
	if (!kind.nr_timed)
		return kind;
	kind.median = all[histogram__rank(kind.nr_timed, 50) - 1].ns;
	kind.p99 = all[histogram__rank(kind.nr_timed, 99) - 1].ns;
	kind.longest = all[kind.nr_timed - 1].ns;
	return kind;
}

/* Orders by the total, the greatest first, then by the begin of the first entry. */
static int compare_kinds(const void *l, const void *r)
{
	const struct entry_kind *a = l, *b = r;

	return CMP(b->total, a->total) ?: CMP((uintptr_t)a->like, (uintptr_t)b->like);
}

int entry_kinds__new(struct entry_kinds **kindsp, const struct entry_list *list,
		     struct defer_error *err)
{
	struct entry_kinds *kinds = calloc(1, sizeof(*kinds));
	struct timed_entry *all = kinds ? sort_entries(list) : NULL;

	*kindsp = NULL;
	if (all) {
		kinds->entries = all;
		kinds->kinds = malloc((list->nr + 1ULL) * sizeof(*kinds->kinds));
		kinds->rows = malloc((list->nr + 1ULL) * sizeof(*kinds->rows));
	}
	if (!all || !kinds->kinds || !kinds->rows) {
		entry_kinds__delete(kinds);
		return error__no_memory(err, "for entries into the kernel");
	}
	kinds->list = list;
	for (uint32_t from = 0, to = 0; from < list->nr; from = to) {
		while (to < list->nr && all[to].kind == all[from].kind)
			to++;
		kinds->rows[kinds->nr] = kinds->nr;
		kinds->kinds[kinds->nr] = sum_up(list, all + from, to - from);
		kinds->kinds[kinds->nr++].first = from;
	}
	if (kinds->nr)
		qsort(kinds->kinds, kinds->nr, sizeof(*kinds->kinds), compare_kinds);
	*kindsp = kinds;
	return 0;
}

void entry_kinds__delete(struct entry_kinds *kinds)
{
	if (!kinds)
		return;
	free(kinds->entries);
	free(kinds->kinds);
	free(kinds->rows);
	free(kinds);
}

const struct func *entry_kind__user(const struct entry_kinds *kinds, const struct entry_kind *kind)
{
	return entry_list__func(kinds->list, entry_list__stack(kinds->list, kind->like)->user);
}

void entry_kind__times(const struct entry_kinds *kinds, const struct entry_kind *kind,
		       uint32_t times[LOG_TIME_NR])
{
	const struct timed_entry *entries = kinds->entries + kind->first;
	uint32_t from = 0, to = 0;

	for (unsigned int i = 0; i < LOG_TIME_NR; i++, from = to) {
		to = i + 1 == LOG_TIME_NR ? kind->nr_timed
					  : LOWER_BOUND(j, kind->nr_timed,
							entries[j].ns < log_time__from(i + 1));
		times[i] = to - from;
	}
}
