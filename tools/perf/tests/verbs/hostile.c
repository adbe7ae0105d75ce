// SPDX-License-Identifier: GPL-2.0-only
/*
 * Traces crafted to use much memory: each is filled with something that costs more memory than its
 * bytes. Memory stays under 256 MB and 4 times the file, or 25 times for an export, whether all is
 * shown or the trace is refused as too large. HOSTILE_SCALE=20 makes them so large that nothing can be shown (`make
 * hostile`).
 */
#include <stdlib.h>
#include <unistd.h>

#include <perf/defer-event.h>

#include "tests/builder.h"
#include "tests/rng.h"
#include "tests/tests.h"
#include "tests/trial.h"
#include "tests/tui-play.h"
#include "util/base/array.h"

#define CHAIN	 120 /* addresses in one */
#define TOO_MUCH "far more than its size justifies"

static const struct builder_event event = {
	.attr =
		{
			.size = 144,
			.type = DEFER_TYPE_SOFTWARE,
			.sample_type = DEFER_SAMPLE_IP | DEFER_SAMPLE_TID | DEFER_SAMPLE_TIME |
				       DEFER_SAMPLE_CALLCHAIN,
			.flags = DEFER_ATTR_SAMPLE_ID_ALL | DEFER_ATTR_COMM | DEFER_ATTR_MMAP2 |
				 DEFER_ATTR_DEFER_CALLCHAIN | DEFER_ATTR_DEFER_OUTPUT,
			.sample_period = 1,
		},
};

/* Appends the @i'th thing. */
typedef void (*add_fn)(struct builder *b, uint64_t i);

static struct defer_event new_event(uint32_t type, uint16_t misc, int32_t pid, uint64_t i)
{
	struct defer_event ev = {.type = type, .misc = misc};

	ev.id = (struct defer_sample_id){
		.pid = pid, .tid = pid, .time = 1000 + i, .has_time = true};
	return ev;
}

static void add_sample(struct builder *b, int32_t tid, uint64_t i, const uint64_t *ips, uint64_t nr)
{
	const struct defer_sample sample = {
		.misc = DEFER_MISC_USER,
		.ip = nr ? ips[1] : 5,
		.pid = tid,
		.tid = tid,
		.time = 1000 + i,
		.has_time = true,
		.has_chain = true,
		.chain = {.nr = nr, .ips = (const uint8_t *)ips},
	};

	builder__sample(b, &event.attr, &sample);
}

static void add_ksymbol(struct builder *b, uint64_t i)
{
	struct defer_event ev = new_event(DEFER_RECORD_KSYMBOL, 0, 0, i);
	char name[16];

	snprintf(name, sizeof(name), "b%" PRIu64, i % 1000000);
	ev.ksymbol.addr = 0xffff800000000000 + i * 64;
	ev.ksymbol.len = 32;
	ev.ksymbol.name = name;
	builder__event(b, &event.attr, &ev);
}

/* Each forks the next. */
static void add_fork(struct builder *b, uint64_t i)
{
	struct defer_event ev = new_event(DEFER_RECORD_FORK, 0, i + 1, i);

	ev.task.pid = ev.task.tid = i + 2;
	ev.task.ppid = ev.task.ptid = i + 1;
	builder__event(b, &event.attr, &ev);
}

/* The child maps another file where its parent has one. */
static void add_fork_map(struct builder *b, uint64_t i)
{
	struct defer_event ev = new_event(DEFER_RECORD_MMAP2, DEFER_MISC_USER, i + 2, i);

	add_fork(b, i);
	ev.mmap.pid = ev.mmap.tid = i + 2;
	ev.mmap.start = 0x1000 + i % 64 * 0x1000;
	ev.mmap.len = 0x1000;
	ev.mmap.pgoff = i << 12;
	ev.mmap.filename = "/b";
	builder__event(b, &event.attr, &ev);
}

static void add_task(struct builder *b, uint64_t i)
{
	add_sample(b, i + 1, i, NULL, 0);
}

/* Addresses that no other sample has. */
static void add_addresses(struct builder *b, uint64_t i)
{
	uint64_t ips[CHAIN + 1] = {DEFER_CONTEXT_USER};

	for (uint64_t j = 0; j < CHAIN; j++)
		ips[j + 1] = 0x100000 + (i * CHAIN + j) * 8;
	add_sample(b, 5, i, ips, CHAIN + 1);
}

/* Few addresses, in chains that have nothing in common. */
static void add_chains(struct builder *b, uint64_t i)
{
	uint64_t ips[CHAIN + 1] = {DEFER_CONTEXT_USER}, rng = i + 1;

	for (uint64_t j = 0; j < CHAIN; j++)
		ips[j + 1] = 0x100000 + rng__next(&rng) % 1000 * 8;
	add_sample(b, 5, i, ips, CHAIN + 1);
}

#define KERNEL	  0xffffffff81000000
#define COOKIE	  1
#define NR_KFUNCS 256

/* Two functions of the kernel, a pair that no other sample has, below the user half of the one record. */
static void add_shared(struct builder *b, uint64_t i)
{
	const uint64_t outer = KERNEL + i / NR_KFUNCS % NR_KFUNCS * 64,
		       inner = KERNEL + i % NR_KFUNCS * 64;
	const uint64_t ips[] = {DEFER_CONTEXT_KERNEL, inner, outer, DEFER_CONTEXT_USER_DEFERRED,
				COOKIE};

	add_sample(b, 5, i, ips, ARRAY_SIZE(ips));
}

