// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/base/progress.h"
#include "util/entry/entry-list.h"
#include "util/machine/offcpu.h"
#include "util/profile/profile.h"
#include "util/profile/zoom.h"

/* Samples that are gathered before a stop is looked for. */
#define SAMPLES_AT_ONCE (1 << 16)

/* ---- what a stack tells ---- */

static int describe_stacks(struct entry_list *list, struct defer_error *err)
{
	const struct shown *shown = &list->shown;
	uint32_t nr = fold__nr(shown->all);
	uint32_t *chains = profile__chains_in(shown->profile, shown->all, shown->part);

	list->stacks = calloc(nr + 1ULL, sizeof(*list->stacks));
	for (uint32_t i = 0; chains && list->stacks && i < nr; i++) {
		struct entry_stack *stack = &list->stacks[i];
		const struct stack *folded = fold__stack(shown->all, i);

		if (chains[i] == PROFILE_NO_CHAIN)
			*stack = (struct entry_stack){.chain = chains[i], .first = ENTRY_NO_FUNC};
		else
			entry_stack__init(
				stack, chains[i], &shown->profile->chains, &shown->profile->funcs,
				shown->profile->events[folded->evsel_idx].evsel, folded->cpumode);
	}
	free(chains);
	return chains && list->stacks ? 0 : error__no_memory(err, "for entries into the kernel");
}

/* ---- the entries ---- */

bool entry_list__shows(const struct entry_list *list, const struct sample_ref *ref)
{
	return list->stacks[ref->stack].chain != PROFILE_NO_CHAIN &&
	       zooms__pass_sample(list->shown.zooms, list->shown.session, ref);
}

static int gather(struct entry_list *list, struct defer_error *err)
{
	const struct shown *shown = &list->shown;
	int ret = entries__init(&list->own, shown->all, 1, err);

	for (size_t i = 0; !ret && i < samples__nr(shown->samples); i++) {
		const struct sample_ref *ref = samples__at(shown->samples, i);

		if (i % SAMPLES_AT_ONCE == 0)
			ret = progress__add(shown->session->progress, 0, err);
		if (ret || !entry_list__shows(list, ref))
			continue;
		ret = entries__add(&list->own, 0, ref, fold__stack(shown->all, ref->stack), err);
	}
	return ret ? ret : entries__finish(&list->own, shown->all, false, err);
}

/* Counts the samples of the entries, and those of the profile that have none, by class. */
static void count_classes(struct entry_list *list)
{
	const struct fold *part = list->shown.part;

	for (uint32_t i = 0; i < list->nr; i++) {
		const struct entry *entry = entry_list__at(list, i);

		list->classes[entry->key.cls] += entry->nr - entry->back;
		list->classes[DEFER_MERGED_BACK] += entry->back;
	}
	for (uint32_t i = 0; i < fold__nr(part); i++) {
		if (list->shown.profile->stack_chains[i] != PROFILE_NO_CHAIN)
			list->others[fold__stack(part, i)->cls] += fold__stack(part, i)->sums.nr;
	}
	for (int cls = 0; cls < DEFER_NR_CLASSES; cls++)
		list->others[cls] -= list->classes[cls];
}

static int list_rows(struct entry_list *list, struct defer_error *err)
{
	list->nr = entries__nr(list->entries);
	list->rows = malloc((list->nr + 1ULL) * sizeof(*list->rows));
	if (!list->rows)
		return error__no_memory(err, "for entries into the kernel");
	for (uint32_t i = 0; i < list->nr; i++)
		list->rows[i] = i;
	count_classes(list);
	return 0;
}

int entry_list__new(struct entry_list **listp, const struct shown *shown,
		    const struct entries *entries, struct defer_error *err)
{
	struct entry_list *list = calloc(1, sizeof(*list));
	int ret;

	*listp = list;
	if (!list)
		return error__no_memory(err, "for entries into the kernel");
	list->shown = *shown;
	list->entries = entries ? entries : &list->own;
	ret = describe_stacks(list, err);
	if (!ret && !entries)
		ret = gather(list, err);
	if (!ret)
		ret = list_rows(list, err);
	if (ret) {
		entry_list__delete(list);
		*listp = NULL;
	}
	return ret;
}

void entry_list__delete(struct entry_list *list)
{
	if (!list)
		return;
	entries__exit(&list->own);
	free(list->stacks);
	free(list->rows);
	free(list);
}

/* ---- threads ---- */

static int compare_threads(const void *l, const void *r, void *list)
{
	const struct entry *a = entry_list__at(list, *(const uint32_t *)l);
	const struct entry *b = entry_list__at(list, *(const uint32_t *)r);

	return CMP(a->key.pid, b->key.pid)
		       ?: CMP(a->key.tid, b->key.tid)
		       ?: CMP(a->begin, b->begin) ?: CMP(a->key.cls, b->key.cls);
}

uint32_t *entry_list__by_thread(const struct entry_list *list)
{
	uint32_t *rows = malloc((list->nr + 1ULL) * sizeof(*rows));

	for (uint32_t i = 0; rows && i < list->nr; i++)
		rows[i] = i;
	if (rows)
		qsort_r(rows, list->nr, sizeof(*rows), compare_threads, (void *)list);
	return rows;
}

