// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a stream of records tells the stitcher: each record by itself, and what only several say
 * together, such as since when a buffer lost records.
 */
#include <stdlib.h>

#include <perf/defer.h>

#include "tests/tests.h"

#define COOKIE 0x300000001ULL

#define TIMED	 (DEFER_SAMPLE_IP | DEFER_SAMPLE_TID | DEFER_SAMPLE_TIME | DEFER_SAMPLE_CALLCHAIN)
#define WITH_CPU (TIMED | DEFER_SAMPLE_CPU)
#define WITH_IDS (WITH_CPU | DEFER_SAMPLE_IDENTIFIER)

#define FLAGS                                                                              \
	(DEFER_ATTR_SAMPLE_ID_ALL | DEFER_ATTR_DEFER_CALLCHAIN | DEFER_ATTR_DEFER_OUTPUT | \
	 DEFER_ATTR_COMM)

static const uint64_t one_ip[] = {0x401000};
static const uint64_t user_ips[] = {0x401000, 0x402000};
static const uint64_t deferred_ips[] = {DEFER_CONTEXT_KERNEL, 0xffffffff81000000ULL,
					DEFER_CONTEXT_USER_DEFERRED, COOKIE};

/* A trace of one event, told record by record. What cannot be (no memory) aborts. */
struct tale {
	struct defer_evlist *evlist;
	struct defer_feed *feed;
	struct defer_stitch *st; /* once sealed */
	struct defer_signs *signs;
	uint64_t order;
	int32_t cpu, tid; /* of the next records */
	uint64_t id;
};

static void must(int ok)
{
	if (!ok)
		abort();
}

static void tale__init_flags(struct tale *t, uint64_t sample_type, uint64_t flags)
{
	const struct defer_attr attr = {.size = 144, .sample_type = sample_type, .flags = flags};

	/* What takes samples alone, and shares no buffer with the other, has id 7. */
	const struct defer_attr samples = {
		.size = 144, .sample_type = sample_type, .flags = DEFER_ATTR_SAMPLE_ID_ALL};

	*t = (struct tale){.evlist = defer_evlist__new(), .tid = 5, .id = 1};
	must(!!t->evlist);
	must(!defer_evlist__add(t->evlist, &attr, (uint64_t[]){1, 2}, 2, NULL));
	if (sample_type & DEFER_SAMPLE_IDENTIFIER)
		must(!defer_evlist__add(t->evlist, &samples, (uint64_t[]){7}, 1, NULL));
	t->feed = defer_feed__new(t->evlist);
	must(!!t->feed);
}

static void tale__init(struct tale *t, uint64_t sample_type)
{
	tale__init_flags(t, sample_type, FLAGS);
}

static void tale__exit(struct tale *t)
{
	defer_signs__delete(t->signs);
	defer_stitch__delete(t->st);
	defer_feed__delete(t->feed);
	defer_evlist__delete(t->evlist);
}

static struct defer_event tale__event(const struct tale *t, uint32_t type, uint64_t time)
{
	uint64_t sample_type = defer_evlist__evsel(t->evlist, 0)->attr.sample_type;
	bool tid = sample_type & DEFER_SAMPLE_TID;

	return (struct defer_event){
		.type = type,
		.misc = type == DEFER_RECORD_CALLCHAIN_DEFERRED ? DEFER_MISC_USER : 0,
		.id =
			{
				.pid = tid ? 1 : -1,
				.tid = tid ? t->tid : -1,
				.cpu = sample_type & DEFER_SAMPLE_CPU ? t->cpu : -1,
				.id = sample_type & DEFER_SAMPLE_IDENTIFIER ? t->id : UINT64_MAX,
				.time = time,
				.has_time = true,
			},
	};
}

static void tale__tell(struct tale *t, const struct defer_event *ev)
{
	must(!defer_feed__event(t->feed, ev, ++t->order, NULL));
}

static void tale__record(struct tale *t, uint64_t time, const uint64_t *ips, uint64_t nr)
{
	struct defer_event ev = tale__event(t, DEFER_RECORD_CALLCHAIN_DEFERRED, time);

	ev.deferred.cookie = COOKIE;
	ev.deferred.chain.ips = (const uint8_t *)ips;
	ev.deferred.chain.nr = nr;
	tale__tell(t, &ev);
}

