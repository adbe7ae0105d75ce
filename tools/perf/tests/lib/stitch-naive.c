// SPDX-License-Identifier: GPL-2.0-only
/*
 * The rule once more, as it reads, by looking at everything for each sample; and the stitcher
 * must say the same in many small random worlds.
 */
#include <stdlib.h>

#include <perf/defer-sample.h>
#include <perf/defer-stitch.h>

#include "tests/rng.h"
#include "tests/tests.h"

#define MAX_THINGS 12
#define PID	   100
#define THREAD	   4096 /* between two tids: a table of them by their low bits has one place for both */

enum thing_type {
	THING_RECORD,
	THING_FORK,
	THING_EXEC,
	THING_EXIT,
	THING_USER,
	THING_LOSS,
	THING_VDSO,
	THING_MAP
};

struct thing {
	enum thing_type type;
	uint64_t time, order, cookie;
	uint64_t end; /* of a loss */
	uint64_t sum; /* of a record's chain */
	int tid, cpu;
	uint32_t nr; /* addresses of a record */
};

struct small_world {
	struct thing things[MAX_THINGS];
	int nr;
	bool no_time;
	bool stepped; /* the clock of CPU 0 */
	uint64_t by;  /* as far as that, ns */
};

/* What is at the time of a fork comes after it. */
static bool before(const struct thing *a, const struct thing *b)
{
	if (a->time == b->time && (a->type == THING_FORK) != (b->type == THING_FORK))
		return a->type == THING_FORK;
	return a->time != b->time ? a->time < b->time : a->order < b->order;
}

static bool between(const struct thing *it, const struct thing *a, const struct thing *b)
{
	return (before(a, it) && before(it, b)) || (before(b, it) && before(it, a));
}

static bool lost_between(const struct small_world *w, uint64_t a, uint64_t b)
{
	uint64_t from = a < b ? a : b, to = a < b ? b : a;

	for (int i = 0; i < w->nr; i++)
		if (w->things[i].type == THING_LOSS && w->things[i].end > from &&
		    w->things[i].time < to)
			return true;
	return false;
}

/*
 * Returns whether there is a thing of the type and tid in between; of records, only those with
 * another cookie.
 */
static bool any_between(const struct small_world *w, enum thing_type type, int tid,
			const struct thing *a, const struct thing *b)
{
	for (int i = 0; i < w->nr; i++) {
		const struct thing *it = &w->things[i];

		if (it->type == type && it->tid == tid && between(it, a, b) &&
		    (type != THING_RECORD || it->cookie != a->cookie))
			return true;
	}
	return false;
}

/* ---- execs ---------------------------------------------------------------------------------- */

/* The map of the vdso is an exec by itself if no COMM explains it. */
static bool is_exec(const struct small_world *w, const struct thing *it)
{
	const struct thing *comm = NULL;

	if (it->type == THING_EXEC)
		return true;
	if (it->type != THING_VDSO || w->no_time)
		return false;
	for (int i = 0; i < w->nr; i++) {
		const struct thing *other = &w->things[i];

		if (other->type == THING_EXEC && before(other, it) &&
		    (!comm || before(comm, other)))
			comm = other;
	}
	return !comm || any_between(w, THING_VDSO, PID, comm, it) ||
	       any_between(w, THING_FORK, PID, comm, it) || lost_between(w, comm->time, it->time);
}

enum sign {
	NO,
	MAYBE,
	YES
};

/* Two CPUs' clocks do not tell the order of what is so near, nor does one that stepped back alone. */
static enum sign is_before(const struct small_world *w, const struct thing *a,
			   const struct thing *b)
{
	uint64_t apart = a->time > b->time ? a->time - b->time : b->time - a->time;

	bool back = w->stepped && a->cpu == 0 && before(a, b) != (a->order < b->order);

	if (!w->no_time && (a->cpu != b->cpu || back) && apart < DEFER_CLOCK_MARGIN + 2 * w->by)
		return MAYBE;
	return before(a, b) ? YES : NO;
}

/* Does the stream have the thing between the two? */
static bool placed_between(const struct thing *it, const struct thing *a, const struct thing *b)
{
	return (it->order < a->order) != (it->order < b->order);
}

/* A clock stepped back, and the stream has the two, of two CPUs, in another order than time has. */
static bool in_doubt(const struct small_world *w, const struct thing *s, const struct thing *rec)
{
	return w->stepped && s->cpu != rec->cpu && before(s, rec) != (s->order < rec->order);
}

