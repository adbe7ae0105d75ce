// SPDX-License-Identifier: GPL-2.0-only
/* Blocked time of tasks in hand-made recordings, and the events of --off-cpu. */
#include <stdlib.h>
#include <unistd.h>

#include <perf/defer-event.h>

#include "tests/builder.h"
#include "tests/event-folders.h"
#include "tests/rng.h"
#include "util/session/order.h"
#include "tests/tests.h"
#include "util/base/array.h"
#include "util/fold/fold.h"
#include "util/header/feature.h"
#include "util/machine/offcpu.h"
#include "util/plan/opts.h"
#include "util/plan/plan-attr.h"
#include "util/session/session.h"

#define SWITCH_ID 100
#define DUMMY_ID  200

/* The events of one task, in file order. */
struct happening {
	enum {
		BLOCKS, /* a sample */
		OUT,
		IN
	} what;
	int32_t tid;
	uint64_t time;
	uint64_t blocked; /* of a sample: what is to be found */
};

static const struct happening happenings[] = {
	{BLOCKS, 10, 1000, 4000},
	{OUT, 10, 1001, 0},
	{IN, 10, 5000, 0},
	/* preempted: no sample */
	{OUT, 10, 6000, 0},
	{IN, 10, 6500, 0},
	/* it came back on a CPU whose buffer was written first */
	{IN, 10, 9000, 0},
	{BLOCKS, 10, 7000, 2000},
	{OUT, 10, 7001, 0},
	/* its first return is lost */
	{BLOCKS, 11, 2000, 0},
	{OUT, 11, 2001, 0},
	{BLOCKS, 11, 4000, 500},
	{OUT, 11, 4001, 0},
	{IN, 11, 4500, 0},
	/* only that it left is lost */
	{BLOCKS, 12, 3000, 700},
	{IN, 12, 3700, 0},
	/* still blocked at the end, which is the last switch */
	{BLOCKS, 13, 8000, 1500},
	{OUT, 13, 8001, 0},
	{IN, 14, 9500, 0},
	/* nothing is known of it */
	{BLOCKS, 15, 8200, 0},
	/* by a coarse clock: all in one tick, then longer than one */
	{BLOCKS, 16, 100, 0},
	{OUT, 16, 100, 0},
	{IN, 16, 100, 0},
	{BLOCKS, 16, 200, 100},
	{OUT, 16, 200, 0},
	{IN, 16, 300, 0},
	/* the same, and that it left again is lost */
	{BLOCKS, 17, 100, 0},
	{OUT, 17, 100, 0},
	{IN, 17, 100, 0},
	{IN, 17, 150, 0},
};

#define NR_HAPPENINGS (ARRAY_SIZE(happenings))

/* The form in which the trace is written. */
struct shape {
	bool big, pipe, cpu_wide;
	bool no_weight, no_switches, no_time; /* not from --off-cpu */
	const char *name;
};

static const struct defer_attr switch_attr = {
	.type = DEFER_TYPE_TRACEPOINT,
	.config = 312,
	.size = DEFER_ATTR_SIZE_VER9,
	.sample_period = 1,
	.sample_type = DEFER_SAMPLE_IDENTIFIER | DEFER_SAMPLE_IP | DEFER_SAMPLE_TID |
		       DEFER_SAMPLE_TIME | DEFER_SAMPLE_PERIOD | DEFER_SAMPLE_WEIGHT,
	.flags = DEFER_ATTR_SAMPLE_ID_ALL,
};

static const struct defer_attr dummy_attr = {
	.type = DEFER_TYPE_SOFTWARE,
	.config = 9,
	.size = DEFER_ATTR_SIZE_VER9,
	.sample_type =
		DEFER_SAMPLE_IDENTIFIER | DEFER_SAMPLE_IP | DEFER_SAMPLE_TID | DEFER_SAMPLE_TIME,
	.flags = DEFER_ATTR_SAMPLE_ID_ALL | DEFER_ATTR_CONTEXT_SWITCH,
};

static void make_events(struct builder_event events[2], const struct shape *shape)
{
	static const uint64_t ids[] = {SWITCH_ID, DUMMY_ID};

	events[0] = (struct builder_event){switch_attr, &ids[0], 1};
	events[1] = (struct builder_event){dummy_attr, &ids[1], 1};
	if (shape->no_weight)
		events[0].attr.sample_type &= ~(uint64_t)DEFER_SAMPLE_WEIGHT;
	if (shape->no_switches)
		events[1].attr.flags &= ~DEFER_ATTR_CONTEXT_SWITCH;
	if (shape->no_time) {
		events[0].attr.sample_type &= ~(uint64_t)DEFER_SAMPLE_TIME;
		events[1].attr.sample_type &= ~(uint64_t)DEFER_SAMPLE_TIME;
	}
}