static void tale__comm(struct tale *t, uint64_t time, bool exec)
{
	struct defer_event ev = tale__event(t, DEFER_RECORD_COMM, time);

	ev.comm.pid = 1;
	ev.comm.tid = t->tid;
	ev.comm.name = "new";
	ev.comm.exec = exec;
	tale__tell(t, &ev);
}

static void tale__map(struct tale *t, uint64_t time, const char *name)
{
	struct defer_event ev = tale__event(t, DEFER_RECORD_MMAP2, time);

	ev.mmap.pid = 1;
	ev.mmap.tid = t->tid;
	ev.mmap.filename = name;
	tale__tell(t, &ev);
}

static void tale__lost(struct tale *t, uint64_t time)
{
	struct defer_event ev = tale__event(t, DEFER_RECORD_LOST, time);

	ev.lost.id = t->id;
	ev.lost.lost = 3;
	tale__tell(t, &ev);
}

static void tale__lost_samples(struct tale *t, uint64_t nr)
{
	struct defer_event ev = tale__event(t, DEFER_RECORD_LOST_SAMPLES, 0);

	ev.lost.lost = nr;
	tale__tell(t, &ev);
}

static void tale__task_exit(struct tale *t, uint64_t time)
{
	struct defer_event ev = tale__event(t, DEFER_RECORD_EXIT, time);

	ev.task.pid = 1;
	ev.task.tid = t->tid;
	tale__tell(t, &ev);
}

/* A sample of another task than the tale's, as the feed sees it: undecoded. */
static void tale__sample(struct tale *t, uint64_t time)
{
	const struct defer_evsel *evsel = defer_evlist__evsel(t->evlist, 0);
	uint64_t type = evsel->attr.sample_type, words[8] = {0}, seen;
	struct defer_record rec = {
		.type = DEFER_RECORD_SAMPLE,
		.data = (const uint8_t *)words,
		.order = ++t->order,
	};
	int nr = 1;

	if (type & DEFER_SAMPLE_IDENTIFIER)
		words[nr++] = t->id;
	words[nr++] = 0x1000;
	if (type & DEFER_SAMPLE_TID)
		words[nr++] = 77ULL << 32 | 77;
	words[nr++] = time;
	if (type & DEFER_SAMPLE_CPU)
		words[nr++] = (uint32_t)t->cpu;
	rec.size = 8 * (nr + 1);
	must(!defer_feed__sample(t->feed, evsel, &rec, &seen));
	must(seen == (defer_evlist__has_time(t->evlist) ? time : rec.order));
}

static void tale__seal(struct tale *t)
{
	must(!defer_feed__seal(t->feed, &t->st));
	t->signs = defer_signs__new(t->st);
	must(!!t->signs);
}

static struct defer_sample tale__deferred(const struct tale *t, uint64_t time)
{
	struct defer_event ev = tale__event(t, DEFER_RECORD_SAMPLE, time);

	return (struct defer_sample){
		.pid = ev.id.pid,
		.tid = ev.id.tid,
		.cpu = ev.id.cpu,
		.time = time,
		.has_time = true,
		.has_chain = true,
		.cpumode = DEFER_MISC_KERNEL,
		.chain = {.ips = (const uint8_t *)deferred_ips, .nr = 4},
	};
}

static struct defer_verdict tale__match(const struct tale *t, uint64_t time, uint64_t order)
{
	const struct defer_sample sample = tale__deferred(t, time);
	struct defer_verdict verdict;

	must(!defer_stitch__classify(t->st, &sample, order, NULL, &verdict));
	return verdict;
}

/* The class of a sample at @time, settled. */
static enum defer_class tale__class(const struct tale *t, uint64_t time, uint64_t order)
{
	const struct defer_sample sample = tale__deferred(t, time);
	const struct defer_stitch_sample key = defer_stitch__sample(t->st, &sample, order);
	struct defer_verdict verdict = tale__match(t, time, order);

