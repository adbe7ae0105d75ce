// SPDX-License-Identifier: LGPL-2.1-only OR BSD-2-Clause
/*
 * The stitching rule. Documentation/stitching.md gives it in full, with the reasons; the
 * numbers (1) to (4) below are those of its sections.
 */
#include "stitch-index.h"

/* One record with the sample's cookie and tid, judged. Better ones come first. */
enum fitness {
	FIT_NEAR,      /* it is the sample's */
	FIT_NEAR_EXEC, /* it is, but an exec lies between */
	FIT_FAR,       /* further away than the cookie's uniqueness reaches, in an unbroken run */
	FIT_FAR_EXEC,
	FIT_BROKEN, /* further away, and the run is broken: may be another run's */
	FIT_NONE    /* in another life of the tid, or no record at all */
};

struct candidate {
	const struct defer_stitch_record *rec;
	enum fitness fitness;
	uint64_t distance; /* ns; in a file without timestamps: orders */
};

/* What all judgements about one sample share. */
struct trial {
	const struct defer_stitch *st;
	const struct defer_stitch_sample *sample;
	struct stitch_pos pos;
	const struct stitch_task *task;
	size_t first,
		place; /* of the cookie's first record, of the first one not before the sample */
};

static const struct stitch_task *task__of_process(const struct defer_stitch *st, int32_t pid,
						  int32_t tid)
{
	return stitch_index__task(st, pid >= 0 ? pid : tid);
}

/* (1) Is the record of the life of the task in which the sample was taken? */
static bool same_life(const struct trial *trial, const struct defer_stitch_record *rec)
{
	const struct defer_stitch_sample *sample = trial->sample;

	if (sample->pid >= 0 && rec->pid >= 0 && sample->pid != rec->pid)
		return false;
	return !stitch_marks__between(&trial->st->forks, trial->task->forks, trial->pos,
				      record__pos(rec));
}

/* (1) */
static bool exec_between(const struct trial *trial, const struct defer_stitch_record *rec)
{
	const struct defer_stitch *st = trial->st;
	int32_t pid = trial->sample->pid >= 0 ? trial->sample->pid : rec->pid;

	return stitch_marks__between(&st->execs, task__of_process(st, pid, rec->tid)->execs,
				     trial->pos, record__pos(rec));
}

/*
 * (3) Do all the task's records between carry the cookie, and was nothing lost? @nr_between of
 * those with the cookie are known to lie there: no others may.
 */
static bool unbroken(const struct trial *trial, const struct defer_stitch_record *rec,
		     size_t nr_between)
{
	const struct defer_stitch *st = trial->st;
	uint32_t at = stitch_index__records_before(st, trial->task, trial->pos);
	uint32_t rec_at = stitch_index__records_before(st, trial->task, record__pos(rec));
	size_t between = rec_at >= at ? rec_at - at : at - rec_at - 1;

	return between == nr_between && !stitch_index__lost_between(st, trial->pos.time, rec->time);
}

static struct stitch_pos task__pos_at(const struct trial *trial, uint32_t i,
				      struct stitch_pos otherwise)
{
	const struct defer_stitch_record *rec =
		stitch_index__task_record(trial->st, trial->task, i);

	return rec ? record__pos(rec) : otherwise;
}

/*
 * (5) The order of a file without timestamps is that of time only within one buffer. Is there
 * an exec near the two, between the task's record before them and that after them, such that
 * the three were not all written on one CPU? Then it may have been between them.
 */
static bool exec_unordered(const struct trial *trial, const struct defer_stitch_record *rec)
{
	const struct defer_stitch *st = trial->st;
	struct stitch_pos rec_pos = record__pos(rec);
	bool later = stitch_pos__before(trial->pos, rec_pos);
	uint32_t rec_at = stitch_index__records_before(st, trial->task, rec_pos);
	uint32_t at = stitch_index__records_before(st, trial->task, trial->pos);
	uint32_t low = later ? at : rec_at, high = later ? rec_at + 1 : at;
	struct stitch_pos from =
		low ? task__pos_at(trial, low - 1, trial->pos) : (struct stitch_pos){0, 0};
	struct stitch_pos to =
		task__pos_at(trial, high, (struct stitch_pos){UINT64_MAX, UINT64_MAX});
	struct stitch_range execs = task__of_process(st, trial->sample->pid, rec->tid)->execs;

	for (uint32_t i = stitch_marks__count(&st->execs, execs, from); i < execs.nr; i++) {
		const struct stitch_mark *exec = &st->execs.marks[execs.first + i];

		if (!stitch_pos__before(exec->pos, to))
			break;
		if (exec->cpu != rec->cpu || exec->cpu != trial->sample->cpu)
			return true;
	}
	return false;
}

static enum fitness judge(const struct trial *trial, const struct defer_stitch_record *rec,
			  uint64_t distance, size_t nr_between)
{
	bool no_time = trial->st->opts.no_time, exec;

	if (!same_life(trial, rec))
		return FIT_NONE;
	exec = exec_between(trial, rec);
	if (!no_time && distance <= DEFER_T_WRAP) /* (2) */
		return exec ? FIT_NEAR_EXEC : FIT_NEAR;
	if (!unbroken(trial, rec, nr_between))
		return FIT_BROKEN;
	if (!exec && no_time && exec_unordered(trial, rec))
		return FIT_BROKEN;
	return exec ? FIT_FAR_EXEC : FIT_FAR;
}

