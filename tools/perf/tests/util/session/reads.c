// SPDX-License-Identifier: GPL-2.0-only
/* Samples that bring along counters: {a,b,c}:S. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/session/order.h"
#include "tests/recorded.h"
#include "tests/rng.h"
#include "tests/tests.h"
#include "tests/trial.h"
#include "tests/tui-trace.h"
#include "ui/stdio/dump.h"
#include "ui/tui/view/views.h"
#include "util/session/reads.h"
#include "util/session/session.h"

#define NR_EVENTS 3
#define MAX_SEEN  16384
#define GROUP	  (DEFER_FORMAT_ID | DEFER_FORMAT_GROUP)

/* The id of an event's counter on a CPU, and the event of an id. */
#define ID(event, cpu) (100 + 10 * (event) + (cpu))
#define EVENT(id)      (((id)-100) / 10)

struct group {
	struct builder b;
	struct builder_event events[NR_EVENTS];
	uint64_t ids[NR_EVENTS][2];
};

/* The first event samples; all have the format, as perf records them. */
static void group__define(struct group *g, bool big, uint64_t format, uint64_t flags)
{
	memset(g, 0, sizeof(*g));
	for (int i = 0; i < NR_EVENTS; i++) {
		g->ids[i][0] = ID(i, 0);
		g->ids[i][1] = ID(i, 1);
		g->events[i] = (struct builder_event){
			.attr =
				{
					.type = DEFER_TYPE_SOFTWARE,
					.size = DEFER_ATTR_SIZE_VER9,
					.config = i,
					.sample_type = DEFER_SAMPLE_IDENTIFIER | DEFER_SAMPLE_IP |
						       DEFER_SAMPLE_TID | DEFER_SAMPLE_TIME |
						       DEFER_SAMPLE_CPU | DEFER_SAMPLE_PERIOD |
						       DEFER_SAMPLE_READ | DEFER_SAMPLE_CALLCHAIN,
					.read_format = format,
					.flags = DEFER_ATTR_SAMPLE_ID_ALL | flags,
				},
			.ids = g->ids[i],
			.nr_ids = 2,
		};
	}
	builder__init(&g->b, big);
}

static void group__init(struct group *g, bool big, uint64_t format, uint64_t flags)
{
	group__define(g, big, format, flags);
	builder__begin_file(&g->b, g->events, NR_EVENTS);
}

/* The bytes of a sample for READ. */
static void read_bytes(struct builder *to, uint64_t format, const uint64_t *ids,
		       const uint64_t *values, unsigned int nr)
{
	builder__u64(to, format & DEFER_FORMAT_GROUP ? nr : values[0]);
	if (format & DEFER_FORMAT_TOTAL_TIME_ENABLED)
		builder__u64(to, 1111);
	if (format & DEFER_FORMAT_TOTAL_TIME_RUNNING)
		builder__u64(to, 1110);
	for (unsigned int i = 0; i < nr; i++) {
		if (format & DEFER_FORMAT_GROUP)
			builder__u64(to, values[i]);
		if (format & DEFER_FORMAT_ID)
			builder__u64(to, ids[i]);
		if (format & DEFER_FORMAT_LOST)
			builder__u64(to, 0);
	}
}

static void group__sample(struct group *g, uint64_t time, int32_t tid, int32_t cpu,
			  const uint64_t *ids, const uint64_t *values, unsigned int nr)
{
	const uint64_t ips[] = {DEFER_CONTEXT_KERNEL, 0xffffffff81000010ULL,
				DEFER_CONTEXT_USER_DEFERRED, time << 32 | 1};
	struct defer_sample sample = {
		.misc = DEFER_MISC_KERNEL,
		.id = ids[0],
		.ip = ips[1],
		.pid = 5,
		.tid = tid,
		.cpu = cpu,
		.time = time,
		.period = 77,
		.chain = {.ips = (const uint8_t *)ips, .nr = 4},
	};
	const struct defer_attr *attr = &g->events[EVENT(ids[0])].attr;
	struct builder bytes;

	builder__init(&bytes, g->b.big);
	read_bytes(&bytes, attr->read_format, ids, values, nr);
	sample.read.bytes = (struct defer_blob){bytes.data, bytes.size};
	builder__sample(&g->b, attr, &sample);
	builder__exit(&bytes);
}

/* A sample of all events on @cpu. */
static void group__read(struct group *g, uint64_t time, int32_t tid, int32_t cpu, uint64_t a,
			uint64_t b, uint64_t c)
{
	const uint64_t ids[] = {ID(0, cpu), ID(1, cpu), ID(2, cpu)};
	const uint64_t values[] = {a, b, c};

	group__sample(g, time, tid, cpu, ids, values, NR_EVENTS);
}