static void add_happening(struct builder *b, const struct builder_event events[2],
			  const struct shape *shape, const struct happening *h)
{
	const struct defer_sample sample = {
		.id = SWITCH_ID,
		.ip = 0xffffffff81000000,
		.pid = 5,
		.tid = h->tid,
		.time = h->time,
		.period = 1,
	};
	struct defer_event ev = {
		.type = shape->cpu_wide ? DEFER_RECORD_SWITCH_CPU_WIDE : DEFER_RECORD_SWITCH,
		.misc = h->what == OUT ? DEFER_MISC_SWITCH_OUT : 0,
		.id = {.pid = 5, .tid = h->tid, .time = h->time, .id = DUMMY_ID},
		.context_switch = {h->what == OUT, 6, 66},
	};

	if (h->what == BLOCKS)
		builder__sample(b, &events[0].attr, &sample);
	else
		builder__event(b, &events[1].attr, &ev);
}

static void feature_str(struct builder *b, const char *str)
{
	builder__u32(b, strlen(str) + 1);
	builder__str(b, str, 1);
}

static void add_names(struct builder *b, const struct builder_event events[2],
		      const struct shape *shape)
{
	struct builder desc;

	builder__init(&desc, shape->big);
	builder__u32(&desc, 2);
	builder__u32(&desc, DEFER_ATTR_SIZE_VER9);
	for (int i = 0; i < 2; i++) {
		builder__attr(&desc, &events[i].attr);
		builder__u32(&desc, 1);
		feature_str(&desc, i ? "dummy:u" : shape->name);
		builder__u64(&desc, events[i].ids[0]);
	}
	builder__feature(b, FEATURE_EVENT_DESC, desc.data, desc.size);
	builder__exit(&desc);
}

static const char switch_format[] =
	"name: sched_switch\nID: 312\nformat:\n"
	"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
	"\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n"
	"\tfield:int prev_prio;\toffset:8;\tsize:4;\tsigned:1;\n\n"
	"print fmt: \"prev_prio=%d\", REC->prev_prio\n";

static void build(struct builder *b, const struct shape *shape)
{
	struct builder_event events[2];

	make_events(events, shape);
	builder__init(b, shape->big);
	if (shape->pipe)
		builder__begin_pipe(b, events, 2);
	else
		builder__begin_file(b, events, 2);
	if (shape->name)
		add_names(b, events, shape);
	else
		builder__tracepoint(b, "sched", switch_format); /* as in an unfinished file */
	for (size_t i = 0; i < NR_HAPPENINGS; i++)
		add_happening(b, events, shape, &happenings[i]);
	if (!shape->pipe)
		builder__end_file(b);
}

/* ---- what is read ---- */

struct seen {
	bool plain; /* as recorded is what it should be */
	uint64_t nr, wrong, sum;
	struct fold *fold;
};

static const struct happening *find_sample(int32_t tid, uint64_t time)
{
	for (size_t i = 0; i < NR_HAPPENINGS; i++) {
		if (happenings[i].what == BLOCKS && happenings[i].tid == tid &&
		    happenings[i].time == time)
			return &happenings[i];
	}
	return NULL;
}

/* In order, so from one thread. */
static int see(void *ctx, unsigned int worker, const struct stitched *s, struct defer_error *err)
{
	struct seen *seen = ctx;
	const struct happening *h = find_sample(s->sample->tid, s->sample->time);
	uint64_t period = seen->plain || !h ? 1 : h->blocked;

	seen->nr++;
	seen->sum += period;
	seen->wrong += s->sample->period != period;
	seen->wrong += s->sample->weight != (seen->plain ? 0 : period);
	return fold__add(seen->fold, worker, s, err);
}

static int check_session(struct session *session, bool plain)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct seen seen = {.plain = plain};
	uint64_t sum = 0;

	T_EQ(session__gather(session, &err), 0);
	T_EQ(!session->offcpu, plain);
	T_EQ(fold__new(&seen.fold, session, 0, &err), 0);
	T_EQ(session__walk_ordered(session, see, &seen, &err), 0);
	T_EQ(fold__finish(seen.fold, &err), 0);
	for (uint32_t i = 0; i < fold__nr(seen.fold); i++)
		sum += fold__stack(seen.fold, i)->sums.period;
	fold__delete(seen.fold);
	T_EQ(session->damage.nr, 0);
	T_EQ(seen.nr, 10);
	T_EQ(seen.wrong, 0);
	T_EQ(sum, seen.sum);
	return TEST_OK;
}