static enum sign lies_between(const struct small_world *w, const struct thing *a,
			      const struct thing *it, const struct thing *b)
{
	enum sign after = is_before(w, a, it), until = is_before(w, it, b);

	if (w->stepped && a->cpu == 0 && b->cpu == 0 && it->cpu == 0 &&
	    (placed_between(it, a, b) || (before(a, it) && before(it, b))))
		return YES;
	return after < until ? after : until;
}

static enum sign exec_sign(const struct small_world *w, const struct thing *s,
			   const struct thing *rec)
{
	enum sign most = NO;
	bool placed = false;

	for (int i = 0; i < w->nr; i++) {
		const struct thing *it = &w->things[i];

		if (!is_exec(w, it))
			continue;
		placed |= placed_between(it, s, rec);
		if (lies_between(w, s, it, rec) > most && (w->stepped || before(s, rec)))
			most = lies_between(w, s, it, rec);
		if (lies_between(w, rec, it, s) > most && (w->stepped || before(rec, s)))
			most = lies_between(w, rec, it, s);
	}
	/* What the stream and time see in another order may be in either. */
	if (in_doubt(w, s, rec))
		return most != NO || placed ? MAYBE : NO;
	return most;
}

/* May the record be the first return to another program, unseen? */
static bool unsure(const struct small_world *w, const struct thing *s, const struct thing *rec)
{
	enum sign sign = exec_sign(w, s, rec);
	bool lost = lost_between(w, s->time, rec->time);

	if (sign == YES)
		return false;
	if (is_before(w, s, rec) == NO && !in_doubt(w, s, rec))
		return sign == MAYBE;
	if (sign == MAYBE && (lost || any_between(w, THING_RECORD, s->tid, s, rec)))
		return true;
	return (lost && any_between(w, THING_MAP, PID, s, rec)) ||
	       (rec->nr <= 1 && (sign == MAYBE || lost));
}

/* ---- records ------------------------------------------------------------------------------- */

/* The task's record next to @at, on the later or the earlier side. */
static const struct thing *neighbour(const struct small_world *w, const struct thing *at, int tid,
				     bool later)
{
	const struct thing *found = NULL;

	for (int i = 0; i < w->nr; i++) {
		const struct thing *it = &w->things[i];

		if (it->type != THING_RECORD || it->tid != tid || it == at ||
		    before(at, it) != later)
			continue;
		if (!found || before(it, found) == later)
			found = it;
	}
	return found;
}

static bool exec_unordered(const struct small_world *w, const struct thing *s,
			   const struct thing *rec)
{
	const struct thing *first = before(s, rec) ? s : rec, *last = first == s ? rec : s;
	const struct thing *from = neighbour(w, first, s->tid, false);
	const struct thing *to = neighbour(w, last, s->tid, true);

	for (int i = 0; i < w->nr; i++) {
		const struct thing *it = &w->things[i];

		if (is_exec(w, it) && (!from || before(from, it)) && (!to || before(it, to)) &&
		    (it->cpu != s->cpu || it->cpu != rec->cpu))
			return true;
	}
	return false;
}

/* Counts the records of the cookie and tid that are nearer to the sample on the same side. */
static int rank_of(const struct small_world *w, const struct thing *s, const struct thing *rec)
{
	int rank = 0;

	for (int i = 0; i < w->nr; i++) {
		const struct thing *it = &w->things[i];

		rank += it->type == THING_RECORD && it->cookie == rec->cookie &&
			it->tid == rec->tid && between(it, s, rec);
	}
	return rank;
}

/* ---- which record --------------------------------------------------------------------------- */

struct naive {
	const struct thing *near[2]; /* the next ones, earlier and later */
	const struct thing *far[MAX_THINGS];
	int nr_far;
	bool behind[2]; /* another one behind the far one, earlier or later */
	bool broken;
};

/* Do both belong to one life of the tid? If time says no, and a clock stepped back, maybe. */
static enum sign same_life(const struct small_world *w, const struct thing *s,
			   const struct thing *rec)
{
	if (!any_between(w, THING_FORK, s->tid, s, rec))
		return YES;
	return w->stepped ? MAYBE : NO;
}

