// SPDX-License-Identifier: GPL-2.0-only
/* Which cookies still wait, by the records on their way out. */
#include <stdlib.h>

#include "tests/builder.h"
#include "tests/tests.h"
#include "util/record/pending.h"

static const struct defer_attr attr = {
	.type = DEFER_TYPE_SOFTWARE,
	.size = 144,
	.sample_type =
		DEFER_SAMPLE_IP | DEFER_SAMPLE_TID | DEFER_SAMPLE_TIME | DEFER_SAMPLE_CALLCHAIN,
	.flags = DEFER_ATTR_SAMPLE_ID_ALL | DEFER_ATTR_DEFER_CALLCHAIN,
};

static void write_sample(struct builder *b, int32_t tid, uint64_t time, uint64_t cookie)
{
	uint64_t ips[] = {DEFER_CONTEXT_KERNEL, 0xffffffff81000000, DEFER_CONTEXT_USER_DEFERRED,
			  cookie};
	struct defer_sample sample = {
		.ip = ips[1],
		.pid = tid,
		.tid = tid,
		.time = time,
		.cpumode = DEFER_MISC_KERNEL,
		.chain = {.ips = (const uint8_t *)ips, .nr = 4},
	};

	builder__sample(b, &attr, &sample);
}

static void write_record(struct builder *b, int32_t tid, uint64_t time, uint64_t cookie)
{
	uint64_t ips[] = {0x401000, 0x402000};
	struct defer_event ev = {
		.type = DEFER_RECORD_CALLCHAIN_DEFERRED,
		.misc = DEFER_MISC_USER,
		.id = {.pid = tid, .tid = tid, .time = time, .has_time = true},
		.deferred = {.cookie = cookie, .chain = {.ips = (const uint8_t *)ips, .nr = 2}},
	};

	builder__event(b, &attr, &ev);
}

static void write_exit(struct builder *b, int32_t tid, uint64_t time)
{
	struct defer_event ev = {
		.type = DEFER_RECORD_EXIT,
		.id = {.pid = tid, .tid = tid, .time = time, .has_time = true},
		.task = {.pid = tid, .ppid = tid, .tid = tid, .ptid = tid, .time = time},
	};

	builder__event(b, &attr, &ev);
}

struct run {
	struct builder b;
	struct defer_evlist *evlist;
	struct pending pending;
	struct recorder_stats stats;
};

static int run__init(struct run *run)
{
	memset(run, 0, sizeof(*run));
	builder__init(&run->b, false);
	run->evlist = defer_evlist__new();
	T_CHECK(run->evlist);
	T_EQ(defer_evlist__add(run->evlist, &attr, NULL, 0, NULL), 0);
	pending__init(&run->pending, run->evlist);
	return TEST_OK;
}

static void run__exit(struct run *run)
{
	builder__exit(&run->b);
	pending__exit(&run->pending);
	defer_evlist__delete(run->evlist);
	recorder_stats__exit(&run->stats);
}

/* All that was written, in two pieces that meet at @at, as in a buffer that wraps. */
static int see(struct run *run, size_t at)
{
	const struct recorder_buffer from = {.cpu = 0};
	struct defer_error err = DEFER_ERROR_INIT;
	uint8_t *b = malloc(run->b.size - at + 1);

	T_CHECK(b);
	memcpy(b, run->b.data + at, run->b.size - at);
	T_EQ(pending__see(&run->pending, run->b.data, at, b, run->b.size - at, &from, &run->stats,
			  &err),
	     0);
	free(b);
	return TEST_OK;
}

static int test_answered(void)
{
	struct run run;

	T_RUN(run__init(&run));
	write_sample(&run.b, 7, 100, 0x100000001);
	write_sample(&run.b, 7, 110, 0x100000001);
	write_sample(&run.b, 8, 120, 0x100000002);
	T_RUN(see(&run, run.b.size));
	T_EQ(pending__recent(&run.pending, UINT64_MAX), 2);
	run.b.size = 0;
	write_record(&run.b, 7, 130, 0x100000001);
	T_RUN(see(&run, run.b.size));
	T_EQ(pending__recent(&run.pending, UINT64_MAX), 1);
	T_EQ(run.stats.samples, 3);
	T_EQ(run.stats.deferred_samples, 3);
	T_EQ(run.stats.answered, 2);
	T_EQ(run.pending.first_time, 100);
	T_EQ(run.pending.last_time, 120);
	run__exit(&run);
	return TEST_OK;
}