static int check_shape(const struct shape *shape, bool plain)
{
	char path[] = "/tmp/perf-defer-offcpu-XXXXXX";
	struct session_opts opts = {.path = path};
	struct defer_error err = DEFER_ERROR_INIT;
	struct session *session;
	struct builder b;
	int ret = TEST_OK, fd = mkstemp(path);

	T_CHECK(fd >= 0);
	close(fd);
	build(&b, shape);
	builder__write(&b, path);
	builder__exit(&b);
	for (opts.nr_workers = 1; opts.nr_workers < 4 && ret == TEST_OK; opts.nr_workers += 2) {
		ret = TEST_FAIL;
		if (session__open(&session, &opts, &err)) {
			fprintf(stderr, "%s\n", err.text);
			break;
		}
		ret = check_session(session, plain);
		session__close(session);
	}
	unlink(path);
	return ret;
}

static int test_blocked(void)
{
	static const char name[] = "sched:sched_switch";

	for (int i = 0; i < 8; i++) {
		const struct shape shape = {
			.big = i & 1, .pipe = i & 2, .cpu_wide = i & 4, .name = name};

		if (check_shape(&shape, false))
			T_FAIL("shape %d", i);
	}
	return TEST_OK;
}

static int test_unfinished(void)
{
	const struct shape shape = {.name = NULL};

	return check_shape(&shape, false);
}

/* perf record -e sched:sched_switch --switch-events, and others that look nearly the same. */
static int test_others(void)
{
	static const struct shape shapes[] = {
		{.no_weight = true, .name = "sched:sched_switch"},
		{.no_switches = true, .name = "sched:sched_switch"},
		{.no_time = true, .name = "sched:sched_switch"},
		{.name = "syscalls:sys_enter_write"},
		{.name = "sched:sched_switch:u"},
	};

	for (size_t i = 0; i < ARRAY_SIZE(shapes); i++) {
		if (check_shape(&shapes[i], true))
			T_FAIL("shape %zu", i);
	}
	return TEST_OK;
}

/* ---- what is recorded ---- */

static int add_events(struct event_folders *folders, struct record_opts *opts,
		      const struct event_arg *args, uint32_t nr)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct faults faults;
	int ret;

	record_opts__init(opts);
	opts->paths = folders->paths;
	opts->off_cpu = true;
	opts->freq = 99;
	faults__init(&faults);
	ret = record_opts__add_events(opts, args, nr, &faults, &err);
	if (ret)
		fprintf(stderr, "%s\n", err.text);
	T_EQ(faults.nr, 0);
	faults__exit(&faults);
	return ret ? TEST_FAIL : TEST_OK;
}

/* Its own event, also beside the same one of the user's, and each switch whatever -F says. */
static int check_event(struct event_folders *folders, struct event_list *list)
{
	static const struct event_arg args[] = {{EVENT_ARG_EVENT, "sched:sched_switch"}};
	static const struct plan_kernel kernel;
	static const struct hostinfo host = {.max_sample_rate = 100000};
	struct record_opts opts;
	struct event_spec *spec;

	(void)list;
	T_RUN(add_events(folders, &opts, args, 1));
	T_EQ(opts.events.nr, 2);
	T_CHECK(!(opts.events.specs[0].attr.sample_type & DEFER_SAMPLE_WEIGHT));
	T_CHECK(!opts.events.specs[0].filter);
	spec = &opts.events.specs[1];
	T_STREQ(spec->name, "sched:sched_switch");
	T_STREQ(spec->filter, "prev_state & 3");
	plan_attr__complete(&opts.events, 1, &opts, &kernel, &host);
	T_CHECK(spec->attr.sample_type & DEFER_SAMPLE_WEIGHT);
	T_CHECK(spec->attr.sample_type & DEFER_SAMPLE_PERIOD);
	T_CHECK(!(spec->attr.flags & DEFER_ATTR_FREQ));
	T_EQ(spec->attr.sample_period, 1);
	record_opts__exit(&opts);
	return TEST_OK;
}

static int test_event(void)
{
	return event_folders__run(check_event);
}

