// SPDX-License-Identifier: GPL-2.0-only
/*
 * Records that are looked at later, in the file, count as those that are looked at once, in the
 * buffers. Both recorders get the same contents of buffers, and their files have to be alike too.
 */
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <perf/defer-evlist.h>

#include "tests/output-world.h"
#include "tests/rng.h"
#include "tests/tests.h"
#include "util/output/output-priv.h"
#include "util/record/recorder-priv.h"
#include "util/record/rings-priv.h"

#define PAGE	   4096
#define SIZE	   (256 << 10) /* of a sample buffer */
#define NR_CPUS	   2
#define NR_ROUNDS  40
#define NR_TASKS   20
#define MAX_IPS	   500
#define MS	   1000000ULL
#define TRACEPOINT 312

struct look {
	struct output_world world;
	struct perf_evlist samples;
	struct rings rings;
	struct recorder rec;
	struct recorder_stats stats;
	struct builder b; /* contents of one buffer */
	bool later;
	uint64_t rng, mode_rng; /* of the records, and of what a recorder does with them */
	uint64_t now, time;
	uint32_t max_ips;	 /* of a sample, at most MAX_IPS */
	uint32_t entry[NR_CPUS]; /* last kernel entry */
	size_t most_waiting;
	uint32_t nr_later_rounds; /* rounds that something waited after */
};

static void before_cut(void *ctx)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct look *look = ctx;

	recorder__look_all(&look->rec, &err);
}

static int look__init(struct look *look, const struct folder *folder, const char *name, bool later,
		      uint64_t seed)
{
	struct output_world *world = &look->world;

	memset(look, 0, sizeof(*look));
	output_world__init(world, folder, name);
	world->opts.keep_old = false;
	world->opts.cut = (struct output_cut){before_cut, look};
	builder__init(&look->b, false);
	look->later = later;
	look->max_ips = MAX_IPS;
	look->rng = look->mode_rng = seed;
	look->time = 1000;
	look->now = 1000 * MS;
	look->samples.mmap_len = PAGE + SIZE;
	look->rings = (struct rings){.page_size = PAGE};
	look->rings.sets[SET_SAMPLES].evlist = &look->samples;
	look->rec.rings = &look->rings;
	/* A recorder that has doubts looks at once. pending is not told of them. */
	look->rec.attach.nr = !later;
	look->rec.stats = &look->stats;
	look->rec.evlist = defer_evlist__new();
	T_CHECK(look->rec.evlist);
	for (int i = 0; i < 2; i++)
		T_EQ(defer_evlist__add(look->rec.evlist, &world->events[i].attr,
				       world->events[i].ids, world->events[i].nr_ids, &world->err),
		     0);
	pending__init(&look->rec.pending, look->rec.evlist);
	return TEST_OK;
}

/* With a tracepoint the file has a table behind its data while it grows. */
static void look__set_tracepoint(struct look *look, const struct folder *folder, char *tracefs)
{
	struct output_event *event = &look->world.events[0];

	sprintf(tracefs, "%s/tracing", folder->path);
	look->world.opts.tracefs = tracefs;
	event->name = "sched:sched_switch";
	event->attr.type = DEFER_TYPE_TRACEPOINT;
	event->attr.config = TRACEPOINT;
}

static int look__open(struct look *look)
{
	T_EQ(output__open(&look->rec.output, &look->world.opts, &look->world.err), 0);
	return TEST_OK;
}

static void look__exit(struct look *look)
{
	pending__exit(&look->rec.pending);
	backlog__exit(&look->rec.backlog);
	free(look->rec.chunk);
	defer_evlist__delete(look->rec.evlist);
	recorder_stats__exit(&look->stats);
	builder__exit(&look->b);
	output_world__exit(&look->world);
}

/* ---- contents of buffers ---- */

static uint64_t cookie_of(uint32_t cpu, uint32_t entry)
{
	return (uint64_t)(2 * entry + 1) << 32 | (cpu + 1);
}

