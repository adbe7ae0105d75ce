// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include <perf/defer-record.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/session/order-merge.h"

void order_list__exit(struct order_list *list)
{
	free(list->entries);
	*list = (struct order_list){0};
}

int order_list__add(struct order_list *list, const struct stitched *sample, uint32_t tag,
		    struct defer_error *err)
{
	if (!ARRAY_GROW(list->entries, list->cap, list->nr + 1))
		return error__no_memory(err, "to put samples in order");
	list->entries[list->nr++] = (struct order_entry){
		.time = sample->time,
		.order = sample->rec->order,
		.size = sample->rec->size,
		.tag = tag,
	};
	return 0;
}

static bool order_entry__before(const struct order_entry *a, const struct order_entry *b)
{
	return a->time != b->time ? a->time < b->time : a->order < b->order;
}

static void order_merge__sift_down(struct order_merge *merge, size_t i)
{
	struct order_run run = merge->runs[i];
	size_t child;

	while ((child = 2 * i + 1) < merge->nr) {
		if (child + 1 < merge->nr &&
		    order_entry__before(merge->runs[child + 1].head, merge->runs[child].head))
			child++;
		if (!order_entry__before(merge->runs[child].head, run.head))
			break;
		merge->runs[i] = merge->runs[child];
		i = child;
	}
	merge->runs[i] = run;
}

static int order_merge__add_run(struct order_merge *merge, const struct order_entry *head,
				const struct order_entry *end, struct defer_error *err)
{
	if (!ARRAY_GROW(merge->runs, merge->cap, merge->nr + 1))
		return error__no_memory(err, "to put samples in order");
	merge->runs[merge->nr++] = (struct order_run){.head = head, .end = end};
	return 0;
}

static int order_merge__add(struct order_merge *merge, const struct order_list *list,
			    struct defer_error *err)
{
	size_t i, start = 0;
	int ret = 0;

	for (i = 1; i <= list->nr && !ret; i++) {
		if (i < list->nr && !order_entry__before(&list->entries[i], &list->entries[i - 1]))
			continue;
		ret = order_merge__add_run(merge, list->entries + start, list->entries + i, err);
		start = i;
	}
	return ret;
}

static void order_merge__heapify(struct order_merge *merge)
{
	size_t i;

	for (i = merge->nr / 2; i-- > 0;)
		order_merge__sift_down(merge, i);
}

int order_merge__init(struct order_merge *merge, const struct order_list *lists, unsigned int nr,
		      struct defer_error *err)
{
	int ret = 0;

	*merge = (struct order_merge){0};
	for (unsigned int i = 0; i < nr && !ret; i++)
		ret = order_merge__add(merge, &lists[i], err);
	order_merge__heapify(merge);
	return ret;
}

void order_merge__exit(struct order_merge *merge)
{
	free(merge->runs);
	*merge = (struct order_merge){0};
}

struct order_run *order_merge__top(struct order_merge *merge)
{
	return merge->nr ? &merge->runs[0] : NULL;
}

void order_merge__pop(struct order_merge *merge)
{
	struct order_run *top = &merge->runs[0];

	if (++top->head == top->end)
		*top = merge->runs[--merge->nr];
	if (merge->nr)
		order_merge__sift_down(merge, 0);
}
