// SPDX-License-Identifier: GPL-2.0-only
/* Cookies that still wait, from the records that are written out. */
#include <stdlib.h>

#include <perf/defer-event.h>
#include <perf/defer-evlist.h>

#include "tests/builder.h"
#include "tests/tests.h"
#include "util/record/pending.h"

/* The process of all threads: none of them has its number. */
#define PID 1000000

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
		.pid = PID,
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
		.id = {.pid = PID, .tid = tid, .time = time, .has_time = true},
		.deferred = {.cookie = cookie, .chain = {.ips = (const uint8_t *)ips, .nr = 2}},
	};

	builder__event(b, &attr, &ev);
}

static void write_exit(struct builder *b, int32_t tid, uint64_t time)
{
	struct defer_event ev = {
		.type = DEFER_RECORD_EXIT,
		.id = {.pid = PID, .tid = tid, .time = time, .has_time = true},
		.task = {.pid = PID, .ppid = PID, .tid = tid, .ptid = PID, .time = time},
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
	T_EQ(err.code, 0);
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
	T_EQ(run.stats.deferred_records, 1);
	T_EQ(run.stats.answered, 2);
	T_EQ(run.pending.first_time, 100);
	T_EQ(run.pending.last_time, 120);
	run__exit(&run);
	return TEST_OK;
}

/* A record that comes twice answers no sample twice. */
static int test_answered_twice(void)
{
	struct run run;

	T_RUN(run__init(&run));
	write_sample(&run.b, 7, 100, 0x100000001);
	write_sample(&run.b, 7, 110, 0x100000001);
	write_record(&run.b, 7, 130, 0x100000001);
	write_record(&run.b, 7, 130, 0x100000001);
	T_RUN(see(&run, run.b.size));
	T_EQ(run.stats.deferred_records, 2);
	T_EQ(run.stats.answered, 2);
	run__exit(&run);
	return TEST_OK;
}

/* The kernel may refuse to defer: such a sample waits for nothing. */
static int test_refused(void)
{
	const uint64_t ips[] = {DEFER_CONTEXT_KERNEL, 0xffffffff81000000, DEFER_CONTEXT_USER,
				0x401000};
	const struct defer_sample sample = {
		.pid = 7, .tid = 7, .time = 100, .chain = {.ips = (const uint8_t *)ips, .nr = 4}};
	struct run run;

	T_RUN(run__init(&run));
	builder__sample(&run.b, &attr, &sample);
	T_RUN(see(&run, run.b.size));
	T_EQ(run.stats.samples, 1);
	T_EQ(run.stats.deferred_samples, 0);
	T_EQ(pending__recent(&run.pending, UINT64_MAX), 0);
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

/* The recorder does not wait for a sleeping task as for one that was just running. */
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
 * A task that has exited owes nothing, whichever buffer is read first. It counts for one more
 * round, because the kernel may write a record just after the EXIT.
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

	/* Its tid has been reused. */
	run.b.size = 0;
	write_sample(&run.b, 7, 2000, 0x100000005);
	T_RUN(see(&run, run.b.size));
	pending__next_round(&run.pending);
	pending__next_round(&run.pending);
	T_EQ(pending__recent(&run.pending, UINT64_MAX), 2);
	run__exit(&run);
	return TEST_OK;
}

/* Reads buffer @cpu of 1000 bytes: a number of records of 10 bytes, and one that reports @lost. */
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
	T_EQ(stats.nr_cpus, 2);
	T_EQ(stats.cpus[0].lost, 450);
	T_EQ(stats.cpus[1].lost, 10);
	T_EQ(recorder_stats__needed_bytes(&stats, 0, 1000, 1 << 20), 8000);
	T_EQ(recorder_stats__needed_bytes(&stats, 400, 1000, 1 << 20), 16000);

	/* If no buffer can have that size, nothing is reported. */
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

/* As much follows the beginning of a record as a record can be large. */
static int test_wraps_full(void)
{
	const size_t full = UINT16_MAX + 1;
	struct run run;
	uint64_t nr;

	T_RUN(run__init(&run));
	for (nr = 0; run.b.size < full + 8; nr++)
		write_sample(&run.b, 7, 100 + nr, 0x100000001);
	T_RUN(see(&run, run.b.size - full));
	T_EQ(run.stats.records, nr);
	run__exit(&run);
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

/*
 * A task is in one kernel entry: a record that an earlier entry owes was lost, and is not waited
 * for.
 */
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

/*
 * A task sleeps while others enter and leave: its record belongs to its samples however late it
 * comes.
 */
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
	/* All of that took no more room than the entries of a CPU in two rounds. */
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
	/* One that ends too early is passed over. */
	builder__begin(&run.b, DEFER_RECORD_LOST, 0);
	builder__end(&run.b);
	T_RUN(see(&run, run.b.size));
	T_EQ(run.stats.lost, 34);
	T_EQ(run.stats.nr_cpus, 1);
	T_EQ(run.stats.cpus[0].losses, 2);
	/* Losses in the tracking event's buffer are not samples of a CPU. */
	T_EQ(recorder_stats__add_loss(
		     &run.stats, &(struct recorder_buffer){.cpu = 1, .tracking = true}, 5, NULL),
	     0);
	T_EQ(run.stats.lost, 39);
	T_EQ(run.stats.lost_tracking, 5);
	T_EQ(run.stats.nr_cpus, 1);
	run__exit(&run);
	return TEST_OK;
}

/* Two events whose records end in different ways, of which the second one defers nothing. */
static int test_two_events(void)
{
	const uint64_t ids[] = {1, 2};
	const uint64_t ips[] = {DEFER_CONTEXT_KERNEL, 0xffffffff81000000,
				DEFER_CONTEXT_USER_DEFERRED, 0x500000001};
	struct defer_sample sample = {
		.pid = PID, .tid = 7, .time = 100, .chain = {.ips = (const uint8_t *)ips, .nr = 4}};
	struct defer_event record = {
		.type = DEFER_RECORD_CALLCHAIN_DEFERRED,
		.id = {.pid = PID, .tid = 7, .time = 200, .id = 1, .has_time = true},
		.deferred = {.cookie = ips[3], .chain = {.ips = (const uint8_t *)ips, .nr = 2}}};
	struct defer_attr attrs[] = {attr, attr};
	struct run run;

	attrs[0].sample_type |= DEFER_SAMPLE_IDENTIFIER;
	attrs[1].sample_type |= DEFER_SAMPLE_IDENTIFIER | DEFER_SAMPLE_CPU;
	attrs[1].flags &= ~DEFER_ATTR_DEFER_CALLCHAIN;
	memset(&run, 0, sizeof(run));
	builder__init(&run.b, false);
	run.evlist = defer_evlist__new();
	T_CHECK(run.evlist);
	for (int i = 0; i < 2; i++)
		T_EQ(defer_evlist__add(run.evlist, &attrs[i], &ids[i], 1, NULL), 0);
	pending__init(&run.pending, run.evlist);
	for (int i = 0; i < 2; i++) {
		sample.id = ids[i];
		builder__sample(&run.b, &attrs[i], &sample);
	}
	T_RUN(see(&run, run.b.size));
	T_EQ(run.stats.samples, 2);
	T_EQ(run.stats.deferred_samples, 1);
	run.b.size = 0;
	builder__event(&run.b, &attrs[0], &record);
	T_RUN(see(&run, run.b.size));
	T_EQ(run.stats.answered, 1);
	T_EQ(pending__recent(&run.pending, UINT64_MAX), 0);
	run__exit(&run);
	return TEST_OK;
}

/* ---- the tables alone ---- */

static uint64_t cookie_of(uint32_t cpu, uint32_t entry)
{
	return (uint64_t)(2 * entry + 1) << 32 | (cpu + 1);
}

/* The entry of @cookie is what @cookies gives, and takes the place of the cookie @old. */
static int check_get(struct cookies *cookies, uint64_t cookie, bool there, uint64_t old,
		     struct cookie_entry **entry)
{
	struct cookie_entry made_room;

	T_EQ(cookies__get(cookies, cookie, entry, &made_room, NULL), 0);
	T_EQ(!*entry, !there);
	T_EQ(made_room.cookie, old);
	T_CHECK(!there || (*entry)->cookie == cookie);
	return TEST_OK;
}

/* Entries 0 and 1024 of a CPU have one place in its first table. */
static int test_cookie_places(void)
{
	struct cookies cookies = {0};
	struct cookie_entry *entry;

	T_RUN(check_get(&cookies, cookie_of(0, 0), true, 0, &entry));
	entry->samples = 3;
	/* Another CPU's entry of that number has a place of its own. */
	T_RUN(check_get(&cookies, cookie_of(1, 0), true, 0, &entry));
	T_EQ(entry->samples, 0);
	/* Entries that are needed stay: the table grows. */
	cookies__next_round(&cookies);
	T_RUN(check_get(&cookies, cookie_of(0, 1024), true, 0, &entry));
	T_EQ(cookies.cpus[0].nr, 2048);
	T_EQ(cookies.cpus[1].nr, 1024);
	T_RUN(check_get(&cookies, cookie_of(0, 0), true, 0, &entry));
	T_EQ(entry->samples, 3);
	/* Old entries are replaced, and do not come back. */
	cookies__next_round(&cookies);
	cookies__next_round(&cookies);
	T_RUN(check_get(&cookies, cookie_of(0, 2048), true, cookie_of(0, 0), &entry));
	T_EQ(entry->samples, 0);
	T_RUN(check_get(&cookies, cookie_of(0, 2048), true, 0, &entry));
	cookies__next_round(&cookies);
	cookies__next_round(&cookies);
	T_RUN(check_get(&cookies, cookie_of(0, 0), false, 0, &entry));
	T_RUN(check_get(&cookies, cookie_of(0, 2048), true, 0, &entry));
	cookies__exit(&cookies);
	return TEST_OK;
}

/* A task's last sample and record are those of the latest time, in whatever order they are read. */
static int test_owing_order(void)
{
	const struct owing_task *task;
	struct owing owing;

	owing__init(&owing);
	owing__sample(&owing, 7, 5, 200, NULL)->samples = 4;
	task = owing__sample(&owing, 7, 3, 100, NULL);
	T_EQ(task->cookie, 5);
	T_EQ(task->time, 200);
	T_EQ(task->samples, 4);
	task = owing__sample(&owing, 7, 9, 300, NULL);
	T_EQ(task->cookie, 9);
	T_EQ(task->samples, 0);
	owing__record(&owing, 7, 5, 250, NULL);
	task = owing__record(&owing, 7, 3, 150, NULL);
	T_EQ(task->left_cookie, 5);
	T_EQ(task->left, 250);
	T_EQ(owing__recent(&owing, UINT64_MAX), 1);
	owing__record(&owing, 7, 9, 350, NULL);
	T_EQ(owing__recent(&owing, UINT64_MAX), 0);
	owing__exit(&owing);
	return TEST_OK;
}

/* Of equal times the one that is read last counts; a task is gone if it exits as it was sampled. */
static int test_owing_equal_times(void)
{
	const struct owing_task *task;
	struct owing owing;

	owing__init(&owing);
	owing__sample(&owing, 7, 5, 200, NULL);
	task = owing__sample(&owing, 7, 9, 200, NULL);
	T_EQ(task->cookie, 9);
	owing__record(&owing, 7, 5, 200, NULL);
	/* It left with another cookie, so it came back at once. */
	T_EQ(owing__recent(&owing, UINT64_MAX), 1);
	task = owing__record(&owing, 7, 9, 200, NULL);
	T_EQ(task->left_cookie, 9);
	T_EQ(owing__recent(&owing, UINT64_MAX), 0);

	owing__sample(&owing, 8, 5, 300, NULL);
	T_EQ(owing__exited(&owing, 8, 300, NULL), 0);
	owing__next_round(&owing);
	/* The exit is read again, such as from a second buffer: the round begins anew. */
	T_EQ(owing__exited(&owing, 8, 300, NULL), 0);
	owing__next_round(&owing);
	T_EQ(owing__recent(&owing, UINT64_MAX), 1);
	owing__next_round(&owing);
	T_EQ(owing__recent(&owing, UINT64_MAX), 0);
	owing__exit(&owing);
	return TEST_OK;
}

#define S 1000000000ULL

/* However long a task sleeps, it is not forgotten; those that left the kernel long ago are. */
static int test_owing_sleepers(void)
{
	struct owing owing;
	int32_t tid;

	owing__init(&owing);
	for (tid = 1; tid <= 200; tid++)
		T_CHECK(owing__sample(&owing, tid, 5, tid, NULL));
	for (; tid <= 5000; tid++) {
		T_CHECK(owing__sample(&owing, tid, 5, tid * S, NULL));
		T_CHECK(owing__record(&owing, tid, 5, tid * S + 1, NULL));
	}
	T_EQ(owing__recent(&owing, UINT64_MAX), 200);
	T_EQ(owing__recent(&owing, S), 0);
	T_CHECK(owing.cap <= 2048);
	T_CHECK(!owing__find(&owing, 300));
	T_CHECK(owing__find(&owing, 5000));
	owing__exit(&owing);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"a record answers its samples", test_answered},
	{"a record that comes twice", test_answered_twice},
	{"a sample that was not deferred", test_refused},
	{"a record that came before its sample", test_answered_before},
	{"a task that moves between CPUs", test_other_buffer},
	{"who sleeps, and who is on the way out", test_recent},
	{"the -m that would have held", test_needed},
	{"tasks that have exited are not waited for", test_exited},
	{"a buffer that wraps anywhere", test_wraps},
	{"a buffer that wraps in a record, and is full", test_wraps_full},
	{"many tasks", test_many_tasks},
	{"records that were lost", test_lost_records},
	{"a long sleep", test_long_sleep},
	{"a round of many records", test_large_round},
	{"a long kernel entry with many samples", test_long_entry},
	{"losses by CPU", test_losses},
	{"two events", test_two_events},
	{"places of kernel entries", test_cookie_places},
	{"the last sample and the last record", test_owing_order},
	{"samples, records and exits of equal times", test_owing_equal_times},
	{"who sleeps for long", test_owing_sleepers},
	{0},
};

const struct test_suite suite__record_pending = {"record-pending",
						 "Who still owes a deferred record", cases};