/* ---- what comes out ---- */

struct seen {
	uint64_t time, period, id;
	uint32_t event;
	int32_t tid;
};

struct sight {
	struct seen *seen; /* MAX_SEEN for each worker */
	size_t nr[8];
	uint64_t sum, total, nr_damage;
};

static int see(void *ctx, unsigned int worker, const struct stitched *s, struct defer_error *err)
{
	struct sight *sight = ctx;
	struct seen *seen = &sight->seen[worker * MAX_SEEN + sight->nr[worker]];

	if (++sight->nr[worker] > MAX_SEEN)
		return defer_error__set(err, DEFER_ERR_INVAL, "too many samples");
	*seen = (struct seen){s->time, s->sample->period, s->sample->id, s->evsel->idx,
			      s->sample->tid};
	return 0;
}

static void sight__exit(struct sight *sight)
{
	free(sight->seen);
}

/* The results of each sample, from any worker. */
static uint64_t sum_of(const struct seen *seen)
{
	uint64_t sum = seen->time;

	sum = sum * 1000003 + seen->period;
	sum = sum * 1000003 + seen->event;
	sum = sum * 1000003 + seen->id;
	return sum * 1000003 + (uint32_t)seen->tid;
}

static int look_at(struct sight *sight, const char *path, unsigned int nr_workers, bool ordered)
{
	const struct session_opts opts = {.path = path, .nr_workers = nr_workers};
	struct defer_error err = DEFER_ERROR_INIT;
	struct session *session;
	int ret;

	memset(sight, 0, sizeof(*sight));
	sight->seen = calloc((size_t)nr_workers * MAX_SEEN, sizeof(*sight->seen));
	T_EQ(session__open(&session, &opts, &err), 0);
	ret = session__gather(session, &err);
	if (!ret)
		ret = ordered ? session__walk_ordered(session, see, sight, &err)
			      : session__walk(session, see, sight, &err);
	if (ret)
		T_FAIL("%s", err.text);
	for (unsigned int w = 0; w < nr_workers; w++) {
		for (size_t i = 0; i < sight->nr[w]; i++)
			sight->sum += sum_of(&sight->seen[w * MAX_SEEN + i]);
		sight->total += sight->nr[w];
	}
	sight->nr_damage = session->damage.nr;
	session__close(session);
	return TEST_OK;
}

static int look(struct sight *sight, const struct builder *b, unsigned int nr_workers, bool ordered)
{
	char path[64];
	int fd = trial__memfd(b), ret;

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	ret = look_at(sight, path, nr_workers, ordered);
	close(fd);
	return ret;
}

/* In order of time, exactly these, which end with a time of 0. */
static int check_seen(struct group *g, const struct seen *want)
{
	struct sight sight;
	size_t i;

	builder__end_file(&g->b);
	T_RUN(look(&sight, &g->b, 2, true));
	for (i = 0; want[i].time; i++) {
		const struct seen *got = &sight.seen[i];

		T_CHECK(i < sight.total);
		T_EQ(got->time, want[i].time);
		T_EQ(got->event, want[i].event);
		T_EQ(got->period, want[i].period);
		T_EQ(got->id, want[i].id);
		T_EQ(got->tid, want[i].tid);
	}
	T_EQ(sight.total, i);
	T_EQ(sight.nr_damage, 0);
	sight__exit(&sight);
	builder__exit(&g->b);
	return TEST_OK;
}

/* ---- one sample becomes several ---- */

static int check_members(bool big, uint64_t format)
{
	/* The counter of event 1 stands still, that of event 2 once. */
	static const struct seen want[] = {
		{10, 5, ID(0, 0), 0, 5}, {10, 7, ID(2, 0), 2, 5}, {20, 6, ID(0, 0), 0, 5},
		{30, 1, ID(0, 0), 0, 5}, {30, 2, ID(2, 0), 2, 5}, {0},
	};
	struct group g;

	group__init(&g, big, format, 0);
	group__read(&g, 10, 5, 0, 5, 0, 7);
	group__read(&g, 20, 5, 0, 11, 0, 7);
	group__read(&g, 30, 5, 0, 12, 0, 9);
	return check_seen(&g, want);
}

static int test_members(void)
{
	const uint64_t times = DEFER_FORMAT_TOTAL_TIME_ENABLED | DEFER_FORMAT_TOTAL_TIME_RUNNING;

	for (int big = 0; big < 2; big++) {
		T_RUN(check_members(big, GROUP));
		T_RUN(check_members(big, GROUP | DEFER_FORMAT_LOST));
		T_RUN(check_members(big, GROUP | times | DEFER_FORMAT_LOST));
	}
	return TEST_OK;
}

