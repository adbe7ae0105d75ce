// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "util/base/error.h"
#include "util/base/radix-sort.h"
#include "util/entry/entry-sort.h"
#include "util/profile/profile.h"

/* ---- names ---- */

static const char *const names[ENTRY_NR_SORTS] = {
	[ENTRY_BY_REMAINING] = "remaining", [ENTRY_BY_BEGIN] = "begin",
	[ENTRY_BY_RETURN] = "return",	    [ENTRY_BY_SAMPLES] = "samples",
	[ENTRY_BY_STATE] = "state",	    [ENTRY_BY_ON_CPU] = "on-cpu",
	[ENTRY_BY_KIND] = "kind",	    [ENTRY_BY_THREAD] = "thread",
	[ENTRY_BY_USER] = "user",	    [ENTRY_BY_CLASS] = "class",
};

const char *entry_sort__name(enum entry_sort by)
{
	return names[by];
}

static int unknown_name(const char *word, size_t len, struct defer_error *err)
{
	char text[128] = "";

	for (size_t i = 0; i < ENTRY_NR_SORTS; i++)
		strcat(strcat(text, " "), names[i]);
	return defer_error__set(err, DEFER_ERR_INVAL, DEFER_NO_OFFSET,
				"entries cannot be sorted by '%.*s'; they can by%s", (int)len, word,
				text);
}

static bool entry_order__has(const struct entry_order *order, uint8_t by)
{
	return order->nr && memchr(order->by, by, order->nr);
}

int entry_order__parse(struct entry_order *order, const char *text, struct defer_error *err)
{
	order->nr = 0;
	for (;; text++) {
		size_t len = strcspn(text, ", "), by = 0;

		while (len && by < ENTRY_NR_SORTS && strncasecmp(names[by], text, len))
			by++;
		if (by == ENTRY_NR_SORTS)
			return unknown_name(text, len, err);
		if (len && !entry_order__has(order, by))
			order->by[order->nr++] = by;
		text += len;
		if (!*text)
			return 0;
	}
}

/* ---- ranks: what only a stack tells, as numbers ---- */

static int cmp_i32(int32_t a, int32_t b)
{
	return (a > b) - (a < b);
}

static int compare_threads(const struct entry_list *list, uint32_t a, uint32_t b)
{
	const struct stack *sa = fold__stack(list->shown.all, a);
	const struct stack *sb = fold__stack(list->shown.all, b);
	const char *const *comms = list->shown.profile->comms;
	int cmp = strcmp(comms[sa->comm_id], comms[sb->comm_id]);

	if (!cmp)
		cmp = cmp_i32(sa->tid, sb->tid);
	return cmp ? cmp : cmp_i32(sa->pid, sb->pid);
}

/* Entries whose call is not known come after those of known calls. */
static int compare_kinds(const struct entry_list *list, uint32_t a, uint32_t b)
{
	const struct entry_stack *sa = &list->stacks[a], *sb = &list->stacks[b];
	int cmp = strcmp(sa->kind, sb->kind);

	if (cmp || !sa->call || !sb->call)
		return cmp ? cmp : !sa->call - !sb->call;
	cmp = strncmp(sa->call, sb->call,
		      sa->call_len < sb->call_len ? sa->call_len : sb->call_len);
	return cmp ? cmp : cmp_i32(sa->call_len, sb->call_len);
}

/* Entries without user code come last. */
static int compare_users(const struct entry_list *list, uint32_t a, uint32_t b)
{
	const struct profile *profile = list->shown.profile;
	uint32_t ua = list->stacks[a].user, ub = list->stacks[b].user;

	if (ua == CHAIN_ROOT || ub == CHAIN_ROOT)
		return (ua == CHAIN_ROOT) - (ub == CHAIN_ROOT);
	return func__cmp(funcs__at(&profile->funcs, profile->chains.nodes[ua].func),
			 funcs__at(&profile->funcs, profile->chains.nodes[ub].func));
}

struct ranking {
	const struct entry_list *list;
	int (*compare)(const struct entry_list *list, uint32_t a, uint32_t b);
};

static int compare_stacks(const void *a, const void *b, void *arg)
{
	const struct ranking *ranking = arg;

	return ranking->compare(ranking->list, *(const uint32_t *)a, *(const uint32_t *)b);
}

