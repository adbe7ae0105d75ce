// SPDX-License-Identifier: LGPL-2.1-only OR BSD-2-Clause
/*
 * Finds out why a sample has no record. The question is whether the task left the sample's kernel
 * entry, and if so, how.
 *
 * A sample in user mode is a sign that it left, and so is a sample with another cookie, since a
 * task is in one entry at a time. Signs are kept by era: one program in one life of a tid. A fork
 * begins an era, and so does an exec, since another thread may have taken over the tid by it.
 *
 * Two signs of each era are enough: the last one (L), and the last one whose cookie differs from
 * L's (M). For a sample of run c at time t the question is: is there a sign later than t whose
 * cookie is not c? It is enough to test the last such sign:
 *
 *      L, if L.cookie != c
 *      M, if L.cookie == c
 *
 * The order of a sign and an exit does not matter: after its exit a task is never in user mode nor
 * in another entry, so a sign of the same era comes before the exit. Nor does the order of a sign
 * and an exec: a run has at most one exec, so what is seen after it is of the next era, or shows
 * that the task cannot return to the run.
 */
#include <stdlib.h>
#include <string.h>

#include "seed.h"
#include "stitch-index.h"
#include "stitch-quiet.h"

/* Era number @era of @tid, counted from 0, the one before its first fork or exec. */
struct sign {
	int32_t tid;
	uint32_t era;
	bool used;
	bool has_other;
	uint64_t time, cookie; /* the last sign */
	uint64_t other_time;   /* the last sign with another cookie than @cookie */
	uint64_t other_cookie;
};

/* An era of a tid, and the times that certainly lie in it: those between the marks around a moment. */
struct era {
	uint64_t after, before; /* ns, both exclusive */
	uint32_t nr;
};

/* The sign of a tid that was noted last. All zero: there is none. */
struct sign_hint {
	struct era era;
	int32_t tid;
	size_t slot;
};

#define SIGN_HINTS 1024 /* a power of two */