static void add_sample(struct look *look, uint32_t cpu)
{
	uint64_t ips[MAX_IPS] = {DEFER_CONTEXT_KERNEL},
		 nr = 4 + rng__below(&look->rng, look->max_ips - 4);
	struct defer_sample sample = {
		.id = TRACE_ID + cpu,
		.pid = TRACE_PID,
		.tid = rng__below(&look->rng, NR_TASKS),
		.time = look->time++,
		.cpu = cpu,
		.cpumode = DEFER_MISC_KERNEL,
		.misc = DEFER_MISC_KERNEL,
		.chain = {.ips = (const uint8_t *)ips, .nr = nr},
	};

	look->entry[cpu] += rng__below(&look->rng, 3) > 0;
	for (uint64_t i = 1; i + 2 < nr; i++)
		ips[i] = 0xffffffff81000000 + i;
	ips[nr - 2] = DEFER_CONTEXT_USER_DEFERRED;
	ips[nr - 1] = cookie_of(cpu, look->entry[cpu]);
	builder__sample(&look->b, &look->world.events[0].attr, &sample);
}

static void add_loss(struct look *look, uint32_t cpu)
{
	struct defer_event ev = {
		.type = DEFER_RECORD_LOST,
		.id = {.id = TRACE_ID + cpu, .cpu = cpu, .time = look->time},
		.lost = {.id = TRACE_ID + cpu, .lost = 1 + rng__below(&look->rng, 9000)},
	};

	look->time++;
	builder__event(&look->b, &look->world.events[0].attr, &ev);
}

static void add_map(struct look *look, struct defer_event *ev)
{
	char name[32];

	snprintf(name, sizeof(name), "/nowhere/bin/%d", (int)rng__below(&look->rng, 50));
	ev->type = DEFER_RECORD_MMAP2;
	ev->misc = DEFER_MISC_USER | DEFER_MISC_MMAP_BUILD_ID;
	ev->mmap.pid = ev->mmap.tid = TRACE_PID;
	ev->mmap.start = 0x400000;
	ev->mmap.len = 0x1000;
	ev->mmap.build_id_size = DEFER_BUILD_ID_SIZE;
	memset(ev->mmap.build_id, name[13], DEFER_BUILD_ID_SIZE);
	ev->mmap.filename = name;
	builder__event(&look->b, &look->world.events[1].attr, ev);
}

/* A record of a task: mostly the callchain of an entry that some samples had or will have. */
static void add_tracking(struct look *look, uint32_t cpu)
{
	const uint64_t ips[] = {0x401000, 0x402000};
	uint32_t back = rng__below(&look->rng, 40), kind = rng__below(&look->rng, 20);
	struct defer_event ev = {
		.type = DEFER_RECORD_CALLCHAIN_DEFERRED,
		.misc = DEFER_MISC_USER,
		.id = {.pid = TRACE_PID,
		       .tid = rng__below(&look->rng, NR_TASKS),
		       .time = look->time++,
		       .id = TRACE_TRACKER_ID + cpu,
		       .cpu = cpu,
		       .has_time = true},
	};

	if (kind == 1) {
		add_map(look, &ev);
		return;
	}
	if (kind == 0) {
		ev.type = DEFER_RECORD_EXIT;
		ev.task.pid = ev.task.ppid = ev.task.ptid = TRACE_PID;
		ev.task.tid = ev.id.tid;
		ev.task.time = ev.id.time;
	} else {
		ev.deferred.cookie = cookie_of(cpu, look->entry[cpu] + 20 - back);
		ev.deferred.chain = (struct defer_chain){.ips = (const uint8_t *)ips, .nr = 2};
	}
	builder__event(&look->b, &look->world.events[1].attr, &ev);
}

/* Fills b as one buffer: sometimes almost full, mostly not. */
static void look__fill(struct look *look, uint32_t cpu, bool tracking)
{
	uint64_t max = rng__below(&look->rng, 10) ? rng__below(&look->rng, SIZE / 4) : SIZE;

	look->b.size = 0;
	while (look->b.size + 8 * MAX_IPS + 200 < max) {
		if (tracking)
			add_tracking(look, cpu);
		else if (rng__below(&look->rng, 50))
			add_sample(look, cpu);
		else
			add_loss(look, cpu);
	}
}

/* ---- what a recorder does ---- */

