// SPDX-License-Identifier: GPL-2.0-only
/*
 * Traces crafted to take much time: of four times as much, each verb takes at most five times as many
 * instructions. The sizes are small, since valgrind counts the instructions; what grows with the square
 * would take sixteen times as many.
 */
#include <stdio.h>
#include <stdlib.h>

#include <perf/defer-event.h>

#include "tests/builder.h"
#include "tests/tests.h"
#include "tests/trial.h"
#include "util/base/array.h"

#define TASK	  101
#define KERNEL	  0xffffffff81000100
#define CHAIN	  100 /* addresses of a long one */
#define PAGE	  0x1000
#define OLD_MAPS  0x10000000
#define NEW_MAPS  0x40000000
#define SMALLER	  2000
#define TIMES	  4
#define MAX_TIMES 5

/* What a trace is made of. Times count up from record to record. */
struct world {
	struct builder b;
	struct builder_event event;
	uint64_t time;
};

static void world__init(struct world *w, bool timed)
{
	*w = (struct world){
		.event.attr =
			{
				.size = 144,
				.type = DEFER_TYPE_SOFTWARE,
				.sample_type = DEFER_SAMPLE_IP | DEFER_SAMPLE_TID |
					       DEFER_SAMPLE_CALLCHAIN | DEFER_SAMPLE_CPU |
					       (timed ? DEFER_SAMPLE_TIME : 0),
				.flags = DEFER_ATTR_SAMPLE_ID_ALL | DEFER_ATTR_COMM |
					 DEFER_ATTR_COMM_EXEC | DEFER_ATTR_MMAP2 |
					 DEFER_ATTR_DEFER_CALLCHAIN | DEFER_ATTR_DEFER_OUTPUT,
				.sample_period = 1,
			},
		.time = 1000,
	};
	builder__init(&w->b, false);
	builder__begin_file(&w->b, &w->event, 1);
}

static void add(struct world *w, struct defer_event *ev)
{
	ev->id = (struct defer_sample_id){
		.pid = TASK, .tid = TASK, .time = w->time++, .has_time = true};
	builder__event(&w->b, &w->event.attr, ev);
}

static void add_sample(struct world *w, uint64_t cookie)
{
	const uint64_t ips[] = {DEFER_CONTEXT_KERNEL, KERNEL, DEFER_CONTEXT_USER_DEFERRED, cookie};
	const struct defer_sample sample = {
		.misc = DEFER_MISC_KERNEL,
		.ip = KERNEL,
		.pid = TASK,
		.tid = TASK,
		.time = w->time++,
		.has_time = true,
		.has_chain = true,
		.chain = {.nr = ARRAY_SIZE(ips), .ips = (const uint8_t *)ips},
	};

	builder__sample(&w->b, &w->event.attr, &sample);
}

/* A record of @nr addresses, from @ip on, @step bytes apart. */
static void add_record(struct world *w, uint64_t cookie, uint64_t ip, uint64_t nr, uint64_t step)
{
	uint64_t ips[CHAIN + 1] = {DEFER_CONTEXT_USER};
	struct defer_event ev = {
		.type = DEFER_RECORD_CALLCHAIN_DEFERRED,
		.misc = DEFER_MISC_USER,
		.deferred = {.cookie = cookie,
			     .chain = {.nr = nr + 1, .ips = (const uint8_t *)ips}},
	};

	for (uint64_t i = 0; i < nr; i++)
		ips[i + 1] = ip + i * step;
	add(w, &ev);
}

static void add_map(struct world *w, uint64_t start, uint64_t len)
{
	struct defer_event ev = {.type = DEFER_RECORD_MMAP2, .misc = DEFER_MISC_USER};

	ev.mmap.pid = ev.mmap.tid = TASK;
	ev.mmap.start = start;
	ev.mmap.len = len;
	ev.mmap.pgoff = start;
	ev.mmap.prot = 5;
	ev.mmap.filename = "/lib";
	add(w, &ev);
}

/* All samples of a run lost their task; as many records of the next task have the same cookie. */
static void fill_lives(struct world *w, uint64_t nr)
{
	struct defer_event fork = {
		.type = DEFER_RECORD_FORK,
		.task = {.pid = TASK, .tid = TASK, .ppid = 1, .ptid = 1},
	};

	for (uint64_t i = 0; i < nr; i++)
		add_sample(w, 1);
	add(w, &fork);
	for (uint64_t i = 0; i < nr; i++)
		add_record(w, 1, 0x500000 + i, 1, 0);
}

