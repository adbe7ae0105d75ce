// SPDX-License-Identifier: GPL-2.0-only
/*
 * The rule once more, as it reads, by looking at everything for each sample; and the stitcher
 * must say the same in many small random worlds.
 */
#include <stdlib.h>

#include <perf/defer.h>

#include "tests/rng.h"
#include "tests/tests.h"

#define MAX_THINGS 12
#define PID	   100

enum thing_type {
	THING_RECORD,
	THING_FORK,
	THING_EXEC,
	THING_EXIT,
	THING_USER,
	THING_LOSS
};

struct thing {
	enum thing_type type;
	uint64_t time, order, cookie;
	uint64_t end; /* of a loss */
	int tid, cpu;
};

struct small_world {
	struct thing things[MAX_THINGS];
	int nr;
	bool no_time;
};

static bool before(const struct thing *a, const struct thing *b)
{
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

/* Is there a thing of the type and tid between? Of records, only those with another cookie. */
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

		if (it->type == THING_EXEC && (!from || before(from, it)) &&
		    (!to || before(it, to)) && (it->cpu != s->cpu || it->cpu != rec->cpu))
			return true;
	}
	return false;
}

/* How many records of the cookie and tid lie nearer to the sample on the same side? */
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

struct naive {
	const struct thing *near[MAX_THINGS], *far[MAX_THINGS];
	int nr_near, nr_far;
	bool near_exec, far_exec, broken;
	bool behind[2]; /* another one behind the far one, earlier or later */
};

static void naive__judge(struct naive *n, const struct small_world *w, const struct thing *s,
			 const struct thing *rec)
{
	uint64_t distance = rec->time > s->time ? rec->time - s->time : s->time - rec->time;
	bool exec = any_between(w, THING_EXEC, PID, s, rec);
	int rank;

	if (rec->cookie != s->cookie || rec->tid != s->tid ||
	    any_between(w, THING_FORK, s->tid, s, rec))
		return;
	rank = rank_of(w, s, rec);
	if (!w->no_time && distance <= DEFER_T_WRAP) {
		if (exec)
			n->near_exec = true;
		else
			n->near[n->nr_near++] = rec;
	} else if (any_between(w, THING_RECORD, s->tid, s, rec) ||
		   lost_between(w, s->time, rec->time)) {
		n->broken = true;
	} else if (exec) {
		n->far_exec |= !rank;
	} else if (w->no_time && exec_unordered(w, s, rec)) {
		n->broken = true;
	} else if (!rank) {
		n->far[n->nr_far++] = rec;
	} else if (rank == 1) {
		n->behind[before(s, rec)] = true;
	}
}

static bool taken_over(const struct small_world *w, const struct thing *s)
{
	for (int i = 0; i < w->nr && s->tid != PID; i++) {
		const struct thing *rec = &w->things[i];

		if (rec->type == THING_RECORD && rec->tid == PID && rec->cookie == s->cookie &&
		    before(s, rec) && any_between(w, THING_EXEC, PID, s, rec) &&
		    !any_between(w, THING_FORK, PID, s, rec))
			return true;
	}
	return false;
}

static enum defer_class naive__class_of(const struct thing *s, const struct thing *rec,
					uint64_t *ref)
{
	*ref = rec->order;
	return before(rec, s) ? DEFER_MERGED_BACK : DEFER_MERGED;
}

static enum defer_class naive__match(const struct small_world *w, const struct thing *s,
				     uint64_t *ref)
{
	const struct thing *nearest = NULL;
	uint64_t least = UINT64_MAX;
	struct naive n = {0};
	bool tie = false;

	for (int i = 0; i < w->nr; i++)
		if (w->things[i].type == THING_RECORD)
			naive__judge(&n, w, s, &w->things[i]);
	for (int i = 0; i < n.nr_near; i++) {
		uint64_t time = n.near[i]->time;
		uint64_t distance = time > s->time ? time - s->time : s->time - time;

		tie = distance == least	 ? before(n.near[i], s) != before(nearest, s) || tie
		      : distance < least ? false
					 : tie;
		/* Of several on one side at one time, the first beside the sample. */
		if (distance < least ||
		    (distance == least && nearest && between(n.near[i], s, nearest)))
			nearest = n.near[i];
		if (distance < least)
			least = distance;
	}
	if (nearest)
		return tie ? DEFER_AMBIGUOUS : naive__class_of(s, nearest, ref);
	if (n.near_exec)
		return DEFER_EXEC;
	if (n.nr_far == 1 && !n.behind[before(s, n.far[0])])
		return naive__class_of(s, n.far[0], ref);
	if (n.nr_far)
		return DEFER_AMBIGUOUS;
	if (n.far_exec)
		return DEFER_EXEC;
	if (n.broken)
		return DEFER_AMBIGUOUS;
	return taken_over(w, s) ? DEFER_EXEC : DEFER_NO_RECORD;
}

/* The first thing of the type and tid after @s: of records, one with another cookie. */
static const struct thing *next_of(const struct small_world *w, enum thing_type type, int tid,
				   const struct thing *s)
{
	const struct thing *next = NULL;

	for (int i = 0; i < w->nr; i++) {
		const struct thing *it = &w->things[i];

		if (it->type != type || it->tid != tid || !before(s, it) ||
		    ((type == THING_RECORD || type == THING_USER) && it->cookie == s->cookie) ||
		    (type == THING_USER && it->time == s->time))
			continue;
		if (!next || before(it, next))
			next = it;
	}
	return next;
}