const uint32_t *entry_list__of_thread(const struct entry_list *list, const uint32_t *by_thread,
				      int32_t pid, int32_t tid, uint32_t *nr)
{
	const struct entry *entry;
	uint32_t first = LOWER_BOUND(i, list->nr,
				     (entry = entry_list__at(list, by_thread[i]),
				      (CMP(entry->key.pid, pid) ?: CMP(entry->key.tid, tid)) < 0));

	for (*nr = 0; first + *nr < list->nr; ++*nr) {
		entry = entry_list__at(list, by_thread[first + *nr]);
		if (entry->key.pid != pid || entry->key.tid != tid)
			break;
	}
	return by_thread + first;
}

/* ---- one entry ---- */

bool entry_list__return(const struct entry_list *list, const struct entry *entry, uint64_t *time)
{
	const struct session *session = list->shown.session;
	struct defer_stitch_record record;

	if (entry->key.record == SAMPLE_NO_RECORD || session->no_time ||
	    !defer_stitch__record(session->stitch, entry->key.record, &record))
		return false;
	*time = record.time;
	return true;
}

uint64_t entry_list__end(const struct entry_list *list, const struct entry *entry)
{
	uint64_t time;

	return entry_list__return(list, entry, &time) && time > entry->last ? time : entry->last;
}

bool entry_list__remaining(const struct entry_list *list, const struct entry *entry, uint64_t *ns)
{
	uint64_t time;

	if (!entry_list__return(list, entry, &time))
		return false;
	*ns = time > entry->begin ? time - entry->begin : 0;
	return true;
}

const struct func *entry_list__func(const struct entry_list *list, uint32_t node)
{
	const struct profile *profile = list->shown.profile;

	return node == CHAIN_ROOT ? NULL
				  : funcs__at(&profile->funcs, profile->chains.nodes[node].func);
}

uint32_t entry_list__caller(const struct entry_list *list, uint32_t node, bool *cut)
{
	const uint32_t caller = list->shown.profile->chains.nodes[node].parent;
	const struct func *func = entry_list__func(list, caller);

	*cut = func && func->kind == FUNC_ADDRESS && !func->dso && func->level == '.';
	return *cut ? CHAIN_ROOT : caller;
}

const char *entry_list__comm(const struct entry_list *list, const struct entry *entry)
{
	return list->shown.profile->comms[fold__stack(list->shown.all, entry->stack)->comm_id];
}

/* Sets how the task of @entry spent the time from @entry->begin to *@end. */
static bool entry_span(const struct entry_list *list, const struct entry *entry, uint64_t *end,
		       struct offcpu_span *span)
{
	const struct session *session = list->shown.session;

	/* There is an idle task for each CPU, all with the same tid. */
	if (!session->offcpu || !entry->key.tid || !entry_list__return(list, entry, end))
		return false;
	if (*end < entry->last)
		*end = entry->last;
	return !defer_stitch__lost_between(session->stitch, entry->begin, *end) &&
	       offcpu__span(session->offcpu, entry->key.tid, entry->begin, *end, span);
}

bool entry_list__times(const struct entry_list *list, const struct entry *entry,
		       struct entry_times *times)
{
	struct offcpu_span span;
	uint64_t end;

	if (!entry_span(list, entry, &end, &span))
		return false;
	*times = (struct entry_times){end - entry->begin - span.away, span.away};
	return true;
}

bool entry_list__on_cpu(const struct entry_list *list, const struct entry *entry, double *share)
{
	struct entry_times times;

	if (!entry_list__times(list, entry, &times) || !(times.on_cpu + times.off_cpu))
		return false;
	*share = (double)times.on_cpu / (double)(times.on_cpu + times.off_cpu);
	return true;
}

enum entry_state entry_list__state(const struct entry_list *list, const struct entry *entry)
{
	const struct session *session = list->shown.session;
	struct offcpu_span span;
	uint64_t end;

	/* A trace with --off-cpu has samples only where tasks blocked, not where they had to wait. */
	if (entry->waited ||
	    (entry->unclear && !session->left_in_size && offcpu__recorded(session->evlist)))
		return ENTRY_BLOCKED;
	if (entry->off_cpu)
		return entry->unclear ? ENTRY_OFF_CPU : ENTRY_PREEMPTED;
	if (!entry_span(list, entry, &end, &span))
		return ENTRY_NOT_KNOWN;
	if (!span.left)
		return ENTRY_RAN;
	return span.waited ? ENTRY_OFF_CPU : ENTRY_PREEMPTED;
}

const char *entry_state__name(enum entry_state state)
{
	static const char *const names[] = {
		[ENTRY_BLOCKED] = "blocked",	 [ENTRY_OFF_CPU] = "off CPU",
		[ENTRY_PREEMPTED] = "preempted", [ENTRY_RAN] = "on CPU",
		[ENTRY_NOT_KNOWN] = "unknown",
	};

	return names[state];
}