struct defer_signs {
	const struct defer_stitch *st;
	struct sign *signs; /* hash table by (tid, era), at most half full */
	size_t nr, mask;
	struct sign_hint hints[SIGN_HINTS]; /* by tid */
	struct stitch_quiets quiets;
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
	size_t slot = seed__hash_near(signs->st->seed, key) & signs->mask;

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
	memset(signs->hints, 0, sizeof(signs->hints));
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

/* Returns the sign that it was added to, or NULL if out of memory. */
static struct sign *signs__add(struct defer_signs *signs, int32_t tid, uint32_t era, uint64_t time,
			       uint64_t cookie)
{
	struct sign *sign = signs__slot(signs, tid, era);

	if (sign->used) {
		sign__note(sign, time, cookie);
		return sign;
	}
	if (signs->nr * 2 > signs->mask) {
		if (signs__grow(signs))
			return NULL;
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
	return sign;
}

/* Counts the marks before @pos as begins of eras, and cuts @era between the two around it. */
static void era__cut(struct era *era, const struct stitch_marks *marks, struct stitch_range range,
		     struct stitch_pos pos)
{
	const uint32_t i = stitch_marks__count(marks, range, pos);
	const struct stitch_mark *mark = marks->marks + range.first + i;

	if (i && mark[-1].pos.time > era->after)
		era->after = mark[-1].pos.time;
	if (i < range.nr && mark->pos.time < era->before)
		era->before = mark->pos.time;
	era->nr += i;
}

static struct era era_at(const struct defer_stitch *st, int32_t tid, struct stitch_pos pos)
{
	const struct stitch_task *task = stitch_index__task(st, tid);
	struct era era = {.before = UINT64_MAX};

	era__cut(&era, &st->forks, task->forks, pos);
	era__cut(&era, &st->execs, task->execs, pos);
	return era;
}

/* Notes a sample whose tid, or time, is none that was noted lately. */
static int signs__note_anew(struct defer_signs *signs, const struct defer_stitch_sample *sample,
			    struct sign_hint *hint)
{
	const struct era era = era_at(signs->st, sample->tid, sample__pos(sample));
	const struct sign *sign =
		signs__add(signs, sample->tid, era.nr, sample->time, sample->cookie);

	if (!sign)
		return DEFER_ERR_NOMEM;
	*hint = (struct sign_hint){era, sample->tid, sign - signs->signs};
	return 0;
}

int defer_signs__note(struct defer_signs *signs, const struct defer_stitch_sample *sample)
{
	struct sign_hint *hint = &signs->hints[(uint32_t)sample->tid % SIGN_HINTS];

	if (hint->tid != sample->tid || sample->time <= hint->era.after ||
	    sample->time >= hint->era.before)
		return signs__note_anew(signs, sample, hint);
	sign__note(&signs->signs[hint->slot], sample->time, sample->cookie);
	return 0;
}

struct stitch_quiets *signs__quiets(struct defer_signs *signs)
{
	return signs ? &signs->quiets : NULL;
}

int defer_signs__merge(struct defer_signs *signs, const struct defer_signs *from)
{
	for (size_t i = 0; i <= from->mask; i++) {
		const struct sign *sign = &from->signs[i];

		if (!sign->used)
			continue;
		if (sign->has_other &&
		    !signs__add(signs, sign->tid, sign->era, sign->other_time, sign->other_cookie))
			return DEFER_ERR_NOMEM;
		if (!signs__add(signs, sign->tid, sign->era, sign->time, sign->cookie))
			return DEFER_ERR_NOMEM;
	}
	return 0;
}

/*
 * Returns true if the task was seen after @time in that era, in another run: in user mode, or in
 * the kernel under another cookie.
 */
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

/* The events of a task that come next, in its life, after a moment in the run of a cookie. */
struct outlook {
	const struct stitch_mark *exit;
	struct stitch_pos left; /* when the task had certainly left that run, if @has_left */
	bool has_left, user;
};

/* Returns the place of the task's first record after @pos that has another cookie. */
static uint32_t next_other_record(const struct defer_stitch *st, const struct stitch_task *task,
				  struct stitch_pos pos, uint64_t cookie)
{
	return stitch_index__other_place(st, task, stitch_index__records_before(st, task, pos),
					 cookie);
}

static void outlook__note_left(struct outlook *out, const struct stitch_mark *mark)
{
	if (!mark || (out->has_left && stitch_pos__before(out->left, mark->pos)))
		return;
	out->left = mark->pos;
	out->has_left = true;
}

/* Returns true if @mark comes before everything known about the task. */
static bool outlook__is_preceded(const struct outlook *out, const struct stitch_mark *mark)
{
	return !out->user && (!out->exit || stitch_pos__before(mark->pos, out->exit->pos)) &&
	       (!out->has_left || stitch_pos__before(mark->pos, out->left));
}

/* Finds what comes next. @may_exec: an exec of the run may still follow. */
static void outlook__init(struct outlook *out, const struct defer_stitch *st,
			  const struct defer_signs *signs, int32_t tid, struct stitch_pos pos,
			  uint64_t cookie, bool may_exec)
{
	const struct stitch_task *task = stitch_index__task(st, tid);
	const uint32_t other = next_other_record(st, task, pos, cookie);
	const struct stitch_mark *exec = stitch_marks__after(&st->execs, task->execs, pos);

	*out = (struct outlook){
		.exit = stitch_marks__after(&st->exits, task->exits, pos),
		.user = signs__after(signs, tid, era_at(st, tid, pos).nr, pos.time, cookie),
	};
	if (other != STITCH_NO_PLACE) {
		out->left = stitch_records__pos(&st->records, other);
		out->has_left = true;
	}
	/* A fork gives the tid a new life, so the old one is over even if its exit was not seen. */
	outlook__note_left(out, stitch_marks__after(&st->forks, task->forks, pos));
	if (may_exec && exec && outlook__is_preceded(out, exec)) {
		/* The run goes on as another program. A second exec no longer belongs to it. */
		out->user = signs__after(signs, tid, era_at(st, tid, exec->pos).nr, 0, cookie);
		exec = stitch_marks__after(&st->execs, task->execs, exec->pos);
	}
	outlook__note_left(out, exec);
}

/*
 * Returns true if a clock stepped back, and the end of the task's life is behind @pos in the stream, be
 * it earlier in time.
 */
static bool ends_behind(const struct defer_stitch *st, int32_t tid, struct stitch_pos pos)
{
	return st->nr_steps && (stitch_marks__placed_after(&st->placed_exits, tid, pos.order) ||
				stitch_marks__placed_after(&st->placed_forks, tid, pos.order));
}

static enum defer_class outlook__class(const struct outlook *out, const struct defer_stitch *st,
				       int32_t tid, struct stitch_pos pos)
{
	bool exit_first = out->exit && !out->user &&
			  (!out->has_left || stitch_pos__before(out->exit->pos, out->left));

	if (exit_first && !stitch_index__lost_between(st, pos.time, out->exit->pos.time))
		return DEFER_EXITED;
	if (exit_first || out->user || out->has_left || ends_behind(st, tid, pos))
		return DEFER_LOST;
	/*
	 * A loss after the sample may have swallowed the sign. A loss at the very end, which no
	 * LOST record reports, does not count here: at the end of the trace tasks are pending
	 * anyway.
	 */
	return stitch_index__told_lost_after(st, pos.time) ? DEFER_LOST : DEFER_PENDING;
}

/* Does what defer_stitch__settle() does, by the times of what the task did. */
static enum defer_class settle_by_time(const struct defer_stitch *st,
				       const struct defer_signs *signs,
				       const struct defer_stitch_sample *sample)
{
	struct stitch_pos pos = sample__pos(sample);
	const struct stitch_mark *exec;
	struct outlook out;

	/* If the task is not known, nothing tells what became of it. */
	if (st->opts.no_tasks || sample->tid < 0)
		return DEFER_LOST;
	outlook__init(&out, st, signs, sample->tid, pos, sample->cookie, true);
	if (sample->pid <= 0 || sample->pid == sample->tid)
		return outlook__class(&out, st, sample->tid, pos);
	/*
	 * If the process execs before this thread is seen again, this thread did it: the exec would
	 * have ended any other thread with an exit. It goes on under the tid of the process.
	 */
	exec = stitch_marks__after(&st->execs, stitch_index__task(st, sample->pid)->execs, pos);
	if (!exec || !outlook__is_preceded(&out, exec))
		return outlook__class(&out, st, sample->tid, pos);
	if (stitch_index__lost_between(st, pos.time, exec->pos.time))
		return DEFER_LOST;
	outlook__init(&out, st, signs, sample->pid, exec->pos, sample->cookie, false);
	return outlook__class(&out, st, sample->pid, exec->pos);
}

enum defer_class defer_stitch__settle(const struct defer_stitch *st,
				      const struct defer_signs *signs,
				      const struct defer_stitch_sample *sample)
{
	const enum defer_class cls = settle_by_time(st, signs, sample);

	if (cls != DEFER_PENDING || !st->nr_steps || sample->pid <= 0 || sample->pid == sample->tid)
		return cls;
	/* A thread may have called an exec that the stream has behind the sample. */
	return stitch_marks__placed_after(&st->placed_execs, sample->pid, sample->order)
		       ? DEFER_LOST
		       : DEFER_PENDING;
}