static void naive__judge(struct naive *n, const struct small_world *w, const struct thing *s,
			 const struct thing *rec)
{
	uint64_t distance = rec->time > s->time ? rec->time - s->time : s->time - rec->time;
	bool exec = exec_sign(w, s, rec) == YES;
	enum sign same = same_life(w, s, rec);
	int rank;

	if (rec->cookie != s->cookie || rec->tid != s->tid || same == NO)
		return;
	rank = rank_of(w, s, rec);
	if (same == MAYBE) {
		n->broken |= !rank;
		return;
	}
	if (!w->no_time && distance <= DEFER_T_WRAP && rank)
		return;
	if (!w->no_time && distance <= DEFER_T_WRAP)
		n->near[before(s, rec)] = rec;
	else if (any_between(w, THING_RECORD, s->tid, s, rec) ||
		 lost_between(w, s->time, rec->time) ||
		 (w->no_time && !exec && exec_unordered(w, s, rec)))
		n->broken = true;
	else if (!rank)
		n->far[n->nr_far++] = rec;
	else if (rank == 1)
		n->behind[before(s, rec)] = true;
}

static bool any_exec_between(const struct small_world *w, const struct thing *a,
			     const struct thing *b)
{
	for (int i = 0; i < w->nr; i++)
		if (is_exec(w, &w->things[i]) && between(&w->things[i], a, b))
			return true;
	return false;
}

/* The first record of the cookie that the process's first thread has after the exec. */
static const struct thing *taken_over(const struct small_world *w, const struct thing *s)
{
	const struct thing *first = NULL;

	for (int i = 0; i < w->nr && s->tid != PID; i++) {
		const struct thing *rec = &w->things[i];

		if (rec->type == THING_RECORD && rec->tid == PID && rec->cookie == s->cookie &&
		    before(s, rec) && any_exec_between(w, s, rec) &&
		    !any_between(w, THING_FORK, PID, s, rec) && (!first || before(rec, first)))
			first = rec;
	}
	return first;
}

static const struct thing *first_exec(const struct small_world *w, const struct thing *s)
{
	const struct thing *first = NULL;

	for (int i = 0; i < w->nr; i++) {
		const struct thing *it = &w->things[i];

		if (is_exec(w, it) && before(s, it) && (!first || before(it, first)))
			first = it;
	}
	return first;
}

/* That is its record if its own tid has none later. */
static void naive__judge_taken_over(struct naive *n, const struct small_world *w,
				    const struct thing *s)
{
	const struct thing *rec = taken_over(w, s), *exec = first_exec(w, s);

	for (int i = 0; i < w->nr && rec; i++) {
		const struct thing *it = &w->things[i];

		/* Heard of as itself before the exec: so it was not this thread that did it. */
		if ((it->type == THING_RECORD || it->type == THING_FORK ||
		     it->type == THING_EXIT) &&
		    it->tid == s->tid && between(it, s, exec))
			return;
		if (it->type == THING_RECORD && it->tid == s->tid && it->cookie == s->cookie &&
		    before(s, it) && !rank_of(w, s, it) && same_life(w, s, it) != NO)
			return;
	}
	if (rec && !w->no_time && rec->time - s->time <= DEFER_T_WRAP)
		n->near[1] = rec;
	else if (rec)
		n->far[n->nr_far++] = rec;
}

static enum defer_class naive__class_of(const struct small_world *w, const struct thing *s,
					const struct thing *rec, uint64_t *ref)
{
	if (rec->tid != s->tid || exec_sign(w, s, rec) == YES)
		return DEFER_EXEC;
	if (unsure(w, s, rec))
		return DEFER_AMBIGUOUS;
	*ref = rec->order;
	return before(rec, s) ? DEFER_MERGED_BACK : DEFER_MERGED;
}

static const struct thing *nearer(const struct thing *s, const struct thing *earlier,
				  const struct thing *later)
{
	if (!earlier || !later)
		return earlier ? earlier : later;
	return s->time - earlier->time < later->time - s->time ? earlier : later;
}

static enum defer_class naive__match(const struct small_world *w, const struct thing *s,
				     uint64_t *ref)
{
	struct naive n = {0};

	for (int i = 0; i < w->nr; i++)
		if (w->things[i].type == THING_RECORD)
			naive__judge(&n, w, s, &w->things[i]);
	naive__judge_taken_over(&n, w, s);
	if (n.near[0] && n.near[1] &&
	    (n.near[0]->sum != n.near[1]->sum || n.near[0]->nr != n.near[1]->nr))
		return DEFER_AMBIGUOUS;
	if (n.near[0] || n.near[1])
		return naive__class_of(w, s, nearer(s, n.near[0], n.near[1]), ref);
	if (n.nr_far == 1 && !n.behind[before(s, n.far[0])])
		return naive__class_of(w, s, n.far[0], ref);
	if (n.nr_far)
		return DEFER_AMBIGUOUS;
	return n.broken ? DEFER_AMBIGUOUS : DEFER_NO_RECORD;
}

