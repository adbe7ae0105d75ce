// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "util/record/pending.h"

#define MIN_TASKS 256

void pending__init(struct pending *pending, const struct defer_evlist *evlist)
{
	memset(pending, 0, sizeof(*pending));
	pending->evlist = evlist;
	pending->first_time = UINT64_MAX;
}

void pending__exit(struct pending *pending)
{
	free(pending->tasks);
	pending->tasks = NULL;
}

static uint32_t tid__slot(int32_t tid, uint32_t cap)
{
	return (uint32_t)tid * 0x9e3779b1U & (cap - 1);
}

static struct pending_task *tasks__find(struct pending_task *tasks, uint32_t cap, int32_t tid)
{
	uint32_t slot = tid__slot(tid, cap);

	while (tasks[slot].tid && tasks[slot].tid != tid)
		slot = (slot + 1) & (cap - 1);
	return &tasks[slot];
}

/* Grows, and forgets tasks that owe nothing: most are gone by then. */
static int pending__grow(struct pending *pending, struct defer_error *err)
{
	uint32_t i, cap = pending->nr_waiting * 4 > MIN_TASKS ? pending->nr_waiting * 4 : MIN_TASKS;
	struct pending_task *tasks;

	cap = 1U << (32 - __builtin_clz(cap - 1));
	tasks = calloc(cap, sizeof(*tasks));
	if (!tasks)
		return defer_error__set(err, DEFER_ERR_NOMEM, DEFER_NO_OFFSET,
					"no memory for tasks that wait");
	pending->nr = 0;
	for (i = 0; i < pending->cap; i++) {
		const struct pending_task *task = &pending->tasks[i];

		if (!task->tid || !task->samples)
			continue;
		*tasks__find(tasks, cap, task->tid) = *task;
		pending->nr++;
	}
	free(pending->tasks);
	pending->tasks = tasks;
	pending->cap = cap;
	return 0;
}

static struct pending_task *pending__task(struct pending *pending, int32_t tid,
					  struct defer_error *err)
{
	struct pending_task *task;

	if (pending->nr * 2 >= pending->cap && pending__grow(pending, err))
		return NULL;
	task = tasks__find(pending->tasks, pending->cap, tid);
	if (!task->tid) {
		task->tid = tid;
		pending->nr++;
	}
	return task;
}

static int pending__sample(struct pending *pending, const struct defer_sample *sample,
			   struct recorder_stats *stats, struct defer_error *err)
{
	uint64_t cookie = defer_chain__cookie(&sample->chain);
	struct pending_task *task;

	if (sample->time < pending->first_time)
		pending->first_time = sample->time;
	if (sample->time > pending->last_time)
		pending->last_time = sample->time;
	if (!cookie || sample->tid <= 0)
		return 0;

	stats->deferred_samples++;
	task = pending__task(pending, sample->tid, err);
	if (!task)
		return err->code;
	if (task->cookie == cookie && task->answered) {
		stats->answered++;
		return 0;
	}
	if (task->cookie != cookie) {
		pending->nr_waiting -= task->samples && !task->answered;
		task->cookie = cookie;
		task->samples = 0;
		task->answered = false;
	}
	pending->nr_waiting += !task->samples;
	task->samples++;
	return 0;
}

static int pending__answer(struct pending *pending, uint64_t cookie, int32_t tid,
			   struct recorder_stats *stats, struct defer_error *err)
{
	struct pending_task *task;

	stats->deferred_records++;
	if (tid <= 0)
		return 0;
	task = pending__task(pending, tid, err);
	if (!task)
		return err->code;
	if (task->cookie == cookie)
		stats->answered += task->samples;
	pending->nr_waiting -= task->samples && !task->answered;
	task->cookie = cookie;
	task->samples = 0;
	task->answered = true;
	return 0;
}

/* An exiting task's last record comes just after its EXIT: only its own record ends its wait. */
static int pending__event(struct pending *pending, const struct defer_record *rec, int32_t cpu,
			  struct recorder_stats *stats, struct defer_error *err)
{
	struct defer_event ev;
	int ret;