/* The record @hop records of this cookie and tid after (@later) or before the sample's place. */
static struct candidate candidate__get(const struct trial *trial, bool later, size_t hop)
{
	const struct defer_stitch *st = trial->st;
	struct candidate none = {NULL, FIT_NONE, UINT64_MAX}, cand;
	size_t i = later ? trial->place + hop : trial->place - 1 - hop;

	if (later ? i >= st->nr_records : trial->place - trial->first <= hop)
		return none;
	cand.rec = &st->records[i];
	if (cand.rec->cookie != trial->sample->cookie || cand.rec->tid != trial->sample->tid)
		return none;
	cand.distance = later ? cand.rec->time - trial->pos.time : trial->pos.time - cand.rec->time;
	cand.fitness = judge(trial, cand.rec, cand.distance, hop);
	return cand;
}

/* The better of two: where both are the sample's by rights, the nearer. */
static struct candidate candidate__better(struct candidate a, struct candidate b)
{
	if (a.fitness == b.fitness && a.fitness == FIT_NEAR && a.distance == b.distance)
		a.fitness = FIT_BROKEN;
	else if (a.fitness == b.fitness && a.fitness == FIT_FAR)
		a.fitness = FIT_BROKEN;
	else if (b.fitness < a.fitness || (b.fitness == a.fitness && b.distance < a.distance))
		return b;
	return a;
}

/*
 * The next record to each side decides. One beyond it matters only when the next one is far:
 * if both are whole, nothing says which of the two is the sample's.
 */
static struct candidate candidate__best(const struct trial *trial)
{
	struct candidate next = candidate__get(trial, true, 0);
	struct candidate prev = candidate__get(trial, false, 0);
	struct candidate best = candidate__better(next, prev);

	if (best.fitness != FIT_FAR)
		return best;
	if (candidate__get(trial, best.rec == next.rec, 1).fitness == FIT_FAR)
		best.fitness = FIT_BROKEN;
	return best;
}

/*
 * (1) A thread that is not its process's first one and execs goes on under the tid of the first.
 * Is there a record of the cookie under that tid, after the exec?
 */
static const struct defer_stitch_record *record_after_takeover(const struct trial *trial)
{
	const struct defer_stitch *st = trial->st;
	const struct defer_stitch_sample *sample = trial->sample;
	const struct stitch_task *leader = stitch_index__task(st, sample->pid);
	const struct defer_stitch_record *rec;
	const struct stitch_mark *exec;
	size_t first, i;

	if (sample->pid < 0 || sample->pid == sample->tid)
		return NULL;
	exec = stitch_marks__after(&st->execs, leader->execs, trial->pos);
	if (!exec)
		return NULL;
	i = stitch_index__lower_bound(st, sample->cookie, sample->pid, exec->pos, &first);
	if (i >= st->nr_records)
		return NULL;
	rec = &st->records[i];
	if (rec->cookie != sample->cookie || rec->tid != sample->pid)
		return NULL;
	if (stitch_marks__between(&st->forks, leader->forks, trial->pos, record__pos(rec)))
		return NULL;
	return rec;
}

static void verdict__set(struct defer_verdict *verdict, enum defer_class cls,
			 const struct defer_stitch_record *rec)
{
	verdict->cls = cls;
	verdict->record = rec;
}

void defer_stitch__match(const struct defer_stitch *st, const struct defer_stitch_sample *sample,
			 struct defer_verdict *verdict)
{
	struct trial trial = {.st = st, .sample = sample, .pos = sample__pos(sample)};
	const struct defer_stitch_record *rec;
	struct candidate best;

	verdict__set(verdict, st->opts.no_output ? DEFER_NOT_RECORDED : DEFER_NO_RECORD, NULL);
	if (st->opts.no_output)
		return;
	trial.place =
		stitch_index__lower_bound(st, sample->cookie, sample->tid, trial.pos, &trial.first);
	if (trial.first == SIZE_MAX)
		return;
	trial.task = stitch_index__task(st, sample->tid);
	best = candidate__best(&trial);
	switch (best.fitness) {
	case FIT_NEAR:
	case FIT_FAR:
		verdict__set(verdict,
			     stitch_pos__before(record__pos(best.rec), trial.pos)
				     ? DEFER_MERGED_BACK
				     : DEFER_MERGED,
			     best.rec);
		return;
	case FIT_NEAR_EXEC:
	case FIT_FAR_EXEC:
		verdict__set(verdict, DEFER_EXEC, best.rec);
		return;
	case FIT_BROKEN:
		verdict__set(verdict, DEFER_AMBIGUOUS, best.rec);
		return;
	case FIT_NONE:
		break;
	}
	rec = record_after_takeover(&trial);
	if (rec)
		verdict__set(verdict, DEFER_EXEC, rec);
}