/* A sample of an event outside the group has no counters, and keeps its own period. */
static int test_outside(void)
{
	static const struct seen want[] = {
		{10, 5, ID(0, 0), 0, 5},  {10, 7, ID(1, 0), 1, 5}, {20, 77, ID(2, 0), 2, 5},
		{30, 77, ID(2, 1), 2, 6}, {40, 1, ID(0, 0), 0, 5}, {0},
	};
	const uint64_t ids[] = {ID(0, 0), ID(1, 0)}, alone[] = {ID(2, 0), ID(2, 1)};
	struct group g;

	group__define(&g, false, GROUP, 0);
	g.events[2].attr.sample_type &= ~DEFER_SAMPLE_READ;
	builder__begin_file(&g.b, g.events, NR_EVENTS);
	group__sample(&g, 10, 5, 0, ids, (const uint64_t[]){5, 7}, 2);
	group__sample(&g, 20, 5, 0, &alone[0], NULL, 0);
	group__sample(&g, 30, 6, 1, &alone[1], NULL, 0);
	group__sample(&g, 40, 5, 0, ids, (const uint64_t[]){6, 7}, 2);
	return check_seen(&g, want);
}

/* Each CPU's counters count for themselves, and CPU 1 is flushed first. */
static int test_cpus(void)
{
	static const struct seen want[] = {
		{10, 5, ID(0, 0), 0, 5},
		{15, 100, ID(0, 1), 0, 6},
		{15, 1, ID(1, 1), 1, 6},
		{20, 3, ID(0, 0), 0, 5},
		{25, 50, ID(0, 1), 0, 6},
		{25, 2, ID(1, 1), 1, 6},
		{0},
	};
	struct group g;

	group__init(&g, false, GROUP, 0);
	group__read(&g, 15, 6, 1, 100, 1, 0);
	group__read(&g, 25, 6, 1, 150, 3, 0);
	group__read(&g, 10, 5, 0, 5, 0, 0);
	group__read(&g, 20, 5, 0, 8, 0, 0);
	return check_seen(&g, want);
}

/* A later place in the file may have an earlier time. */
static int test_time_order(void)
{
	static const struct seen want[] = {
		{10, 5, ID(0, 0), 0, 5}, {20, 3, ID(0, 0), 0, 5}, {30, 4, ID(0, 0), 0, 5}, {0}};
	struct group g;

	group__init(&g, false, GROUP, 0);
	group__read(&g, 20, 5, 0, 8, 0, 0);
	group__read(&g, 10, 5, 0, 5, 0, 0);
	group__read(&g, 30, 5, 0, 12, 0, 0);
	return check_seen(&g, want);
}

/* Threads that inherit have counters of their own; without inherit the id is all. */
static int test_inherit(void)
{
	static const struct seen apart[] = {
		{10, 50, ID(0, 0), 0, 5},
		{20, 8, ID(0, 0), 0, 6},
		{30, 5, ID(0, 0), 0, 5},
		{40, 2, ID(0, 0), 0, 6},
		{0},
	};
	static const struct seen together[] = {
		{10, 50, ID(0, 0), 0, 5},
		{20, 5, ID(0, 0), 0, 6},
		{30, 10, ID(0, 0), 0, 5},
		{0},
	};
	struct group g;

	group__init(&g, false, GROUP, DEFER_ATTR_INHERIT);
	group__read(&g, 10, 5, 0, 50, 0, 0);
	group__read(&g, 20, 6, 0, 8, 0, 0);
	group__read(&g, 30, 5, 0, 55, 0, 0);
	group__read(&g, 40, 6, 0, 10, 0, 0);
	T_RUN(check_seen(&g, apart));

	group__init(&g, false, GROUP, 0);
	group__read(&g, 10, 5, 0, 50, 0, 0);
	group__read(&g, 20, 6, 0, 55, 0, 0);
	group__read(&g, 30, 5, 0, 65, 0, 0);
	return check_seen(&g, together);
}

/* Counters do not go back: tid 6 is another thread now. */
static int test_reused_tid(void)
{
	static const struct seen want[] = {
		{10, 50, ID(0, 0), 0, 6}, {20, 8, ID(0, 0), 0, 6}, {30, 1, ID(0, 0), 0, 6}, {0}};
	struct group g;

	group__init(&g, false, GROUP, DEFER_ATTR_INHERIT);
	group__read(&g, 10, 6, 0, 50, 0, 0);
	group__read(&g, 20, 6, 0, 8, 0, 0);
	group__read(&g, 30, 6, 0, 9, 0, 0);
	return check_seen(&g, want);
}

