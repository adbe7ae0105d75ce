// SPDX-License-Identifier: LGPL-2.1-only OR BSD-2-Clause
/*
 * What is known of each task: its forks, execs and exits, and its records in order of time.
 *
 * The order of records is needed only for samples whose record is far away or missing. So sealing
 * counts the records of each task and gives it room in by_tid. The first question fills by_tid, and
 * the first question about a task sorts its part:
 *
 *      records    b0 a5 b2 a1        by_tid  filled   | a5 a1 | b0 b2 |
 *                                            sorted   | a1 a5 |       |
 */
#include <stdlib.h>
#include <string.h>

#include <internal/array.h>

#include "seed.h"
#include "stitch-index.h"

/* The number of the empty task, which stands for all of which nothing is known. */
#define NO_TASK 0

#define SLOTS_START 64

/* Returns the slot of @tid, or the free one where it belongs. */
static struct stitch_task_slot *task_slot(const struct defer_stitch *st, int32_t tid)
{
	size_t slot = seed__hash_near(st->seed, (uint32_t)tid) & st->tasks_mask;

	while (st->task_slots[slot].task != NO_TASK && st->task_slots[slot].tid != tid)
		slot = (slot + 1) & st->tasks_mask;
	return &st->task_slots[slot];
}

/* Makes twice as many slots. */
static int grow_slots(struct defer_stitch *st)
{
	size_t size = st->task_slots ? 2 * (st->tasks_mask + 1) : SLOTS_START;
	struct stitch_task_slot *slots = calloc(size, sizeof(*slots));

	if (!slots)
		return DEFER_ERR_NOMEM;
	free(st->task_slots);
	st->task_slots = slots;
	st->tasks_mask = size - 1;
	for (size_t i = NO_TASK + 1; i < st->nr_tasks; i++)
		*task_slot(st, st->tasks[i].tid) = (struct stitch_task_slot){st->tasks[i].tid, i};
	return 0;
}

/* Adds a task without anything. Makes room for one more slot first. */
static struct stitch_task *add_task(struct defer_stitch *st, int32_t tid)
{
	struct stitch_task *task;

	if (!STITCH_GROW(st->tasks, st->alloc_tasks, st->nr_tasks + 1) ||
	    (st->nr_tasks * 2 >= st->tasks_mask && grow_slots(st)))
		return NULL;
	task = &st->tasks[st->nr_tasks++];
	*task = (struct stitch_task){.tid = tid};
	return task;
}

static int init_tasks(struct defer_stitch *st)
{
	return grow_slots(st) || !add_task(st, 0) ? DEFER_ERR_NOMEM : 0;
}

/* Returns the entry of @tid, made if it does not exist, or NULL if out of memory. */
static struct stitch_task *task__get(struct defer_stitch *st, int32_t tid)
{
	const struct stitch_task_slot *slot = task_slot(st, tid);
	struct stitch_task *task;

	if (slot->task != NO_TASK)
		return &st->tasks[slot->task];
	task = add_task(st, tid);
	if (task)
		*task_slot(st, tid) = (struct stitch_task_slot){tid, task - st->tasks};
	return task;
}

/* Gives each task its range of @marks. @which is the offset of the range in struct stitch_task. */
static int add_mark_ranges(struct defer_stitch *st, const struct stitch_marks *marks, size_t which)
{
	for (size_t i = 0, next; i < marks->nr; i = next) {
		struct stitch_task *task = task__get(st, marks->marks[i].id);
		struct stitch_range *range;

		if (!task)
			return DEFER_ERR_NOMEM;
		range = (struct stitch_range *)((char *)task + which);
		for (next = i + 1; next < marks->nr; next++)
			if (marks->marks[next].id != marks->marks[i].id)
				break;
		*range = (struct stitch_range){i, next - i};
	}
	return 0;
}

/* Counts the records of each task: each origin knows how many it has. */
static int count_task_records(struct defer_stitch *st)
{
	for (size_t n = 0; n < st->records.nr_names; n++) {
		struct stitch_names *names = st->records.names[n];

		for (size_t i = 0; i < names->nr_origins; i++) {
			struct stitch_task *task = task__get(st, names->origins[i].tid);

			if (!task)
				return DEFER_ERR_NOMEM;
			task->records.nr += names->origins[i].nr;
			names->origins[i].task = task - st->tasks;
		}
	}
	return 0;
}

/* Gives each task room for its records in by_tid. */
static void place_task_records(struct defer_stitch *st)
{
	uint32_t first = 0;

	for (size_t i = 0; i < st->nr_tasks; i++) {
		st->tasks[i].records.first = first;
		first += st->tasks[i].records.nr;
	}
}

int stitch_index__build_tasks(struct defer_stitch *st)
{
	const size_t nr = st->records.nr + 1;

	st->by_tid = stitch_array__resize(st, NULL, nr * sizeof(*st->by_tid));
	st->others = stitch_array__resize(st, NULL, nr * sizeof(*st->others));
	if (!st->by_tid || !st->others || init_tasks(st) ||
	    add_mark_ranges(st, &st->forks, offsetof(struct stitch_task, forks)) ||
	    add_mark_ranges(st, &st->execs, offsetof(struct stitch_task, execs)) ||
	    add_mark_ranges(st, &st->exits, offsetof(struct stitch_task, exits)) ||
	    count_task_records(st))
		return DEFER_ERR_NOMEM;
	place_task_records(st);
	return 0;
}