/* The first thing of the type and tid after @s: of records, one with another cookie. */
static const struct thing *next_of(const struct small_world *w, enum thing_type type, int tid,
				   const struct thing *s)
{
	const struct thing *next = NULL;

	for (int i = 0; i < w->nr; i++) {
		const struct thing *it = &w->things[i];

		if ((type == THING_EXEC ? !is_exec(w, it) : it->type != type) || it->tid != tid ||
		    !before(s, it) || (type == THING_RECORD && it->cookie == s->cookie))
			continue;
		if (!next || before(it, next))
			next = it;
	}
	return next;
}

/* Counts the forks and execs of the tid that are not after @at. */
static int era_of(const struct small_world *w, int tid, const struct thing *at)
{
	int era = 0;

	for (int i = 0; i < w->nr; i++) {
		const struct thing *it = &w->things[i];

		era += (it->type == THING_FORK || is_exec(w, it)) && it->tid == tid &&
		       !before(at, it);
	}
	return era;
}

/* Was the tid seen in user mode in another run, after @time, in the era of @at? */
static bool seen_in_user_mode(const struct small_world *w, int tid, const struct thing *at,
			      uint64_t time, uint64_t cookie)
{
	for (int i = 0; i < w->nr; i++) {
		const struct thing *it = &w->things[i];

		if (it->type == THING_USER && it->tid == tid && it->cookie != cookie &&
		    it->time > time && era_of(w, tid, it) == era_of(w, tid, at))
			return true;
	}
	return false;
}

static bool comes_first(const struct thing *a, const struct thing *b)
{
	return a && (!b || before(a, b));
}

/* The first of what ends a run: another record, a fork, an exit. */
static const struct thing *first_end(const struct small_world *w, int tid, const struct thing *s)
{
	static const enum thing_type types[] = {THING_RECORD, THING_FORK, THING_EXIT};
	const struct thing *first = NULL;

	for (int i = 0; i < 3; i++) {
		const struct thing *next = next_of(w, types[i], tid, s);

		if (comes_first(next, first))
			first = next;
	}
	return first;
}

/* A clock stepped back, and the stream has the end of the task's life behind the sample. */
static bool ends_behind(const struct small_world *w, int tid, const struct thing *s)
{
	for (int i = 0; i < w->nr; i++) {
		const struct thing *it = &w->things[i];

		if (w->stepped && (it->type == THING_EXIT || it->type == THING_FORK) &&
		    it->tid == tid && it->order > s->order)
			return true;
	}
	return false;
}

static enum defer_class naive__settle_as(const struct small_world *w, const struct thing *s,
					 int tid, bool may_exec)
{
	const struct thing *end = first_end(w, tid, s), *exec = next_of(w, THING_EXEC, tid, s);

	if (seen_in_user_mode(w, tid, s, s->time, s->cookie))
		return DEFER_LOST;
	/* The run may have one exec: then it goes on in the era after it. */
	if (may_exec && comes_first(exec, end)) {
		if (seen_in_user_mode(w, tid, exec, 0, s->cookie))
			return DEFER_LOST;
		exec = next_of(w, THING_EXEC, tid, exec);
	}
	if (comes_first(exec, end))
		return DEFER_LOST;
	if (!end)
		return lost_between(w, s->time, UINT64_MAX) || ends_behind(w, tid, s)
			       ? DEFER_LOST
			       : DEFER_PENDING;
	return end->type == THING_EXIT && !lost_between(w, s->time, end->time) ? DEFER_EXITED
									       : DEFER_LOST;
}

static enum defer_class naive__settle_by_time(const struct small_world *w, const struct thing *s)
{
	const struct thing *exec = next_of(w, THING_EXEC, PID, s);
	struct thing after;

	if (s->tid == PID || !comes_first(exec, first_end(w, s->tid, s)) ||
	    seen_in_user_mode(w, s->tid, s, s->time, s->cookie))
		return naive__settle_as(w, s, s->tid, true);
	if (lost_between(w, s->time, exec->time))
		return DEFER_LOST;
	after = *exec;
	after.cookie = s->cookie;
	return naive__settle_as(w, &after, PID, false);
}

