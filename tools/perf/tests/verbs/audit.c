// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <unistd.h>

#include "tests/recorded.h"
#include "tests/tests.h"
#include "tests/trace.h"
#include "tests/trial.h"
#include "ui/ledger/ledger-json.h"
#include "ui/stdio/ledger.h"
#include "util/base/array.h"
#include "util/session/session.h"

/* One trace, its ledger, and the output of both views. */
struct audit {
	struct session *session;
	struct ledger *ledger;
	struct losses losses;
	char *json, *text;
};

static int walk(struct audit *audit)
{
	struct defer_error err = DEFER_ERROR_INIT;

	T_EQ(session__account(audit->session, NULL, &audit->ledger, &err), 0);
	T_EQ(losses__init(&audit->losses, audit->session, audit->ledger, &err), 0);
	return TEST_OK;
}

static int draw(struct audit *audit)
{
	const struct ledger_view view = {
		.ledger = audit->ledger,
		.session = audit->session,
		.losses = &audit->losses,
		.path = "the input",
		.show = LEDGER_SHOW_ALL,
	};
	struct json json;
	size_t size;
	FILE *fp = open_memstream(&audit->json, &size);

	T_CHECK(fp);
	json__init(&json, fp);
	ledger_view__write_json(&view, &json);
	T_EQ(json__finish(&json, NULL), 0);
	fclose(fp);

	fp = open_memstream(&audit->text, &size);
	T_CHECK(fp);
	ledger_view__fprintf(&view, fp, NULL);
	fclose(fp);
	return TEST_OK;
}

static int audit__open_chunks(struct audit *audit, const char *path, unsigned int nr_workers,
			      uint32_t chunk_size)
{
	const struct session_opts opts = {
		.path = path,
		.nr_workers = nr_workers,
		.chunk_size = chunk_size,
		.counts_only = nr_workers > 1,
	};
	struct defer_error err = DEFER_ERROR_INIT;

	*audit = (struct audit){0};
	T_EQ(session__open(&audit->session, &opts, &err), 0);
	T_EQ(session__gather(audit->session, &err), 0);
	T_RUN(walk(audit));
	return draw(audit);
}

static int audit__open(struct audit *audit, const char *path, unsigned int nr_workers)
{
	return audit__open_chunks(audit, path, nr_workers, 0);
}

static void audit__close(struct audit *audit)
{
	free(audit->json);
	free(audit->text);
	losses__exit(&audit->losses);
	ledger__delete(audit->ledger);
	session__close(audit->session);
}

static int open_builder(struct audit *audit, const struct builder *b)
{
	int fd = trial__memfd(b), ret;
	char path[32];

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	ret = audit__open(audit, path, 2);
	close(fd);
	return ret;
}

static void add_lost(struct trace *trace, uint32_t type, unsigned int i, int32_t cpu, uint64_t id,
		     uint64_t lost)
{
	struct defer_event ev = {.type = type, .id = trace__id(i), .lost = {id, lost}};

	ev.id.cpu = cpu;
	builder__event(&trace->b, &trace->events[1].attr, &ev);
}

/*
 * Adds the losses of the event with @id, as perf writes them at its end: without time, task and
 * CPU.
 */
static void add_lost_of_event(struct trace *trace, uint16_t misc, uint64_t id, uint64_t lost)
{
	const struct defer_event ev = {
		.type = DEFER_RECORD_LOST_SAMPLES,
		.misc = misc,
		.id.id = id,
		.lost.lost = lost,
	};

	builder__event(&trace->b, &trace->events[0].attr, &ev);
}