/* Writes b; what cannot be written any more is counted. */
static int look__write(struct look *look, uint32_t cpu, bool tracking)
{
	size_t at = rng__below(&look->rng, look->b.size / 8 + 1) * 8;
	const struct ring_data data = {
		.cpu = cpu,
		.tracking = tracking,
		.a = look->b.data,
		.a_size = at,
		.b = look->b.data + at,
		.b_size = look->b.size - at,
	};

	if (output__why_ended(look->rec.output))
		return recorder__look(&look->rec, &data, &look->world.err);
	return recorder__write(&look->rec, &data, &look->world.err);
}

static const struct record_header {
	uint32_t type;
	uint16_t misc, size;
} round_end = {DEFER_RECORD_FINISHED_ROUND, 0, sizeof(round_end)};

/* Ends a round; only a recorder that looks later ever falls behind. */
static int look__end_round(struct look *look)
{
	struct defer_error *err = &look->world.err;
	int ret = 0;

	recorder__end_round(&look->rec);
	if (!output__why_ended(look->rec.output))
		ret = output__write_record(look->rec.output, &round_end, sizeof(round_end), err);
	if (!ret && !rng__below(&look->rng, 4) && !output__why_ended(look->rec.output))
		ret = output__flush(look->rec.output, err);
	if (look->rec.backlog.nr > look->most_waiting)
		look->most_waiting = look->rec.backlog.nr;
	look->nr_later_rounds += look->rec.backlog.nr > 0;
	if (!look->later)
		return ret;
	look->now += rng__below(&look->mode_rng, 250 * MS);
	return ret ? ret : recorder__catch_up(&look->rec, look->now, err);
}

/* Records some rounds. The only error that may come is that there is no more room. */
static int look__record(struct look *look)
{
	T_RUN(look__open(look));
	for (int round = 0; round < NR_ROUNDS; round++) {
		for (uint32_t i = 0; i < 2 * NR_CPUS; i++) {
			bool tracking = i < NR_CPUS;

			if (!rng__below(&look->rng, 5))
				continue;
			look__fill(look, i % NR_CPUS, tracking);
			if (look__write(look, i % NR_CPUS, tracking))
				T_CHECK(output__why_ended(look->rec.output));
		}
		if (look__end_round(look))
			T_CHECK(output__why_ended(look->rec.output));
	}
	if (output__why_ended(look->rec.output))
		defer_error__clear(&look->world.err);
	T_EQ(recorder__look_all(&look->rec, &look->world.err), 0);
	T_EQ(look->rec.backlog.nr, 0);
	T_EQ(look->rec.backlog.bytes, 0);
	return TEST_OK;
}

/* ---- what comes out ---- */

static int check_stats(const struct recorder_stats *a, const struct recorder_stats *b)
{
	T_CHECK(a->samples > 0);
	T_EQ(a->records, b->records);
	T_EQ(a->samples, b->samples);
	T_EQ(a->deferred_samples, b->deferred_samples);
	T_EQ(a->deferred_records, b->deferred_records);
	T_EQ(a->answered, b->answered);
	T_EQ(a->lost, b->lost);
	T_EQ(a->lost_tracking, b->lost_tracking);
	T_EQ(a->read_records, b->read_records);
	T_EQ(a->read_bytes, b->read_bytes);
	T_EQ(a->nr_cpus, b->nr_cpus);
	for (uint32_t i = 0; i < a->nr_cpus; i++)
		T_EQ(memcmp(&a->cpus[i], &b->cpus[i], sizeof(*a->cpus)), 0);
	return TEST_OK;
}

static int check_alike(const struct look *a, const struct look *b)
{
	const struct pending *pa = &a->rec.pending, *pb = &b->rec.pending;

	T_RUN(check_stats(&a->stats, &b->stats));
	T_EQ(pa->first_time, pb->first_time);
	T_EQ(pa->last_time, pb->last_time);
	T_EQ(pa->cookies.round, pb->cookies.round);
	T_EQ(pa->owing.round, pb->owing.round);
	T_EQ(pending__recent(pa, UINT64_MAX), pending__recent(pb, UINT64_MAX));
	T_EQ(pending__recent(pa, 500), pending__recent(pb, 500));
	T_EQ(output__samples(a->rec.output), output__samples(b->rec.output));
	T_EQ(output__bytes(a->rec.output), output__bytes(b->rec.output));
	return TEST_OK;
}

