// SPDX-License-Identifier: LGPL-2.1-only OR BSD-2-Clause
#include <stdlib.h>
#include <string.h>

#include <internal/array.h>

#include "stitch-index.h"

/* ---- order --------------------------------------------------------------------------- */

static int mark__cmp(const void *va, const void *vb)
{
	const struct stitch_mark *a = va, *b = vb;
	int cmp = CMP(a->id, b->id) ?: -stitch_pos__before(a->pos, b->pos);

	return cmp ?: stitch_pos__before(b->pos, a->pos);
}

/*
 * Returns true if one mark is the recorder's copy of the other. Copies differ only in their place
 * in the stream.
 */
static bool mark__is_copy(const struct stitch_mark *a, const struct stitch_mark *b)
{
	return a->id == b->id && a->cpu == b->cpu && a->pos.time == b->pos.time;
}

/* Sorts the marks and drops copies. Of equal marks the first in the stream is kept. */
static void order_marks(struct stitch_marks *marks)
{
	size_t kept = 0;

	if (!marks->nr)
		return;
	qsort(marks->marks, marks->nr, sizeof(*marks->marks), mark__cmp);
	for (size_t i = 1; i < marks->nr; i++)
		if (!mark__is_copy(&marks->marks[kept], &marks->marks[i]))
			marks->marks[++kept] = marks->marks[i];
	marks->nr = kept + 1;
}

static int loss__cmp(const void *va, const void *vb)
{
	const struct stitch_loss *a = va, *b = vb;

	return CMP(a->begin, b->begin) ?: CMP(a->end, b->end);
}

/* Sorts the losses and joins overlapping ones. */
static void order_losses(struct defer_stitch *st)
{
	struct stitch_loss *losses = st->losses;
	size_t kept = 0;

	if (!st->nr_losses)
		return;
	qsort(losses, st->nr_losses, sizeof(*losses), loss__cmp);
	for (size_t i = 1; i < st->nr_losses; i++) {
		if (losses[i].begin >= losses[kept].end)
			losses[++kept] = losses[i];
		else if (losses[i].end > losses[kept].end)
			losses[kept].end = losses[i].end;
	}
	st->nr_losses = kept + 1;
}

/* Returns the first loss that ends after @time. Earlier ones do not matter. */
static size_t first_loss_after(const struct defer_stitch *st, uint64_t time)
{
	return LOWER_BOUND(i, st->nr_losses, st->losses[i].end <= time);
}

/* Does what lost_between() does, but for what is missing at the end. */
static bool lost_within(const struct defer_stitch *st, uint64_t a, uint64_t b)
{
	uint64_t from = a < b ? a : b, to = a < b ? b : a;
	size_t i = first_loss_after(st, from);

	return st->tail_loss < to || (i < st->nr_losses && st->losses[i].begin < to);
}

/* ---- execs --------------------------------------------------------------------------- */

/* Returns the last mark of @id before @pos, or NULL. */
static const struct stitch_mark *mark__before(const struct stitch_marks *marks, int32_t id,
					      struct stitch_pos pos)
{
	struct stitch_mark key = {.pos = pos, .id = id};
	size_t after = LOWER_BOUND(i, marks->nr, mark__cmp(&marks->marks[i], &key) < 0);

	return after && marks->marks[after - 1].id == id ? &marks->marks[after - 1] : NULL;
}

/*
 * Returns true if vdso map @i belongs to an exec whose COMM was recorded. This holds if the COMM
 * came after the process's previous vdso map, in the same life, and nothing was lost since that
 * COMM. After a loss, the map of this COMM and the COMM of this map may be the ones missing.
 */
static bool vdso__has_comm(const struct defer_stitch *st, size_t i)
{
	const struct stitch_mark *vdso = &st->vdsos.marks[i];
	const struct stitch_mark *comm = mark__before(&st->execs, vdso->id, vdso->pos);
	const struct stitch_mark *fork = mark__before(&st->forks, vdso->id, vdso->pos);
	const struct stitch_mark *last = i && vdso[-1].id == vdso->id ? &vdso[-1] : NULL;

	if (!comm || (last && !stitch_pos__before(last->pos, comm->pos)) ||
	    (fork && !stitch_pos__before(fork->pos, comm->pos)))
		return false;
	/* At the end, nothing is missing between two records of one CPU. */
	return comm->cpu == vdso->cpu && comm->cpu >= 0
		       ? !lost_within(st, comm->pos.time, vdso->pos.time)
		       : !stitch_index__lost_between(st, comm->pos.time, vdso->pos.time);
}

static int add_mark(struct stitch_marks *marks, const struct stitch_mark *mark)
{
	if (!STITCH_GROW(marks->marks, marks->alloc, marks->nr + 1))
		return DEFER_ERR_NOMEM;
	marks->marks[marks->nr++] = *mark;
	return 0;
}