static enum defer_class naive__settle(const struct small_world *w, const struct thing *s)
{
	enum defer_class cls = naive__settle_by_time(w, s);

	/* A thread may have called an exec that the stream has behind the sample. */
	for (int i = 0; i < w->nr && w->stepped && s->tid != PID && cls == DEFER_PENDING; i++)
		if (is_exec(w, &w->things[i]) && w->things[i].order > s->order)
			cls = DEFER_LOST;
	return cls;
}

/* ---- the same world for the stitcher -------------------------------------------------------- */

static bool same_type(const struct thing *a, const struct thing *b)
{
	enum thing_type ta = a->type == THING_VDSO ? THING_EXEC : a->type;
	enum thing_type tb = b->type == THING_VDSO ? THING_EXEC : b->type;

	return ta == tb;
}

/* Returns whether it is a copy of an earlier record, as some recorders write by mistake. */
static bool is_copy(const struct small_world *w, const struct thing *it)
{
	for (const struct thing *other = w->things; other < it; other++)
		if (same_type(other, it) && other->time == it->time && other->tid == it->tid &&
		    other->cpu == it->cpu)
			return true;
	return false;
}

static void small_world__init(struct small_world *w, uint64_t *rng)
{
	w->no_time = !rng__below(rng, 4);
	w->stepped = !w->no_time && !rng__below(rng, 4);
	w->by = w->stepped ? rng__below(rng, 3) * (DEFER_T_WRAP / 8) : 0;
	w->nr = rng__below(rng, MAX_THINGS + 1);
	for (int i = 0; i < w->nr; i++) {
		struct thing *it = &w->things[i];

		it->type = rng__below(rng, 11);
		if (it->type > THING_MAP)
			it->type = THING_RECORD;
		it->order = 10 + i * 10;
		/* Makes both edges of T_WRAP, and equal times, frequent. */
		it->time = w->no_time
				   ? it->order
				   : rng__below(rng, 12) * (DEFER_T_WRAP / 4) + rng__below(rng, 2);
		if (rng__below(rng, 4) == 0 && !w->no_time)
			it->time += rng__below(rng, 4) * (DEFER_CLOCK_MARGIN / 2);
		it->end = it->time + rng__below(rng, 3) * (w->no_time ? 15 : DEFER_T_WRAP / 4);
		it->tid = PID + THREAD * (int)rng__below(rng, 2);
		if (it->type == THING_EXEC || it->type >= THING_VDSO)
			it->tid = PID;
		it->nr = 1 + rng__below(rng, 2);
		it->cookie = 7 + 2 * rng__below(rng, 3);
		it->cpu = (int)rng__below(rng, 2);
		it->sum = w->no_time ? (uint64_t)i : rng__below(rng, 2);
		/* Each loss has a length, and none begins before time 0. */
		if (it->type == THING_LOSS && it->end == it->time)
			it->end++;
		while (it->type != THING_LOSS && is_copy(w, it))
			it->time++;
	}
}

static int add_thing(struct defer_stitch *st, const struct thing *it)
{
	struct defer_stitch_task task = {
		.time = it->time, .order = it->order, .pid = PID, .tid = it->tid, .cpu = it->cpu};
	struct defer_stitch_record rec = {
		.cookie = it->cookie,
		.time = it->time,
		.ref = it->order,
		.pid = PID,
		.tid = it->tid,
		.cpu = it->cpu,
		.nr = it->nr,
		.sum = it->sum,
	};

	switch (it->type) {
	case THING_RECORD:
		return defer_stitch__add_record(st, &rec);
	case THING_FORK:
		return defer_stitch__add_fork(st, &task);
	case THING_EXEC:
		return defer_stitch__add_exec(st, &task);
	case THING_VDSO:
		return defer_stitch__add_vdso(st, &task);
	case THING_MAP:
		return defer_stitch__add_map(st, &task);
	case THING_EXIT:
		return defer_stitch__add_exit(st, &task);
	case THING_LOSS:
		return defer_stitch__add_loss(st, it->time, it->end, 1);
	case THING_USER:
	default:
		break;
	}
	return 0;
}

static struct defer_stitch_sample sample_of(const struct thing *s)
{
	return (struct defer_stitch_sample){
		.cookie = s->cookie,
		.time = s->time,
		.order = s->order,
		.pid = PID,
		.tid = s->tid,
		.cpu = s->cpu,
	};
}