	if (verdict.cls != DEFER_NO_RECORD)
		return verdict.cls;
	return defer_stitch__settle(t->st, t->signs, &key);
}

#define T_TALE(t, time, want) \
	T_STREQ(defer_class__name(tale__class(t, time, (t)->order + 100)), defer_class__name(want))

/* ---- each record by itself ------------------------------------------------------------------- */

static int test_match(void)
{
	struct defer_stitch_stats stats;
	struct tale t;

	tale__init(&t, WITH_CPU);
	tale__record(&t, 1000, user_ips, 2);
	tale__record(&t, 1000, user_ips, 2); /* written twice */
	tale__seal(&t);
	T_EQ(tale__match(&t, 900, 3).cls, DEFER_MERGED);
	T_EQ(tale__match(&t, 900, 3).record->ref, 1);
	T_EQ(tale__match(&t, 900, 3).record->nr, 2);
	T_EQ(tale__match(&t, 1100, 9).cls, DEFER_MERGED_BACK);
	defer_stitch__stats(t.st, &stats);
	T_EQ(stats.records, 1);
	T_EQ(stats.duplicates, 1);
	tale__exit(&t);
	return TEST_OK;
}

/* Records that differ in their chains alone are no copies. */
static int test_sum(void)
{
	static const uint64_t other_ips[] = {0x401000, 0x402001};
	struct defer_stitch_stats stats;
	struct tale t;

	tale__init(&t, WITH_CPU);
	tale__record(&t, 1000, user_ips, 2);
	tale__record(&t, 1000, other_ips, 2);
	tale__seal(&t);
	defer_stitch__stats(t.st, &stats);
	T_EQ(stats.records, 2);
	T_EQ(stats.duplicates, 0);
	tale__exit(&t);
	return TEST_OK;
}

/* Marks in a chain are no addresses. */
static int test_marks(void)
{
	static const uint64_t marked[] = {DEFER_CONTEXT_USER, 0x401000};
	struct tale t;

	tale__init(&t, WITH_CPU);
	tale__record(&t, 1000, marked, 2);
	tale__seal(&t);
	T_EQ(tale__match(&t, 900, 3).record->nr, 1);
	tale__exit(&t);
	return TEST_OK;
}

static int test_no_time(void)
{
	struct tale t;

	tale__init(&t, WITH_CPU & ~DEFER_SAMPLE_TIME);
	t.order = 69;
	tale__record(&t, 0, user_ips, 2);
	tale__seal(&t);
	T_EQ(tale__match(&t, 0, 60).cls, DEFER_MERGED);
	T_EQ(tale__match(&t, 0, 80).cls, DEFER_MERGED_BACK);
	T_EQ(tale__match(&t, 0, 60).record->time, 70);
	tale__exit(&t);
	return TEST_OK;
}

/* The class of a sample at 9 ms when @ev lies between it and its record at 10 ms. */
static enum defer_class between(struct defer_event ev)
{
	enum defer_class cls;
	struct tale t;

	tale__init(&t, WITH_CPU);
	ev.id.time = 9500000;
	tale__tell(&t, &ev);
	tale__record(&t, 10000000, user_ips, 2);
	tale__seal(&t);
	cls = tale__match(&t, 9000000, 0).cls;
	tale__exit(&t);
	return cls;
}

static int test_between(void)
{
	struct defer_event comm = {.type = DEFER_RECORD_COMM, .comm = {.pid = 1, .tid = 5}};
	struct defer_event fork = {.type = DEFER_RECORD_FORK, .task = {.pid = 1, .tid = 5}};
	struct defer_event other = {.type = DEFER_RECORD_FORK, .task = {.pid = 1, .tid = 6}};

	T_EQ(between(comm), DEFER_MERGED);
	comm.comm.exec = true;
	T_EQ(between(comm), DEFER_EXEC);
	/* A fork is written by the parent and is about the child. */
	T_EQ(between(fork), DEFER_NO_RECORD);
	T_EQ(between(other), DEFER_MERGED);
	return TEST_OK;
}