/* Both have the same bytes so far, and list the same DSOs. */
static int check_files(const struct look *a, const struct look *b)
{
	FILE *fa = fopen(a->world.path, "re"), *fb = fopen(b->world.path, "re");
	const struct output_dsos *da = &a->rec.output->dsos, *db = &b->rec.output->dsos;
	long at = 0;
	int c, d;

	T_CHECK(fa && fb);
	do {
		c = getc_unlocked(fa);
		d = getc_unlocked(fb);
		if (c != d)
			T_FAIL("the files differ at %ld", at);
		at++;
	} while (c != EOF);
	fclose(fa);
	fclose(fb);
	T_CHECK(da->nr > 10);
	T_EQ(da->nr, db->nr);
	for (size_t i = 0; i < da->nr; i++)
		T_STREQ(da->dsos[i].name, db->dsos[i].name);
	return TEST_OK;
}

static int compare(const struct folder *folder, uint64_t seed)
{
	struct look once, later;

	T_RUN(look__init(&once, folder, "once.data", false, seed));
	T_RUN(look__init(&later, folder, "later.data", true, seed));
	T_RUN(look__record(&once));
	T_RUN(look__record(&later));
	T_EQ(once.most_waiting, 0);
	T_CHECK(later.most_waiting > 4);
	T_CHECK(later.nr_later_rounds > NR_ROUNDS / 4);
	T_CHECK(later.nr_later_rounds < NR_ROUNDS);
	T_RUN(check_alike(&once, &later));
	T_EQ(output__samples(later.rec.output), later.stats.samples);
	T_EQ(output__flush(once.rec.output, &once.world.err), 0);
	T_EQ(output__flush(later.rec.output, &later.world.err), 0);
	T_RUN(check_files(&once, &later));
	output__abandon(once.rec.output);
	output__abandon(later.rec.output);
	look__exit(&once);
	look__exit(&later);
	return TEST_OK;
}

static int alike(const struct folder *folder)
{
	for (uint64_t seed = 1; seed <= 6; seed++)
		T_RUN(compare(folder, seed));
	return TEST_OK;
}

static int test_alike(void)
{
	return folder__run(alike);
}

/* ---- no more room ---- */

/* The output keeps as many samples as it says, and all that came are counted. */
static int check_kept(struct look *look)
{
	uint64_t kept = output__samples(look->rec.output);
	struct session *session;

	T_CHECK(output__why_ended(look->rec.output));
	output__abandon(look->rec.output);
	T_RUN(open_session(&session, look->world.path));
	T_EQ(session->damage.nr, 0);
	T_EQ(session->stats.types[DEFER_RECORD_SAMPLE], kept);
	session__close(session);
	return TEST_OK;
}

/*
 * With room for @max bytes, by --max-size or the process's own limit, which may leave no room for a
 * table either. The records are the same ones for each.
 */
static int record_limited(const struct folder *folder, uint64_t max, bool tracepoint, bool is_ours)
{
	struct look once, later;
	char tracefs[PATH_MAX];

	T_RUN(look__init(&once, folder, "once.data", false, 5));
	T_RUN(look__init(&later, folder, "later.data", true, 5));
	if (tracepoint) {
		look__set_tracepoint(&once, folder, tracefs);
		look__set_tracepoint(&later, folder, tracefs);
	}
	if (is_ours)
		once.world.opts.max_size = later.world.opts.max_size = max;
	T_RUN(look__record(&once));
	T_RUN(look__record(&later));
	T_RUN(check_alike(&once, &later));
	T_CHECK(later.stats.samples > output__samples(later.rec.output));
	T_RUN(check_kept(&once));
	T_RUN(check_kept(&later));
	look__exit(&once);
	look__exit(&later);
	return TEST_OK;
}

static int limited(const struct folder *folder)
{
	struct rlimit old, limit;
	int ret = TEST_OK;

	T_CHECK(output_world__make_tracefs(folder));
	for (uint64_t i = 0; i < 40; i++)
		T_RUN(record_limited(folder, 300000 + 50013 * i, i & 1, true));
	T_EQ(getrlimit(RLIMIT_FSIZE, &old), 0);
	for (uint64_t i = 0; i < 60 && ret == TEST_OK; i++) {
		limit = old;
		limit.rlim_cur = 300000 + 50013 * i;
		T_EQ(setrlimit(RLIMIT_FSIZE, &limit), 0);
		ret = record_limited(folder, limit.rlim_cur, true, false);
	}
	T_EQ(setrlimit(RLIMIT_FSIZE, &old), 0);
	return ret;
}