/* Turns vdso maps without a COMM into execs. Execs, forks, losses and maps must be sorted. */
static int add_unseen_execs(struct defer_stitch *st)
{
	struct stitch_mark *vdsos = st->vdsos.marks;
	size_t nr = 0;

	for (size_t i = 0; i < st->vdsos.nr; i++)
		if (!vdso__has_comm(st, i))
			vdsos[nr++] = vdsos[i];
	for (size_t i = 0; i < nr; i++)
		if (add_mark(&st->execs, &vdsos[i]))
			return DEFER_ERR_NOMEM;
	st->stats.unseen_execs = nr;
	st->stats.execs = st->execs.nr;
	free(st->vdsos.marks);
	st->vdsos = (struct stitch_marks){0};
	order_marks(&st->execs);
	return 0;
}

/* Files all execs under STITCH_ANY_TASK as well, for records that do not say their task. */
static int share_execs(struct defer_stitch *st)
{
	size_t nr = st->execs.nr;

	for (size_t i = 0; i < nr; i++) {
		struct stitch_mark mark = st->execs.marks[i];

		mark.id = STITCH_ANY_TASK;
		if (add_mark(&st->execs, &mark))
			return DEFER_ERR_NOMEM;
	}
	order_marks(&st->execs);
	return 0;
}

static int step__cmp(const void *va, const void *vb)
{
	const struct stitch_step *a = va, *b = vb;

	return CMP(a->cpu, b->cpu);
}

/*
 * Adds up the steps of each CPU, and widens the margin of clocks. What was seen of a step is less than
 * it was, by the time between the two records that show it, so the margin gets twice as much.
 */
static void order_steps(struct defer_stitch *st)
{
	struct stitch_step *steps = st->steps;
	uint64_t most = 0;
	size_t kept = 0;

	st->margin = st->opts.no_time ? 0 : DEFER_CLOCK_MARGIN;
	if (!st->nr_steps)
		return;
	qsort(steps, st->nr_steps, sizeof(*steps), step__cmp);
	for (size_t i = 1; i < st->nr_steps; i++) {
		if (steps[i].cpu == steps[kept].cpu)
			stitch_step__add(&steps[kept], steps[i].by);
		else
			steps[++kept] = steps[i];
	}
	st->nr_steps = kept + 1;
	for (size_t i = 0; i < st->nr_steps; i++)
		if (steps[i].by > most)
			most = steps[i].by;
	st->margin += most < UINT64_MAX / 4 ? 2 * most : UINT64_MAX / 2;
}

/* Copies @marks to @placed, in the order of the stream. */
static int place_marks(struct stitch_marks *placed, const struct stitch_marks *marks)
{
	for (size_t i = 0; i < marks->nr; i++) {
		struct stitch_mark mark = marks->marks[i];

		mark.pos.time = mark.pos.order;
		if (add_mark(placed, &mark))
			return DEFER_ERR_NOMEM;
	}
	order_marks(placed);
	return 0;
}

/*
 * Puts forks in front of all that is at their times. A tid is not given anew while its last task runs, so
 * what is at the very time of a fork belongs to the new task, wherever the stream has the two.
 */
static void put_forks_first(struct stitch_marks *forks)
{
	for (size_t i = 0; i < forks->nr; i++)
		forks->marks[i].pos.order = 0;
}

/* Orders the forks by time. Their places in the stream matter as well if a clock stepped back. */
static int order_forks(struct defer_stitch *st)
{
	order_marks(&st->forks);
	if (st->nr_steps && place_marks(&st->placed_forks, &st->forks))
		return DEFER_ERR_NOMEM;
	put_forks_first(&st->forks);
	return 0;
}

/* Finds the execs on another CPU than the one before, if only of another process. They must be sorted. */
static int find_moved_execs(struct defer_stitch *st)
{
	for (size_t i = 1; i < st->execs.nr; i++) {
		const struct stitch_mark *exec = &st->execs.marks[i];

		if (exec->cpu != exec[-1].cpu && add_mark(&st->moved_execs, exec))
			return DEFER_ERR_NOMEM;
	}
	return 0;
}

static int build_execs(struct defer_stitch *st)
{
	if (add_unseen_execs(st))
		return DEFER_ERR_NOMEM;
	if (st->opts.no_tasks && share_execs(st))
		return DEFER_ERR_NOMEM;
	if (st->nr_steps && (place_marks(&st->placed_execs, &st->execs) ||
			     place_marks(&st->placed_exits, &st->exits)))
		return DEFER_ERR_NOMEM;
	return find_moved_execs(st);
}

/* ---- all of it ----------------------------------------------------------------------- */

int stitch_index__build(struct defer_stitch *st)
{
	order_marks(&st->execs);
	order_marks(&st->exits);
	order_marks(&st->maps);
	order_marks(&st->vdsos);
	order_losses(st);
	order_steps(st);
	if (order_forks(st) || stitch_cookies__enter(st) || stitch_cookies__seal(st) ||
	    build_execs(st) || stitch_index__build_tasks(st)) {
		stitch_index__exit(st);
		return DEFER_ERR_NOMEM;
	}
	return 0;
}

