// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include <perf/defer-cursor.h>
#include <perf/defer-evlist.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/base/hash.h"
#include "util/session/session.h"
#include "util/source/source.h"
#include "util/session/task-counts.h"

static bool has_task(const void *tasks, uint32_t pos, const void *key)
{
	const struct counted_task *a = &((const struct counted_task *)tasks)[pos], *b = key;

	return a->pid == b->pid && a->tid == b->tid;
}

static bool has_count(const void *counts, uint32_t pos, const void *key)
{
	const struct task_count *a = &((const struct task_count *)counts)[pos], *b = key;

	return a->task == b->task && a->event == b->event;
}

static uint64_t pair_hash(const struct task_counts *counts, uint32_t a, uint32_t b)
{
	return hash__u64(counts->hash_key, (uint64_t)a << 32 | b);
}

/* Finds or adds the task. Returns its index, or HASH_INDEX_NONE if memory ran out. */
static uint32_t task_counts__task(struct task_counts *counts, const struct counted_task *task)
{
	uint64_t hash = pair_hash(counts, task->pid, task->tid);
	uint32_t pos = hash_index__find(&counts->by_task, hash, has_task, counts->tasks, task);

	if (pos != HASH_INDEX_NONE)
		return pos;
	if (!ARRAY_GROW(counts->tasks, counts->cap_tasks, counts->nr_tasks + 1) ||
	    hash_index__add(&counts->by_task, hash, counts->nr_tasks))
		return HASH_INDEX_NONE;
	counts->tasks[counts->nr_tasks] = *task;
	return counts->nr_tasks++;
}

/* Finds or adds the event. Returns its index, or HASH_INDEX_NONE if memory ran out. */
static uint32_t task_counts__event(struct task_counts *counts, const struct defer_evsel *evsel)
{
	uint32_t *event = &counts->event_of[evsel->idx];

	if (*event)
		return *event - 1;
	if (!ARRAY_GROW(counts->events, counts->cap_events, counts->nr_events + 1))
		return HASH_INDEX_NONE;
	counts->events[counts->nr_events] = (struct counted_event){.evsel = evsel};
	*event = ++counts->nr_events;
	return *event - 1;
}

static int task_counts__add(struct task_counts *counts, const struct task_count *count)
{
	uint64_t hash = pair_hash(counts, count->task, count->event);
	uint32_t pos = hash_index__find(&counts->by_count, hash, has_count, counts->counts, count);

	if (pos != HASH_INDEX_NONE) {
		counts->counts[pos].value += count->value;
		return 0;
	}
	if (!ARRAY_GROW(counts->counts, counts->cap_counts, counts->nr_counts + 1) ||
	    hash_index__add(&counts->by_count, hash, counts->nr_counts))
		return DEFER_ERR_NOMEM;
	counts->counts[counts->nr_counts++] = *count;
	return 0;
}

/* Returns the event's own value out of the values of its whole group; 0 if it is not among them. */
static uint64_t read_group(struct defer_cursor *cur, const struct defer_evsel *evsel,
			   const struct defer_evlist *evlist)
{
	uint64_t format = evsel->attr.read_format, nr = defer_cursor__u64(cur), value, id;

	if (format & DEFER_FORMAT_TOTAL_TIME_ENABLED)
		defer_cursor__u64(cur);
	if (format & DEFER_FORMAT_TOTAL_TIME_RUNNING)
		defer_cursor__u64(cur);
	for (; nr && defer_cursor__left(cur); nr--) {
		value = defer_cursor__u64(cur);
		id = format & DEFER_FORMAT_ID ? defer_cursor__u64(cur) : 0;
		if (format & DEFER_FORMAT_LOST)
			defer_cursor__u64(cur);
		if (defer_evlist__find(evlist, id) == evsel)
			return value;
	}
	return 0;
}

static int task_counts__record(struct task_counts *counts, const struct defer_record *rec,
			       const struct session *session)
{
	const struct defer_evsel *evsel = defer_evlist__record_evsel(session->evlist, rec, NULL);
	struct counted_task task;
	struct task_count count;
	struct defer_cursor cur;

	if (!evsel)
		return 0;
	if (rec->size < evsel->layout.id_all_size)
		return 0;
	defer_cursor__init(&cur, rec->data, rec->size - evsel->layout.id_all_size, rec->offset,
			   rec->swap);
	defer_cursor__bytes(&cur, DEFER_RECORD_HEADER_SIZE);
	task.pid = (int32_t)defer_cursor__u32(&cur);
	task.tid = (int32_t)defer_cursor__u32(&cur);
	count.value = evsel->attr.read_format & DEFER_FORMAT_GROUP
			      ? read_group(&cur, evsel, session->evlist)
			      : defer_cursor__u64(&cur);
	/* session__gather() reported records that are cut short. */
	if (cur.failed)
		return 0;
	count.task = task_counts__task(counts, &task);
	count.event = task_counts__event(counts, evsel);
	if (count.task == HASH_INDEX_NONE || count.event == HASH_INDEX_NONE)
		return DEFER_ERR_NOMEM;
	return task_counts__add(counts, &count);
}

static int task_counts__chunk(struct task_counts *counts, const struct chunk *chunk,
			      const struct session *session)
{
	struct defer_record rec;
	int ret = 0;

	for (size_t pos = 0; pos < chunk->size && !ret; pos += rec.size) {
		if (chunk__record(chunk, pos, &rec, NULL))
			break;
		if (rec.type == DEFER_RECORD_READ)
			ret = task_counts__record(counts, &rec, session);
	}
	return ret;
}

uint64_t task_counts__value(const struct task_counts *counts, uint32_t task, uint32_t event)
{
	const struct task_count key = {.task = task, .event = event};
	uint32_t pos = hash_index__find(&counts->by_count, pair_hash(counts, task, event),
					has_count, counts->counts, &key);

	return pos == HASH_INDEX_NONE ? 0 : counts->counts[pos].value;
}

static void task_counts__find_max(struct task_counts *counts)
{
	for (uint32_t i = 0; i < counts->nr_counts; i++) {
		const struct task_count *count = &counts->counts[i];
		struct counted_event *event = &counts->events[count->event];

		event->max = count->value > event->max ? count->value : event->max;
	}
}

int task_counts__init(struct task_counts *counts, struct session *session, struct defer_error *err)
{
	struct chunk chunk;
	int ret;

	*counts = (struct task_counts){.hash_key = hash__key()};
	if (!session->stats.types[DEFER_RECORD_READ])
		return 0;
	counts->event_of = calloc(defer_evlist__nr(session->evlist), sizeof(*counts->event_of));
	if (!counts->event_of)
		return error__no_memory(err, "for counts of tasks");
	chunk__init(&chunk);
	while ((ret = source__next(session->source, &chunk, err)) > 0) {
		if (task_counts__chunk(counts, &chunk, session)) {
			ret = error__no_memory(err, "for counts of tasks");
			break;
		}
	}
	source__rewind(session->source);
	chunk__exit(&chunk);
	task_counts__find_max(counts);
	return ret;
}

void task_counts__exit(struct task_counts *counts)
{
	free(counts->tasks);
	free(counts->counts);
	free(counts->events);
	free(counts->event_of);
	hash_index__exit(&counts->by_task);
	hash_index__exit(&counts->by_count);
	*counts = (struct task_counts){0};
}