static int test_counts(void)
{
	struct defer_stitch_stats stats;
	struct tale t;

	tale__init(&t, WITH_CPU);
	tale__lost(&t, 100);
	tale__task_exit(&t, 110);
	tale__lost_samples(&t, 3);
	tale__seal(&t);
	defer_stitch__stats(t.st, &stats);
	T_EQ(stats.losses, 1);
	T_EQ(stats.lost, 3);
	T_EQ(stats.exits, 1);
	tale__exit(&t);
	return TEST_OK;
}

static int test_own_class(void)
{
	static const uint64_t whole[] = {DEFER_CONTEXT_KERNEL, 0xffffffff81000000ULL,
					 DEFER_CONTEXT_USER, 0x401000};
	struct defer_verdict verdict;
	struct defer_sample sample;
	struct tale t;

	tale__init(&t, WITH_CPU);
	tale__seal(&t);
	sample = tale__deferred(&t, 1);
	sample.chain.ips = (const uint8_t *)whole;
	T_EQ(defer_stitch__classify(t.st, &sample, 1, t.signs, &verdict), 0);
	T_EQ(verdict.cls, DEFER_INLINE);
	T_CHECK(!verdict.record);
	sample.chain.nr = 2;
	T_EQ(defer_stitch__classify(t.st, &sample, 1, t.signs, &verdict), 0);
	T_EQ(verdict.cls, DEFER_KERNEL);
	tale__exit(&t);
	return TEST_OK;
}

/* A guest's cookies are those of another kernel. */
static int test_guest_record(void)
{
	struct defer_feed_stats stats;
	struct defer_event ev;
	struct tale t;

	tale__init(&t, WITH_CPU);
	ev = tale__event(&t, DEFER_RECORD_CALLCHAIN_DEFERRED, 2000);
	ev.misc = DEFER_MISC_GUEST_USER;
	ev.deferred.cookie = COOKIE;
	ev.deferred.chain.ips = (const uint8_t *)user_ips;
	ev.deferred.chain.nr = 2;
	tale__tell(&t, &ev);
	tale__seal(&t);
	T_TALE(&t, 1000, DEFER_PENDING);
	defer_feed__stats(t.feed, &stats);
	T_EQ(stats.guest_records, 1);
	tale__exit(&t);
	return TEST_OK;
}

/* ---- since when records were lost ------------------------------------------------------------ */

/*
 * The buffer of CPU 0 loses the record of a task, then the CPU is idle for long. Its LOST comes
 * with its next record, when other CPUs' buffers were read many times.
 */
static void tell_idle_loss(struct tale *t, bool parts)
{
	t->cpu = 0;
	t->id = 1;
	tale__sample(t, 1000000);
	t->cpu = 1;
	t->id = 2;
	tale__task_exit(t, 2000000);
	for (uint64_t time = 3000000; time < 9000000; time += 1000000) {
		if (parts)
			must(!defer_feed__begin(t->feed, t->order + 1));
		tale__sample(t, time);
	}
	t->cpu = 0;
	t->id = 1;
	tale__lost(t, 20000000);
	tale__sample(t, 20000001);
}

static int check_idle_loss(uint64_t sample_type, bool parts, uint64_t known_since)
{
	struct tale t;

	tale__init(&t, sample_type);
	tell_idle_loss(&t, parts);
	tale__seal(&t);
	/* The loss lies on both sides of the exit. */
	T_TALE(&t, 1000000, DEFER_LOST);
	/* What came before the last record of that buffer was not lost. */
	if (known_since) {
		tale__exit(&t);
		tale__init(&t, sample_type);
		t.cpu = 0;
		tale__task_exit(&t, known_since - 500000);
		tell_idle_loss(&t, parts);
		tale__seal(&t);
		T_TALE(&t, known_since - 900000, DEFER_EXITED);
	}
	tale__exit(&t);
	return TEST_OK;
}

static int test_idle_loss(void)
{
	for (int parts = 0; parts < 2; parts++) {
		T_RUN(check_idle_loss(WITH_IDS, parts, 1000000));
		/* The thread that LOST names was never heard of: its buffer may be that. */
		T_RUN(check_idle_loss(WITH_CPU, parts, 0));
		T_RUN(check_idle_loss(TIMED, parts, 0));
	}
	return TEST_OK;
}

