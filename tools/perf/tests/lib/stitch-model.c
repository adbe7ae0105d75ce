// SPDX-License-Identifier: GPL-2.0-only
/*
 * No stack is better than a wrong one: in thousands of traces of a model kernel with known truth,
 * no sample gets a wrong user callchain, and each sample without one has the best reason that the
 * trace allows. KMODEL_SEEDS=n in the environment runs n traces of each kind instead of the usual
 * number.
 */
#include <stdlib.h>

#include <perf/defer-stitch.h>

#include "tests/kmodel.h"
#include "tests/tests.h"

#define SEEDS 500

/*
 * The cases that a kind of trace must contain, over all its seeds, for the test to be meaningful.
 */
struct kind {
	struct kmodel_opts opts;
	bool no_time;
	bool across_buffers; /* without times, and tasks change CPUs within one round */
	bool exact;	     /* all classes are decided by the truth alone */
	enum defer_class must_see[DEFER_NR_CLASSES]; /* ends with DEFER_MERGED */
};

struct checker {
	const struct kind *kind;
	struct kmodel model;
	struct defer_stitch *st;
	struct defer_signs *signs;
	bool any_lost;
	uint64_t classes[DEFER_NR_CLASSES];
	uint64_t trusted; /* wrong, but for a reason that stitching.md names */
};

/* ---- the trace as a reader of the file would add it ------------------------------------------ */

static uint64_t checker__time(const struct checker *c, size_t i)
{
	return c->kind->no_time ? i + 1 : c->model.events[i].time;
}

/* Lost since the last event that came through that buffer. */
static int add_loss(struct checker *c, size_t i)
{
	const struct kmodel_event *events = c->model.events;
	uint64_t begin = 0;

	for (size_t j = i; j-- && !begin;)
		if (events[j].buffer == events[i].buffer)
			begin = checker__time(c, j);
	c->any_lost = true;
	return defer_stitch__add_loss(c->st, begin, checker__time(c, i), events[i].nr);
}

static int add_record(struct checker *c, size_t i)
{
	const struct kmodel_event *event = &c->model.events[i];
	struct defer_stitch_record rec = {
		.cookie = event->cookie,
		.time = checker__time(c, i),
		.ref = i + 1,
		.pid = event->pid,
		.tid = event->tid,
		.cpu = event->cpu,
		.nr = event->nr,
		.sum = event->stack,
	};

	return defer_stitch__add_record(c->st, &rec);
}

static int add_event(struct checker *c, size_t i)
{
	const struct kmodel_event *event = &c->model.events[i];
	struct defer_stitch_task task = {
		.time = checker__time(c, i),
		.order = i + 1,
		.pid = event->pid,
		.tid = event->tid,
		.cpu = event->cpu,
	};

	switch (event->type) {
	case KMODEL_SAMPLE:
		return 0;
	case KMODEL_RECORD:
		return add_record(c, i);
	case KMODEL_FORK:
		return defer_stitch__add_fork(c->st, &task);
	case KMODEL_EXEC:
		return defer_stitch__add_exec(c->st, &task);
	case KMODEL_VDSO:
		return defer_stitch__add_vdso(c->st, &task);
	case KMODEL_EXIT:
		return defer_stitch__add_exit(c->st, &task);
	case KMODEL_LOST:
		return add_loss(c, i);
	default:
		break;
	}
	return 0;
}

static struct defer_stitch_sample sample_of(const struct checker *c, size_t i)
{
	const struct kmodel_event *event = &c->model.events[i];

	return (struct defer_stitch_sample){
		.cookie = event->cookie,
		.time = checker__time(c, i),
		.order = i + 1,
		.pid = event->pid,
		.tid = event->tid,
		.cpu = event->cpu,
	};
}

/* Adds the signs of all samples as a reader of the file would, with one look at each sample. */
static int note_signs(struct checker *c)
{
	for (size_t i = 0; i < c->model.nr_events; i++) {
		struct defer_stitch_sample sample = sample_of(c, i);
		struct defer_verdict verdict;

		if (c->model.events[i].type != KMODEL_SAMPLE)
			continue;
		defer_stitch__match(c->st, &sample, &verdict);
		if (c->model.events[i].user_mode || verdict.cls == DEFER_NO_RECORD ||
		    verdict.cls == DEFER_AMBIGUOUS)
			T_EQ(defer_signs__note(c->signs, &sample), 0);
	}
	return TEST_OK;
}

