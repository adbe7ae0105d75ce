// SPDX-License-Identifier: LGPL-2.1-only OR BSD-2-Clause
/*
 * The stitching rule. Documentation/stitching.md gives it in full with its reasons; the numbers (1)
 * to (5) below refer to its sections.
 */
#include "stitch-index.h"
#include "stitch-quiet.h"

/* How well a record with the sample's cookie and tid fits the sample. */
enum fitness {
	FIT_NEAR,   /* the sample's: the cookie is unique over so short a distance */
	FIT_FAR,    /* further away, but in an unbroken run */
	FIT_BROKEN, /* further away, and the run is broken: may belong to another run */
	FIT_NONE    /* in another life of the tid, or no record at all */
};

/* The evidence of an exec of the process between a sample and a record. */
enum exec_sign {
	EXEC_NONE,
	EXEC_UNSURE, /* time and clocks allow one */
	EXEC_SEEN
};

struct candidate {
	struct defer_stitch_record rec; /* unless @fitness is FIT_NONE */
	enum fitness fitness;
	bool exec;	   /* an exec lies between */
	bool unsure;	   /* an exec may lie between: the record may be another program's */
	uint64_t distance; /* ns; without timestamps: difference of orders */
};

/* No candidate: its place is that of no record. */
#define CANDIDATE_NONE                                                               \
	{                                                                            \
		.rec.place = UINT64_MAX, .fitness = FIT_NONE, .distance = UINT64_MAX \
	}

/* State shared by all judgements about one sample. */
struct trial {
	const struct defer_stitch *st;
	const struct defer_stitch_sample *sample;
	struct stitch_pos pos;
	int32_t tid; /* the sample's tid, or STITCH_ANY_TASK */
	const struct stitch_task *task;
	struct stitch_span span; /* of the cookie's records */
	size_t place;		 /* in the span, of the first one not before the sample */
};

enum life {
	LIFE_SAME,
	LIFE_UNSURE, /* another one by time, but a clock stepped back */
	LIFE_OTHER
};

/*
 * (1) Tells if the record was written in the life of the task that the sample was taken in. Where a
 * clock stepped back, a FORK may lie between by time alone: a cookie seldom belongs to two lives.
 */
static enum life trial__life(const struct trial *trial, const struct defer_stitch_record *rec)
{
	const struct defer_stitch_sample *sample = trial->sample;
	const struct defer_stitch *st = trial->st;

	if (sample->pid >= 0 && rec->pid >= 0 && sample->pid != rec->pid)
		return LIFE_OTHER;
	if (!stitch_marks__between(&st->forks, trial->task->forks, trial->pos, record__pos(rec)))
		return LIFE_SAME;
	return st->nr_steps ? LIFE_UNSURE : LIFE_OTHER;
}

/* Returns the process whose execs matter: the sample's, or else the record's. */
static int32_t trial__process(const struct trial *trial, const struct defer_stitch_record *rec)
{
	const struct defer_stitch_sample *sample = trial->sample;

	return process_id(sample->pid > 0 ? sample->pid : rec->pid, trial->tid);
}

static struct stitch_range execs_of(const struct defer_stitch *st, int32_t process)
{
	return stitch_index__task(st, process)->execs;
}

/* A position on a CPU: a time, and the CPU whose clock gave it. */
struct place {
	struct stitch_pos pos;
	int32_t cpu;
};

/* Returns true if the two are of one CPU whose clock stepped back. */
static bool on_stepped_cpu(const struct defer_stitch *st, const struct place *a,
			   const struct place *b)
{
	return a->cpu == b->cpu && stitch_index__stepped(st, a->cpu);
}

/*
 * Tells if @a comes before @b. Clocks of different CPUs may show what is close together in either
 * order, and two unknown CPUs may be different ones. So may a clock that stepped back, if the stream
 * has another order; the buffers of a CPU are read one after the other, so that order is no proof.
 */