/* Without ids the buffer is the CPU's or the thread's: the loss began after the earlier one. */
static int test_loss_of_cpu_or_thread(void)
{
	struct tale t;

	tale__init(&t, WITH_CPU);
	t.cpu = 0;
	tale__sample(&t, 1000000); /* of CPU 0 */
	t.tid = 9;
	t.cpu = 1;
	tale__comm(&t, 5000000, false); /* of thread 9 */
	t.tid = 5;
	tale__task_exit(&t, 3000000);
	t.cpu = 0;
	t.tid = 9;
	tale__lost(&t, 8000000);
	t.tid = 5;
	tale__seal(&t);
	T_TALE(&t, 2000000, DEFER_LOST);
	tale__exit(&t);

	tale__init(&t, WITH_CPU);
	t.tid = 9;
	tale__comm(&t, 5000000, false);
	t.tid = 5;
	tale__task_exit(&t, 3000000);
	tale__sample(&t, 6000000);
	t.tid = 9;
	tale__lost(&t, 8000000);
	t.tid = 5;
	tale__seal(&t);
	T_TALE(&t, 2000000, DEFER_EXITED);
	tale__exit(&t);
	return TEST_OK;
}

/* A loss that no LOST tells of: the buffer had no record any more. Its event's sum tells. */
static int test_tail_loss(void)
{
	struct tale t;

	tale__init(&t, WITH_IDS);
	tale__sample(&t, 1000000);
	tale__sample(&t, 5000000);
	tale__task_exit(&t, 3000000);
	tale__record(&t, 8000000, one_ip, 1);
	tale__lost_samples(&t, 2);
	tale__seal(&t);
	T_TALE(&t, 7000000, DEFER_AMBIGUOUS); /* the exec may be what was lost */
	T_TALE(&t, 9000000, DEFER_MERGED_BACK);
	tale__exit(&t);

	/* The sum is what LOST told of already. */
	tale__init(&t, WITH_IDS);
	tale__sample(&t, 1000000);
	tale__lost(&t, 2000000);
	tale__sample(&t, 5000000);
	tale__record(&t, 8000000, one_ip, 1);
	tale__lost_samples(&t, 3);
	tale__seal(&t);
	T_TALE(&t, 7000000, DEFER_MERGED);
	tale__exit(&t);
	return TEST_OK;
}

/* Of all that was lost, events say that it was samples: no stack, no exec is missing. */
static int test_samples_lost(void)
{
	struct tale t;

	for (uint64_t told = 2; told < 4; told++) {
		tale__init(&t, WITH_IDS);
		tale__sample(&t, 1000000);
		t.id = 7;
		tale__lost(&t, 5000000);
		tale__lost_samples(&t, told);
		t.id = 1;
		tale__record(&t, 8000000, one_ip, 1);
		tale__seal(&t);
		/* Two of three accounted for: the third may be anything. */
		T_TALE(&t, 2000000, told == 3 ? DEFER_MERGED : DEFER_AMBIGUOUS);
		tale__exit(&t);
	}

	/* One of them was of the event that tells of tasks. */
	tale__init(&t, WITH_IDS);
	tale__lost(&t, 5000000);
	tale__lost_samples(&t, 1);
	t.id = 7;
	tale__lost_samples(&t, 2);
	t.id = 1;
	tale__record(&t, 8000000, one_ip, 1);
	tale__seal(&t);
	T_TALE(&t, 2000000, DEFER_AMBIGUOUS);
	tale__exit(&t);
	return TEST_OK;
}

/* ---- execs ----------------------------------------------------------------------------------- */