/* Marks the stacks that entries have, and lists them. Returns their number. */
static uint32_t list_stacks(const struct entry_list *list, uint32_t *ranks, uint32_t *stacks)
{
	uint32_t nr = 0;

	for (uint32_t i = 0; i < list->nr; i++) {
		uint32_t stack = entry_list__at(list, i)->stack;

		if (!ranks[stack])
			stacks[nr++] = stack;
		ranks[stack] = 1;
	}
	return nr;
}

/* Returns the rank of each stack, equal for stacks that compare equal; NULL if out of memory. */
static uint32_t *rank_stacks(struct ranking ranking)
{
	const struct entry_list *list = ranking.list;
	size_t nr_all = fold__nr(list->shown.all) + 1ULL;
	uint32_t *ranks = calloc(nr_all, sizeof(*ranks)),
		 *stacks = malloc(nr_all * sizeof(*stacks));
	uint32_t nr, rank = 0;

	if (!ranks || !stacks) {
		free(ranks);
		free(stacks);
		return NULL;
	}
	nr = list_stacks(list, ranks, stacks);
	if (nr)
		qsort_r(stacks, nr, sizeof(*stacks), compare_stacks, &ranking);
	for (uint32_t i = 0; i < nr; i++) {
		if (i && ranking.compare(list, stacks[i - 1], stacks[i]))
			rank++;
		ranks[stacks[i]] = rank;
	}
	free(stacks);
	return ranks;
}

/* ---- keys ---- */

static uint64_t number_of(const struct entry_list *list, const struct entry *entry,
			  enum entry_sort by)
{
	uint64_t value;
	double share;

	switch (by) {
	case ENTRY_BY_REMAINING:
		return entry_list__remaining(list, entry, &value) ? UINT64_MAX - 1 - value
								  : UINT64_MAX;
	case ENTRY_BY_RETURN:
		return entry_list__return(list, entry, &value) ? value : UINT64_MAX;
	case ENTRY_BY_SAMPLES:
		return UINT64_MAX - entry->nr;
	case ENTRY_BY_STATE:
		return entry_list__state(list, entry);
	case ENTRY_BY_ON_CPU:
		return entry_list__on_cpu(list, entry, &share) ? share * UINT32_MAX : UINT64_MAX;
	case ENTRY_BY_CLASS:
		return entry->key.cls;
	case ENTRY_BY_BEGIN:
	case ENTRY_BY_KIND:
	case ENTRY_BY_THREAD:
	case ENTRY_BY_USER:
	case ENTRY_NR_SORTS:
	default:
		return entry->begin;
	}
}

static int set_keys(const struct entry_list *list, enum entry_sort by, struct radix_item *items)
{
	struct ranking ranking = {
		.list = list,
		.compare = by == ENTRY_BY_THREAD ? compare_threads
			   : by == ENTRY_BY_KIND ? compare_kinds
			   : by == ENTRY_BY_USER ? compare_users
						 : NULL,
	};
	uint32_t *ranks = ranking.compare ? rank_stacks(ranking) : NULL;

	if (ranking.compare && !ranks)
		return DEFER_ERR_NOMEM;
	for (uint32_t i = 0; i < list->nr; i++) {
		const struct entry *entry = entry_list__at(list, items[i].row);

		items[i].key = ranks ? ranks[entry->stack] : number_of(list, entry, by);
	}
	free(ranks);
	return 0;
}

/* ---- the sort ---- */

int entry_list__sort(const struct entry_list *list, const struct entry_order *order, uint32_t *rows,
		     struct defer_error *err)
{
	struct radix_item *items = malloc((list->nr + 1ULL) * sizeof(*items)), *at = items;
	struct radix_item *room = malloc((list->nr + 1ULL) * sizeof(*room));
	int ret = items && room ? 0 : DEFER_ERR_NOMEM;

	for (uint32_t i = 0; !ret && i < list->nr; i++)
		items[i].row = rows[i];
	for (unsigned int i = order->nr; !ret && i-- > 0;) {
		ret = set_keys(list, order->by[i], at);
		if (!ret)
			at = radix_sort(at, at == items ? room : items, list->nr);
	}
	for (uint32_t i = 0; !ret && i < list->nr; i++)
		rows[i] = at[i].row;
	free(items);
	free(room);
	return ret ? error__no_memory(err, "to sort entries") : 0;
}