	ret = defer_event__decode(&ev, rec, pending->evlist, err);
	if (ret <= 0)
		return ret;
	if (ev.type == DEFER_RECORD_CALLCHAIN_DEFERRED)
		return pending__answer(pending, ev.deferred.cookie, ev.id.tid, stats, err);
	return recorder_stats__add_loss(stats, cpu, ev.lost.lost, err);
}

static int pending__record(struct pending *pending, const struct defer_record *rec, int32_t cpu,
			   struct recorder_stats *stats, struct defer_error *err)
{
	const struct defer_evsel *evsel;
	struct defer_sample sample;
	int ret;

	stats->records++;
	if (rec->type == DEFER_RECORD_CALLCHAIN_DEFERRED || rec->type == DEFER_RECORD_LOST)
		return pending__event(pending, rec, cpu, stats, err);
	if (rec->type != DEFER_RECORD_SAMPLE)
		return 0;
	stats->samples++;
	evsel = defer_evlist__record_evsel(pending->evlist, rec, err);
	if (!evsel)
		return err->code;
	ret = defer_sample__decode(&sample, rec, &evsel->layout, err);
	if (ret)
		return ret;
	return pending__sample(pending, &sample, stats, err);
}

/* What the kernel wrote is right, or our layouts are wrong: then figures suffer, not data. */
static int pending__step(struct pending *pending, const uint8_t *data, size_t size, int32_t cpu,
			 struct recorder_stats *stats, struct defer_error *err)
{
	struct defer_record rec;
	int ret;

	ret = defer_record__decode(&rec, data, size, 0, false, NULL);
	if (ret)
		return ret;
	ret = pending__record(pending, &rec, cpu, stats, err);
	if (ret == DEFER_ERR_NOMEM)
		return ret;
	defer_error__clear(err);
	return rec.size;
}

/* The record that begins at the end of @a and goes on in @b: how many bytes of @b, or negative. */
static int64_t pending__see_split(struct pending *pending, const uint8_t *a, size_t a_left,
				  const uint8_t *b, size_t b_size, int32_t cpu,
				  struct recorder_stats *stats, struct defer_error *err)
{
	uint8_t whole[UINT16_MAX + 1];
	size_t more = sizeof(whole) - a_left < b_size ? sizeof(whole) - a_left : b_size;
	int ret;

	if (a_left >= sizeof(whole))
		return 0;
	memcpy(whole, a, a_left);
	memcpy(whole + a_left, b, more);
	ret = pending__step(pending, whole, a_left + more, cpu, stats, err);
	if (ret == DEFER_ERR_NOMEM)
		return ret;
	return ret > (int64_t)a_left ? ret - (int64_t)a_left : 0;
}

static int64_t pending__see_piece(struct pending *pending, const uint8_t *data, size_t size,
				  int32_t cpu, struct recorder_stats *stats,
				  struct defer_error *err)
{
	size_t pos = 0;
	int ret;

	while (pos < size) {
		ret = pending__step(pending, data + pos, size - pos, cpu, stats, err);
		if (ret == DEFER_ERR_NOMEM)
			return ret;
		if (ret <= 0)
			break;
		pos += ret;
	}
	return pos;
}

int pending__see(struct pending *pending, const void *a, size_t a_size, const void *b,
		 size_t b_size, int32_t cpu, struct recorder_stats *stats, struct defer_error *err)
{
	int64_t pos, into_b = 0;

	pos = pending__see_piece(pending, a, a_size, cpu, stats, err);
	if (pos >= 0 && (size_t)pos < a_size)
		into_b = pending__see_split(pending, (const uint8_t *)a + pos, a_size - pos, b,
					    b_size, cpu, stats, err);
	if (pos >= 0 && into_b >= 0)
		pos = pending__see_piece(pending, (const uint8_t *)b + into_b, b_size - into_b, cpu,
					 stats, err);
	return pos < 0 || into_b < 0 ? DEFER_ERR_NOMEM : 0;
}