/* Without timestamps, many execs on one CPU lie before as many samples of the run. */
static void fill_execs(struct world *w, uint64_t nr)
{
	struct defer_event comm = {
		.type = DEFER_RECORD_COMM,
		.misc = DEFER_MISC_COMM_EXEC,
		.comm = {.pid = TASK, .tid = TASK, .name = "x"},
	};

	add_record(w, 1, 0x500000, 1, 0);
	for (uint64_t i = 0; i < nr; i++)
		add(w, &comm);
	for (uint64_t i = 0; i < nr; i++)
		add_sample(w, 2);
	add_record(w, 2, 0x500000, 2, 8);
}

/* All addresses of the records are in maps that came after the samples, where nothing was before. */
static void fill_new_maps(struct world *w, uint64_t nr)
{
	for (uint64_t i = 0; i < nr; i++)
		add_map(w, OLD_MAPS + i * 2 * PAGE, PAGE);
	for (uint64_t i = 0; i < nr; i += CHAIN)
		add_sample(w, i + 1);
	for (uint64_t i = 0; i < nr; i++)
		add_map(w, NEW_MAPS + i * 2 * PAGE, PAGE);
	for (uint64_t i = 0; i < nr; i += CHAIN)
		add_record(w, i + 1, NEW_MAPS + i * 2 * PAGE, CHAIN, 2 * PAGE);
}

/* The map of the records replaced many which came after the samples as well. */
static void fill_replaced_maps(struct world *w, uint64_t nr)
{
	add_map(w, OLD_MAPS, PAGE);
	for (uint64_t i = 0; i < nr; i++)
		add_sample(w, i + 1);
	for (uint64_t i = 0; i < nr; i++)
		add_map(w, NEW_MAPS + i * 2 * PAGE, PAGE);
	add_map(w, NEW_MAPS, nr * 2 * PAGE);
	for (uint64_t i = 0; i < nr; i++)
		add_record(w, i + 1, NEW_MAPS, 1, 0);
}

typedef void (*fill_fn)(struct world *w, uint64_t nr);

static int64_t count(enum trial_verb verb, fill_fn fill, uint64_t nr)
{
	/* Only the execs are a matter of the order of the file. */
	struct world w;
	int64_t instructions;

	world__init(&w, fill != fill_execs);
	fill(&w, nr);
	builder__end_file(&w.b);
	instructions = trial__instructions(verb, &w.b);
	builder__exit(&w.b);
	return instructions;
}

static int check(enum trial_verb verb, fill_fn fill)
{
	int64_t less, more;

	if (trial__is_sanitized() || system("command -v valgrind >/dev/null"))
		return TEST_SKIP;
	less = count(verb, fill, SMALLER);
	more = count(verb, fill, (uint64_t)SMALLER * TIMES);
	fprintf(stderr, "%-6s %" PRId64 " instructions, %" PRId64 " for %d times as much\n",
		trial_verb__name(verb), less, more, TIMES);
	T_CHECK(less > 0);
	T_CHECK(more > less);
	T_CHECK(more <= MAX_TIMES * less);
	return TEST_OK;
}

static int test_lives(void)
{
	T_RUN(check(TRIAL_AUDIT, fill_lives));
	return check(TRIAL_REPORT, fill_lives);
}

static int test_execs(void)
{
	T_RUN(check(TRIAL_AUDIT, fill_execs));
	return check(TRIAL_REPORT, fill_execs);
}

static int test_new_maps(void)
{
	T_RUN(check(TRIAL_REPORT, fill_new_maps));
	return check(TRIAL_INJECT, fill_new_maps);
}

static int test_replaced_maps(void)
{
	T_RUN(check(TRIAL_REPORT, fill_replaced_maps));
	return check(TRIAL_INJECT, fill_replaced_maps);
}

static const struct test_case cases[] = {
	{"samples whose cookie the next life has", test_lives},
	{"execs without times", test_execs},
	{"maps that came after the samples", test_new_maps},
	{"a map in place of many that came after the samples", test_replaced_maps},
	{0},
};

const struct test_suite suite__hostile_time = {"hostile-time", "Traces made to take long", cases};