/* One of each: its record lost, its record still to come when the trace ends, and all merged. */
static int test_causes(void)
{
	struct trace trace;
	struct audit audit;

	trace__begin(&trace, false, false);
	trace__add_samples(&trace, 0, TRACE_NR_SAMPLES);
	trace__sample(&trace, 20, TRACE_PID, 1, TRACE_COOKIE(20));
	trace__sample(&trace, 21, TRACE_PID, 1, TRACE_COOKIE(20));
	add_lost(&trace, DEFER_RECORD_LOST, 22, 1, TRACE_TRACKER_ID + 1, 5);
	add_lost(&trace, DEFER_RECORD_LOST, 22, 1, TRACE_TRACKER_ID + 1, 6);
	add_lost(&trace, DEFER_RECORD_LOST_SAMPLES, 22, 7, 0, 9);
	trace__sample(&trace, 23, TRACE_PID, 1, TRACE_COOKIE(21));
	trace__deferred(&trace, 24, 1, TRACE_COOKIE(21));
	trace__sample(&trace, 25, TRACE_PID, 1, TRACE_COOKIE(22));
	add_lost_of_event(&trace, 0, TRACE_ID, 2);
	trace__end(&trace);
	T_RUN(open_builder(&audit, &trace.b));

	T_EQ(audit.ledger->total.samples, TRACE_NR_SAMPLES + 4);
	T_EQ(audit.ledger->total.classes[DEFER_MERGED], TRACE_NR_SAMPLES + 1);
	T_EQ(audit.ledger->total.classes[DEFER_LOST], 2);
	T_EQ(audit.ledger->causes[DEFER_LOST].runs.nr, 1);
	T_EQ(audit.ledger->total.classes[DEFER_PENDING], 1);

	T_EQ(audit.losses.nr, 3);
	T_EQ(audit.losses.cpus[0].key, 1);
	T_EQ(audit.losses.cpus[0].records, 2);
	T_EQ(audit.losses.cpus[0].lost, 11);
	T_EQ(audit.losses.cpus[1].key, 7);
	T_EQ(audit.losses.cpus[1].lost_samples, 0);
	T_EQ(audit.losses.cpus[1].lost_others, 9);
	T_EQ(audit.losses.cpus[2].key, -1);
	T_EQ(audit.losses.cpus[2].lost_samples, 2);
	T_EQ(audit.losses.total.lost, 11);

	/* Both views say so. A CPU that only lost samples has its row. */
	T_CHECK(strstr(audit.text, "  lost                   2           1         1 "));
	T_CHECK(strstr(audit.text,
		       "reports 11 lost records; by event: 2 samples, 0 user stacks, 9 other "
		       "records."));
	T_CHECK(strstr(audit.text,
		       "            11             0            0            0  001\n"));
	T_CHECK(strstr(audit.text,
		       "             0             0            0            9  007\n"));
	T_CHECK(strstr(audit.json, "\"lost\": 2"));
	T_CHECK(strstr(audit.json, "\"pending\": 1"));
	T_CHECK(strstr(audit.json,
		       "\"cpu\": 7,\n        \"told\": 1,\n        \"records\": 0,\n"
		       "        \"samples\": 0,\n        \"stacks\": 0,\n        \"others\": "
		       "9\n"));
	audit__close(&audit);
	trace__exit(&trace);
	return TEST_OK;
}

/* Adds an ID_INDEX with the CPUs of the ids @id, @id + 1, ... */
static void add_id_indices(struct trace *trace, uint64_t id, const uint64_t *cpus, uint64_t nr)
{
	builder__begin(&trace->b, DEFER_RECORD_ID_INDEX, 0);
	builder__u64(&trace->b, nr);
	for (uint64_t i = 0; i < nr; i++) {
		builder__u64(&trace->b, id + i);
		builder__u64(&trace->b, 0); /* idx */
		builder__u64(&trace->b, cpus[i]);
		builder__u64(&trace->b, TRACE_PID);
	}
	builder__end(&trace->b);
}

static void add_id_index(struct trace *trace, uint64_t id, uint64_t cpu)
{
	add_id_indices(trace, id, &cpu, 1);
}

/* Records that do not say their CPU name the event, and ID_INDEX says its CPU. */
static int test_cpu_by_event(void)
{
	struct trace trace;
	struct audit audit;

	trace__begin(&trace, false, false);
	add_id_index(&trace, TRACE_TRACKER_ID + 1, 3);
	/* The last word counts, and a CPU that cannot be counts for nothing. */
	add_id_index(&trace, TRACE_TRACKER_ID, 4);
	add_id_index(&trace, TRACE_TRACKER_ID, 5);
	add_id_index(&trace, TRACE_TRACKER_ID, UINT64_MAX);
	add_lost(&trace, DEFER_RECORD_LOST, 0, -1, TRACE_TRACKER_ID + 1, 2);
	add_lost(&trace, DEFER_RECORD_LOST, 0, -1, TRACE_TRACKER_ID, 3);
	add_lost(&trace, DEFER_RECORD_LOST, 0, -1, 12345, 4);
	trace__add_samples(&trace, 0, TRACE_NR_SAMPLES);
	trace__end(&trace);
	T_RUN(open_builder(&audit, &trace.b));

	T_EQ(audit.losses.nr, 3);
	T_EQ(audit.losses.cpus[0].key, 3);
	T_EQ(audit.losses.cpus[0].lost, 2);
	T_EQ(audit.losses.cpus[1].key, 5);
	T_EQ(audit.losses.cpus[1].lost, 3);
	T_EQ(audit.losses.cpus[2].key, -1);
	T_EQ(audit.losses.cpus[2].lost, 4);
	T_CHECK(strstr(audit.text,
		       "             4             0            0            0  not known\n"));
	T_CHECK(strstr(audit.json, "\"cpu\": null"));
	audit__close(&audit);
	trace__exit(&trace);
	return TEST_OK;
}

