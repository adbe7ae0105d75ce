// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "util/base/error.h"
#include "util/base/hash.h"
#include "util/record/owing.h"

#define MIN_TASKS 256
/* Above this number, the tasks that have been asleep longest are dropped. */
#define MAX_TASKS (1U << 20)
/* Longest time between reading a sample and its record, ns; rounds over the buffers are shorter. */
#define KEEP_NS 2000000000ULL

void owing__init(struct owing *owing)
{
	*owing = (struct owing){.key = hash__key()};
}

void owing__exit(struct owing *owing)
{
	free(owing->tasks);
	owing->tasks = NULL;
	owing->nr = owing->cap = 0;
}

/*
 * The tasks stand in the table itself, not behind a hash_index: each sample of a recording changes
 * one, so a look-up must cost one line of cache.
 */
static struct owing_task *tasks__place(struct owing_task *tasks, uint32_t cap, uint64_t key,
				       int32_t tid)
{
	uint32_t slot = hash__u64(key, (uint32_t)tid) & (cap - 1);

	while (tasks[slot].used && tasks[slot].tid != tid)
		slot = (slot + 1) & (cap - 1);
	return &tasks[slot];
}

struct owing_task *owing__find(const struct owing *owing, int32_t tid)
{
	struct owing_task *task;

	if (!owing->cap)
		return NULL;
	task = tasks__place(owing->tasks, owing->cap, owing->key, tid);
	return task->used ? task : NULL;
}

static bool owing_task__waits(const struct owing_task *task)
{
	return task->used && task->cookie && task->cookie != task->left_cookie &&
	       task->time >= task->left;
}

/*
 * Returns whether the task has exited since its last sample, and everything that it could have
 * written has been read.
 */
static bool owing__is_gone(const struct owing *owing, const struct owing_task *task)
{
	return task->exited && task->exited >= task->time && owing->round - task->exit_round > 1;
}

static bool is_recent(const struct owing *owing, uint64_t time, uint64_t ns)
{
	return time >= owing->last_time || owing->last_time - time <= ns;
}

static bool owing__keeps(const struct owing *owing, const struct owing_task *task)
{
	if (owing_task__waits(task) && owing->nr < MAX_TASKS)
		return true;
	return task->used &&
	       (is_recent(owing, task->time, KEEP_NS) || is_recent(owing, task->left, KEEP_NS) ||
		is_recent(owing, task->exited, KEEP_NS));
}

/* Resizes the table, and drops the tasks that no query needs any more. */
static int owing__rebuild(struct owing *owing, struct defer_error *err)
{
	uint32_t i, nr = 0, cap = MIN_TASKS;
	struct owing_task *tasks;

	for (i = 0; i < owing->cap; i++)
		nr += owing__keeps(owing, &owing->tasks[i]);
	while (cap < nr * 4)
		cap *= 2;
	tasks = calloc(cap, sizeof(*tasks));
	if (!tasks)
		return error__no_memory(err, "for tasks that wait");
	for (i = 0; i < owing->cap; i++)
		if (owing__keeps(owing, &owing->tasks[i]))
			*tasks__place(tasks, cap, owing->key, owing->tasks[i].tid) =
				owing->tasks[i];
	free(owing->tasks);
	owing->tasks = tasks;
	owing->cap = cap;
	owing->nr = nr;
	return 0;
}

static struct owing_task *owing__get(struct owing *owing, int32_t tid, uint64_t time,
				     struct defer_error *err)
{
	struct owing_task *task;

	if (time > owing->last_time)
		owing->last_time = time;
	if (owing->nr * 2 >= owing->cap && owing__rebuild(owing, err))
		return NULL;
	task = tasks__place(owing->tasks, owing->cap, owing->key, tid);
	if (!task->used) {
		*task = (struct owing_task){.used = true, .tid = tid};
		owing->nr++;
	}
	return task;
}

struct owing_task *owing__sample(struct owing *owing, int32_t tid, uint64_t cookie, uint64_t time,
				 struct defer_error *err)
{
	struct owing_task *task = owing__get(owing, tid, time, err);

	if (!task || time < task->time)
		return task;
	if (task->cookie != cookie)
		task->samples = 0;
	task->cookie = cookie;
	task->time = time;
	return task;
}

struct owing_task *owing__record(struct owing *owing, int32_t tid, uint64_t cookie, uint64_t time,
				 struct defer_error *err)
{
	struct owing_task *task = owing__get(owing, tid, time, err);

	if (!task || time < task->left)
		return task;
	task->left_cookie = cookie;
	task->left = time;
	return task;
}

int owing__exited(struct owing *owing, int32_t tid, uint64_t time, struct defer_error *err)
{
	struct owing_task *task = owing__get(owing, tid, time, err);

	if (!task)
		return DEFER_ERR_NOMEM;
	if (time >= task->exited) {
		task->exited = time;
		task->exit_round = owing->round;
	}
	return 0;
}

void owing__next_round(struct owing *owing)
{
	owing->round++;
}

uint32_t owing__recent(const struct owing *owing, uint64_t ns)
{
	uint32_t i, nr = 0;

	for (i = 0; i < owing->cap; i++)
		nr += owing_task__waits(&owing->tasks[i]) &&
		      !owing__is_gone(owing, &owing->tasks[i]) &&
		      is_recent(owing, owing->tasks[i].time, ns);
	return nr;
}