/* For all tracepoints of the -e before it, and the one that comes from --off-cpu. */
static int check_exclude_perf(struct event_folders *folders, struct event_list *list)
{
	static const struct event_arg args[] = {
		{EVENT_ARG_EXCLUDE_PERF, NULL},
		{EVENT_ARG_EVENT, "syscalls:sys_enter_read"},
	};
	struct record_opts opts;
	char filter[64];

	(void)list;
	T_RUN(add_events(folders, &opts, args, 2));
	T_EQ(opts.events.nr, 2);
	T_CHECK(!opts.events.specs[0].filter);
	snprintf(filter, sizeof(filter), "(prev_state & 3) && (common_pid != %d)", getpid());
	T_STREQ(opts.events.specs[1].filter, filter);
	record_opts__exit(&opts);
	return TEST_OK;
}

static int test_exclude_perf(void)
{
	return event_folders__run(check_exclude_perf);
}

static int test_tracking(void)
{
	static const struct plan_kernel kernel;
	struct record_opts opts;
	struct defer_attr attr;

	record_opts__init(&opts);
	plan_attr__tracking(&attr, &opts, &kernel);
	T_CHECK(!(attr.flags & DEFER_ATTR_CONTEXT_SWITCH));
	opts.off_cpu = true;
	plan_attr__tracking(&attr, &opts, &kernel);
	T_CHECK(attr.flags & DEFER_ATTR_CONTEXT_SWITCH);
	record_opts__exit(&opts);
	return TEST_OK;
}

/* The state is that of the lowest byte: a bit above it tells of a preemption. */
static int test_states(void)
{
	static const struct {
		uint64_t state;
		enum offcpu_why why;
	} states[] = {
		{0, OFFCPU_PREEMPTED},	{0x100, OFFCPU_PREEMPTED}, {0x800, OFFCPU_PREEMPTED},
		{1, OFFCPU_WAITS},	{0x102, OFFCPU_WAITS},	   {0x80, OFFCPU_WAITS},
		{0x10, OFFCPU_UNKNOWN}, {0x20, OFFCPU_UNKNOWN},
	};

	for (size_t i = 0; i < ARRAY_SIZE(states); i++) {
		uint64_t raw[] = {UINT64_MAX, states[i].state};
		struct defer_sample sample = {.raw = {(const uint8_t *)raw, sizeof(raw)}};

		T_EQ(offcpu__why(&sample, 8, 8), states[i].why);
		T_EQ(offcpu__why(&sample, 0, 0), OFFCPU_UNKNOWN);
		raw[1] = __builtin_bswap64(states[i].state);
		sample.swap = true;
		T_EQ(offcpu__why(&sample, 8, 8), states[i].why);
		sample.raw.size--;
		T_EQ(offcpu__why(&sample, 8, 8), OFFCPU_UNKNOWN);
	}
	return TEST_OK;
}

/* ---- spans, beside the slow way ---- */

#define NR_TIDS	 3
#define MAX_TIME 40

/* The switches of one task, by time; some may be missing. */
struct task_switches {
	struct offcpu_switch at[MAX_TIME];
	size_t nr;
};

static void make_switches(struct task_switches *task, int32_t tid, uint64_t *seed)
{
	bool in = rng__coin(seed);

	task->nr = 0;
	for (uint64_t time = 1 + rng__below(seed, 9); time < MAX_TIME;
	     time += 1 + rng__below(seed, 9)) {
		task->at[task->nr++] = (struct offcpu_switch){
			.time = time, .tid = tid, .in = in, .preempted = !in && rng__coin(seed)};
		/* Now and then one is lost. */
		in ^= rng__below(seed, 8) > 0;
	}
}

/* Adds the switches to two logs, the last ones first, and makes one of them. */
static int merge_switches(const struct task_switches tasks[NR_TIDS], struct offcpu **offcpu)
{
	struct offcpu_log logs[2] = {{0}, {0}};

	for (int tid = 0; tid < NR_TIDS; tid++) {
		for (size_t i = tasks[tid].nr; i--;) {
			const struct offcpu_switch *at = &tasks[tid].at[i];
			const struct defer_event ev = {
				.type = DEFER_RECORD_SWITCH,
				.misc = (at->in ? 0 : DEFER_MISC_SWITCH_OUT) |
					(at->preempted ? DEFER_MISC_SWITCH_OUT_PREEMPT : 0),
				.id = {.tid = at->tid, .time = at->time},
				.context_switch = {.out = !at->in},
			};

			T_EQ(offcpu_log__add(&logs[i % 2], &ev, NULL), 0);
		}
	}
	T_EQ(offcpu_log__merge(&logs[0], &logs[1], NULL), 0);
	offcpu_log__exit(&logs[1]);
	T_EQ(offcpu__new(offcpu, &logs[0], MAX_TIME + 2, NULL), 0);
	T_CHECK(!logs[0].nr && !logs[0].switches);
	return TEST_OK;
}