static enum exec_sign comes_before(const struct defer_stitch *st, const struct place *a,
				   const struct place *b)
{
	const bool by_time = stitch_pos__before(a->pos, b->pos);
	const bool by_place = a->pos.order < b->pos.order;
	uint64_t apart = by_time ? b->pos.time - a->pos.time : a->pos.time - b->pos.time;

	if (apart < st->margin &&
	    (a->cpu != b->cpu || a->cpu < 0 || (by_time != by_place && on_stepped_cpu(st, a, b))))
		return EXEC_UNSURE;
	return by_time ? EXEC_SEEN : EXEC_NONE;
}

static uint64_t less_margin(const struct defer_stitch *st, uint64_t time)
{
	return time > st->margin ? time - st->margin : 0;
}

/* At most this many execs close to each other are examined one by one. */
#define MAX_NEAR_EXECS 8

static enum exec_sign lies_between(const struct defer_stitch *st, const struct place *from,
				   const struct place *it, const struct place *to)
{
	const enum exec_sign after = comes_before(st, from, it), before = comes_before(st, it, to);

	if (stitch_pos__before(from->pos, it->pos) && stitch_pos__before(it->pos, to->pos) &&
	    on_stepped_cpu(st, from, to) && it->cpu == to->cpu)
		return EXEC_SEEN;
	return after < before ? after : before;
}

/* (1) Judges the execs of @range within the clocks' margin of @edge. */
static enum exec_sign exec_near(const struct defer_stitch *st, struct stitch_range range,
				const struct place *edge, const struct place *from,
				const struct place *to)
{
	uint32_t i = stitch_marks__count(&st->execs, range,
					 (struct stitch_pos){less_margin(st, edge->pos.time), 0});
	enum exec_sign sign = EXEC_NONE;

	for (uint32_t n = 0; i < range.nr; i++, n++) {
		const struct stitch_mark *mark = &st->execs.marks[range.first + i];
		struct place exec = {mark->pos, mark->cpu};
		enum exec_sign sign_here;

		if (less_margin(st, mark->pos.time) > edge->pos.time)
			break;
		if (n == MAX_NEAR_EXECS)
			return sign == EXEC_NONE ? EXEC_UNSURE : sign;
		sign_here = lies_between(st, from, &exec, to);
		if (st->nr_steps && sign_here < lies_between(st, to, &exec, from))
			sign_here = lies_between(st, to, &exec, from);
		if (sign_here > sign)
			sign = sign_here;
	}
	return sign;
}

/*
 * (1) Returns true if an exec lies between, or close enough to the edges to be uncertain. For most
 * samples none does.
 */
static bool any_exec_about(const struct defer_stitch *st, struct stitch_range range,
			   const struct place *from, const struct place *to)
{
	const struct stitch_mark *exec = stitch_marks__after(
		&st->execs, range, (struct stitch_pos){less_margin(st, from->pos.time), 0});

	return exec && less_margin(st, exec->pos.time) <= to->pos.time;
}

/* (1) Returns true if an exec lies between by time, outside the clocks' margin of both edges. */
static bool exec_well_between(const struct defer_stitch *st, struct stitch_range range,
			      const struct place *from, const struct place *to)
{
	struct stitch_pos low = from->pos, high = to->pos;

	if ((high.time - low.time) / 2 <= st->margin)
		return false;
	low.time += st->margin;
	high.time -= st->margin;
	return stitch_marks__between(&st->execs, range, low, high);
}

/* (1) Looks for an exec by time. */
static enum exec_sign exec_by_time(const struct defer_stitch *st, struct stitch_range range,
				   const struct place *a, const struct place *b)
{
	bool later = stitch_pos__before(a->pos, b->pos);
	const struct place *from = later ? a : b, *to = later ? b : a;
	enum exec_sign low, high;

	if (!any_exec_about(st, range, from, to))
		return EXEC_NONE;
	if (exec_well_between(st, range, from, to))
		return EXEC_SEEN;
	low = exec_near(st, range, from, from, to);
	high = low == EXEC_SEEN ? low : exec_near(st, range, to, from, to);
	return low > high ? low : high;
}