static int test_vdso(void)
{
	struct defer_stitch_stats stats;
	struct tale t;

	/* The COMM of the second exec is not there. */
	tale__init(&t, WITH_CPU);
	tale__comm(&t, 1000000, true);
	tale__map(&t, 1100000, "[vdso]");
	tale__map(&t, 5000000, "[vdso]");
	tale__record(&t, 6000000, user_ips, 2);
	tale__seal(&t);
	T_TALE(&t, 4000000, DEFER_EXEC);
	T_TALE(&t, 5500000, DEFER_MERGED);
	defer_stitch__stats(t.st, &stats);
	T_EQ(stats.execs, 2);
	T_EQ(stats.unseen_execs, 1);
	tale__exit(&t);

	/* One that the recorder made up has no time; other maps are no sign. */
	tale__init(&t, WITH_CPU);
	tale__map(&t, 0, "[vdso]");
	tale__map(&t, 5000000, "[vvar]");
	tale__record(&t, 6000000, user_ips, 2);
	tale__seal(&t);
	T_TALE(&t, 4000000, DEFER_MERGED);
	tale__exit(&t);
	return TEST_OK;
}

/* COMM of one exec, vdso of the next, and a loss between: both of them count. */
static int test_vdso_after_loss(void)
{
	struct tale t;

	tale__init(&t, WITH_IDS);
	tale__comm(&t, 1000000, true);
	tale__lost(&t, 3000000);
	tale__map(&t, 5000000, "[vdso]");
	tale__record(&t, 6000000, user_ips, 2);
	tale__seal(&t);
	T_TALE(&t, 4000000, DEFER_EXEC);
	tale__exit(&t);
	return TEST_OK;
}

/* A loss, and a file is mapped: an exec does that, so the record may be of another program. */
static int check_map_after_loss(const char *map, bool loss, enum defer_class want)
{
	struct tale t;

	tale__init(&t, WITH_IDS);
	tale__sample(&t, 1000000);
	if (loss)
		tale__lost(&t, 2000000);
	if (map)
		tale__map(&t, 3000000, map);
	tale__record(&t, 4000000, user_ips, 2);
	tale__seal(&t);
	T_TALE(&t, 1500000, want);
	T_TALE(&t, 3500000, DEFER_MERGED);
	tale__exit(&t);
	return TEST_OK;
}

static int test_map_after_loss(void)
{
	T_RUN(check_map_after_loss("/bin/new", true, DEFER_AMBIGUOUS));
	T_RUN(check_map_after_loss(NULL, true, DEFER_MERGED));
	T_RUN(check_map_after_loss("/lib/lib.so", false, DEFER_MERGED));
	return TEST_OK;
}

static int test_no_comm(void)
{
	struct defer_stitch_stats stats;
	struct tale t;

	tale__init_flags(&t, WITH_CPU, FLAGS & ~DEFER_ATTR_COMM);
	tale__record(&t, 2000000, one_ip, 1);
	tale__seal(&t);
	T_TALE(&t, 1000000, DEFER_AMBIGUOUS);
	T_TALE(&t, 3000000, DEFER_MERGED_BACK);
	defer_stitch__stats(t.st, &stats);
	T_CHECK(stats.no_comm);
	tale__exit(&t);

	tale__init_flags(&t, WITH_CPU, FLAGS & ~DEFER_ATTR_COMM);
	tale__record(&t, 2000000, user_ips, 2);
	tale__seal(&t);
	T_TALE(&t, 1000000, DEFER_MERGED);
	tale__exit(&t);
	return TEST_OK;
}

static int test_no_tasks(void)
{
	struct defer_stitch_stats stats;
	struct tale t;

	tale__init(&t, WITH_CPU & ~DEFER_SAMPLE_TID);
	tale__comm(&t, 2000000, true);
	tale__record(&t, 3000000, user_ips, 2);
	tale__seal(&t);
	T_TALE(&t, 1000000, DEFER_AMBIGUOUS);
	T_TALE(&t, 2500000, DEFER_MERGED);
	defer_stitch__stats(t.st, &stats);
	T_CHECK(stats.no_tasks);
	tale__exit(&t);

	/* Nothing tells what became of it. */
	tale__init(&t, WITH_CPU & ~DEFER_SAMPLE_TID);
	tale__seal(&t);
	T_TALE(&t, 1000000, DEFER_LOST);
	tale__exit(&t);
	return TEST_OK;
}

