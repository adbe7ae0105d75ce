// SPDX-License-Identifier: LGPL-2.1-only OR BSD-2-Clause
/*
 * The stitcher's life cycle: new, add, merge, seal, delete. The rule itself is in stitch-match.c.
 */
#include <stdlib.h>

#include <internal/array.h>

#include "stitch-index.h"

struct defer_stitch *defer_stitch__new(const struct defer_stitch_opts *opts)
{
	struct defer_stitch *st = calloc(1, sizeof(*st));

	if (!st)
		return NULL;
	st->opts = *opts;
	st->tail_loss = st->end = UINT64_MAX;
	pthread_mutex_init(&st->lock, NULL);
	return st;
}

void defer_stitch__delete(struct defer_stitch *st)
{
	if (!st)
		return;
	stitch_index__exit(st);
	stitch_records__exit(st);
	free(st->forks.marks);
	free(st->execs.marks);
	free(st->exits.marks);
	free(st->maps.marks);
	free(st->vdsos.marks);
	free(st->losses);
	free(st->steps);
	pthread_mutex_destroy(&st->lock);
	free(st);
}

int defer_stitch__add_record(struct defer_stitch *st, const struct defer_stitch_record *rec)
{
	struct defer_stitch_record anyone;

	if (st->indexed || st->sealed)
		return DEFER_ERR_INVAL;
	if (!st->opts.no_tasks)
		return stitch_records__add(st, rec);
	anyone = *rec;
	anyone.tid = STITCH_ANY_TASK;
	return stitch_records__add(st, &anyone);
}

static int add_mark(struct defer_stitch *st, struct stitch_marks *marks, int32_t id,
		    const struct defer_stitch_task *task)
{
	if (st->sealed)
		return DEFER_ERR_INVAL;
	if (!STITCH_GROW(marks->marks, marks->alloc, marks->nr + 1))
		return DEFER_ERR_NOMEM;
	marks->marks[marks->nr++] = (struct stitch_mark){
		.pos = {task->time, task->order},
		.id = id,
		.cpu = task->cpu,
	};
	return 0;
}

int defer_stitch__add_fork(struct defer_stitch *st, const struct defer_stitch_task *task)
{
	return add_mark(st, &st->forks, task->tid, task);
}

int defer_stitch__add_exec(struct defer_stitch *st, const struct defer_stitch_task *task)
{
	/*
	 * An exec concerns the whole process. It is filed by tid only if the process is not known.
	 */
	return add_mark(st, &st->execs, process_id(task->pid, task->tid), task);
}

int defer_stitch__add_map(struct defer_stitch *st, const struct defer_stitch_task *task)
{
	return add_mark(st, &st->maps, process_id(task->pid, task->tid), task);
}

int defer_stitch__add_vdso(struct defer_stitch *st, const struct defer_stitch_task *task)
{
	if (st->opts.no_time)
		return st->sealed ? DEFER_ERR_INVAL : 0;
	return add_mark(st, &st->vdsos, process_id(task->pid, task->tid), task);
}

int defer_stitch__add_clock_step(struct defer_stitch *st, int32_t cpu, uint64_t by)
{
	struct stitch_step *last = st->nr_steps ? &st->steps[st->nr_steps - 1] : NULL;

	if (st->sealed)
		return DEFER_ERR_INVAL;
	if (cpu < 0)
		return 0;
	if (last && last->cpu == cpu) {
		stitch_step__add(last, by);
		return 0;
	}
	if (!STITCH_GROW(st->steps, st->alloc_steps, st->nr_steps + 1))
		return DEFER_ERR_NOMEM;
	st->steps[st->nr_steps++] = (struct stitch_step){cpu, by};
	return 0;
}

int defer_stitch__add_exit(struct defer_stitch *st, const struct defer_stitch_task *task)
{
	return add_mark(st, &st->exits, task->tid, task);
}

int defer_stitch__add_loss(struct defer_stitch *st, uint64_t begin, uint64_t end, uint64_t nr)
{
	if (st->sealed || begin > end)
		return DEFER_ERR_INVAL;
	if (!STITCH_GROW(st->losses, st->alloc_losses, st->nr_losses + 1))
		return DEFER_ERR_NOMEM;
	/* Something was lost, so the interval contains at least one moment. */
	if (begin == end && begin)
		begin--;
	st->losses[st->nr_losses++] = (struct stitch_loss){begin, end};
	st->stats.losses++;
	st->stats.lost += nr;
	return 0;
}

int defer_stitch__add_tail_loss(struct defer_stitch *st, uint64_t begin)
{
	if (st->sealed)
		return DEFER_ERR_INVAL;
	if (begin < st->tail_loss)
		st->tail_loss = begin;
	return 0;
}

int defer_stitch__set_end(struct defer_stitch *st, uint64_t begin)
{
	if (st->sealed)
		return DEFER_ERR_INVAL;
	st->end = begin;
	return 0;
}