static int test_limited(void)
{
	return folder__run(limited);
}

/* Small writes, of which some have to make room for the table behind the data. */
static int record_small(const struct folder *folder, bool later, uint32_t flush_each)
{
	char tracefs[PATH_MAX];
	struct look look;

	T_RUN(look__init(&look, folder, "small.data", later, 5));
	look__set_tracepoint(&look, folder, tracefs);
	look.max_ips = 5;
	T_RUN(look__open(&look));
	look.rec.behind = later;
	for (uint32_t i = 1; !output__why_ended(look.rec.output); i++) {
		look.b.size = 0;
		add_sample(&look, 0);
		if (!look__write(&look, 0, false) && i % flush_each == 0)
			output__flush(look.rec.output, &look.world.err);
		/* Some of what was flushed has been looked at, and some has not. */
		if (i % 16 == 0 && !output__why_ended(look.rec.output))
			T_EQ(recorder__look_all(&look.rec, &look.world.err), 0);
	}
	T_EQ(look.rec.backlog.nr, 0);
	defer_error__clear(&look.world.err);
	T_RUN(check_kept(&look));
	look__exit(&look);
	return TEST_OK;
}

static int small_writes(const struct folder *folder)
{
	static const uint32_t flush_each[] = {1, 3, 7, 1000};
	struct rlimit old, limit;
	int ret = TEST_OK;

	T_CHECK(output_world__make_tracefs(folder));
	T_EQ(getrlimit(RLIMIT_FSIZE, &old), 0);
	for (uint64_t i = 0; i < 400 && ret == TEST_OK; i++) {
		limit = old;
		limit.rlim_cur = 9000 + i / 8 * 8;
		T_EQ(setrlimit(RLIMIT_FSIZE, &limit), 0);
		ret = record_small(folder, i & 1, flush_each[i / 2 % 4]);
	}
	T_EQ(setrlimit(RLIMIT_FSIZE, &old), 0);
	return ret;
}

static int test_small_writes(void)
{
	return folder__run(small_writes);
}

/* ---- bounds ---- */

/* Reads of @bytes that fill the buffer, over and over: what waits stays below @max. */
static int fill_backlog(struct look *look, uint32_t nr)
{
	for (uint32_t i = 0; i < nr; i++) {
		look->rec.filled = true;
		look->now += MS;
		T_EQ(recorder__catch_up(&look->rec, look->now, &look->world.err), 0);
		T_EQ(look__write(look, 0, false), 0);
		recorder__end_round(&look->rec);
		if (look->rec.backlog.nr > look->most_waiting)
			look->most_waiting = look->rec.backlog.nr;
	}
	return TEST_OK;
}

static int bounded(const struct folder *folder)
{
	struct look look;

	T_RUN(look__init(&look, folder, "perf.data", true, 1));
	T_RUN(look__open(&look));
	while (look.b.size < SIZE / 2)
		add_sample(&look, 0);
	T_RUN(fill_backlog(&look, 600));
	T_CHECK(look.rec.backlog.bytes > 60 << 20);
	T_CHECK(look.rec.backlog.bytes < 65 << 20);
	T_CHECK(look.rec.backlog.cap < 2 * look.most_waiting);
	look.b.size = 0;
	add_loss(&look, 0);
	T_RUN(fill_backlog(&look, 70000));
	T_CHECK(look.most_waiting > 65000);
	T_CHECK(look.most_waiting < 66000);
	T_CHECK(look.rec.backlog.bytes < 65 << 20);
	T_EQ(recorder__look_all(&look.rec, &look.world.err), 0);
	T_EQ(look.stats.samples % 600, 0);
	T_EQ(look.stats.cpus[0].losses, 70000);
	T_EQ(output__samples(look.rec.output), look.stats.samples);
	output__abandon(look.rec.output);
	look__exit(&look);
	return TEST_OK;
}

static int test_bounded(void)
{
	return folder__run(bounded);
}