/* Adds the steps of clocks: the events of a buffer are in their order. */
static int add_steps(struct checker *c)
{
	const struct kmodel_event *events = c->model.events;
	uint64_t last[2 * KMODEL_CPUS] = {0};

	for (size_t i = 0; i < c->model.nr_events; i++) {
		const struct kmodel_event *event = &events[i];

		if (event->time + DEFER_CLOCK_MARGIN <= last[event->buffer])
			T_EQ(defer_stitch__add_clock_step(c->st, event->cpu,
							  last[event->buffer] - event->time),
			     0);
		last[event->buffer] = event->time;
	}
	return TEST_OK;
}

static int checker__begin(struct checker *c, uint64_t seed)
{
	struct kmodel_opts opts = c->kind->opts;
	struct defer_stitch_opts stitch_opts = {.no_time = c->kind->no_time};

	opts.seed = seed;
	kmodel__init(&c->model, &opts);
	c->any_lost = false;
	c->st = defer_stitch__new(&stitch_opts);
	T_CHECK(c->st);
	for (size_t i = 0; i < c->model.nr_events; i++)
		T_EQ(add_event(c, i), 0);
	if (c->kind->opts.step)
		T_RUN(add_steps(c));
	T_EQ(defer_stitch__seal(c->st), 0);
	c->signs = defer_signs__new(c->st);
	T_CHECK(c->signs);
	return note_signs(c);
}

static void checker__end(struct checker *c)
{
	defer_signs__delete(c->signs);
	defer_stitch__delete(c->st);
	kmodel__exit(&c->model);
}

/* ---- the truth ----------------------------------------------------------------------------- */

static const struct kmodel_run *run_of(const struct checker *c, const struct kmodel_event *event)
{
	return &c->model.runs[event->run];
}

/* The first copy of the sample's own record in the file, or NULL. */
static const struct kmodel_event *own_record(const struct checker *c,
					     const struct kmodel_event *sample)
{
	for (size_t i = 0; i < c->model.nr_events; i++)
		if (c->model.events[i].type == KMODEL_RECORD &&
		    c->model.events[i].run == sample->run)
			return &c->model.events[i];
	return NULL;
}

static bool execs_get_lost(const struct checker *c)
{
	return c->kind->opts.buffer && !c->kind->opts.side_buffer;
}

static bool is_far(const struct checker *c, const struct kmodel_event *a,
		   const struct kmodel_event *b)
{
	uint64_t apart = a->time > b->time ? a->time - b->time : b->time - a->time;

	return c->kind->no_time || apart > DEFER_T_WRAP;
}

/* Was the record of the sample's run lost between the sample and @rec? */
static bool lost_between(const struct checker *c, const struct kmodel_event *sample,
			 const struct kmodel_event *rec)
{
	const struct kmodel_run *own = run_of(c, sample);
	bool later = sample->true_time < rec->true_time;
	const struct kmodel_event *from = later ? sample : rec, *to = later ? rec : sample;

	return own->record == KMODEL_OVERRUN &&
	       own->record_time > from->true_time + c->kind->opts.skew &&
	       own->record_time + c->kind->opts.skew < to->true_time;
}

/*
 * What no trace can tell: an exec that a file without timestamps has in another buffer, and so out
 * of order; and two runs of one thread that got one cookie, which the counter can give it twice
 * only T_WRAP apart. Of those the sample must get its own record if that is near, and none if its
 * own was lost on the way to one that is far.
 */
static bool must_be_trusted(const struct checker *c, const struct kmodel_event *sample,
			    const struct kmodel_event *rec)
{
	const struct kmodel_run *own = run_of(c, sample), *other = run_of(c, rec);
	const struct kmodel_event *own_rec = own_record(c, sample);
	uint64_t apart =
		own->began > other->began ? own->began - other->began : other->began - own->began;

	if (own == other)
		return c->kind->across_buffers && own->has_exec;
	if (c->kind->opts.wrap != KMODEL_WRAP_ANY || apart < DEFER_T_WRAP)
		return false;
	/* A thread that takes over a tid by an exec is no longer the same thread: if one knows. */
	if (own->life != other->life || own->exec_overrun)
		return execs_get_lost(c);
	if (own_rec && !is_far(c, sample, own_rec))
		return false;
	return !is_far(c, sample, rec) || !lost_between(c, sample, rec);
}