void stitch_index__exit(struct defer_stitch *st)
{
	stitch_array__release(st, st->by_tid);
	stitch_array__release(st, st->others);
	stitch_cookies__exit(st);
	free(st->tasks);
	free(st->task_slots);
	free(st->placed_forks.marks);
	free(st->placed_execs.marks);
	free(st->placed_exits.marks);
	free(st->moved_execs.marks);
	st->placed_forks = st->placed_execs = st->placed_exits = (struct stitch_marks){0};
	st->moved_execs = (struct stitch_marks){0};
	st->by_tid = NULL;
	st->others = NULL;
	st->tasks = NULL;
	st->task_slots = NULL;
	st->nr_tasks = st->alloc_tasks = 0;
}

/* ---- questions ----------------------------------------------------------------------- */

/*
 * Returns true if the record at @place sorts before (@cookie, @tid, @pos). Its cookie must be @cookie
 * or greater.
 */
static bool record__before(const struct defer_stitch *st, uint32_t place, uint64_t cookie,
			   int32_t tid, struct stitch_pos pos)
{
	const struct stitch_record *rec = stitch_records__at(&st->records, place);
	int32_t rec_tid = stitch_records__origin(&st->records, place)->tid;

	if (rec->cookie != cookie)
		return false;
	if (rec_tid != tid)
		return (uint32_t)rec_tid < (uint32_t)tid;
	return stitch_pos__before(stitch_records__pos(&st->records, place), pos);
}

size_t stitch_index__lower_bound(const struct defer_stitch *st, const struct stitch_span *span,
				 uint64_t cookie, int32_t tid, struct stitch_pos pos)
{
	size_t low = 0, high = 0, step = 1;

	/* Few records have one cookie: probe near the first one before bisecting. */
	while (high < span->nr && record__before(st, span->places[high], cookie, tid, pos)) {
		low = high + 1;
		high += step;
		step *= 2;
	}
	if (high > span->nr)
		high = span->nr;
	return low + LOWER_BOUND(i, high - low,
				 record__before(st, span->places[low + i], cookie, tid, pos));
}

uint32_t stitch_marks__count(const struct stitch_marks *marks, struct stitch_range range,
			     struct stitch_pos pos)
{
	return LOWER_BOUND(i, range.nr,
			   !stitch_pos__before(pos, marks->marks[range.first + i].pos));
}

const struct stitch_mark *stitch_marks__after(const struct stitch_marks *marks,
					      struct stitch_range range, struct stitch_pos pos)
{
	uint32_t i = stitch_marks__count(marks, range, pos);

	return i < range.nr ? &marks->marks[range.first + i] : NULL;
}

bool stitch_marks__between(const struct stitch_marks *marks, struct stitch_range range,
			   struct stitch_pos a, struct stitch_pos b)
{
	struct stitch_pos from = stitch_pos__before(a, b) ? a : b;
	struct stitch_pos to = stitch_pos__before(a, b) ? b : a;
	const struct stitch_mark *mark = stitch_marks__after(marks, range, from);

	return mark && stitch_pos__before(mark->pos, to);
}

bool stitch_index__stepped(const struct defer_stitch *st, int32_t cpu)
{
	const struct stitch_step key = {.cpu = cpu};

	return st->nr_steps &&
	       bsearch(&key, st->steps, st->nr_steps, sizeof(*st->steps), step__cmp);
}

const struct stitch_mark *stitch_marks__placed_after(const struct stitch_marks *placed, int32_t id,
						     uint64_t order)
{
	struct stitch_mark key = {.pos = {order, order}, .id = id};
	size_t after = LOWER_BOUND(i, placed->nr, mark__cmp(&placed->marks[i], &key) <= 0);

	return after < placed->nr && placed->marks[after].id == id ? &placed->marks[after] : NULL;
}

static bool marked_between(const struct stitch_marks *marks, int32_t id, struct stitch_pos a,
			   struct stitch_pos b)
{
	struct stitch_pos from = stitch_pos__before(a, b) ? a : b;
	struct stitch_pos to = stitch_pos__before(a, b) ? b : a;
	const struct stitch_mark *mark = mark__before(marks, id, to);

	return mark && stitch_pos__before(from, mark->pos);
}

bool stitch_index__mapped_between(const struct defer_stitch *st, int32_t id, struct stitch_pos a,
				  struct stitch_pos b)
{
	return marked_between(&st->maps, id, a, b);
}

bool stitch_index__moved_between(const struct defer_stitch *st, int32_t id, struct stitch_pos a,
				 struct stitch_pos b)
{
	return marked_between(&st->moved_execs, id, a, b);
}

bool stitch_index__lost_between(const struct defer_stitch *st, uint64_t a, uint64_t b)
{
	return st->end < (a < b ? b : a) || lost_within(st, a, b);
}

bool stitch_index__told_lost_after(const struct defer_stitch *st, uint64_t time)
{
	return first_loss_after(st, time) < st->nr_losses;
}