/* The room of what was taken is used again, also if something always waits. */
static int test_room(void)
{
	const struct recorder_buffer from = {.cpu = 0};
	struct backlog backlog = {0};

	for (uint64_t i = 0; i < 10000; i++) {
		T_EQ(backlog__reserve(&backlog, NULL), 0);
		backlog__add(&backlog, i, 8, &from);
		if (i < 10)
			continue;
		T_EQ(backlog__first(&backlog)->at, i - 10);
		backlog__take(&backlog);
	}
	T_EQ(backlog.nr, 10);
	T_EQ(backlog.bytes, 80);
	T_CHECK(backlog.cap < 50);
	backlog__exit(&backlog);
	return TEST_OK;
}

/* ---- when ---- */

/* Later once a sample buffer was too full, and until everything that waits was looked at. */
static int when(const struct folder *folder)
{
	struct look look;

	T_RUN(look__init(&look, folder, "perf.data", true, 1));
	T_RUN(look__open(&look));
	look.b.size = 0;
	add_sample(&look, 0);
	T_EQ(look__write(&look, 0, false), 0);
	T_EQ(look.stats.samples, 1);
	while (look.b.size <= SIZE / 16 * 9)
		add_sample(&look, 0);
	T_CHECK(look.b.size < SIZE / 8 * 5);
	T_EQ(look__write(&look, 0, false), 0);
	T_EQ(look.rec.backlog.nr, 0);
	while (look.b.size <= SIZE / 8 * 5)
		add_sample(&look, 0);
	T_EQ(look__write(&look, 0, true), 0);
	T_CHECK(!look.rec.filled);
	T_EQ(look.rec.backlog.nr, 0);
	/* This one and the next ones wait. */
	T_EQ(look__write(&look, 0, false), 0);
	T_EQ(look.rec.backlog.nr, 1);
	T_EQ(recorder__catch_up(&look.rec, look.now, &look.world.err), 0);
	look.b.size = 0;
	add_sample(&look, 0);
	T_EQ(look__write(&look, 0, true), 0);
	T_EQ(look.rec.backlog.nr, 2);
	T_EQ(recorder__catch_up(&look.rec, look.now + 199 * MS, &look.world.err), 0);
	T_EQ(look.rec.backlog.nr, 2);
	T_EQ(recorder__catch_up(&look.rec, look.now + 200 * MS, &look.world.err), 0);
	T_EQ(look.rec.backlog.nr, 0);
	T_EQ(look__write(&look, 0, false), 0);
	T_EQ(look.rec.backlog.nr, 0);
	T_EQ(look.stats.samples, output__samples(look.rec.output));
	/* Not behind any more, but in the order in which they came. */
	look.rec.filled = true;
	T_EQ(recorder__catch_up(&look.rec, look.now + 300 * MS, &look.world.err), 0);
	T_EQ(look__write(&look, 0, false), 0);
	look.rec.behind = false;
	T_EQ(look__write(&look, 0, false), 0);
	T_EQ(look.rec.backlog.nr, 2);
	T_EQ(recorder__look_all(&look.rec, &look.world.err), 0);
	output__abandon(look.rec.output);
	look__exit(&look);
	return TEST_OK;
}

static int test_when(void)
{
	return folder__run(when);
}

/* A task that exits counts for one more round after that of its EXIT, not of its first record. */
static int rounds(const struct folder *folder)
{
	struct defer_event ev = {
		.type = DEFER_RECORD_EXIT,
		.id = {.pid = TRACE_PID, .id = TRACE_TRACKER_ID, .time = 5000, .has_time = true},
		.task = {.pid = TRACE_PID, .time = 5000},
	};
	struct look look;

	T_RUN(look__init(&look, folder, "perf.data", true, 1));
	T_RUN(look__open(&look));
	look.rec.behind = true;
	add_sample(&look, 0);
	memcpy(&ev.task.tid, look.b.data + TRACE_SAMPLE_PID + 4, sizeof(ev.task.tid));
	T_EQ(look__write(&look, 0, false), 0);
	for (int i = 0; i < 3; i++)
		recorder__end_round(&look.rec);
	look.b.size = 0;
	builder__event(&look.b, &look.world.events[1].attr, &ev);
	T_EQ(look__write(&look, 0, true), 0);
	T_EQ(recorder__look_all(&look.rec, &look.world.err), 0);
	T_EQ(pending__recent(&look.rec.pending, UINT64_MAX), 1);
	recorder__end_round(&look.rec);
	T_EQ(pending__recent(&look.rec.pending, UINT64_MAX), 1);
	recorder__end_round(&look.rec);
	T_EQ(pending__recent(&look.rec.pending, UINT64_MAX), 0);
	/* Nor after that of the look. */
	ev.id.time = ev.task.time = 9000;
	look.b.size = 0;
	builder__event(&look.b, &look.world.events[1].attr, &ev);
	T_EQ(look__write(&look, 0, true), 0);
	recorder__end_round(&look.rec);
	recorder__end_round(&look.rec);
	T_EQ(recorder__look_all(&look.rec, &look.world.err), 0);
	T_EQ(pending__recent(&look.rec.pending, UINT64_MAX), 0);
	output__abandon(look.rec.output);
	look__exit(&look);
	return TEST_OK;
}