static int check_merged(struct checker *c, size_t i, const struct defer_verdict *verdict)
{
	const struct kmodel_event *sample = &c->model.events[i];
	size_t rec_at = verdict->record.ref - 1;
	const struct kmodel_event *rec = &c->model.events[rec_at];
	bool back;

	if (rec->stack != sample->stack) {
		T_CHECK(must_be_trusted(c, sample, rec));
		c->trusted++;
		return TEST_OK;
	}
	T_EQ(rec->run, sample->run);
	back = checker__time(c, rec_at) != checker__time(c, i)
		       ? checker__time(c, rec_at) < checker__time(c, i)
		       : rec_at < i;
	T_EQ(verdict->cls, back ? DEFER_MERGED_BACK : DEFER_MERGED);
	return TEST_OK;
}

/*
 * Has the file an event of the task, later than the sample by more than clocks disagree, that
 * shows that it left the sample's run? What it did under another tid shows that only if the exec
 * is there too.
 */
static bool left_visibly(const struct checker *c, const struct kmodel_event *sample)
{
	for (size_t i = 0; i < c->model.nr_events; i++) {
		const struct kmodel_event *event = &c->model.events[i];

		if (event->life != sample->life || event->type == KMODEL_FORK ||
		    event->type == KMODEL_EXEC || event->type == KMODEL_VDSO ||
		    event->type == KMODEL_LOST ||
		    event->true_time <= sample->true_time + c->kind->opts.skew ||
		    (event->type != KMODEL_EXIT && event->cookie == sample->cookie) ||
		    (event->tid != sample->tid && execs_get_lost(c)))
			continue;
		return true;
	}
	return false;
}

/*
 * May an exec have come between the sample and the record, or the record have been the first return
 * after one? What was lost may be the exec, and the clocks of two CPUs do not tell the order.
 */
static bool exec_may_be_between(const struct checker *c, const struct kmodel_event *sample,
				const struct kmodel_event *rec)
{
	if (c->any_lost && rec->nr <= 1)
		return true;
	for (size_t i = 0; i < c->model.nr_events; i++) {
		const struct kmodel_event *event = &c->model.events[i];

		if ((event->type == KMODEL_EXEC || event->type == KMODEL_VDSO) &&
		    event->pid == sample->pid &&
		    (event->cpu != sample->cpu || event->cpu != rec->cpu) &&
		    (rec->nr <= 1 || rec->time < sample->time || c->kind->opts.skew || c->any_lost))
			return true;
	}
	return false;
}

/* The sample's record is in the trace, and yet it did not get it. */
static int check_refused(struct checker *c, const struct kmodel_event *sample,
			 const struct kmodel_event *rec, enum defer_class cls)
{
	bool unordered = c->kind->no_time && c->kind->opts.nr_cpus > 1;
	bool wraps = c->kind->opts.wrap != KMODEL_WRAP_NEVER;

	if (rec->stack != sample->stack &&
	    (cls == DEFER_EXEC || cls == DEFER_AMBIGUOUS || run_of(c, sample)->exec_overrun))
		return TEST_OK;
	if (cls == DEFER_AMBIGUOUS && exec_may_be_between(c, sample, rec))
		return TEST_OK;
	T_CHECK(!c->kind->exact);
	/* After a loss, the vdso map of an exec whose COMM is there may be that of another. */
	if (cls == DEFER_EXEC && c->any_lost)
		return TEST_OK;
	/* Further apart than is proof: a loss, or what the clocks or the file put between them. */
	if (cls == DEFER_AMBIGUOUS)
		T_CHECK(is_far(c, sample, rec) || wraps || c->kind->opts.step);
	else
		T_CHECK(unordered || (wraps && cls == DEFER_EXEC) ||
			(c->kind->opts.step && cls != DEFER_PENDING));
	return TEST_OK;
}

/* The sample's record is not in the trace. */
static int check_missing(struct checker *c, const struct kmodel_event *sample, enum defer_class cls)
{
	const struct kmodel_run *run = run_of(c, sample);
	bool wraps = c->kind->opts.wrap != KMODEL_WRAP_NEVER;

	/* Another run's record that could be it is refused. */
	if (cls == DEFER_AMBIGUOUS || cls == DEFER_EXEC) {
		T_CHECK(wraps);
		return TEST_OK;
	}
	if (c->kind->exact) {
		T_CHECK(run->record == KMODEL_NOT_WRITTEN);
		T_STREQ(defer_class__name(cls), run->fate == KMODEL_OPEN ? "pending" : "exited");
		return TEST_OK;
	}
	/* The trace says that the task went on: then it is not pending. */
	if (cls == DEFER_PENDING)
		T_CHECK(c->kind->no_time || !left_visibly(c, sample));
	/* Nothing was lost after it, so it came after its record. */
	if (cls == DEFER_EXITED && run->fate != KMODEL_EXITED)
		T_CHECK(c->kind->no_time ||
			run->record_time <= sample->true_time + c->kind->opts.skew);
	/* If it did not, nothing was lost, unless clocks or losses suggest it. */
	if (cls == DEFER_LOST)
		T_CHECK(run->fate != KMODEL_OPEN || c->any_lost || c->kind->opts.skew ||
			c->kind->no_time || c->kind->opts.step);
	return TEST_OK;
}

