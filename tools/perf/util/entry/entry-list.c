// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "util/base/error.h"
#include "util/entry/entry-list.h"
#include "util/machine/offcpu.h"
#include "util/profile/profile.h"
#include "util/profile/zoom.h"

/* ---- what a stack tells ---- */

static int describe_stacks(struct entry_list *list, struct defer_error *err)
{
	const struct entry_list_opts *opts = &list->opts;
	uint32_t nr = fold__nr(opts->all);
	uint32_t *chains = profile__chains_in(opts->profile, opts->all, opts->part);

	list->stacks = calloc(nr + 1ULL, sizeof(*list->stacks));
	for (uint32_t i = 0; chains && list->stacks && i < nr; i++) {
		struct entry_stack *stack = &list->stacks[i];
		const struct stack *folded = fold__stack(opts->all, i);

		if (chains[i] == PROFILE_NO_CHAIN)
			*stack = (struct entry_stack){.chain = chains[i], .first = ENTRY_NO_FUNC};
		else
			entry_stack__init(
				stack, chains[i], &opts->profile->chains, &opts->profile->funcs,
				opts->profile->events[folded->evsel_idx].evsel, folded->cpumode);
	}
	free(chains);
	return chains && list->stacks ? 0 : error__no_memory(err, "for entries into the kernel");
}

/* ---- the entries ---- */

static int gather(struct entry_list *list, struct defer_error *err)
{
	const struct entry_list_opts *opts = &list->opts;
	int ret = entries__init(&list->own, opts->all, 1, err);

	for (size_t i = 0; !ret && i < samples__nr(opts->samples); i++) {
		const struct sample_ref *ref = samples__at(opts->samples, i);

		if (list->stacks[ref->stack].chain == PROFILE_NO_CHAIN ||
		    !zooms__pass_sample(opts->zooms, opts->session, ref))
			continue;
		ret = entries__add(&list->own, 0, ref, fold__stack(opts->all, ref->stack), err);
	}
	return ret ? ret : entries__finish(&list->own, opts->all, false, err);
}

/* Counts the samples of the entries, and those of the profile that have none, by class. */
static void count_classes(struct entry_list *list)
{
	const struct fold *part = list->opts.part;

	for (uint32_t i = 0; i < list->nr; i++) {
		const struct entry *entry = entry_list__at(list, i);

		list->classes[entry->key.cls] += entry->nr - entry->back;
		list->classes[DEFER_MERGED_BACK] += entry->back;
	}
	for (uint32_t i = 0; i < fold__nr(part); i++) {
		if (list->opts.profile->stack_chains[i] != PROFILE_NO_CHAIN)
			list->others[fold__stack(part, i)->cls] += fold__stack(part, i)->nr;
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

int entry_list__new(struct entry_list **listp, const struct entry_list_opts *opts,
		    struct defer_error *err)
{
	struct entry_list *list = calloc(1, sizeof(*list));
	int ret;

	*listp = list;
	if (!list)
		return error__no_memory(err, "for entries into the kernel");
	list->opts = *opts;
	list->entries = opts->samples ? &list->own : opts->entries;
	ret = describe_stacks(list, err);
	if (!ret && opts->samples)
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

/* ---- one entry ---- */

bool entry_list__return(const struct entry_list *list, const struct entry *entry, uint64_t *time)
{
	const struct session *session = list->opts.session;
	struct defer_stitch_record record;

	if (entry->key.record == SAMPLE_NO_RECORD || session->no_time ||
	    !defer_stitch__record(session->stitch, entry->key.record, &record))
		return false;
	*time = record.time;
	return true;
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
	const struct profile *profile = list->opts.profile;

	return node == CHAIN_ROOT ? NULL
				  : funcs__at(&profile->funcs, profile->chains.nodes[node].func);
}

const char *entry_list__comm(const struct entry_list *list, const struct entry *entry)
{
	return list->opts.profile->comms[fold__stack(list->opts.all, entry->stack)->comm_id];
}

const char *entry_list__state(const struct entry_list *list, const struct entry *entry)
{
	/* A trace with --off-cpu has samples only where tasks blocked, not where they had to wait. */
	if (!entry->off_cpu)
		return "on CPU";
	return list->opts.session->offcpu ? "blocked" : "off CPU";
}
