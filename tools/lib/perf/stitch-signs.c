// SPDX-License-Identifier: LGPL-2.1-only OR BSD-2-Clause
/*
 * Why a sample has no record. What is asked is: did the task leave the kernel entry of the
 * sample, and if so, how?
 *
 * A sample in user mode is a sign of that, and so is one with another cookie, for a task is in one
 * entry at a time. Such signs are kept by era: one program of one life of a tid. A fork begins an era,
 * and so does an exec, for another thread may have taken the tid with it. Of all signs of one
 * era two are enough: the last one, and the last one with another cookie than that. A sample S
 * at time t of the run c asks: is there one later than t, of another run than c? If there is
 * any, the last of another run than c is one. That is the last of all, unless its cookie is c;
 * then it is the last with another cookie than that one's.
 *
 * Where the sign stands, against an exit, need not be known: a task is never in user mode after
 * its exit, nor in another entry, so a sign of the same era comes before it. Nor against an exec:
 * one run has one exec at most, so what is seen after that is of the next era, or there is no way
 * back to the run.
 */
#include <stdlib.h>

#include "seed.h"
#include "stitch-index.h"

/* One era: the @era'th of @tid, counted from 0, which is that before its first fork or exec. */
struct sign {
	int32_t tid;
	uint32_t era;
	bool used;
	bool has_other;
	uint64_t time, cookie; /* the last sign of all */
	uint64_t other_time;   /* the last with another cookie than that one */
	uint64_t other_cookie;
};

struct defer_signs {
	const struct defer_stitch *st;
	struct sign *signs; /* hash by (tid, era), at most half full */
	size_t nr, mask;
};

#define SIGNS_START 64

struct defer_signs *defer_signs__new(const struct defer_stitch *st)
{
	struct defer_signs *signs = calloc(1, sizeof(*signs));

	if (!signs)
		return NULL;
	signs->st = st;
	signs->signs = calloc(SIGNS_START, sizeof(*signs->signs));
	signs->mask = SIGNS_START - 1;
	if (!signs->signs) {
		free(signs);
		return NULL;
	}
	return signs;
}

void defer_signs__delete(struct defer_signs *signs)
{
	if (!signs)
		return;
	free(signs->signs);
	free(signs);
}

static struct sign *signs__slot(const struct defer_signs *signs, int32_t tid, uint32_t era)
{
	uint64_t key = (uint64_t)era << 32 | (uint32_t)tid;
	size_t slot = seed__hash(signs->st->seed, key) & signs->mask;

	while (signs->signs[slot].used &&
	       (signs->signs[slot].tid != tid || signs->signs[slot].era != era))
		slot = (slot + 1) & signs->mask;
	return &signs->signs[slot];
}

static int signs__grow(struct defer_signs *signs)
{
	struct sign *old = signs->signs;
	size_t old_size = signs->mask + 1;
	struct sign *grown = calloc(old_size * 2, sizeof(*grown));

	if (!grown)
		return DEFER_ERR_NOMEM;
	signs->signs = grown;
	signs->mask = old_size * 2 - 1;
	for (size_t i = 0; i < old_size; i++)
		if (old[i].used)
			*signs__slot(signs, old[i].tid, old[i].era) = old[i];
	free(old);
	return 0;
}

static void sign__note(struct sign *sign, uint64_t time, uint64_t cookie)
{
	if (cookie == sign->cookie) {
		if (time > sign->time)
			sign->time = time;
	} else if (time > sign->time) {
		sign->other_time = sign->time;
		sign->other_cookie = sign->cookie;
		sign->has_other = true;
		sign->time = time;
		sign->cookie = cookie;
	} else if (!sign->has_other || time > sign->other_time) {
		sign->other_time = time;
		sign->other_cookie = cookie;
		sign->has_other = true;
	}
}

static int signs__add(struct defer_signs *signs, int32_t tid, uint32_t era, uint64_t time,
		      uint64_t cookie)
{
	struct sign *sign = signs__slot(signs, tid, era);

	if (sign->used) {
		sign__note(sign, time, cookie);
		return 0;
	}
	if (signs->nr * 2 > signs->mask) {
		if (signs__grow(signs))
			return DEFER_ERR_NOMEM;
		sign = signs__slot(signs, tid, era);
	}
	*sign = (struct sign){
		.tid = tid,
		.era = era,
		.used = true,
		.time = time,
		.cookie = cookie,
	};
	signs->nr++;
	return 0;
}

static uint32_t era_at(const struct defer_stitch *st, int32_t tid, struct stitch_pos pos)
{
	const struct stitch_task *task = stitch_index__task(st, tid);

	return stitch_marks__count(&st->forks, task->forks, pos) +
	       stitch_marks__count(&st->execs, task->execs, pos);
}

int defer_signs__note(struct defer_signs *signs, const struct defer_stitch_sample *sample)
{
	uint32_t era = era_at(signs->st, sample->tid, sample__pos(sample));

	return signs__add(signs, sample->tid, era, sample->time, sample->cookie);
}

