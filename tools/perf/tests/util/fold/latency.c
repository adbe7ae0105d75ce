// SPDX-License-Identifier: GPL-2.0-only
/* The number of threads that ran at once, and the resulting shares of the wall clock. */
#include <stdlib.h>

#include <perf/defer-event.h>

#include "tests/builder.h"
#include "tests/recorded.h"
#include "tests/report-rows.h"
#include "tests/rng.h"
#include "tests/stacks.h"
#include "tests/tests.h"
#include "util/base/array.h"
#include "util/header/feature.h"
#include "util/machine/parallelism.h"
#include "util/plan/opts.h"

/* ---- levels ---- */

#define NR_LOGS	 3
#define NR_STEPS 400
#define NR_TIMES 100

struct step {
	uint64_t time, order;
	int change;
};

static uint32_t naive_level(const struct step *steps, uint64_t time, uint64_t order,
			    uint32_t nr_cpus)
{
	int level = 1;

	for (int i = 0; i < NR_STEPS; i++) {
		if (steps[i].time < time || (steps[i].time == time && steps[i].order < order))
			level += steps[i].change;
	}
	if (nr_cpus && level > (int)nr_cpus)
		level = nr_cpus;
	return level < 1 ? 1 : level;
}

static int add_step(struct parallel_log *log, const struct step *step, bool exit)
{
	const struct defer_event ev = {
		.type = exit ? DEFER_RECORD_EXIT : DEFER_RECORD_SWITCH,
		.id.time = step->time,
		.context_switch.out = !exit && step->change < 0,
	};

	return parallel_log__add(log, &ev, step->order, NULL);
}

/* Asked in order of time, which the hint makes fast, and across it. */
static int compare_levels(const struct parallelism *parallelism, const struct step *steps,
			  uint32_t nr_cpus, uint64_t *rng)
{
	size_t hint = 0;

	for (uint64_t i = 0; i < 4 * NR_TIMES; i++) {
		uint64_t time = i < 2 * NR_TIMES ? i / 2 : rng__below(rng, NR_TIMES + 2);
		uint64_t order = rng__below(rng, NR_STEPS + 1);

		T_EQ(parallelism__at(parallelism, time, order, &hint),
		     naive_level(steps, time, order, nr_cpus));
	}
	return TEST_OK;
}

static int check_levels(uint32_t nr_cpus, uint64_t seed)
{
	struct parallel_log logs[NR_LOGS] = {0};
	struct parallelism *parallelism;
	struct step steps[NR_STEPS];
	uint64_t rng = seed;

	for (int i = 0; i < NR_STEPS; i++) {
		bool less = rng__below(&rng, 2);

		steps[i] = (struct step){rng__below(&rng, NR_TIMES), i, less ? -1 : 1};
		T_EQ(add_step(&logs[rng__below(&rng, NR_LOGS)], &steps[i], less && i % 5 == 0), 0);
	}
	for (int i = 1; i < NR_LOGS; i++)
		T_EQ(parallel_log__merge(&logs[0], &logs[i], NULL), 0);
	T_EQ(parallelism__new(&parallelism, &logs[0], nr_cpus, NULL), 0);
	T_RUN(compare_levels(parallelism, steps, nr_cpus, &rng));
	parallelism__delete(parallelism);
	for (int i = 0; i < NR_LOGS; i++)
		parallel_log__exit(&logs[i]);
	return TEST_OK;
}

static int test_levels(void)
{
	size_t hint = 0;

	for (uint64_t seed = 1; seed <= 20; seed++)
		T_RUN(check_levels(seed % 5, seed));
	T_EQ(parallelism__at(NULL, 5, 5, &hint), 1);
	return TEST_OK;
}