static bool no_later(const struct thing *a, const struct thing *b)
{
	return a && (!b || before(a, b));
}

static enum defer_class naive__settle_as(const struct small_world *w, const struct thing *s,
					 int tid)
{
	const struct thing *rec = next_of(w, THING_RECORD, tid, s);
	const struct thing *user = next_of(w, THING_USER, tid, s);
	const struct thing *exit = next_of(w, THING_EXIT, tid, s);
	const struct thing *fork = next_of(w, THING_FORK, tid, s);

	/* What comes after the next fork is of another life. */
	if (no_later(fork, user))
		user = NULL;
	if (no_later(fork, exit))
		exit = NULL;
	if (!rec && !user && !exit && !fork)
		return DEFER_PENDING;
	if (exit && !user && no_later(exit, rec) && no_later(exit, fork) &&
	    !lost_between(w, s->time, exit->time))
		return DEFER_EXITED;
	return DEFER_LOST;
}

static enum defer_class naive__settle(const struct small_world *w, const struct thing *s)
{
	enum defer_class cls = naive__settle_as(w, s, s->tid);
	const struct thing *exec = next_of(w, THING_EXEC, PID, s);
	struct thing after;

	if (cls != DEFER_PENDING || s->tid == PID || !exec)
		return cls;
	if (lost_between(w, s->time, exec->time))
		return DEFER_LOST;
	after = *exec;
	after.cookie = s->cookie;
	return naive__settle_as(w, &after, PID);
}

/* ---- the same world for the stitcher -------------------------------------------------------- */

static void small_world__init(struct small_world *w, uint64_t *rng)
{
	w->no_time = !rng__below(rng, 4);
	w->nr = rng__below(rng, MAX_THINGS + 1);
	for (int i = 0; i < w->nr; i++) {
		struct thing *it = &w->things[i];

		it->type = rng__below(rng, 9);
		if (it->type > THING_LOSS)
			it->type = THING_RECORD;
		it->order = 10 + i * 10;
		/* So that both edges of T_WRAP, and equal times, come often. */
		it->time = w->no_time
				   ? it->order
				   : rng__below(rng, 12) * (DEFER_T_WRAP / 4) + rng__below(rng, 2);
		it->end = it->time + rng__below(rng, 3) * (w->no_time ? 15 : DEFER_T_WRAP / 4);
		it->tid = it->type == THING_EXEC ? PID : PID + (int)rng__below(rng, 2);
		it->cookie = 7 + 2 * rng__below(rng, 3);
		it->cpu = rng__below(rng, 2);
		/* No loss is without length, and none begins before the beginning. */
		if (it->type == THING_LOSS && it->end == it->time)
			it->end++;
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
		.sum = it->order, /* no copies here */
	};

	switch (it->type) {
	case THING_RECORD:
		return defer_stitch__add_record(st, &rec);
	case THING_FORK:
		return defer_stitch__add_fork(st, &task);
	case THING_EXEC:
		return defer_stitch__add_exec(st, &task);
	case THING_EXIT:
		return defer_stitch__add_exit(st, &task);
	case THING_LOSS:
		return defer_stitch__add_loss(st, it->cpu, it->time, it->end, 1);
	case THING_USER:
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

static int check_sample(const struct small_world *w, const struct defer_stitch *st,
			const struct defer_signs *signs, const struct thing *s)
{
	struct defer_stitch_sample sample = sample_of(s);
	struct defer_verdict verdict;
	enum defer_class want;
	uint64_t ref = 0;

	want = naive__match(w, s, &ref);
	defer_stitch__match(st, &sample, &verdict);
	T_STREQ(defer_class__name(verdict.cls), defer_class__name(want));
	T_EQ(verdict.record != NULL, want != DEFER_NO_RECORD);
	if (want == DEFER_MERGED || want == DEFER_MERGED_BACK)
		T_EQ(verdict.record->ref, ref);
	T_STREQ(defer_class__name(defer_stitch__settle(st, signs, &sample)),
		defer_class__name(naive__settle(w, s)));
	return TEST_OK;
}

static int check_world(const struct small_world *w, uint64_t *rng)
{
	struct defer_stitch_opts opts = {.no_time = w->no_time};
	struct defer_stitch *st = defer_stitch__new(&opts);
	struct defer_signs *signs;
	int ret = TEST_OK, from = rng__below(rng, MAX_THINGS);

	T_CHECK(st);
	/* Added in another order than that of time: around from anywhere. */
	for (int i = 0; i < w->nr; i++)
		T_EQ(add_thing(st, &w->things[(from + i) % w->nr]), 0);
	T_EQ(defer_stitch__seal(st), 0);
	signs = defer_signs__new(st);
	T_CHECK(signs);
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
			.tid = PID + (int)rng__below(rng, 2),
			.cpu = rng__below(rng, 2),
		};

		if (s.order % 10) /* things have those without remainder */
			ret = check_sample(w, st, signs, &s);
	}
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