/* A record tells of many ids, and a later one of some of them anew: the others stay as they were. */
static int test_two_indices(void)
{
	static const uint64_t first[] = {1, 2, 3, 4}, second[] = {5, 6};
	static const struct loss_counts want[] = {
		{.key = 1, .lost = 10},
		{.key = 4, .lost = 13},
		{.key = 5, .lost = 11},
		{.key = 6, .lost = 12},
	};
	struct trace trace;
	struct audit audit;

	trace__begin(&trace, false, false);
	add_id_indices(&trace, 1000, first, 4);
	add_id_indices(&trace, 1001, second, 2);
	for (uint32_t i = 0; i < 4; i++)
		add_lost(&trace, DEFER_RECORD_LOST, 0, -1, 1000 + i, 10 + i);
	trace__end(&trace);
	T_RUN(open_builder(&audit, &trace.b));

	T_EQ(audit.losses.nr, 4);
	for (uint32_t i = 0; i < 4; i++) {
		T_EQ(audit.losses.cpus[i].key, want[i].key);
		T_EQ(audit.losses.cpus[i].lost, want[i].lost);
	}
	audit__close(&audit);
	trace__exit(&trace);
	return TEST_OK;
}

static int test_no_samples(void)
{
	struct trace trace;
	struct audit audit;

	trace__begin(&trace, false, false);
	trace__end(&trace);
	T_RUN(open_builder(&audit, &trace.b));
	T_EQ(audit.ledger->total.samples, 0);
	T_CHECK(strstr(audit.json, "\"samples\": 0,"));
	T_CHECK(strstr(audit.text, "# Samples        : 0\n"));
	T_CHECK(strstr(audit.text, "# Of these known : there are no samples\n"));
	audit__close(&audit);
	trace__exit(&trace);
	return TEST_OK;
}

/* The event of a loss is known only by its id, and its CPU by ID_INDEX. */
static int test_lost_of_events(void)
{
	struct trace trace;
	struct audit audit;

	trace__begin(&trace, false, false);
	add_id_index(&trace, TRACE_ID, 0);
	add_id_index(&trace, TRACE_ID + 1, 3);
	add_id_index(&trace, TRACE_TRACKER_ID + 1, 3);
	trace__add_samples(&trace, 0, TRACE_NR_SAMPLES);
	add_lost_of_event(&trace, 0, TRACE_ID, 210);
	add_lost_of_event(&trace, 0, TRACE_ID + 1, 60);
	add_lost_of_event(&trace, 0, TRACE_TRACKER_ID + 1, 49);
	add_lost_of_event(&trace, DEFER_MISC_LOST_SAMPLES_BPF, TRACE_ID, 1000);
	trace__end(&trace);
	T_RUN(open_builder(&audit, &trace.b));

	T_EQ(audit.losses.nr, 2);
	T_EQ(audit.losses.cpus[0].key, 0);
	T_EQ(audit.losses.cpus[0].lost_samples, 210);
	T_EQ(audit.losses.cpus[0].lost_others, 0);
	T_EQ(audit.losses.cpus[1].key, 3);
	T_EQ(audit.losses.cpus[1].lost_samples, 60);
	T_EQ(audit.losses.cpus[1].lost_others, 49);
	T_EQ(audit.losses.events[0].lost_samples, 270);
	T_EQ(audit.losses.events[1].lost_samples, 0);
	T_EQ(audit.losses.events[1].lost_others, 49);
	T_EQ(audit.session->stats.lost_samples, 270);
	T_CHECK(strstr(audit.text, "           270            0            0  cpu-clock\n"));
	T_CHECK(strstr(audit.text, "             0            0           49  dummy"));
	T_CHECK(strstr(audit.json, "\"index\": 1,\n        \"samples\": 0,\n"
				   "        \"stacks\": 0,\n        \"others\": 49\n"));
	audit__close(&audit);
	trace__exit(&trace);
	return TEST_OK;
}

#define COOKIE_OF(cpu, n) ((uint64_t)(2 * (n) + 1) << 32 | ((cpu) + 1))

static void add_run(struct trace *trace, unsigned int i, int32_t cpu, uint64_t n)
{
	trace__sample(trace, i, TRACE_PID, cpu, COOKIE_OF(cpu, n));
	trace__deferred(trace, i + 1, cpu, COOKIE_OF(cpu, n));
}

/*
 * Of the entries 9 to 17 on CPU 3, two are whole, two lost their record only, the first one among them, four lost both
 * halves, and one is pending. So the tracking event, which lost 8 records there, lost 6 user stacks.
 */