/* Looks at each switch, and at each ns. */
static int check_span(const struct offcpu *offcpu, const struct task_switches *task, int32_t tid,
		      uint64_t from, uint64_t to)
{
	struct offcpu_span span, want = {0};
	bool told = task->nr > 0, is_out = false;
	size_t next = 0;

	for (size_t i = 0; i < task->nr; i++) {
		const struct offcpu_switch *at = &task->at[i];
		const bool is_last_before =
			at->time <= from && (i + 1 == task->nr || at[1].time > from);

		if (at->time > to)
			break;
		/* Two of one kind, or one that comes back and never left: another is missing between. */
		if (at->time > from && (i ? at[-1].in : true) == at->in)
			told = false;
		if (at->in || (at->time <= from && !is_last_before))
			continue;
		want.left = true;
		want.waited |= !at->preempted;
	}
	for (uint64_t time = 0; time < to; time++) {
		for (; next < task->nr && task->at[next].time <= time; next++)
			is_out = !task->at[next].in;
		want.away += is_out && time >= from;
	}
	T_EQ(offcpu__span(offcpu, tid, from, to, &span), told);
	if (!told)
		return TEST_OK;
	T_EQ(span.away, want.away);
	T_EQ(span.left, want.left);
	T_EQ(span.waited, want.waited);
	return TEST_OK;
}

/* A task is blocked until it comes back, or until the end. */
static uint64_t blocked_slowly(const struct task_switches *task, uint64_t time)
{
	for (size_t i = 0; i < task->nr; i++) {
		const struct offcpu_switch *at = &task->at[i];

		if (at->time < time)
			continue;
		if (at->in)
			return at->time - time;
		if (i + 1 == task->nr)
			return MAX_TIME + 2 - time;
		return at[1].in ? at[1].time - time : 0;
	}
	return 0;
}

static int check_task(const struct offcpu *offcpu, const struct task_switches *task, int32_t tid)
{
	const struct offcpu_switch *switches;
	size_t nr;

	switches = offcpu__switches(offcpu, tid, &nr);
	T_EQ(nr, task->nr);
	for (size_t i = 0; i < nr; i++) {
		T_EQ(switches[i].tid, tid);
		T_EQ(switches[i].time, task->at[i].time);
		T_EQ(switches[i].in, task->at[i].in);
		T_EQ(switches[i].preempted, task->at[i].preempted);
	}
	for (uint64_t from = 0; from <= MAX_TIME + 2; from++) {
		T_EQ(offcpu__blocked(offcpu, tid, from), blocked_slowly(task, from));
		for (uint64_t to = from; to <= MAX_TIME + 2; to++)
			if (check_span(offcpu, task, tid, from, to))
				T_FAIL("task %d, %" PRIu64 " to %" PRIu64, tid, from, to);
	}
	return TEST_OK;
}

static int test_spans(void)
{
	const struct task_switches none = {.nr = 0};
	uint64_t seed = 5;

	for (int round = 0; round < 50; round++) {
		struct task_switches tasks[NR_TIDS];
		struct offcpu *offcpu;

		for (int tid = 0; tid < NR_TIDS; tid++)
			make_switches(&tasks[tid], tid + 1, &seed);
		T_RUN(merge_switches(tasks, &offcpu));
		for (int tid = 0; tid < NR_TIDS; tid++)
			T_RUN(check_task(offcpu, &tasks[tid], tid + 1));
		T_RUN(check_task(offcpu, &none, 0));
		T_RUN(check_task(offcpu, &none, NR_TIDS + 1));
		offcpu__delete(offcpu);
	}
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"the state that a task left its CPU in", test_states},
	{"how long tasks were blocked", test_blocked},
	{"spans of time, beside the slow way", test_spans},
	{"in a file that was not finished", test_unfinished},
	{"other recordings stay as they are", test_others},
	{"--off-cpu has an event of its own", test_event},
	{"--exclude-perf is for it too", test_exclude_perf},
	{"all context switches are recorded", test_tracking},
	{0},
};

const struct test_suite suite__offcpu = {"offcpu", "Blocked time of tasks", cases};