static int check_sample(struct checker *c, size_t i)
{
	const struct kmodel_event *sample = &c->model.events[i];
	struct defer_stitch_sample stitch_sample = sample_of(c, i);
	const struct kmodel_event *own;
	struct defer_verdict verdict;

	defer_stitch__match(c->st, &stitch_sample, &verdict);
	if (verdict.cls == DEFER_NO_RECORD)
		verdict.cls = defer_stitch__settle(c->st, c->signs, &stitch_sample);
	c->classes[verdict.cls]++;
	if (verdict.cls == DEFER_MERGED || verdict.cls == DEFER_MERGED_BACK)
		return check_merged(c, i, &verdict);
	own = own_record(c, sample);
	if (own)
		return check_refused(c, sample, own, verdict.cls);
	return check_missing(c, sample, verdict.cls);
}

static int check_trace(struct checker *c, uint64_t seed)
{
	int ret = checker__begin(c, seed);

	for (size_t i = 0; i < c->model.nr_events && ret == TEST_OK; i++) {
		if (c->model.events[i].type != KMODEL_SAMPLE)
			continue;
		ret = check_sample(c, i);
		if (ret != TEST_OK)
			fprintf(stderr, "seed %" PRIu64 ", event %zu\n", seed, i);
	}
	checker__end(c);
	return ret;
}

static int check_kind(const struct kind *kind)
{
	const char *env = getenv("KMODEL_SEEDS");
	uint64_t seeds = env ? strtoull(env, NULL, 10) : SEEDS;
	struct checker c = {.kind = kind};

	for (uint64_t seed = 0; seed < seeds; seed++)
		T_RUN(check_trace(&c, seed));
	T_CHECK(c.classes[DEFER_MERGED] > seeds);
	T_CHECK(c.trusted * 50 < c.classes[DEFER_MERGED]);
	for (const enum defer_class *cls = kind->must_see; *cls != DEFER_MERGED; cls++)
		if (!c.classes[*cls])
			T_FAIL("no sample was %s", defer_class__name(*cls));
	return TEST_OK;
}

/* ---- kinds --------------------------------------------------------------------------------- */

#define KIND(...)                                        \
	do {                                             \
		const struct kind kind_ = {__VA_ARGS__}; \
		return check_kind(&kind_);               \
	} while (0)

#define STEPS 400

static int test_quiet(void)
{
	KIND(.opts = {.nr_cpus = 4, .nr_steps = STEPS}, .exact = true,
	     .must_see = {DEFER_MERGED_BACK, DEFER_EXEC, DEFER_PENDING});
}

static int test_exit_silent(void)
{
	KIND(.opts = {.nr_cpus = 2, .nr_steps = STEPS, .exit_silent = true}, .exact = true,
	     .must_see = {DEFER_MERGED_BACK, DEFER_EXEC, DEFER_PENDING, DEFER_EXITED});
}

static int test_copies(void)
{
	KIND(.opts = {.nr_cpus = 4, .nr_steps = STEPS, .copies = true}, .exact = true,
	     .must_see = {DEFER_MERGED_BACK, DEFER_EXEC, DEFER_PENDING});
}

static int test_skew(void)
{
	KIND(.opts = {.nr_cpus = 4, .nr_steps = STEPS, .skew = 1000},
	     .must_see = {DEFER_MERGED_BACK, DEFER_EXEC, DEFER_PENDING});
}

/* The clocks are set back by more than what lies between two events of a CPU, which hides a step. */
static int test_steps(void)
{
	for (uint64_t step = 1000000; step < 100000000; step *= 50) {
		const struct kind kind = {
			.opts = {.nr_cpus = 4, .nr_steps = STEPS, .step = step},
			.must_see = {DEFER_MERGED_BACK, DEFER_EXEC, DEFER_PENDING, DEFER_LOST,
				     DEFER_AMBIGUOUS},
		};

		T_RUN(check_kind(&kind));
	}
	return TEST_OK;
}