/* The kernel may hand the cookie to a sample after the record was written. */
static int test_answered_before(void)
{
	struct run run;

	T_RUN(run__init(&run));
	write_record(&run.b, 7, 100, 0x300000001);
	write_sample(&run.b, 7, 110, 0x300000001);
	T_RUN(see(&run, run.b.size));
	T_EQ(pending__recent(&run.pending, UINT64_MAX), 0);
	T_EQ(run.stats.answered, 1);
	run__exit(&run);
	return TEST_OK;
}

/* A task that moves between CPUs: what one buffer has comes after what another one has. */
static int test_other_buffer(void)
{
	struct run run;
	uint64_t i;

	T_RUN(run__init(&run));
	for (i = 1; i < 100; i++)
		write_record(&run.b, 7, i * 100 + 50, i << 33 | 1);
	for (i = 1; i < 100; i++)
		write_sample(&run.b, 7, i * 100, i << 33 | 1);
	T_RUN(see(&run, run.b.size));
	T_EQ(pending__recent(&run.pending, UINT64_MAX), 0);
	T_EQ(run.stats.answered, 99);
	run__exit(&run);
	return TEST_OK;
}

/* Who sleeps is not waited for as who was just running is. */
static int test_recent(void)
{
	struct run run;

	T_RUN(run__init(&run));
	write_sample(&run.b, 7, 1000, 0x100000001);
	write_sample(&run.b, 8, 5000000000, 0x100000002);
	T_RUN(see(&run, run.b.size));
	T_EQ(pending__recent(&run.pending, UINT64_MAX), 2);
	T_EQ(pending__recent(&run.pending, 1000000000), 1);
	T_EQ(pending__recent(&run.pending, 6000000000), 2);
	run__exit(&run);
	return TEST_OK;
}

/*
 * Who has exited owes nothing, whichever buffer is read first. For one round more: the kernel may
 * write a record just after the EXIT.
 */
static int test_exited(void)
{
	struct run run;

	T_RUN(run__init(&run));
	write_exit(&run.b, 7, 1050);
	write_sample(&run.b, 7, 1000, 0x100000001);
	write_sample(&run.b, 8, 1010, 0x100000002);
	write_sample(&run.b, 9, 1020, 0x100000003);
	write_exit(&run.b, 8, 1060);
	T_RUN(see(&run, run.b.size));
	pending__next_round(&run.pending);
	T_EQ(pending__recent(&run.pending, UINT64_MAX), 3);
	run.b.size = 0;
	write_record(&run.b, 8, 1061, 0x100000002);
	T_RUN(see(&run, run.b.size));
	T_EQ(pending__recent(&run.pending, UINT64_MAX), 2);
	pending__next_round(&run.pending);
	T_EQ(pending__recent(&run.pending, UINT64_MAX), 1);
	T_EQ(run.stats.answered, 1);

	/* Its number is another task's now. */
	run.b.size = 0;
	write_sample(&run.b, 7, 2000, 0x100000005);
	T_RUN(see(&run, run.b.size));
	pending__next_round(&run.pending);
	pending__next_round(&run.pending);
	T_EQ(pending__recent(&run.pending, UINT64_MAX), 2);
	run__exit(&run);
	return TEST_OK;
}

/* Reads buffer @cpu of 1000 bytes: so many records of 10 bytes, and one that tells of @lost. */
static int read_buffer(struct recorder_stats *stats, int32_t cpu, uint64_t records, uint64_t lost)
{
	const struct recorder_buffer from = {.cpu = cpu};

	if (lost)
		T_EQ(recorder_stats__add_loss(stats, &from, lost, NULL), 0);
	recorder_stats__add_read(stats, &from, records, records * 10, 1000);
	return TEST_OK;
}