static int test_rounds(void)
{
	return folder__run(rounds);
}

/* A compressed file cannot be read back as it was written. */
static int compressed(const struct folder *folder)
{
	struct look look;

	T_RUN(look__init(&look, folder, "perf.data", true, 1));
	look.world.opts.compress_level = 1;
	T_RUN(look__open(&look));
	look.rec.behind = true;
	add_sample(&look, 0);
	T_EQ(look__write(&look, 0, false), 0);
	T_EQ(look.rec.backlog.nr, 0);
	T_EQ(look.stats.samples, 1);
	output__abandon(look.rec.output);
	look__exit(&look);
	return TEST_OK;
}

static int test_compressed(void)
{
	return folder__run(compressed);
}

/* ---- faults ---- */

static int begin_fault(struct look *look, const struct folder *folder)
{
	T_RUN(look__init(look, folder, "perf.data", true, 1));
	T_RUN(look__open(look));
	look->rec.behind = true;
	for (int i = 0; i < 3; i++)
		add_sample(look, 0);
	return TEST_OK;
}

/* Somebody cuts the file: that is said, and ends nothing but the looking. */
static int cut_file(const struct folder *folder)
{
	struct look look;

	T_RUN(begin_fault(&look, folder));
	for (int i = 0; i < 3; i++)
		T_EQ(look__write(&look, 0, false), 0);
	T_EQ(truncate(look.world.path, output__bytes(look.rec.output) - look.b.size - 8), 0);
	T_EQ(recorder__look_all(&look.rec, &look.world.err), DEFER_ERR_IO);
	T_CHECK(strstr(look.world.err.text, "cannot read"));
	T_EQ(look.rec.backlog.nr, 0);
	T_EQ(look.stats.samples, 3);
	output__abandon(look.rec.output);
	look__exit(&look);
	return TEST_OK;
}

static int test_cut_file(void)
{
	return folder__run(cut_file);
}

/* Half a record of the kernel is said, as it is where it is looked at once. */
static int half_record(const struct folder *folder)
{
	struct look look;

	T_RUN(begin_fault(&look, folder));
	look.b.size -= 8;
	T_EQ(look__write(&look, 0, false), 0);
	T_EQ(recorder__look_all(&look.rec, &look.world.err), DEFER_ERR_CORRUPT);
	T_EQ(look.rec.backlog.nr, 0);
	T_EQ(look.stats.samples, 2);
	defer_error__clear(&look.world.err);
	look.rec.behind = false;
	T_EQ(look__write(&look, 0, false), DEFER_ERR_CORRUPT);
	output__abandon(look.rec.output);
	look__exit(&look);
	return TEST_OK;
}

static int test_half_record(void)
{
	return folder__run(half_record);
}

static const struct test_case cases[] = {
	{"later is as at once", test_alike},
	{"a file that may not grow any more", test_limited},
	{"no room for a table", test_small_writes},
	{"how much may wait", test_bounded},
	{"room for what waits", test_room},
	{"when records wait", test_when},
	{"rounds between records", test_rounds},
	{"a compressed file", test_compressed},
	{"a file that is cut meanwhile", test_cut_file},
	{"half a record", test_half_record},
	{0},
};

const struct test_suite suite__record_look = {"record-look", "Records that are looked at later",
					      cases};