/* Callers have the latency of all that they called, a function that occurs twice counts it once. */
static int test_children(void)
{
	const struct stacks_opts opts = {.sort = "sym", .children = true};
	static const struct {
		const char *name;
		uint64_t self, children;
	} want[] = {{"read", 8, 12}, {"main", 0, 12}, {"copy", 4, 4}};
	struct stacks stacks;
	struct hist hist;

	T_EQ(stacks__init(&stacks, &opts), 0);
	T_EQ(stacks__add(&stacks, "a", "main;main;read", 1, 10), 0);
	T_EQ(stacks__add(&stacks, "a", "main;read;k:copy", 1, 10), 0);
	hist__init(&hist, &stacks.hist.conf);
	for (uint32_t i = 0; i < 2; i++) {
		struct hist_stack stack = stacks.hist.stacks[i];

		stack.sums.latency = i ? 4 : 8;
		T_EQ(hist__add(&hist, &stack, NULL), 0);
	}
	T_EQ(hist.nr, ARRAY_SIZE(want));
	for (uint32_t i = 0; i < hist.nr; i++) {
		const struct hist_entry *entry = &hist.entries[i];

		T_STREQ(funcs__at(&stacks.funcs, entry->func)->name, want[i].name);
		T_EQ(entry->self.latency, want[i].self);
		T_EQ(entry->children.latency, want[i].children);
	}
	hist__exit(&hist);
	stacks__exit(&stacks);
	return TEST_OK;
}

/* ---- rows ---- */

static int print_rows(const char *path, const struct sort_opts *sort, const char *levels,
		      char **text, struct defer_error *err)
{
	const struct pipeline_opts opts = {.sort = *sort, .filter.parallelism = levels};

	return report_rows__print(path, &opts, text, err);
}

static int expect_rows(const char *path, const struct sort_opts *sort, const char *levels,
		       bool relative, const char *want)
{
	const struct pipeline_opts opts = {
		.sort = *sort,
		.filter.parallelism = levels,
		.show.relative = relative,
	};

	return report_rows__check(path, &opts, want);
}

/*
 * A trace by two CPUs. From 100 on two threads run, from 200 on three (of which one must be wrong),
 * from 300 on the first alone again: it exited and was switched out.
 */
#define ID 100

static const struct defer_attr sample_attr = {
	.type = DEFER_TYPE_SOFTWARE,
	.size = DEFER_ATTR_SIZE_VER9,
	.sample_period = 1,
	.sample_type = DEFER_SAMPLE_IDENTIFIER | DEFER_SAMPLE_IP | DEFER_SAMPLE_TID |
		       DEFER_SAMPLE_TIME | DEFER_SAMPLE_PERIOD,
	.flags = DEFER_ATTR_SAMPLE_ID_ALL | DEFER_ATTR_CONTEXT_SWITCH,
};

static void add_sample(struct builder *b, const struct defer_attr *attr, int32_t tid, uint64_t time,
		       uint64_t period)
{
	const struct defer_sample sample = {
		.id = ID,
		.ip = 0x1000,
		.pid = tid,
		.tid = tid,
		.time = time,
		.period = period,
	};

	builder__sample(b, attr, &sample);
}

static void add_event(struct builder *b, const struct defer_attr *attr, uint32_t type, bool out,
		      int32_t tid, uint64_t time)
{
	struct defer_event ev = {
		.type = type,
		.misc = out ? DEFER_MISC_SWITCH_OUT : 0,
		.id = {.pid = tid, .tid = tid, .time = time, .id = ID},
	};

	if (type == DEFER_RECORD_EXIT)
		ev.task.pid = ev.task.tid = ev.task.ppid = ev.task.ptid = tid;
	else
		ev.context_switch.out = out;
	builder__event(b, attr, &ev);
}

struct shape {
	bool big, pipe;
	bool alone;	  /* no second thread ever */
	bool no_switches; /* recorded without --switch-events */
};