/* The -m that would have held is that of the worst time, not of all losses nor of their mean. */
static int test_needed(void)
{
	struct recorder_stats stats = {0};

	T_RUN(read_buffer(&stats, 0, 100, 0));
	T_EQ(recorder_stats__needed_bytes(&stats, 0, 1000, 1 << 20), 0);
	/* Four times in a row what a full buffer holds is lost: it takes five. */
	for (int i = 0; i < 4; i++)
		T_RUN(read_buffer(&stats, 0, 100, 100));
	T_EQ(stats.cpus[0].most_behind, 400);
	T_EQ(recorder_stats__needed_bytes(&stats, 0, 1000, 1 << 20), 8000);
	/* It catches up, and loses again: no more than before. */
	for (int i = 0; i < 10; i++)
		T_RUN(read_buffer(&stats, 0, 50, 0));
	T_EQ(stats.cpus[0].behind, 0);
	T_RUN(read_buffer(&stats, 0, 100, 50));
	T_RUN(read_buffer(&stats, 1, 100, 10));
	T_EQ(stats.cpus[0].most_behind, 400);
	T_EQ(recorder_stats__needed_bytes(&stats, 0, 1000, 1 << 20), 8000);
	T_EQ(recorder_stats__needed_bytes(&stats, 400, 1000, 1 << 20), 16000);

	/* Where no buffer of that size can be, nothing is said. */
	T_EQ(recorder_stats__needed_bytes(&stats, 0, 1000, 8000), 8000);
	T_EQ(recorder_stats__needed_bytes(&stats, 0, 1000, 7999), 0);
	T_EQ(recorder_stats__needed_bytes(&stats, 0, 1000, 0), 0);
	recorder_stats__exit(&stats);
	return TEST_OK;
}

/* Wherever the buffer wraps, also inside a record, the figures are the same. */
static int test_wraps(void)
{
	struct run run;
	size_t at, size = 1;

	for (at = 0; at <= size; at += 8) {
		T_RUN(run__init(&run));
		write_sample(&run.b, 7, 100, 0x100000001);
		write_record(&run.b, 7, 130, 0x100000001);
		write_sample(&run.b, 9, 140, 0x100000003);
		size = run.b.size;
		T_RUN(see(&run, at));
		T_EQ(run.stats.records, 3);
		T_EQ(run.stats.answered, 1);
		T_EQ(pending__recent(&run.pending, UINT64_MAX), 1);
		run__exit(&run);
	}
	return TEST_OK;
}

static int test_many_tasks(void)
{
	enum {
		NR = 20000
	};
	struct run run;
	int32_t i;

	T_RUN(run__init(&run));
	for (i = 1; i <= NR; i++)
		write_sample(&run.b, i, i, ((uint64_t)i * 2 + 1) << 32 | 1);
	T_RUN(see(&run, run.b.size));
	T_EQ(pending__recent(&run.pending, UINT64_MAX), NR);
	run.b.size = 0;
	for (i = 1; i <= NR; i += 2)
		write_record(&run.b, i, NR + i, ((uint64_t)i * 2 + 1) << 32 | 1);
	T_RUN(see(&run, run.b.size));
	T_EQ(pending__recent(&run.pending, UINT64_MAX), NR / 2);
	T_EQ(run.stats.answered, NR / 2);
	run__exit(&run);
	return TEST_OK;
}

/* A task is in one kernel entry: what an earlier one still owes was lost, and nobody waits for it. */
static int test_lost_records(void)
{
	struct run run;
	uint64_t i;

	T_RUN(run__init(&run));
	for (i = 1; i <= 50000; i++) {
		write_sample(&run.b, 7 + i % 2, i * 100, (2 * i + 1) << 32 | 1);
		if (i % 500)
			continue;
		T_RUN(see(&run, run.b.size));
		run.b.size = 0;
		pending__next_round(&run.pending);
	}
	T_EQ(pending__recent(&run.pending, UINT64_MAX), 2);
	T_EQ(run.stats.answered, 0);
	write_record(&run.b, 7, i * 100, (2 * (i - 1) + 1) << 32 | 1);
	T_RUN(see(&run, run.b.size));
	T_EQ(pending__recent(&run.pending, UINT64_MAX), 1);
	T_EQ(run.stats.answered, 1);
	run__exit(&run);
	return TEST_OK;
}