/* A value for each sample, for its own event. */
static int test_alone(void)
{
	static const struct seen want[] = {{10, 50, ID(0, 0), 0, 5}, {30, 7, ID(0, 0), 0, 5}, {0}};
	struct group g;

	group__init(&g, false, DEFER_FORMAT_ID, 0);
	for (uint64_t time = 10; time <= 30; time += 10) {
		const uint64_t id = ID(0, 0), value = time == 30 ? 57 : 50;

		group__sample(&g, time, 5, 0, &id, &value, 1);
	}
	return check_seen(&g, want);
}

/* Counters without ids belong to no event: the sample keeps its own values. */
static int test_no_ids(void)
{
	static const struct seen want[] = {{10, 77, ID(0, 0), 0, 5}, {0}};
	struct group g;

	group__init(&g, false, DEFER_FORMAT_GROUP, 0);
	group__read(&g, 10, 5, 0, 50, 3, 4);
	return check_seen(&g, want);
}

/* An id that no event has is reported, and only its value is lost. */
static int test_unknown_id(void)
{
	const uint64_t ids[] = {ID(0, 0), 4711, ID(2, 0)}, values[] = {1, 2, 3};
	struct trial trial;
	struct group g;

	group__init(&g, false, GROUP, 0);
	group__sample(&g, 10, 5, 0, ids, values, NR_EVENTS);
	builder__end_file(&g.b);
	trial__read_builder(&trial, &g.b);
	T_EQ(trial.ret, 0);
	T_EQ(trial.samples, 2);
	T_EQ(trial.nr_damage, 1);
	T_CHECK(trial__says(&trial, "A sample reads a counter with the id 4711"));
	builder__exit(&g.b);
	return TEST_OK;
}

static int ignore(void *ctx, unsigned int worker, const struct stitched *s, struct defer_error *err)
{
	(void)ctx, (void)worker, (void)s, (void)err;
	return 0;
}

/* Unknown ids are reported once, more than are kept, however often a verb walks the samples. */
static int test_unknown_ids_once(void)
{
	const uint64_t values[] = {1, 2, 3}, nr = 3 * DAMAGE_MAX_KEPT;
	struct session *session;
	struct group g;
	char path[64];
	int fd;

	group__init(&g, false, GROUP, 0);
	for (uint64_t i = 0; i < nr; i++) {
		const uint64_t ids[] = {ID(0, 0), 4711 + i, ID(2, 0)};

		group__sample(&g, 10 + i, 5, 0, ids, values, NR_EVENTS);
	}
	builder__end_file(&g.b);
	fd = trial__memfd(&g.b);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	T_EQ(session__open(&session, &(struct session_opts){.path = path, .nr_workers = 1}, NULL),
	     0);
	T_EQ(session__gather(session, NULL), 0);
	for (int i = 0; i < 2; i++) {
		T_EQ(session__walk(session, ignore, NULL, NULL), 0);
		T_EQ(session->damage.nr, nr);
		T_EQ(session__walk_ordered(session, ignore, NULL, NULL), 0);
		T_EQ(session->damage.nr, nr);
	}
	session__close(session);
	close(fd);
	builder__exit(&g.b);
	return TEST_OK;
}

/* ---- many chunks, many workers ---- */

#define NR_READS 5000
#define PADDING	 2048 /* of other records between them, so that chunks are many */

/* Adds the expected result to @want. */
static void add_many(struct group *g, struct sight *want)
{
	uint64_t counts[2][NR_EVENTS] = {{0}}, rng = 42;

	for (uint64_t i = 1; i <= NR_READS; i++) {
		int32_t cpu = rng__below(&rng, 2);
		uint64_t *count = counts[cpu];

		for (uint32_t event = 0; event < NR_EVENTS; event++) {
			const struct seen seen = {i * 10, rng__below(&rng, 3) * event,
						  ID(event, cpu), event, 5};

			count[event] += seen.period;
			want->total += seen.period != 0;
			want->sum += seen.period ? sum_of(&seen) : 0;
		}
		group__read(g, i * 10, 5, cpu, count[0], count[1], count[2]);
		builder__begin(&g->b, DEFER_RECORD_TIME_CONV, 0);
		builder__zeros(&g->b, PADDING);
		builder__end(&g->b);
	}
}