static int test_lost_stacks(void)
{
	struct trace trace;
	struct audit audit;

	trace__begin(&trace, false, false);
	add_id_index(&trace, TRACE_TRACKER_ID, 0);
	add_id_index(&trace, TRACE_TRACKER_ID + 1, 3);
	trace__add_samples(&trace, 0, TRACE_NR_SAMPLES);
	trace__sample(&trace, 19, TRACE_PID, 3, COOKIE_OF(3, 9));
	add_run(&trace, 20, 3, 10);
	trace__sample(&trace, 22, TRACE_PID, 3, COOKIE_OF(3, 12));
	add_lost(&trace, DEFER_RECORD_LOST, 23, 3, TRACE_TRACKER_ID + 1, 8);
	add_run(&trace, 24, 3, 16);
	trace__sample(&trace, 26, TRACE_PID, 3, COOKIE_OF(3, 17));
	add_lost_of_event(&trace, 0, TRACE_TRACKER_ID, 2);
	add_lost_of_event(&trace, 0, TRACE_TRACKER_ID + 1, 8);
	trace__end(&trace);
	T_RUN(open_builder(&audit, &trace.b));

	T_EQ(audit.ledger->total.classes[DEFER_LOST], 2);
	T_EQ(audit.ledger->total.classes[DEFER_PENDING], 1);
	T_EQ(audit.losses.nr, 2);
	T_EQ(audit.losses.cpus[0].key, 0); /* no entry is missing there */
	T_EQ(audit.losses.cpus[0].lost_stacks, 0);
	T_EQ(audit.losses.cpus[0].lost_others, 2);
	T_EQ(audit.losses.cpus[1].key, 3);
	T_EQ(audit.losses.cpus[1].lost_samples, 0);
	T_EQ(audit.losses.cpus[1].lost_stacks, 6);
	T_EQ(audit.losses.cpus[1].lost_others, 2);
	T_EQ(audit.losses.events[1].lost_stacks, 6);
	T_EQ(audit.losses.events[1].lost_others, 4);
	T_CHECK(strstr(audit.text, "0 samples, 6 user stacks, 4 other records."));
	audit__close(&audit);
	trace__exit(&trace);
	return TEST_OK;
}

/* Without ID_INDEX the CPU is not known, and a loss cannot be more than was lost. */
static int test_lost_stacks_anywhere(void)
{
	struct trace trace;
	struct audit audit;

	trace__begin(&trace, false, false);
	trace__add_samples(&trace, 0, TRACE_NR_SAMPLES);
	add_run(&trace, 20, 3, 10);
	add_run(&trace, 22, 3, 100);
	add_lost_of_event(&trace, 0, TRACE_TRACKER_ID, 7);
	trace__end(&trace);
	T_RUN(open_builder(&audit, &trace.b));
	T_EQ(audit.losses.nr, 1);
	T_EQ(audit.losses.cpus[0].key, -1);
	T_EQ(audit.losses.cpus[0].lost_stacks, 7);
	T_EQ(audit.losses.total.lost_others, 0);
	audit__close(&audit);
	trace__exit(&trace);
	return TEST_OK;
}

/* However many workers share a trace, every byte of both views is the same. */
static int test_workers(void)
{
	static const char *const traces[] = {"forky-systemwide.data", "burn1.pipe", "cxx.data"};
	const char *dir = getenv("PERF_DEFER_TEST_DATA");
	struct audit one, many;
	char path[4096];

	T_NEED_RECORDED();
	for (size_t i = 0; i < ARRAY_SIZE(traces); i++) {
		snprintf(path, sizeof(path), "%s/%s", dir, traces[i]);
		T_RUN(audit__open(&one, path, 1));
		for (unsigned int k = 0; k < 9; k++) {
			T_RUN(audit__open_chunks(&many, path, 2 + k % 3 * 3, 100U << 6 * (k / 3)));
			T_STREQ(many.json, one.json);
			T_STREQ(many.text, one.text);
			audit__close(&many);
		}
		audit__close(&one);
	}
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"lost and pending halves, and what each CPU lost", test_causes},
	{"the CPU of a loss follows from the event", test_cpu_by_event},
	{"two records that say the CPUs of ids", test_two_indices},
	{"what each event lost", test_lost_of_events},
	{"user stacks among what was lost", test_lost_stacks},
	{"user stacks that a CPU lost that is not known", test_lost_stacks_anywhere},
	{"a trace without samples has an empty ledger", test_no_samples},
	{"the views do not depend on the number of workers and the size of chunks", test_workers},
	{0},
};

const struct test_suite suite__audit = {"audit", "The ledger of whole traces", cases};
