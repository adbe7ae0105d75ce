// SPDX-License-Identifier: GPL-2.0-only
#include <perf/defer-event.h>

#include "util/record/recent-chains.h"

#include <stdlib.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/record/rings.h"

struct defer_evlist;

/* Records of this many bytes at least are looked at: some thousand callchains, of more than one tick. */
#define ENOUGH_BYTES (256U << 10)

/* The last callchain of a task so far. */
struct last_chain {
	uint64_t time;
	int32_t tid;
	const uint8_t *data;
	uint32_t size; /* bytes */
};

struct chain_list {
	struct last_chain *chains;
	size_t nr, cap;
};

void recent_chains__exit(struct recent_chains *recent)
{
	byte_buf__exit(&recent->now);
	byte_buf__exit(&recent->before);
}

int recent_chains__add(struct recent_chains *recent, const struct ring_data *data,
		       struct defer_error *err)
{
	if (recent->now.size > ENOUGH_BYTES) {
		const struct byte_buf empty = recent->before;

		recent->before = recent->now;
		recent->now = empty;
		byte_buf__clear(&recent->now);
	}
	byte_buf__add(&recent->now, data->a, data->a_size);
	byte_buf__add(&recent->now, data->b, data->b_size);
	return byte_buf__check(&recent->now, "the records before a cut", err);
}

static int add_chain(struct chain_list *list, const struct defer_record *record,
		     struct defer_evlist *evlist, struct defer_error *err)
{
	struct defer_event ev;
	int ret = defer_event__decode(&ev, record, evlist, err);

	if (ret < 0)
		return ret;
	if (!ARRAY_GROW(list->chains, list->cap, list->nr + 1))
		return error__no_memory(err, "for the records before a cut");
	list->chains[list->nr++] = (struct last_chain){
		.time = ev.id.time, .tid = ev.id.tid, .data = record->data, .size = record->size};
	return 0;
}

static int add_chains(struct chain_list *list, const struct byte_buf *bytes,
		      struct defer_evlist *evlist, struct defer_error *err)
{
	struct defer_record record;
	int ret = 0;

	for (size_t pos = 0; pos < bytes->size && !ret; pos += record.size) {
		ret = defer_record__decode(&record, bytes->data + pos, bytes->size - pos, 0, false,
					   err);
		if (!ret && record.type == DEFER_RECORD_CALLCHAIN_DEFERRED)
			ret = add_chain(list, &record, evlist, err);
	}
	return ret;
}

static int by_time(const void *va, const void *vb)
{
	const struct last_chain *a = va, *b = vb;

	return CMP(a->time, b->time);
}

static int by_task(const void *va, const void *vb)
{
	const struct last_chain *a = va, *b = vb;

	return CMP(a->tid, b->tid) ?: by_time(a, b);
}

/* Leaves the last callchain of each task. In the order of time, no clock seems to go back. */
static void keep_last(struct chain_list *list)
{
	size_t kept = 0;

	if (!list->nr)
		return;
	qsort(list->chains, list->nr, sizeof(*list->chains), by_task);
	for (size_t i = 0; i < list->nr; i++)
		if (i + 1 == list->nr || list->chains[i].tid != list->chains[i + 1].tid)
			list->chains[kept++] = list->chains[i];
	list->nr = kept;
	qsort(list->chains, list->nr, sizeof(*list->chains), by_time);
}

int recent_chains__last(const struct recent_chains *recent, struct defer_evlist *evlist,
			struct byte_buf *to, struct defer_error *err)
{
	struct chain_list list = {0};
	int ret = add_chains(&list, &recent->before, evlist, err);

	if (!ret)
		ret = add_chains(&list, &recent->now, evlist, err);
	if (!ret)
		keep_last(&list);
	for (size_t i = 0; i < list.nr && !ret; i++)
		byte_buf__add(to, list.chains[i].data, list.chains[i].size);
	free(list.chains);
	return ret ? ret : byte_buf__check(to, "the records before a cut", err);
}