/* ---- clocks ---------------------------------------------------------------------------------- */

/* The clock goes back by 5 ms within the buffer: then the stream's order counts. */
static int check_clock_step(uint64_t sample_type, bool parts)
{
	struct defer_feed_stats stats;
	struct tale t;

	tale__init(&t, sample_type);
	tale__comm(&t, 10000000, false);
	if (parts)
		must(!defer_feed__begin(t.feed, t.order + 1));
	tale__comm(&t, 5000000, true);
	tale__record(&t, 5000100, user_ips, 2);
	tale__seal(&t);
	T_EQ(tale__match(&t, 9900000, 1).cls, DEFER_EXEC);
	T_EQ(tale__match(&t, 5000200, 4).cls, DEFER_MERGED_BACK);
	defer_feed__stats(t.feed, &stats);
	T_EQ(stats.clock_steps, 1);
	T_EQ(stats.max_step, 5000000);
	T_EQ(stats.step_cpu, 0);
	tale__exit(&t);
	return TEST_OK;
}

static int test_clock_step(void)
{
	for (int parts = 0; parts < 2; parts++) {
		T_RUN(check_clock_step(WITH_IDS, parts));
		T_RUN(check_clock_step(WITH_CPU, parts));
	}
	return TEST_OK;
}

/* Two buffers, one read after the other: their times say nothing of a clock. */
static int test_no_clock_step(void)
{
	struct defer_feed_stats stats;
	struct tale t;

	tale__init(&t, WITH_IDS);
	tale__sample(&t, 10000000);
	t.id = 2;
	tale__sample(&t, 5000000);
	t.id = 1;
	tale__sample(&t, 10000000 - DEFER_CLOCK_MARGIN / 2); /* an NMI came between */
	tale__seal(&t);
	defer_feed__stats(t.feed, &stats);
	T_EQ(stats.clock_steps, 0);
	tale__exit(&t);
	return TEST_OK;
}

/* ---- many feeds ------------------------------------------------------------------------------ */

/* The latter half of the trace went to another feed, which was done first. */
static int test_merge(void)
{
	struct tale t, other;

	tale__init(&other, WITH_IDS);
	other.order = 50;
	must(!defer_feed__begin(other.feed, other.order));
	tale__lost(&other, 20000000);
	tale__comm(&other, 5000000, true);
	tale__record(&other, 30000000, user_ips, 2);

	tale__init(&t, WITH_IDS);
	must(!defer_feed__begin(t.feed, 0));
	tale__comm(&t, 15000000, false);
	tale__task_exit(&t, 16000000);
	T_EQ(defer_feed__merge(t.feed, other.feed), 0);
	tale__seal(&t);
	T_EQ(tale__match(&t, 29000000, 60).cls, DEFER_MERGED);
	T_EQ(tale__match(&t, 4000000, 1).cls, DEFER_EXEC);
	tale__exit(&t);
	tale__exit(&other);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"records later and earlier, and one written twice", test_match},
	{"records that differ in their chains", test_sum},
	{"marks are no addresses", test_marks},
	{"order stands for time where there is none", test_no_time},
	{"what lies between a sample and its record", test_between},
	{"losses and exits are counted", test_counts},
	{"samples that need no record", test_own_class},
	{"a guest's deferred record", test_guest_record},
	{"a loss that is told much later", test_idle_loss},
	{"a buffer that is a CPU's or a thread's", test_loss_of_cpu_or_thread},
	{"a loss that no record tells", test_tail_loss},
	{"a loss of samples alone", test_samples_lost},
	{"an exec without a COMM", test_vdso},
	{"an exec without a COMM, after a loss", test_vdso_after_loss},
	{"a file mapped after a loss", test_map_after_loss},
	{"no event tells of execs", test_no_comm},
	{"records do not say their task", test_no_tasks},
	{"a clock that steps back", test_clock_step},
	{"times that go back without a clock's fault", test_no_clock_step},
	{"parts of a trace in several feeds", test_merge},
	{0},
};

const struct test_suite suite__feed = {"feed", "A stream of records into the stitcher", cases};