static int test_losses(void)
{
	KIND(.opts = {.nr_cpus = 3, .nr_steps = STEPS, .buffer = 8, .side_buffer = true},
	     .must_see = {DEFER_MERGED_BACK, DEFER_EXEC, DEFER_PENDING, DEFER_LOST});
}

static int test_all_at_once(void)
{
	KIND(.opts = {.nr_cpus = 4,
		      .nr_steps = STEPS,
		      .skew = 1000,
		      .buffer = 8,
		      .side_buffer = true,
		      .copies = true,
		      .exit_silent = true,
		      .far = true,
		      .wrap = KMODEL_WRAP_OTHERS},
	     .must_see = {DEFER_MERGED_BACK, DEFER_EXEC, DEFER_PENDING, DEFER_LOST, DEFER_EXITED,
			  DEFER_AMBIGUOUS});
}

static int test_far(void)
{
	KIND(.opts = {.nr_cpus = 4, .nr_steps = STEPS, .far = true}, .exact = true,
	     .must_see = {DEFER_MERGED_BACK, DEFER_EXEC, DEFER_PENDING});
}

static int test_far_wrap(void)
{
	KIND(.opts = {.nr_cpus = 2, .nr_steps = STEPS, .far = true, .wrap = KMODEL_WRAP_OTHERS},
	     .must_see = {DEFER_MERGED_BACK, DEFER_EXEC, DEFER_PENDING});
}

/* The same thread gets the same cookie again, but nothing is lost. */
static int test_far_wrap_same(void)
{
	KIND(.opts = {.nr_cpus = 1, .nr_steps = STEPS, .far = true, .wrap = KMODEL_WRAP_ANY},
	     .must_see = {DEFER_MERGED_BACK, DEFER_EXEC, DEFER_PENDING});
}

static int test_shared_buffers(void)
{
	KIND(.opts = {.nr_cpus = 2,
		      .nr_steps = STEPS,
		      .skew = 1000,
		      .buffer = 6,
		      .far = true,
		      .wrap = KMODEL_WRAP_ANY},
	     .must_see = {DEFER_MERGED_BACK, DEFER_EXEC, DEFER_PENDING, DEFER_LOST});
}

static int test_no_time_one_cpu(void)
{
	KIND(.opts = {.nr_cpus = 1, .nr_steps = STEPS, .copies = true}, .no_time = true,
	     .exact = true, .must_see = {DEFER_MERGED_BACK, DEFER_EXEC, DEFER_PENDING});
}

static int test_no_time(void)
{
	KIND(.opts = {.nr_cpus = 4, .nr_steps = STEPS}, .no_time = true, .across_buffers = true,
	     .must_see = {DEFER_MERGED_BACK, DEFER_EXEC, DEFER_PENDING, DEFER_AMBIGUOUS});
}

/* The order of the file is that of each task, for none changes CPU within a round. */
static int test_no_time_rounds(void)
{
	KIND(.opts = {.nr_cpus = 4, .nr_steps = STEPS, .short_rounds = true}, .no_time = true,
	     .must_see = {DEFER_MERGED_BACK, DEFER_EXEC, DEFER_PENDING});
}

static int test_no_time_losses(void)
{
	KIND(.opts = {.nr_cpus = 4, .nr_steps = STEPS, .buffer = 12, .copies = true},
	     .no_time = true, .across_buffers = true,
	     .must_see = {DEFER_MERGED_BACK, DEFER_EXEC, DEFER_PENDING, DEFER_LOST,
			  DEFER_AMBIGUOUS});
}

static const struct test_case cases[] = {
	{"nothing lost, clocks agree: all is decided", test_quiet},
	{"exiting tasks write no record", test_exit_silent},
	{"records written twice", test_copies},
	{"clocks disagree", test_skew},
	{"clocks are set back", test_steps},
	{"buffers overrun", test_losses},
	{"sleeps as long as cookies are unique", test_far},
	{"cookies come round, for other threads", test_far_wrap},
	{"cookies come round, for the same thread", test_far_wrap_same},
	{"all of that at once", test_all_at_once},
	{"execs are lost as well, cookies come round for all", test_shared_buffers},
	{"no timestamps, one CPU", test_no_time_one_cpu},
	{"no timestamps, tasks change CPUs between rounds", test_no_time_rounds},
	{"no timestamps, more CPUs", test_no_time},
	{"no timestamps, more CPUs, losses", test_no_time_losses},
	{0},
};

const struct test_suite suite__stitch_model = {
	"stitch-model", "No wrong stack in traces of a modelled kernel", cases};
