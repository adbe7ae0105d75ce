// SPDX-License-Identifier: LGPL-2.1-only OR BSD-2-Clause
/*
 * The stitching rule. Documentation/stitching.md gives it in full, with the reasons; the
 * numbers (1) to (5) below are those of its sections.
 */
#include "stitch-index.h"

/* What a record with the sample's cookie and tid is to it. */
enum fitness {
	FIT_NEAR,   /* the sample's: so near, the cookie is unique */
	FIT_FAR,    /* further away than that, but in an unbroken run */
	FIT_BROKEN, /* further away, and the run is broken: may be another run's */
	FIT_NONE    /* in another life of the tid, or no record at all */
};

struct candidate {
	const struct defer_stitch_record *rec;
	enum fitness fitness;
	bool exec;	   /* one lies between */
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

static enum fitness judge(const struct trial *trial, const struct candidate *cand,
			  size_t nr_between)
{
	bool no_time = trial->st->opts.no_time;

	if (!same_life(trial, cand->rec))
		return FIT_NONE;
	if (!no_time && cand->distance <= DEFER_T_WRAP) /* (2) */
		return FIT_NEAR;
	if (!unbroken(trial, cand->rec, nr_between))
		return FIT_BROKEN;
	if (no_time && !cand->exec && exec_unordered(trial, cand->rec))
		return FIT_BROKEN;
	return FIT_FAR;
}

/* The record @hop records of this cookie and tid after (@later) or before the sample's place. */
static struct candidate candidate__get(const struct trial *trial, bool later, size_t hop)
{
	const struct defer_stitch *st = trial->st;
	struct candidate none = {NULL, FIT_NONE, false, UINT64_MAX}, cand;
	size_t i = later ? trial->place + hop : trial->place - 1 - hop;

	if (later ? i >= st->nr_records : trial->place - trial->first <= hop)
		return none;
	cand.rec = &st->records[i];
	if (cand.rec->cookie != trial->sample->cookie || cand.rec->tid != trial->sample->tid)
		return none;
	cand.distance = later ? cand.rec->time - trial->pos.time : trial->pos.time - cand.rec->time;
	cand.exec = exec_between(trial, cand.rec);
	cand.fitness = judge(trial, &cand, hop);
	return cand;
}

/* Is there anything of the sample's task between it and @pos that says that its run was over? */
static bool heard_of_before(const struct trial *trial, struct stitch_pos pos)
{
	const struct defer_stitch *st = trial->st;
	const struct stitch_task *task = trial->task;

	return stitch_marks__between(&st->forks, task->forks, trial->pos, pos) ||
	       stitch_marks__between(&st->exits, task->exits, trial->pos, pos) ||
	       stitch_index__records_before(st, task, pos) !=
		       stitch_index__records_before(st, task, trial->pos);
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
	if (!exec || heard_of_before(trial, exec->pos))
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

static struct candidate candidate__after_takeover(const struct trial *trial)
{
	struct candidate cand = {record_after_takeover(trial), FIT_NONE, true, UINT64_MAX};

	if (!cand.rec)
		return cand;
	cand.distance = cand.rec->time - trial->pos.time;
	cand.fitness = FIT_FAR;
	if (cand.distance <= DEFER_T_WRAP && !trial->st->opts.no_time)
		cand.fitness = FIT_NEAR;
	return cand;
}

static bool same_chain(const struct defer_stitch_record *a, const struct defer_stitch_record *b)
{
	return a->nr == b->nr && a->sum == b->sum;
}

/*
 * (4) The better of two, on either side of the sample. Two records so near, of one cookie and tid
 * but with unlike chains, are of two runs; one of the two began long before its record, or the
 * cookie could not have come round. Nothing says which run is the sample's.
 */
static struct candidate candidate__better(struct candidate a, struct candidate b)
{
	if (a.fitness == b.fitness && a.fitness != FIT_NONE &&
	    (a.fitness == FIT_FAR || !same_chain(a.rec, b.rec)))
		a.fitness = FIT_BROKEN;
	else if (b.fitness < a.fitness || (b.fitness == a.fitness && b.distance < a.distance))
		return b;
	return a;
}

/*
 * (4) The next record to each side decides. One beyond it matters only when the next one is far:
 * if both are whole, nothing says which of the two is the sample's.
 */
static struct candidate candidate__best(const struct trial *trial)
{
	struct candidate next = candidate__get(trial, true, 0);
	struct candidate prev = candidate__get(trial, false, 0);
	struct candidate best;

	if (next.fitness == FIT_NONE)
		next = candidate__after_takeover(trial);
	best = candidate__better(next, prev);
	if (best.fitness != FIT_FAR)
		return best;
	if (candidate__get(trial, best.rec == next.rec, 1).fitness == FIT_FAR)
		best.fitness = FIT_BROKEN;
	return best;
}

static enum defer_class candidate__class(const struct candidate *cand, struct stitch_pos sample)
{
	if (cand->exec)
		return DEFER_EXEC;
	if (stitch_pos__before(record__pos(cand->rec), sample))
		return DEFER_MERGED_BACK;
	return DEFER_MERGED;
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
		verdict__set(verdict, candidate__class(&best, trial.pos), best.rec);
		return;
	case FIT_BROKEN:
		verdict__set(verdict, DEFER_AMBIGUOUS, best.rec);
		return;
	case FIT_NONE:
		break;
	}
}