static void build(struct builder *b, const struct shape *shape)
{
	static const uint64_t id = ID;
	struct builder_event event = {sample_attr, &id, 1};
	struct builder cpus;

	if (shape->no_switches)
		event.attr.flags &= ~DEFER_ATTR_CONTEXT_SWITCH;
	builder__init(b, shape->big);
	if (shape->pipe)
		builder__begin_pipe(b, &event, 1);
	else
		builder__begin_file(b, &event, 1);
	builder__init(&cpus, shape->big);
	builder__u32(&cpus, 2);
	builder__u32(&cpus, 2);
	builder__feature(b, FEATURE_NRCPUS, cpus.data, cpus.size);
	builder__exit(&cpus);

	add_sample(b, &event.attr, 1, 50, 60);
	if (!shape->alone) {
		add_event(b, &event.attr, DEFER_RECORD_SWITCH, false, 2, 100);
		/* In the order of the file, at one time. */
		add_sample(b, &event.attr, 2, 100, 20);
		add_event(b, &event.attr, DEFER_RECORD_SWITCH, false, 3, 200);
		add_sample(b, &event.attr, 3, 250, 40);
		/* Another CPU's buffer, written later. */
		add_sample(b, &event.attr, 1, 150, 20);
		add_event(b, &event.attr, DEFER_RECORD_SWITCH, true, 3, 300);
		add_event(b, &event.attr, DEFER_RECORD_EXIT, false, 2, 300);
	}
	add_sample(b, &event.attr, 1, 350, 60);
	builder__end_file(b);
}

static int with_trace(const struct shape *shape, int (*check)(const char *path))
{
	struct builder b;
	int ret;

	build(&b, shape);
	ret = report_rows__with(&b, check);
	builder__exit(&b);
	return ret;
}

/* 200 in all, of which 80 at two threads: a latency of 120 + 40. */
static int check_parallel(const char *path)
{
	static const struct {
		struct sort_opts sort;
		const char *levels;
		bool relative;
		const char *want;
	} reports[] = {
		{{.sort = "parallelism"},
		 .want = "Overhead,Latency,Parallelism\n60.00%,75.00%,1\n40.00%,25.00%,2"},
		{{.sort = "parallelism", .prefer_latency = true},
		 .want = "Latency,Overhead,Parallelism\n75.00%,60.00%,1\n25.00%,40.00%,2"},
		{{.sort = "latency,parallelism"},
		 .want = "Latency,Parallelism\n75.00%,1\n25.00%,2"},
		{{.sort = "parallelism,latency"},
		 .want = "Latency,Parallelism\n75.00%,1\n25.00%,2"},
		{{.sort = "parallelism"},
		 .levels = "2",
		 .want = "Overhead,Latency,Parallelism\n40.00%,25.00%,2"},
		{{.sort = "parallelism"},
		 .levels = "2-8",
		 .relative = true,
		 .want = "Overhead,Latency,Parallelism\n100.00%,100.00%,2"},
		{{.fields = "parallelism,latency,overhead"},
		 .want = "Parallelism,Latency,Overhead\n1,75.00%,60.00%\n2,25.00%,40.00%"},
		{{.sort = "pid"},
		 .want = "Overhead,Latency,Pid:Command\n70.00%,81.25%,1::1\n20.00%,12.50%,3::3\n"
			 "10.00%,6.25%,2::2"},
	};

	for (size_t i = 0; i < ARRAY_SIZE(reports); i++)
		T_RUN(expect_rows(path, &reports[i].sort, reports[i].levels, reports[i].relative,
				  reports[i].want));
	return TEST_OK;
}

static int test_rows(void)
{
	for (int i = 0; i < 4; i++) {
		const struct shape shape = {.big = i & 1, .pipe = i & 2};

		T_RUN(with_trace(&shape, check_parallel));
	}
	return TEST_OK;
}

/* One thread at a time: latencies are not worth a column, unless they are named. */
static int check_alone(const char *path)
{
	const struct sort_opts plain = {.sort = "comm"}, named = {.sort = "latency,comm"};
	const struct sort_opts fields = {.fields = "overhead,latency,comm"};
	const struct sort_opts prefer = {.sort = "comm", .prefer_latency = true};

	T_RUN(expect_rows(path, &plain, NULL, false, "Overhead,Command\n100.00%,:1"));
	T_RUN(expect_rows(path, &named, NULL, false, "Latency,Command\n100.00%,:1"));
	T_RUN(expect_rows(path, &fields, NULL, false,
			  "Overhead,Latency,Command\n100.00%,100.00%,:1"));
	T_RUN(expect_rows(path, &prefer, NULL, false,
			  "Latency,Overhead,Command\n100.00%,100.00%,:1"));
	return TEST_OK;
}