/*
 * Returns true if a clock stepped back, and sample and record are of different CPUs and have another
 * order in the stream than in time.
 */
static bool order_in_doubt(const struct trial *trial, const struct defer_stitch_record *rec)
{
	bool later_by_time = stitch_pos__before(trial->pos, record__pos(rec));
	bool later_by_place = trial->pos.order < rec->ref;

	return trial->st->nr_steps && trial->sample->cpu != rec->cpu &&
	       later_by_time != later_by_place;
}

/*
 * (1) Looks for an exec by the place in the stream. It is one for certain if all three are of one CPU
 * whose clock stepped back.
 */
static enum exec_sign exec_by_place(const struct defer_stitch *st, int32_t process,
				    const struct place *a, const struct place *b)
{
	const bool one_cpu = on_stepped_cpu(st, a, b), later = a->pos.order < b->pos.order;
	const uint64_t from = (later ? a : b)->pos.order, to = (later ? b : a)->pos.order;
	const struct stitch_marks *placed = &st->placed_execs;
	const struct stitch_mark *exec = stitch_marks__placed_after(placed, process, from);
	int nr = 0;

	for (; exec && exec->pos.order < to && nr < MAX_NEAR_EXECS; nr++) {
		if (one_cpu && exec->cpu == a->cpu)
			return EXEC_SEEN;
		exec = stitch_marks__placed_after(placed, process, exec->pos.order);
	}
	return nr ? EXEC_UNSURE : EXEC_NONE;
}

/* (1) Looks for an exec between the sample and the record. */
static enum exec_sign exec_between(const struct trial *trial, const struct defer_stitch_record *rec)
{
	const struct defer_stitch *st = trial->st;
	struct stitch_range range = execs_of(st, trial__process(trial, rec));
	struct place a = {trial->pos, trial->sample->cpu}, b = {record__pos(rec), rec->cpu};
	enum exec_sign sign, placed;

	if (!range.nr)
		return EXEC_NONE;
	if (st->opts.no_time)
		return stitch_marks__between(&st->execs, range, a.pos, b.pos) ? EXEC_SEEN
									      : EXEC_NONE;
	sign = exec_by_time(st, range, &a, &b);
	if (!st->nr_steps)
		return sign;
	placed = exec_by_place(st, trial__process(trial, rec), &a, &b);
	if (placed == EXEC_SEEN || !order_in_doubt(trial, rec))
		return placed == EXEC_SEEN ? placed : sign;
	return sign != EXEC_NONE ? EXEC_UNSURE : placed;
}

/* (1) Returns true if the record may have been written after the sample was taken. */
static bool maybe_later(const struct trial *trial, const struct defer_stitch_record *rec)
{
	struct place sample = {trial->pos, trial->sample->cpu};
	struct place record = {record__pos(rec), rec->cpu};

	return order_in_doubt(trial, rec) || comes_before(trial->st, &sample, &record) != EXEC_NONE;
}

/*
 * (3) Returns true if all of the task's records in between carry the cookie and nothing was lost.
 * @nr_between of them are known to carry it, so the total has to be equal.
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

/*
 * (1) Returns true if pid and tid do not identify the task. They are all 0 for other pid
 * namespaces.
 */
static bool task_unknown(const struct trial *trial)
{
	return trial->tid < 0 || (!trial->tid && trial->sample->pid <= 0);
}

/*
 * (1) Returns true if an exec may lie between without being seen for certain, because
 *
 * - something was lost, which may have been the exec,
 * - no event records execs, or
 * - clocks do not determine its order.
 *
 * The first return to a new program has one address, since the kernel starts it with no caller, so
 * a record with more addresses is no such return. But each exec also maps files: if such a map was
 * seen and something was lost, even such a record is refused. And where clocks hide the order of an
 * exec, the run must be unbroken, or the record may belong to another run of another program.
 */