/* ---- questions ----------------------------------------------------------------------- */

const struct stitch_task *stitch_index__task(const struct defer_stitch *st, int32_t tid)
{
	return &st->tasks[task_slot(st, tid)->task];
}

static struct stitch_pos record__at(const struct defer_stitch *st, uint32_t place)
{
	return stitch_records__pos(&st->records, place);
}

static bool record__earlier(const struct defer_stitch *st, uint32_t a, uint32_t b)
{
	return stitch_pos__before(record__at(st, a), record__at(st, b));
}

/* Returns the end of the ascending run that begins at @begin. */
static uint32_t run_end(const struct defer_stitch *st, const uint32_t *idx, uint32_t begin,
			uint32_t nr)
{
	uint32_t end = begin + 1;

	while (end < nr && !record__earlier(st, idx[end], idx[end - 1]))
		end++;
	return end < nr ? end : nr;
}

/*
 * Merges neighbouring ascending runs of @idx into one each. Returns false if there was only one.
 * Each worker's records are almost in order, so there are few, and a merge takes no allocation.
 */
static bool merge_runs(const struct defer_stitch *st, uint32_t *idx, uint32_t *tmp, uint32_t nr)
{
	uint32_t to = 0, a = run_end(st, idx, 0, nr), b;

	if (a == nr)
		return false;
	while (to < nr) {
		uint32_t i = to, j, end;

		a = run_end(st, idx, to, nr);
		b = a < nr ? run_end(st, idx, a, nr) : nr;
		for (j = a, end = b; to < end; to++)
			tmp[to] = j == end || (i < a && !record__earlier(st, idx[j], idx[i]))
					  ? idx[i++]
					  : idx[j++];
	}
	memcpy(idx, tmp, nr * sizeof(*idx));
	return true;
}

static void group_block(struct defer_stitch *st, size_t b)
{
	const struct stitch_block *block = &st->records.blocks[b];

	for (uint32_t i = 0; i < block->nr; i++) {
		uint32_t origin = block->records[i].origin;
		struct stitch_task *task;

		if (origin == STITCH_DROPPED)
			continue;
		task = &st->tasks[block->names->origins[origin].task];
		st->by_tid[task->records.first + task->nr_filled++] = (b << STITCH_BLOCK_BITS) + i;
	}
}

/* Fills by_tid: the records of each task side by side, in the order of their places. */
static void group_records(struct defer_stitch *st)
{
	for (size_t b = 0; b < st->records.nr_blocks; b++)
		group_block(st, b);
	st->grouped = true;
}

static uint64_t cookie_at(const struct defer_stitch *st, uint32_t place)
{
	return stitch_records__at(&st->records, place)->cookie;
}

/* Notes for each of @nr sorted records the number of the next one that has another cookie. */
static void note_others(const struct defer_stitch *st, const uint32_t *idx, uint32_t *others,
			uint32_t nr)
{
	for (uint32_t i = nr; i--;) {
		bool same = i + 1 < nr && cookie_at(st, idx[i]) == cookie_at(st, idx[i + 1]);

		others[i] = same ? others[i + 1] : i + 1;
	}
}

/* Puts the records of @task in order of time, when they are asked for first. */
static void sort_task(struct defer_stitch *st, struct stitch_task *task)
{
	pthread_mutex_lock(&st->lock);
	if (!st->grouped)
		group_records(st);
	if (!atomic_load_explicit(&task->sorted, memory_order_relaxed)) {
		uint32_t first = task->records.first;

		while (merge_runs(st, st->by_tid + first, st->others + first, task->records.nr))
			;
		note_others(st, st->by_tid + first, st->others + first, task->records.nr);
		atomic_store_explicit(&task->sorted, true, memory_order_release);
	}
	pthread_mutex_unlock(&st->lock);
}

/* Returns the indices of the task's records, in order of time. */
static const uint32_t *task__records(const struct defer_stitch *st, const struct stitch_task *task)
{
	if (!atomic_load_explicit(&task->sorted, memory_order_acquire))
		sort_task((struct defer_stitch *)st, (struct stitch_task *)task);
	return st->by_tid + task->records.first;
}

uint32_t stitch_index__task_place(const struct defer_stitch *st, const struct stitch_task *task,
				  uint32_t i)
{
	return i < task->records.nr ? task__records(st, task)[i] : STITCH_NO_PLACE;
}

uint32_t stitch_index__other_place(const struct defer_stitch *st, const struct stitch_task *task,
				   uint32_t i, uint64_t cookie)
{
	uint32_t place = stitch_index__task_place(st, task, i);

	if (place == STITCH_NO_PLACE || cookie_at(st, place) != cookie)
		return place;
	return stitch_index__task_place(st, task, st->others[task->records.first + i]);
}

uint32_t stitch_index__records_before(const struct defer_stitch *st, const struct stitch_task *task,
				      struct stitch_pos pos)
{
	const uint32_t *idx;

	if (!task->records.nr)
		return 0;
	idx = task__records(st, task);
	return LOWER_BOUND(i, task->records.nr, stitch_pos__before(record__at(st, idx[i]), pos));
}