static int test_alone(void)
{
	const struct shape shape = {.alone = true};

	return with_trace(&shape, check_alone);
}

static int refused(const char *path, const struct sort_opts *sort, const char *levels,
		   const char *says)
{
	struct defer_error err = DEFER_ERROR_INIT;
	char *text = NULL;

	T_EQ(print_rows(path, sort, levels, &text, &err), DEFER_ERR_INVAL);
	T_CHECK(strstr(err.text, says));
	return TEST_OK;
}

static int check_without(const char *path)
{
	static const char says[] = "requires --latency flag during record";
	const struct sort_opts plain = {.sort = "comm"};

	T_RUN(expect_rows(path, &plain, NULL, false,
			  "Overhead,Command\n70.00%,:1\n20.00%,:3\n10.00%,:2"));
	T_RUN(refused(path, &(struct sort_opts){.prefer_latency = true}, NULL, says));
	T_RUN(refused(path, &(struct sort_opts){.sort = "comm,latency"}, NULL, says));
	T_RUN(refused(path, &(struct sort_opts){.fields = "comm,parallelism"}, NULL, says));
	T_RUN(refused(path, &plain, "1", says));
	T_RUN(refused(path, &plain, "0", "level 0"));
	return TEST_OK;
}

static int test_without_switches(void)
{
	const struct shape shape = {.no_switches = true};

	return with_trace(&shape, check_without);
}

/* The output of perf 7.3.4, which recorded it. */
static int test_recorded(void)
{
	const char *data = getenv("PERF_DEFER_TEST_DATA");
	const struct sort_opts all = {.fields = "latency,overhead,sample,parallelism,comm"};
	const struct sort_opts plain = {.sort = "comm"};
	const struct sort_opts prefer = {.sort = "comm", .prefer_latency = true};
	char path[4096];

	T_NEED_RECORDED();
	snprintf(path, sizeof(path), "%s/latency.data", data);
	T_RUN(expect_rows(path, &all, NULL, false,
			  "Latency,Overhead,Samples,Parallelism,Command\n80.66%,76.56%,98,1,par\n"
			  "13.17%,12.50%,16,1,seq\n5.35%,10.16%,13,2,par\n0.82%,0.78%,1,1,sleep"));
	T_RUN(expect_rows(path, &plain, NULL, false,
			  "Overhead,Latency,Command\n86.72%,86.01%,par\n12.50%,13.17%,seq\n"
			  "0.78%,0.82%,sleep"));
	T_RUN(expect_rows(path, &prefer, NULL, false,
			  "Latency,Overhead,Command\n86.01%,86.72%,par\n13.17%,12.50%,seq\n"
			  "0.82%,0.78%,sleep"));
	T_RUN(expect_rows(path, &prefer, "2", false, "Latency,Overhead,Command\n5.35%,10.16%,par"));
	T_RUN(expect_rows(path, &prefer, "2", true,
			  "Latency,Overhead,Command\n100.00%,100.00%,par"));
	return TEST_OK;
}

/* ---- recording ---- */

static int test_record(void)
{
	const char *argv[] = {"true", NULL};
	struct defer_error err = DEFER_ERROR_INIT;
	struct record_opts opts;

	record_opts__init(&opts);
	opts.latency = true;
	opts.output = "-";
	opts.argc = 1;
	opts.argv = argv;
	T_EQ(record_opts__finish(&opts, &err), 0);
	T_CHECK(opts.context_switches);
	opts.target.system_wide = true;
	T_EQ(record_opts__finish(&opts, &err), DEFER_ERR_INVAL);
	T_CHECK(strstr(err.text, "--latency"));
	record_opts__exit(&opts);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"levels at any time, from logs in any order", test_levels},
	{"callers have the latency of what they call", test_children},
	{"rows of latencies and levels", test_rows},
	{"no column where one thread ran at a time", test_alone},
	{"refused without context switches", test_without_switches},
	{"the same rows as perf", test_recorded},
	{"record --latency", test_record},
	{0},
};

const struct test_suite suite__latency = {"latency", "Shares of the wall clock", cases};