static void add_kernel_funcs(struct builder *b)
{
	struct defer_event ev = new_event(DEFER_RECORD_KSYMBOL, 0, 0, 0);
	char name[16];

	ev.ksymbol.len = 64;
	ev.ksymbol.name = name;
	for (uint64_t i = 0; i < NR_KFUNCS; i++) {
		snprintf(name, sizeof(name), "k%" PRIu64, i);
		ev.ksymbol.addr = KERNEL + i * 64;
		builder__event(b, &event.attr, &ev);
	}
}

static void add_record(struct builder *b, uint64_t i)
{
	struct defer_event ev = new_event(DEFER_RECORD_CALLCHAIN_DEFERRED, DEFER_MISC_USER, 5, i);
	uint64_t ips[CHAIN];

	for (uint64_t j = 0; j < CHAIN; j++)
		ips[j] = 0x100000 + j * 8;
	ev.deferred.cookie = COOKIE;
	ev.deferred.chain = (struct defer_chain){.nr = CHAIN, .ips = (const uint8_t *)ips};
	builder__event(b, &event.attr, &ev);
}

static unsigned int scale(void)
{
	const char *text = getenv("HOSTILE_SCALE");

	return text && atoi(text) > 0 ? atoi(text) : 1;
}

/* What a run may end with. */
enum outcome {
	SHOWN,
	REFUSED,
	EITHER,
};

static int check_verb(const struct builder *b, enum trial_verb verb, enum outcome want)
{
	long bound = (256L << 10) + (verb == TRIAL_EXPORT ? 25 : 4) * (b->size >> 10);
	struct trial_run run;

	trial_run__init_builder(&run, verb, b);
	fprintf(stderr, "%-6s file %4zu MB, memory %4ld MB of %4ld: %s\n", trial_verb__name(verb),
		b->size >> 20, run.max_rss >> 10, bound >> 10,
		run.status ? "said to be too much" : "shown");
	if (run.status && (run.status != 1 || !strstr(run.err, TOO_MUCH)))
		T_FAIL("status %d: %s", run.status, run.err);
	if (want != EITHER)
		T_EQ(run.status, want == REFUSED);
	if (!trial__is_sanitized())
		T_CHECK(run.max_rss <= bound);
	trial_run__exit(&run);
	return TEST_OK;
}

/* Of as much as that, all is still shown, but not by a report if it cannot be a @profile. */
static int check(add_fn add, uint64_t nr, bool profile)
{
	struct builder b;

	builder__init(&b, false);
	builder__begin_file(&b, &event, 1);
	for (uint64_t i = 0; i < nr * scale(); i++)
		add(&b, i);
	add_sample(&b, 5, nr * scale(), NULL, 0);
	builder__end_file(&b);
	for (enum trial_verb verb = 0; verb < TRIAL_NR_VERBS; verb++)
		T_RUN(check_verb(&b, verb,
				 scale() == 1 && (profile || verb != TRIAL_REPORT) ? SHOWN
										   : EITHER));
	builder__exit(&b);
	return TEST_OK;
}

static int test_ksymbols(void)
{
	return check(add_ksymbol, 50000, true);
}

static int test_forks(void)
{
	return check(add_fork, 100000, true);
}

static int test_fork_maps(void)
{
	return check(add_fork_map, 50000, true);
}

static int test_tasks(void)
{
	return check(add_task, 100000, true);
}

static int test_addresses(void)
{
	return check(add_addresses, 1000000 / CHAIN, false);
}

static int test_chains(void)
{
	return check(add_chains, 100000 / CHAIN, true);
}

static void build_shared(struct builder *b, uint64_t nr)
{
	builder__init(b, false);
	builder__begin_file(b, &event, 1);
	add_kernel_funcs(b);
	for (uint64_t i = 0; i < nr; i++)
		add_shared(b, i);
	add_record(b, nr);
	builder__end_file(b);
}

/* Exports @nr samples of one record, turned over. */
static int check_shared(uint64_t nr, enum outcome want)
{
	struct builder b;

	build_shared(&b, nr);
	T_RUN(check_verb(&b, TRIAL_EXPORT, want));
	builder__exit(&b);
	return TEST_OK;
}

#define NR_TOO_MANY 12000

static int test_shared(void)
{
	T_RUN(check_shared(1000, SHOWN));
	return check_shared(NR_TOO_MANY * scale(), REFUSED);
}

/* The TUI says that one shape is too large, and shows the others. */
static int test_flame(void)
{
	static const struct term_step steps[] = {
		IDLE_K('3'),	UNTIL("all samples"),
		IDLE_K('b'),	UNTIL("boxes: too many; b: another shape"),
		K(KEY_DOWN),	K(KEY_ENTER),
		UNTIL("boxes"), K('b'),
		UNTIL(":5"),
	};
	struct builder b;
	struct play play;
	int fd;

	T_RUN(play__init(&play, "burn2.data", 24, 80));
	build_shared(&b, NR_TOO_MANY);
	fd = trial__memfd(&b);
	snprintf(play.path, sizeof(play.path), "/proc/self/fd/%d", fd);
	T_PLAY(&play, steps);
	close(fd);
	builder__exit(&b);
	play__exit(&play);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"kernel symbols that came and stayed", test_ksymbols},
	{"a chain of forks", test_forks},
	{"a chain of forks that map", test_fork_maps},
	{"samples of as many tasks", test_tasks},
	{"addresses that are all different", test_addresses},
	{"callchains that are all different", test_chains},
	{"samples that share their record", test_shared},
	{"their flame graphs", test_flame},
	{0},
};

const struct test_suite suite__hostile = {"hostile", "Traces made to swell", cases};