static int check_many(bool compressed)
{
	struct sight want = {0}, got;
	struct group g;

	group__init(&g, false, GROUP, 0);
	add_many(&g, &want);
	if (compressed)
		builder__compress(&g.b, g.b.stream, DEFER_RECORD_COMPRESSED2, 60000);
	builder__end_file(&g.b);
	for (unsigned int nr = 1; nr <= 7; nr += 3) {
		for (int ordered = 0; ordered < 2; ordered++) {
			T_RUN(look(&got, &g.b, nr, ordered));
			T_EQ(got.total, want.total);
			T_EQ(got.sum, want.sum);
			T_EQ(got.nr_damage, 0);
			sight__exit(&got);
		}
	}
	builder__exit(&g.b);
	return TEST_OK;
}

static int test_many(void)
{
	T_RUN(check_many(false));
	return check_many(true);
}

/* ---- a real one ---- */

/* perf 6.1 and 7.3 find as many, with these sums: perf script -F event,period. */
static int test_recorded(void)
{
	static const struct {
		uint64_t samples, periods;
	} want[] = {{0, 0}, {407, 101926954}, {407, 101938673}, {65, 1349}};
	const char *dir = getenv("PERF_DEFER_TEST_DATA");
	struct sight sight;
	char path[4096];

	T_NEED_RECORDED();
	T_CHECK(dir);
	snprintf(path, sizeof(path), "%s/group-read.data", dir);
	for (int ordered = 0; ordered < 2; ordered++) {
		uint64_t samples[4] = {0}, periods[4] = {0};

		T_RUN(look_at(&sight, path, 1, ordered));
		T_EQ(sight.total, 879);
		for (size_t i = 0; i < sight.total; i++) {
			samples[sight.seen[i].event]++;
			periods[sight.seen[i].event] += sight.seen[i].period;
		}
		for (int i = 0; i < 4; i++) {
			T_EQ(samples[i], want[i].samples);
			T_EQ(periods[i], want[i].periods);
		}
		sight__exit(&sight);
	}
	return TEST_OK;
}

/* The result for each counter that was read. */
static int test_books(void)
{
	struct trial_run run;
	struct tui_trace tt;
	struct group g;
	char *text;

	group__init(&g, false, GROUP, 0);
	group__read(&g, 10, 5, 0, 5, 0, 7);
	group__read(&g, 20, 5, 0, 11, 0, 7);
	builder__end_file(&g.b);
	trial_run__init_builder(&run, TRIAL_AUDIT, &g.b);
	T_EQ(run.status, 0);
	T_EQ(run.samples, 3);
	T_CHECK(strstr(run.out, "\"counters\": {\n    \"records\": 2,\n    \"read\": 6,\n"
				"    \"unchanged\": 3\n"));
	trial_run__exit(&run);
	T_RUN(tui_trace__open(&tt, &g.b, &view_ledger_ops, 20, 100));
	text = tui_trace__draw(&tt);
	T_CHECK(strstr(text, "\n  Counters  6 read by 2 records; 3 did not advance and make no "
			     "sample\n"));
	free(text);
	tui_trace__close(&tt);
	builder__exit(&g.b);
	return TEST_OK;
}

/* report -D tells one verdict on a sample, however many counters it reads. */
static int test_verdicts(void)
{
	struct group g;
	char *text;

	group__init(&g, false, GROUP, 0);
	group__read(&g, 10, 5, 0, 5, 6, 7);
	group__read(&g, 20, 5, 0, 11, 12, 13);
	builder__end_file(&g.b);
	text = trial__dump(&g.b);
	T_CHECK(text);
	T_STREQ(text,
		"0 10 0x278 [0x98]: PERF_RECORD_SAMPLE(IP, 0x1): 5/5: 0xa00000001: not-recorded\n"
		"0 20 0x310 [0x98]: PERF_RECORD_SAMPLE(IP, 0x1): 5/5: 0x1400000001: not-recorded\n");
	free(text);
	builder__exit(&g.b);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"each counter that counted is a sample", test_members},
	{"a sample outside the group", test_outside},
	{"counters of each CPU", test_cpus},
	{"by time, not by place in the file", test_time_order},
	{"counters of threads that inherit", test_inherit},
	{"a tid that another thread got", test_reused_tid},
	{"one counter, without a group", test_alone},
	{"counters without ids", test_no_ids},
	{"a counter of no event", test_unknown_id},
	{"ids that no event has are reported once", test_unknown_ids_once},
	{"the ledger tells what became of counters", test_books},
	{"any number of workers finds the same", test_many},
	{"a group that was recorded", test_recorded},
	{"one verdict on all counters", test_verdicts},
	{0},
};

const struct test_suite suite__reads = {"reads", "Samples that read counters", cases};