static bool exec_possible(const struct trial *trial, const struct defer_stitch_record *rec,
			  size_t nr_between, enum exec_sign sign)
{
	const struct defer_stitch *st = trial->st;
	bool lost = stitch_index__lost_between(st, trial->pos.time, rec->time);

	if (lost && stitch_index__mapped_between(st, trial__process(trial, rec), trial->pos,
						 record__pos(rec)))
		return true;
	if (sign != EXEC_NONE)
		return rec->nr <= 1 || !unbroken(trial, rec, nr_between);
	return rec->nr <= 1 && (lost || st->opts.no_comm);
}

/*
 * (1) Judges whether an exec separates the sample from its candidate. A record before the sample is
 * of the same program, unless it is of another run that an exec ended.
 */
static void candidate__judge_exec(struct candidate *cand, const struct trial *trial,
				  size_t nr_between)
{
	enum exec_sign sign = exec_between(trial, &cand->rec);

	/* If the task is not known, the exec in between may be another task's. */
	if (sign == EXEC_SEEN && task_unknown(trial))
		sign = EXEC_UNSURE;
	cand->exec = sign == EXEC_SEEN;
	if (cand->exec)
		return;
	if (trial->tid < 0 || !maybe_later(trial, &cand->rec))
		cand->unsure = sign == EXEC_UNSURE;
	if (maybe_later(trial, &cand->rec) && exec_possible(trial, &cand->rec, nr_between, sign))
		cand->unsure = true;
}

static struct stitch_pos task__pos_at(const struct trial *trial, uint32_t i,
				      struct stitch_pos otherwise)
{
	uint32_t place = stitch_index__task_place(trial->st, trial->task, i);

	return place == STITCH_NO_PLACE ? otherwise
					: stitch_records__pos(&trial->st->records, place);
}

/*
 * (5) Returns true if an exec has no known order relative to the sample and the record. In a file
 * without timestamps the order of records is the order of time only within one buffer. So any exec
 * between the task's previous record and its next one may lie between the two, unless all three
 * were written on one CPU.
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
	int32_t process = trial__process(trial, rec);
	const struct stitch_mark *exec =
		stitch_marks__after(&st->execs, execs_of(st, process), from);

	if (!exec || !stitch_pos__before(exec->pos, to))
		return false;
	return exec->cpu != rec->cpu || exec->cpu != trial->sample->cpu ||
	       stitch_index__moved_between(st, process, exec->pos, to);
}

static enum fitness trial__judge(const struct trial *trial, const struct candidate *cand,
				 size_t nr_between)
{
	bool no_time = trial->st->opts.no_time;
	enum life life = trial__life(trial, &cand->rec);

	if (life != LIFE_SAME)
		return life == LIFE_OTHER ? FIT_NONE : FIT_BROKEN;
	if (!no_time && cand->distance <= DEFER_T_WRAP) /* (2) */
		return FIT_NEAR;
	if (!unbroken(trial, &cand->rec, nr_between))
		return FIT_BROKEN;
	return FIT_FAR;
}

/*
 * Returns the candidate that is @hop records of this cookie and tid after (@later) or before the
 * sample's place.
 */
static struct candidate candidate__get(const struct trial *trial, bool later, size_t hop)
{
	const struct defer_stitch *st = trial->st;
	struct candidate none = CANDIDATE_NONE;
	struct candidate cand = none;
	size_t i = later ? trial->place + hop : trial->place - 1 - hop;