static int reserve_for(struct defer_stitch *st, const struct defer_stitch *from)
{
	struct {
		struct stitch_marks *to;
		const struct stitch_marks *from;
	} marks[] = {
		{&st->forks, &from->forks}, {&st->execs, &from->execs}, {&st->exits, &from->exits},
		{&st->maps, &from->maps},   {&st->vdsos, &from->vdsos},
	};

	for (size_t i = 0; i < ARRAY_SIZE(marks); i++)
		if (!STITCH_GROW(marks[i].to->marks, marks[i].to->alloc,
				 marks[i].to->nr + marks[i].from->nr))
			return DEFER_ERR_NOMEM;
	if (!STITCH_GROW(st->losses, st->alloc_losses, st->nr_losses + from->nr_losses))
		return DEFER_ERR_NOMEM;
	return stitch_records__reserve(&st->records, &from->records);
}

static void move_marks(struct stitch_marks *to, struct stitch_marks *from)
{
	if (from->nr)
		memcpy(to->marks + to->nr, from->marks, from->nr * sizeof(*from->marks));
	to->nr += from->nr;
	free(from->marks);
	*from = (struct stitch_marks){0};
}

static void move_losses(struct defer_stitch *to, struct defer_stitch *from)
{
	if (from->nr_losses)
		memcpy(to->losses + to->nr_losses, from->losses,
		       from->nr_losses * sizeof(*from->losses));
	to->nr_losses += from->nr_losses;
	to->stats.losses += from->stats.losses;
	to->stats.lost += from->stats.lost;
	free(from->losses);
	from->losses = NULL;
	from->nr_losses = from->alloc_losses = 0;
	from->stats.losses = from->stats.lost = 0;
}

int defer_stitch__merge(struct defer_stitch *st, struct defer_stitch *from)
{
	if (st->indexed || from->indexed || st->sealed || from->sealed || st == from)
		return DEFER_ERR_INVAL;
	/* With all room reserved, no move below can fail halfway. */
	if (reserve_for(st, from))
		return DEFER_ERR_NOMEM;
	for (size_t i = 0; i < from->nr_steps; i++)
		if (defer_stitch__add_clock_step(st, from->steps[i].cpu, from->steps[i].by))
			return DEFER_ERR_NOMEM;
	stitch_records__move(&st->records, &from->records);
	move_marks(&st->forks, &from->forks);
	move_marks(&st->execs, &from->execs);
	move_marks(&st->exits, &from->exits);
	move_marks(&st->maps, &from->maps);
	move_marks(&st->vdsos, &from->vdsos);
	move_losses(st, from);
	from->nr_steps = 0;
	if (from->tail_loss < st->tail_loss)
		st->tail_loss = from->tail_loss;
	if (from->end < st->end)
		st->end = from->end;
	from->tail_loss = from->end = UINT64_MAX;
	return 0;
}

int defer_stitch__index(struct defer_stitch *st)
{
	if (st->sealed)
		return DEFER_ERR_INVAL;
	return stitch_cookies__enter(st);
}

int defer_stitch__seal(struct defer_stitch *st)
{
	int ret;

	if (st->sealed)
		return DEFER_ERR_INVAL;
	ret = stitch_index__build(st);
	if (ret)
		return ret;
	st->stats.records = st->records.nr;
	st->stats.places = stitch_records__places(&st->records);
	st->stats.forks = st->forks.nr;
	st->stats.no_comm = st->opts.no_comm;
	st->stats.no_tasks = st->opts.no_tasks;
	st->stats.exits = st->exits.nr;
	st->plain = !st->opts.no_time && !st->opts.no_comm && !st->nr_steps;
	st->sealed = true;
	return 0;
}

void defer_stitch__set_sigreturn(struct defer_stitch *st, const struct defer_stitch_func *funcs,
				 size_t nr)
{
	struct defer_stitch_func *all = &st->sigreturn_all;

	st->nr_sigreturn = nr < DEFER_MAX_SIGRETURN ? nr : DEFER_MAX_SIGRETURN;
	*all = (struct defer_stitch_func){UINT64_MAX, 0};
	for (uint32_t i = 0; i < st->nr_sigreturn; i++) {
		st->sigreturn[i] = funcs[i];
		if (funcs[i].start < all->start)
			all->start = funcs[i].start;
		if (funcs[i].end > all->end)
			all->end = funcs[i].end;
	}
	/* Only lower halves of addresses are compared first: all are near if they cannot tell. */
	if (all->end - all->start > INT32_MAX)
		*all = (struct defer_stitch_func){0, UINT32_MAX};
}

void defer_stitch__stats(const struct defer_stitch *st, struct defer_stitch_stats *stats)
{
	*stats = st->stats;
}

bool defer_stitch__lost_between(const struct defer_stitch *st, uint64_t a, uint64_t b)
{
	return stitch_index__lost_between(st, a, b);
}

bool defer_stitch__record(const struct defer_stitch *st, uint64_t place,
			  struct defer_stitch_record *rec)
{
	if (!st->sealed || place >= stitch_records__places(&st->records) ||
	    (place & (STITCH_BLOCK_SIZE - 1)) >= stitch_records__block(&st->records, place)->nr ||
	    stitch_records__at(&st->records, place)->origin == STITCH_DROPPED)
		return false;
	stitch_records__get(&st->records, place, rec);
	return true;
}