/* Who sleeps while others go in and out: its record is its samples' however late it comes. */
static int test_long_sleep(void)
{
	struct run run;
	uint64_t i, base;

	T_RUN(run__init(&run));
	for (i = 0; i < 3; i++)
		write_sample(&run.b, 7, 10 + i, 0x300000001);
	for (base = 1000; base < 100000; base += 1000) {
		for (i = base; i < base + 1000; i++) {
			write_sample(&run.b, 8, i * 100, (2 * i + 1) << 32 | 1);
			write_record(&run.b, 8, i * 100 + 50, (2 * i + 1) << 32 | 1);
		}
		T_RUN(see(&run, run.b.size));
		run.b.size = 0;
		pending__next_round(&run.pending);
	}
	T_EQ(run.stats.answered, 99000);
	T_EQ(pending__recent(&run.pending, UINT64_MAX), 1);
	write_sample(&run.b, 7, i * 100, 0x300000001);
	write_record(&run.b, 7, i * 100 + 1, 0x300000001);
	write_sample(&run.b, 7, i * 100 + 2, 0x300000001);
	T_RUN(see(&run, run.b.size));
	T_EQ(run.stats.answered, 99005);
	T_EQ(pending__recent(&run.pending, UINT64_MAX), 0);
	/* And all that took no more room than what was read of a CPU in two rounds. */
	T_CHECK(run.pending.cookies.cpus[0].nr <= 4096);
	run__exit(&run);
	return TEST_OK;
}

/* All records of a full buffer are read before the first of their samples. */
static int test_large_round(void)
{
	enum {
		NR = 30000
	};
	struct run run;
	uint64_t i;

	T_RUN(run__init(&run));
	for (i = 1; i <= NR; i++)
		write_record(&run.b, 7, i * 100 + 50, (2 * i + 1) << 32 | 1);
	T_RUN(see(&run, run.b.size));
	run.b.size = 0;
	pending__next_round(&run.pending);
	for (i = 1; i <= NR; i++)
		write_sample(&run.b, 7, i * 100, (2 * i + 1) << 32 | 1);
	T_RUN(see(&run, run.b.size));
	T_EQ(run.stats.answered, NR);
	T_EQ(pending__recent(&run.pending, UINT64_MAX), 0);
	run__exit(&run);
	return TEST_OK;
}

/* One kernel entry that lasts for minutes, sampled all the time. */
static int test_long_entry(void)
{
	struct run run;
	uint64_t i;

	T_RUN(run__init(&run));
	for (i = 1; i <= 100000; i++)
		write_sample(&run.b, 7, i, 0x100000001);
	write_record(&run.b, 7, i, 0x100000001);
	T_RUN(see(&run, run.b.size));
	T_EQ(run.stats.answered, 100000);
	run__exit(&run);
	return TEST_OK;
}

static int test_losses(void)
{
	struct defer_event ev = {.type = DEFER_RECORD_LOST, .lost = {.id = 1, .lost = 17}};
	struct run run;

	T_RUN(run__init(&run));
	builder__event(&run.b, &attr, &ev);
	builder__event(&run.b, &attr, &ev);
	T_RUN(see(&run, run.b.size));
	T_EQ(run.stats.lost, 34);
	T_EQ(run.stats.nr_cpus, 1);
	T_EQ(run.stats.cpus[0].losses, 2);
	run__exit(&run);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"a record answers its samples", test_answered},
	{"a record that came before its sample", test_answered_before},
	{"a task that moves between CPUs", test_other_buffer},
	{"who sleeps, and who is on the way out", test_recent},
	{"the -m that would have held", test_needed},
	{"tasks that have exited are not waited for", test_exited},
	{"a buffer that wraps anywhere", test_wraps},
	{"many tasks", test_many_tasks},
	{"records that were lost", test_lost_records},
	{"a long sleep", test_long_sleep},
	{"a round of many records", test_large_round},
	{"a long kernel entry with many samples", test_long_entry},
	{"losses by CPU", test_losses},
	{0},
};

const struct test_suite suite__record_pending = {"record-pending",
						 "Who still owes a deferred record", cases};