	if (later ? i >= trial->span.nr : trial->place <= hop)
		return none;
	stitch_records__get(&st->records, trial->span.places[i], &cand.rec);
	if (cand.rec.cookie != trial->sample->cookie || cand.rec.tid != trial->tid)
		return none;
	cand.distance = later ? cand.rec.time - trial->pos.time : trial->pos.time - cand.rec.time;
	cand.fitness = trial__judge(trial, &cand, hop);
	if (cand.fitness <= FIT_FAR)
		candidate__judge_exec(&cand, trial, hop);
	if (cand.fitness == FIT_FAR && st->opts.no_time && !cand.exec &&
	    exec_unordered(trial, &cand.rec))
		cand.fitness = FIT_BROKEN;
	return cand;
}

/* Returns true if a sign of the sample's task before @pos shows that its run was over. */
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
 * (1) Finds the record of a thread that took over its leader's tid. A thread that is not the leader
 * of its process goes on under the leader's tid after an exec. The result is the cookie's record
 * under that tid after the exec. Returns false if there is none.
 */
static bool record_after_takeover(const struct trial *trial, struct defer_stitch_record *rec)
{
	const struct defer_stitch *st = trial->st;
	const struct defer_stitch_sample *sample = trial->sample;
	const struct stitch_task *leader = stitch_index__task(st, sample->pid);
	const struct stitch_mark *exec;
	size_t i;

	if (sample->pid <= 0 || sample->pid == trial->tid || trial->tid < 0)
		return false;
	exec = stitch_marks__after(&st->execs, leader->execs, trial->pos);
	if (!exec || heard_of_before(trial, exec->pos))
		return false;
	i = stitch_index__lower_bound(st, &trial->span, sample->cookie, sample->pid, exec->pos);
	if (i >= trial->span.nr)
		return false;
	stitch_records__get(&st->records, trial->span.places[i], rec);
	if (rec->cookie != sample->cookie || rec->tid != sample->pid)
		return false;
	return !stitch_marks__between(&st->forks, leader->forks, trial->pos, record__pos(rec));
}

static struct candidate candidate__after_takeover(const struct trial *trial)
{
	struct candidate cand = CANDIDATE_NONE;

	if (!record_after_takeover(trial, &cand.rec))
		return cand;
	cand.exec = true;
	cand.distance = cand.rec.time - trial->pos.time;
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
 * (4) Returns the better of the candidates on either side of the sample. Two close records of one
 * cookie and tid with different chains belong to two runs; one of the runs began long before its
 * record, or the cookie could not have wrapped. Nothing tells which run is the sample's.
 */
static struct candidate candidate__better(struct candidate a, struct candidate b)
{
	if (a.fitness == b.fitness && a.fitness != FIT_NONE &&
	    (a.fitness == FIT_FAR || !same_chain(&a.rec, &b.rec)))
		a.fitness = FIT_BROKEN;
	else if (b.fitness < a.fitness || (b.fitness == a.fitness && b.distance < a.distance))
		return b;
	return a;
}

/*
 * (4) Chooses between the next record on each side. A record beyond the next one matters only if
 * the next one is far: if both runs are unbroken, nothing tells which one is the sample's.
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
	if (candidate__get(trial, best.rec.place == next.rec.place, 1).fitness == FIT_FAR)
		best.fitness = FIT_BROKEN;
	return best;
}

static enum defer_class candidate__class(const struct candidate *cand, struct stitch_pos sample)
{
	if (cand->unsure)
		return DEFER_AMBIGUOUS;
	if (cand->exec)
		return DEFER_EXEC;
	if (stitch_pos__before(record__pos(&cand->rec), sample))
		return DEFER_MERGED_BACK;
	return DEFER_MERGED;
}

/*
 * Returns true if the cookie's only record is the sample's beyond doubt: it is of the same task, (1)
 * neither a new life, an exec nor a loss is near, and (2) the cookie is unique over the distance. By
 * far most samples are such, and for them the whole rule comes to the same.
 */
static bool plainly_same_run(const struct defer_stitch *st, struct stitch_quiets *quiets,
			     const struct defer_stitch_sample *sample,
			     const struct defer_stitch_record *rec)
{
	uint64_t low = sample->time < rec->time ? sample->time : rec->time;
	uint64_t high = sample->time < rec->time ? rec->time : sample->time;

	if (rec->tid != sample->tid || rec->pid != sample->pid || rec->tid <= 0 || rec->pid <= 0)
		return false;
	return high - low <= DEFER_T_WRAP &&
	       stitch_quiets__has(quiets, st, stitch_records__origin(&st->records, rec->place), low,
				  high);
}

static void verdict__set_none(struct defer_verdict *verdict, enum defer_class cls)
{
	verdict->cls = cls;
	verdict->has_record = false;
}

static void verdict__set(struct defer_verdict *verdict, enum defer_class cls,
			 const struct defer_stitch_record *rec)
{
	verdict->cls = cls;
	verdict->has_record = true;
	verdict->record = *rec;
}

/* Finds the record by the whole rule among those of the span. */
static void match_by_trial(const struct defer_stitch *st, const struct defer_stitch_sample *sample,
			   struct stitch_span span, struct defer_verdict *verdict)
{
	struct trial trial = {
		.st = st,
		.sample = sample,
		.pos = sample__pos(sample),
		.tid = st->opts.no_tasks ? STITCH_ANY_TASK : sample->tid,
		.span = span,
	};
	struct candidate best;