/* One thread's look at a world: what it remembers of one sample must not mislead it on the next. */
struct look {
	const struct defer_stitch *st;
	const struct defer_signs *signs; /* of all samples */
	struct defer_signs *own;	 /* of the samples that were looked at */
};

/* Checks that a thread that looks at many samples comes to @want as well. */
static int check_classify(const struct look *look, const struct defer_stitch_sample *s,
			  const struct defer_verdict *want)
{
	const uint64_t ips[2] = {DEFER_CONTEXT_USER_DEFERRED, s->cookie};
	const struct defer_sample sample = {
		.time = s->time,
		.pid = s->pid,
		.tid = s->tid,
		.cpu = s->cpu,
		.cpumode = DEFER_MISC_KERNEL,
		.chain = {.ips = (const uint8_t *)ips, .nr = 2},
	};
	struct defer_verdict verdict;

	T_EQ(defer_stitch__classify(look->st, &sample, s->order, look->own, &verdict), 0);
	T_STREQ(defer_class__name(verdict.cls), defer_class__name(want->cls));
	T_EQ(verdict.has_record, want->has_record);
	if (want->has_record)
		T_EQ(verdict.record.place, want->record.place);
	return TEST_OK;
}

static int check_sample(const struct small_world *w, const struct look *look, const struct thing *s)
{
	struct defer_stitch_sample sample = sample_of(s);
	struct defer_verdict verdict;
	enum defer_class want;
	uint64_t ref = 0;

	want = naive__match(w, s, &ref);
	defer_stitch__match(look->st, &sample, &verdict);
	T_STREQ(defer_class__name(verdict.cls), defer_class__name(want));
	T_EQ(verdict.has_record, want != DEFER_NO_RECORD);
	if (want == DEFER_MERGED || want == DEFER_MERGED_BACK)
		T_EQ(verdict.record.ref, ref);
	T_RUN(check_classify(look, &sample, &verdict));
	T_STREQ(defer_class__name(defer_stitch__settle(look->st, look->signs, &sample)),
		defer_class__name(naive__settle(w, s)));
	return TEST_OK;
}

static int check_world(const struct small_world *w, uint64_t *rng)
{
	struct defer_stitch_opts opts = {.no_time = w->no_time};
	struct defer_stitch *st = defer_stitch__new(&opts);
	struct defer_signs *signs, *own;
	int ret = TEST_OK, from = rng__below(rng, MAX_THINGS);

	T_CHECK(st);
	/* Added in another order than that of time: around from anywhere. */
	for (int i = 0; i < w->nr; i++)
		T_EQ(add_thing(st, &w->things[(from + i) % w->nr]), 0);
	if (w->stepped)
		T_EQ(defer_stitch__add_clock_step(st, 0, w->by), 0);
	T_EQ(defer_stitch__seal(st), 0);
	signs = defer_signs__new(st);
	own = defer_signs__new(st);
	T_CHECK(signs && own);
	for (int i = 0; i < w->nr; i++) {
		struct defer_stitch_sample sample = sample_of(&w->things[i]);

		if (w->things[i].type == THING_USER)
			T_EQ(defer_signs__note(signs, &sample), 0);
	}
	for (int i = 0; i < 8 && ret == TEST_OK; i++) {
		uint64_t order = 1 + rng__below(rng, MAX_THINGS * 10 + 20);
		struct thing s = {
			.order = order,
			.time = w->no_time ? order
					   : rng__below(rng, 12) * (DEFER_T_WRAP / 4) +
						     rng__below(rng, 2),
			.cookie = 7 + 2 * rng__below(rng, 3),
			.tid = PID + THREAD * (int)rng__below(rng, 2),
			.cpu = rng__below(rng, 2),
		};

		if (s.order % 10) /* things have those without remainder */
			ret = check_sample(w, &(struct look){st, signs, own}, &s);
	}
	defer_signs__delete(own);
	defer_signs__delete(signs);
	defer_stitch__delete(st);
	return ret;
}

static int test_small_worlds(void)
{
	for (uint64_t seed = 0; seed < 60000; seed++) {
		struct small_world w;
		uint64_t rng = seed;

		small_world__init(&w, &rng);
		if (check_world(&w, &rng))
			T_FAIL("in the world of seed %" PRIu64, seed);
	}
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"as the rule reads, in random worlds", test_small_worlds},
	{0},
};

const struct test_suite suite__stitch_naive = {
	"stitch-naive", "The stitcher against the rule done the slow way", cases};