int defer_signs__merge(struct defer_signs *signs, const struct defer_signs *from)
{
	for (size_t i = 0; i <= from->mask; i++) {
		const struct sign *sign = &from->signs[i];
		int ret = 0;

		if (!sign->used)
			continue;
		if (sign->has_other)
			ret = signs__add(signs, sign->tid, sign->era, sign->other_time,
					 sign->other_cookie);
		if (!ret)
			ret = signs__add(signs, sign->tid, sign->era, sign->time, sign->cookie);
		if (ret)
			return ret;
	}
	return 0;
}

/* Was the task seen after @time in that era, in user mode or the kernel, in another run? */
static bool signs__after(const struct defer_signs *signs, int32_t tid, uint32_t era, uint64_t time,
			 uint64_t cookie)
{
	const struct sign *sign = signs__slot(signs, tid, era);

	if (!sign->used)
		return false;
	if (!cookie || sign->cookie != cookie)
		return sign->time > time;
	return sign->has_other && sign->other_time > time;
}

/* What comes next for a task, in its life, after a moment in the run of a cookie. */
struct outlook {
	const struct stitch_mark *exit;
	struct stitch_pos left; /* when the task was surely out of that run, if @has_left */
	bool has_left, user;
};

static const struct defer_stitch_record *next_other_record(const struct defer_stitch *st,
							   const struct stitch_task *task,
							   struct stitch_pos pos, uint64_t cookie)
{
	const struct defer_stitch_record *rec;
	uint32_t i = stitch_index__records_before(st, task, pos);

	while ((rec = stitch_index__task_record(st, task, i++)))
		if (rec->cookie != cookie)
			break;
	return rec;
}

static void outlook__note_left(struct outlook *out, const struct stitch_mark *mark)
{
	if (!mark || (out->has_left && stitch_pos__before(out->left, mark->pos)))
		return;
	out->left = mark->pos;
	out->has_left = true;
}

/* Does @mark come before all that is known of the task? */
static bool outlook__is_preceded(const struct outlook *out, const struct stitch_mark *mark)
{
	return !out->user && (!out->exit || stitch_pos__before(mark->pos, out->exit->pos)) &&
	       (!out->has_left || stitch_pos__before(mark->pos, out->left));
}

/* @may_exec: the run may have an exec still to come. */
static void outlook__init(struct outlook *out, const struct defer_stitch *st,
			  const struct defer_signs *signs, int32_t tid, struct stitch_pos pos,
			  uint64_t cookie, bool may_exec)
{
	const struct stitch_task *task = stitch_index__task(st, tid);
	const struct defer_stitch_record *rec = next_other_record(st, task, pos, cookie);
	const struct stitch_mark *exec = stitch_marks__after(&st->execs, task->execs, pos);

	*out = (struct outlook){
		.exit = stitch_marks__after(&st->exits, task->exits, pos),
		.user = signs__after(signs, tid, era_at(st, tid, pos), pos.time, cookie),
	};
	if (rec) {
		out->left = record__pos(rec);
		out->has_left = true;
	}
	/* A new life of the tid: the old one is over, whether or not its exit was seen. */
	outlook__note_left(out, stitch_marks__after(&st->forks, task->forks, pos));
	if (may_exec && exec && outlook__is_preceded(out, exec)) {
		/* The run goes on as another program. A second exec is no longer of it. */
		out->user = signs__after(signs, tid, era_at(st, tid, exec->pos), 0, cookie);
		exec = stitch_marks__after(&st->execs, task->execs, exec->pos);
	}
	outlook__note_left(out, exec);
}

static enum defer_class outlook__class(const struct outlook *out, const struct defer_stitch *st,
				       struct stitch_pos pos)
{
	bool exit_first = out->exit && !out->user &&
			  (!out->has_left || stitch_pos__before(out->exit->pos, out->left));

	if (exit_first && !stitch_index__lost_between(st, pos.time, out->exit->pos.time))
		return DEFER_EXITED;
	if (exit_first || out->user || out->has_left)
		return DEFER_LOST;
	/*
	 * What was lost after the sample may be the sign. A loss at the very end, which no LOST
	 * record tells of, does not count here: the end of the trace is where tasks are pending.
	 */
	return stitch_index__told_lost_after(st, pos.time) ? DEFER_LOST : DEFER_PENDING;
}

enum defer_class defer_stitch__settle(const struct defer_stitch *st,
				      const struct defer_signs *signs,
				      const struct defer_stitch_sample *sample)
{
	struct stitch_pos pos = sample__pos(sample);
	const struct stitch_mark *exec;
	struct outlook out;

	/* Nothing tells what became of a task that is not known. */
	if (st->opts.no_tasks || sample->tid < 0)
		return DEFER_LOST;
	outlook__init(&out, st, signs, sample->tid, pos, sample->cookie, true);
	if (sample->pid <= 0 || sample->pid == sample->tid)
		return outlook__class(&out, st, pos);
	/*
	 * If the process execs before anything is heard of this thread, it was this thread that
	 * did: all others would have shown an exit. It goes on under the tid of the process.
	 */
	exec = stitch_marks__after(&st->execs, stitch_index__task(st, sample->pid)->execs, pos);
	if (!exec || !outlook__is_preceded(&out, exec))
		return outlook__class(&out, st, pos);
	if (stitch_index__lost_between(st, pos.time, exec->pos.time))
		return DEFER_LOST;
	outlook__init(&out, st, signs, sample->pid, exec->pos, sample->cookie, false);
	return outlook__class(&out, st, pos);
}