	trial.place = stitch_index__lower_bound(st, &span, sample->cookie, trial.tid, trial.pos);
	trial.task = stitch_index__task(st, trial.tid);
	best = candidate__best(&trial);
	switch (best.fitness) {
	case FIT_NEAR:
	case FIT_FAR:
		verdict__set(verdict, candidate__class(&best, trial.pos), &best.rec);
		return;
	case FIT_BROKEN:
		verdict__set(verdict, DEFER_AMBIGUOUS, &best.rec);
		return;
	case FIT_NONE:
	default:
		break;
	}
	verdict__set_none(verdict, DEFER_NO_RECORD);
}

static void match_shared(const struct defer_stitch *st, const struct defer_stitch_sample *sample,
			 size_t first, struct defer_verdict *verdict)
{
	const struct stitch_span span = {st->cookies.shared + first, st->cookies.nr_shared - first};

	match_by_trial(st, sample, span, verdict);
}

/* Matches a sample whose cookie has only the record at @place. */
static void match_only(const struct defer_stitch *st, struct stitch_quiets *quiets,
		       const struct defer_stitch_sample *sample, uint32_t place,
		       struct defer_verdict *verdict)
{
	struct defer_stitch_record *rec = &verdict->record;

	stitch_records__get(&st->records, place, rec);
	if (!st->plain || !plainly_same_run(st, quiets, sample, rec)) {
		match_by_trial(st, sample, (struct stitch_span){&place, 1}, verdict);
		return;
	}
	verdict->has_record = true;
	verdict->cls = stitch_pos__before(record__pos(rec), sample__pos(sample)) ? DEFER_MERGED_BACK
										 : DEFER_MERGED;
}

void stitch_match(const struct defer_stitch *st, struct stitch_quiets *quiets,
		  const struct defer_stitch_sample *sample, struct defer_verdict *verdict)
{
	struct stitch_hint none = {0};
	uint32_t found;

	if (st->opts.no_output) {
		verdict__set_none(verdict, DEFER_NOT_RECORDED);
		return;
	}
	found = stitch_cookies__find(st, sample->cookie, quiets ? &quiets->hint : &none);
	if (!found)
		verdict__set_none(verdict, DEFER_NO_RECORD);
	else if (found & STITCH_SHARED)
		match_shared(st, sample, found & ~STITCH_SHARED, verdict);
	else
		match_only(st, quiets, sample, found - 1, verdict);
}

void defer_stitch__match(const struct defer_stitch *st, const struct defer_stitch_sample *sample,
			 struct defer_verdict *verdict)
{
	stitch_match(st, NULL, sample, verdict);
}
