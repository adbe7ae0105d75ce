// SPDX-License-Identifier: LGPL-2.1-only OR BSD-2-Clause
/*
 * Why a sample has no record. What is asked is: did the task leave the kernel entry of the
 * sample, and if so, how?
 *
 * Of all samples in user mode of one life, two are enough to answer it: the last one, and the
 * last one with another cookie than that. A sample S at time t of the run c asks: is there one
 * later than t, in this life, of another run than c? If there is any, the last of another run
 * than c is one. That is the last of all, unless its cookie is c; then it is the last with
 * another cookie than that one's. Where the moment matters as well, against an exit, no order
 * among signs matters: a task is never in user mode after its exit, so a sign later than t in
 * the same life comes before the exit.
 */
#include <stdlib.h>

#include "stitch-index.h"

/* One life: the @life'th of @tid, counted from 0, which is that before its first fork. */
struct sign {
	int32_t tid;
	uint32_t life;
	bool used;
	bool has_other;
	uint64_t time, cookie; /* the last sign of all */
	uint64_t other_time;   /* the last with another cookie than that one */
	uint64_t other_cookie;
};

struct defer_signs {
	const struct defer_stitch *st;
	struct sign *signs; /* hash by (tid, life), at most half full */
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

static struct sign *signs__slot(const struct defer_signs *signs, int32_t tid, uint32_t life)
{
	uint64_t key = (uint64_t)life << 32 | (uint32_t)tid;
	size_t slot = stitch_hash(key, signs->st->seed) & signs->mask;

	while (signs->signs[slot].used &&
	       (signs->signs[slot].tid != tid || signs->signs[slot].life != life))
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
			*signs__slot(signs, old[i].tid, old[i].life) = old[i];
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

static int signs__add(struct defer_signs *signs, int32_t tid, uint32_t life, uint64_t time,
		      uint64_t cookie)
{
	struct sign *sign = signs__slot(signs, tid, life);

	if (sign->used) {
		sign__note(sign, time, cookie);
		return 0;
	}
	if (signs->nr * 2 > signs->mask) {
		if (signs__grow(signs))
			return DEFER_ERR_NOMEM;
		sign = signs__slot(signs, tid, life);
	}
	*sign = (struct sign){
		.tid = tid,
		.life = life,
		.used = true,
		.time = time,
		.cookie = cookie,
	};
	signs->nr++;
	return 0;
}

static uint32_t life_at(const struct defer_stitch *st, int32_t tid, struct stitch_pos pos)
{
	return stitch_marks__count(&st->forks, stitch_index__task(st, tid)->forks, pos);
}

int defer_signs__note(struct defer_signs *signs, const struct defer_stitch_sample *sample)
{
	uint32_t life = life_at(signs->st, sample->tid, sample__pos(sample));

	return signs__add(signs, sample->tid, life, sample->time, sample->cookie);
}

int defer_signs__merge(struct defer_signs *signs, const struct defer_signs *from)
{
	for (size_t i = 0; i <= from->mask; i++) {
		const struct sign *sign = &from->signs[i];
		int ret = 0;

		if (!sign->used)
			continue;
		if (sign->has_other)
			ret = signs__add(signs, sign->tid, sign->life, sign->other_time,
					 sign->other_cookie);
		if (!ret)
			ret = signs__add(signs, sign->tid, sign->life, sign->time, sign->cookie);
		if (ret)
			return ret;
	}
	return 0;
}

/* Was the task in user mode after @time in that life, in another run than @cookie? */
static bool signs__after(const struct defer_signs *signs, int32_t tid, uint32_t life, uint64_t time,
			 uint64_t cookie)
{
	const struct sign *sign = signs__slot(signs, tid, life);

	if (!sign->used)
		return false;
	if (!cookie || sign->cookie != cookie)
		return sign->time > time;
	return sign->has_other && sign->other_time > time;
}

/* What comes next for a task, in its life, after a moment in the run of a cookie. */
struct outlook {
	const struct stitch_mark *exit, *fork;
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

static void outlook__init(struct outlook *out, const struct defer_stitch *st,
			  const struct defer_signs *signs, int32_t tid, struct stitch_pos pos,
			  uint64_t cookie)
{
	const struct stitch_task *task = stitch_index__task(st, tid);
	const struct defer_stitch_record *rec = next_other_record(st, task, pos, cookie);

	*out = (struct outlook){
		.exit = stitch_marks__after(&st->exits, task->exits, pos),
		.fork = stitch_marks__after(&st->forks, task->forks, pos),
		.user = signs__after(signs, tid, life_at(st, tid, pos), pos.time, cookie),
	};
	if (rec) {
		out->left = record__pos(rec);
		out->has_left = true;
	}
	/* A new life of the tid: the old one is over, whether or not its exit was seen. */
	if (out->fork && (!out->has_left || stitch_pos__before(out->fork->pos, out->left))) {
		out->left = out->fork->pos;
		out->has_left = true;
	}
}

static enum defer_class outlook__class(const struct outlook *out, const struct defer_stitch *st,
				       struct stitch_pos pos)
{
	bool exit_first = out->exit && !out->user &&
			  (!out->has_left || stitch_pos__before(out->exit->pos, out->left));

	if (exit_first)
		return stitch_index__lost_between(st, pos.time, out->exit->pos.time) ? DEFER_LOST
										     : DEFER_EXITED;
	return out->user || out->has_left ? DEFER_LOST : DEFER_PENDING;
}

enum defer_class defer_stitch__settle(const struct defer_stitch *st,
				      const struct defer_signs *signs,
				      const struct defer_stitch_sample *sample)
{
	struct stitch_pos pos = sample__pos(sample);
	const struct stitch_mark *exec;
	enum defer_class cls;
	struct outlook out;

	outlook__init(&out, st, signs, sample->tid, pos, sample->cookie);
	cls = outlook__class(&out, st, pos);
	if (cls != DEFER_PENDING || sample->pid < 0 || sample->pid == sample->tid)
		return cls;
	/*
	 * Nothing more is heard of this thread. If its process execs, it was this thread that
	 * did: all others would have shown an exit. It goes on under the tid of the process.
	 */
	exec = stitch_marks__after(&st->execs, stitch_index__task(st, sample->pid)->execs, pos);
	if (!exec)
		return cls;
	if (stitch_index__lost_between(st, pos.time, exec->pos.time))
		return DEFER_LOST;
	outlook__init(&out, st, signs, sample->pid, exec->pos, sample->cookie);
	return outlook__class(&out, st, pos);
}
