// SPDX-License-Identifier: GPL-2.0-only
/* Files of other recorders: other perfs, other kernels, simpleperf. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <perf/defer-evlist.h>

#include "tests/recorded.h"
#include "tests/tests.h"
#include "tests/trace.h"
#include "tests/trial.h"
#include "ui/stdio/header.h"
#include "util/header/env.h"
#include "util/header/feature.h"
#include "util/session/session.h"
#include "util/source/source.h"

#define NR_SAMPLES 45

static const uint64_t ids[] = {7};

static struct builder_event plain_event(void)
{
	return (struct builder_event){
		.attr =
			{
				.type = DEFER_TYPE_SOFTWARE,
				.size = DEFER_ATTR_SIZE_VER9,
				.sample_type = DEFER_SAMPLE_IP | DEFER_SAMPLE_TID |
					       DEFER_SAMPLE_TIME | DEFER_SAMPLE_PERIOD,
				.flags = DEFER_ATTR_SAMPLE_ID_ALL | DEFER_ATTR_MMAP |
					 DEFER_ATTR_MMAP2 | DEFER_ATTR_COMM,
			},
		.ids = ids,
		.nr_ids = 1,
	};
}

static void add_samples(struct builder *b, const struct defer_attr *attr)
{
	for (unsigned int i = 0; i < NR_SAMPLES; i++) {
		const struct defer_sample sample = {
			.misc = DEFER_MISC_USER,
			.ip = 0x400100,
			.pid = 5,
			.tid = 5,
			.time = 1000 + i,
			.period = 3,
		};

		builder__sample(b, attr, &sample);
	}
}

/* All samples are there, and no damage is reported. */
static int check_whole(struct builder *b)
{
	struct trial trial;

	trial__read_builder(&trial, b);
	T_STREQ(trial.err.text, "");
	T_EQ(trial.nr_damage, 0);
	T_EQ(trial.samples, NR_SAMPLES);
	builder__exit(b);
	return TEST_OK;
}

/* ---- perf's own streams ---- */

/* The last feature of perf 5.0, 6.8, 7.2, and of one to come. */
static int test_end_mark(void)
{
	static const uint64_t marks[] = {25, 32, 35, 250};
	const struct builder_event event = plain_event();

	for (size_t i = 0; i < sizeof(marks) / sizeof(*marks); i++) {
		struct builder b;

		builder__init(&b, i & 1);
		builder__begin_pipe(&b, &event, 1);
		builder__begin(&b, DEFER_RECORD_HEADER_FEATURE, 0);
		builder__u64(&b, marks[i]);
		builder__end(&b);
		add_samples(&b, &event.attr);
		builder__end_file(&b);
		T_RUN(check_whole(&b));
	}
	return TEST_OK;
}

/* Returns whether @feature is present after a record of it without a body. */
static int has_bodiless(unsigned int feature, bool *has)
{
	const struct builder_event event = plain_event();
	struct defer_error err = DEFER_ERROR_INIT;
	struct session_opts opts = {.nr_workers = 1};
	struct session *session;
	struct builder b;
	char path[64];
	int fd;

	builder__init(&b, false);
	builder__begin_pipe(&b, &event, 1);
	builder__begin(&b, DEFER_RECORD_HEADER_FEATURE, 0);
	builder__u64(&b, feature);
	builder__end(&b);
	add_samples(&b, &event.attr);
	builder__end_file(&b);
	fd = trial__memfd(&b);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	opts.path = path;
	T_EQ(session__open(&session, &opts, &err), 0);
	*has = env__has(session->env, feature);
	T_EQ(session->env->nr_sections, *has);
	session__close(session);
	close(fd);
	builder__exit(&b);
	return TEST_OK;
}

/* Only its number would make it a feature of the trace; two features never have a body. */
static int test_end_mark_is_none(void)
{
	bool has;

	T_RUN(has_bodiless(FEATURE_BPF_BTF, &has));
	T_CHECK(!has);
	T_RUN(has_bodiless(FEATURE_BRANCH_STACK, &has));
	T_CHECK(has);
	T_RUN(has_bodiless(FEATURE_STAT, &has));
	T_CHECK(has);
	return TEST_OK;
}

/*
 * perf counts the bytes of a list of threads in 16 bits, and writes only as many as that says: of
 * 2735 threads, 120 bytes (seen with perf 6.1).
 */
static int test_wrapped_thread_map(void)
{
	const struct builder_event event = plain_event();
	struct builder b;
	size_t at;

	builder__init(&b, false);
	builder__begin_file(&b, &event, 1);
	at = builder__begin(&b, DEFER_RECORD_THREAD_MAP, 0);
	builder__u64(&b, 2735);
	for (int i = 0; i < 4; i++) {
		builder__u64(&b, 1000 + i);
		builder__zeros(&b, 16);
	}
	builder__u64(&b, 1004);
	builder__end(&b);
	T_EQ(b.size - at, (16 + 24 * 2735) & 0xffff);
	add_samples(&b, &event.attr);
	builder__end_file(&b);
	return check_whole(&b);
}

/* ---- simpleperf ---- */

#define TRACING_BYTES 200

/* simpleperf has the data inside the record, perf behind it. */
static int check_tracing_data(bool big, bool inside)
{
	const struct builder_event event = plain_event();
	struct builder b;

	builder__init(&b, big);
	builder__begin_file(&b, &event, 1);
	builder__begin(&b, DEFER_RECORD_HEADER_TRACING_DATA, 0);
	builder__u32(&b, TRACING_BYTES);
	if (!inside)
		builder__end(&b);
	builder__zeros(&b, inside ? (TRACING_BYTES + 63) & ~63U : TRACING_BYTES);
	if (inside)
		builder__end(&b);
	add_samples(&b, &event.attr);
	builder__end_file(&b);
	return check_whole(&b);
}

static int test_tracing_data(void)
{
	for (int i = 0; i < 4; i++)
		T_RUN(check_tracing_data(i & 1, i & 2));
	return TEST_OK;
}

/* The formats of a trace, and one of the tracepoints that they tell of. */
static int read_formats(uint8_t **data, uint64_t *size, uint64_t *id, char *name, size_t len)
{
	const char *dir = getenv("PERF_DEFER_TEST_DATA");
	struct defer_error err = DEFER_ERROR_INIT;
	const struct defer_evsel *evsel;
	struct session *session;
	char path[4096];

	T_CHECK(dir);
	snprintf(path, sizeof(path), "%s/tracepoints.data", dir);
	T_EQ(session__open(&session, &(struct session_opts){.path = path}, &err), 0);
	*size = session->env->tracing_data.size;
	*data = malloc(*size);
	T_EQ(source__pread(session->source, *data, *size, session->env->tracing_data.offset, &err),
	     (int64_t)*size);
	evsel = defer_evlist__evsel(session->evlist, 0);
	*id = evsel->attr.config;
	snprintf(name, len, "%s", evsel->name);
	session__close(session);
	return TEST_OK;
}

/* Formats that come as a record of a file name its tracepoints, in report too. */
static int test_formats_in_file(void)
{
	struct builder_event event = plain_event();
	struct trial_run run;
	struct builder b;
	char name[128];
	uint8_t *data;
	uint64_t size;

	T_NEED_RECORDED();
	T_RUN(read_formats(&data, &size, &event.attr.config, name, sizeof(name)));
	T_CHECK(strchr(name, ':'));
	T_CHECK(size < 65000);
	event.attr.type = DEFER_TYPE_TRACEPOINT;
	builder__init(&b, false);
	builder__begin_file(&b, &event, 1);
	builder__begin(&b, DEFER_RECORD_HEADER_TRACING_DATA, 0);
	builder__u32(&b, size);
	builder__bytes(&b, data, size);
	builder__end(&b);
	add_samples(&b, &event.attr);
	builder__end_file(&b);
	trial_run__init_builder(&run, TRIAL_REPORT, &b);
	T_EQ(run.status, 0);
	T_CHECK(strstr(run.out, name));
	trial_run__exit(&run);
	builder__exit(&b);
	free(data);
	return TEST_OK;
}

/* ---- old kernels ---- */

/* MMAP2 as Linux 3.12 and RHEL's 3.10 have it: no prot, no flags. */
static void old_mmap2(struct builder *b, const char *name, uint16_t misc)
{
	builder__begin(b, DEFER_RECORD_MMAP2, misc);
	builder__u32(b, 5);
	builder__u32(b, 6);
	builder__u64(b, 0x400000);
	builder__u64(b, 0x1000);
	builder__u64(b, 0x2000);
	builder__u32(b, 8);
	builder__u32(b, 1);
	builder__u64(b, 4711);
	builder__u64(b, 12);
	builder__str(b, name, 8);
	builder__u64(b, (uint64_t)5 << (b->big ? 32 : 0)); /* sample_id: pid, */
	builder__u64(b, 999);				   /* and time */
	builder__end(b);
}

static int check_old_mmap2(bool big, const char *name, uint16_t misc, uint32_t prot)
{
	const struct builder_event event = plain_event();
	struct defer_evlist *evlist = defer_evlist__new();
	struct defer_error err = DEFER_ERROR_INIT;
	struct defer_record rec;
	struct defer_event ev;
	struct builder b;

	builder__init(&b, big);
	old_mmap2(&b, name, misc);
	T_EQ(defer_evlist__add(evlist, &event.attr, ids, 1, &err), 0);
	T_EQ(defer_record__decode(&rec, b.data, b.size, 0, builder__swap(&b), &err), 0);
	T_EQ(defer_event__decode(&ev, &rec, evlist, &err), 1);
	T_STREQ(ev.mmap.filename, name);
	T_EQ(ev.mmap.prot, prot);
	T_EQ(ev.mmap.flags, 0);
	T_EQ(ev.mmap.ino_generation, 12);
	T_EQ(ev.id.pid, 5);
	T_EQ(ev.id.time, 999);
	builder__exit(&b);
	defer_evlist__delete(evlist);
	return TEST_OK;
}

static int test_old_mmap2(void)
{
	static const char *const names[] = {"/usr/lib64/libc-2.17.so", "[vdso]", "//anon", "/a",
					    "anon_inode:[perf_event]"};

	for (size_t i = 0; i < 2 * sizeof(names) / sizeof(*names); i++) {
		T_RUN(check_old_mmap2(i & 1, names[i / 2], DEFER_MISC_USER, 5));
		T_RUN(check_old_mmap2(i & 1, names[i / 2], DEFER_MISC_USER | DEFER_MISC_MMAP_DATA,
				      1));
	}
	return TEST_OK;
}

/* ---- periods that the samples do not tell ---- */

static int check_period(uint64_t period, uint64_t flags, const char *want)
{
	struct builder_event event = plain_event();
	struct trial_run run;
	struct builder b;

	event.attr.sample_type &= ~DEFER_SAMPLE_PERIOD;
	event.attr.sample_period = period;
	event.attr.flags |= flags;
	builder__init(&b, false);
	builder__begin_file(&b, &event, 1);
	add_samples(&b, &event.attr);
	builder__end_file(&b);
	trial_run__init_builder(&run, TRIAL_SCRIPT, &b);
	T_EQ(run.status, 0);
	T_CHECK(strstr(run.out, want));
	trial_run__exit(&run);
	builder__exit(&b);
	return TEST_OK;
}

static int test_period(void)
{
	T_RUN(check_period(43800, 0, ":      43800 "));
	return check_period(4000, DEFER_ATTR_FREQ, ":          1 ");
}

/* ---- the words of --header ---- */

static int header_text(const struct builder_event *event, uint32_t clockid, char **text)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct session_opts opts = {.nr_workers = 1};
	struct builder b, clock;
	struct session *session;
	char path[64];
	size_t size;
	FILE *out;
	int fd;

	builder__init(&b, false);
	builder__init(&clock, false);
	builder__u32(&clock, 1);
	builder__u32(&clock, clockid);
	builder__u64(&clock, 1795326700964688123);
	builder__u64(&clock, 1022656787164);
	builder__begin_file(&b, event, 1);
	add_samples(&b, &event->attr);
	builder__feature(&b, FEATURE_CLOCK_DATA, clock.data, clock.size);
	builder__end_file(&b);

	fd = trial__memfd(&b);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	opts.path = path;
	T_EQ(session__open(&session, &opts, &err), 0);
	out = open_memstream(text, &size);
	session__print_header(session, false, out);
	fclose(out);
	session__close(session);
	close(fd);
	builder__exit(&clock);
	builder__exit(&b);
	return TEST_OK;
}

static int test_header_clock(void)
{
	static const struct {
		uint32_t id;
		const char *line;
	} clocks[] = {
		{0, "# clockid: realtime (0)\n"},      {1, "# clockid: monotonic (1)\n"},
		{4, "# clockid: monotonic_raw (4)\n"}, {7, "# clockid: boottime (7)\n"},
		{11, "# clockid: tai (11)\n"},	       {99, "# clockid: (not found) (99)\n"},
	};
	const struct builder_event event = plain_event();

	setenv("TZ", "UTC", 1);
	for (size_t i = 0; i < sizeof(clocks) / sizeof(*clocks); i++) {
		char *text;

		T_RUN(header_text(&event, clocks[i].id, &text));
		T_CHECK(strstr(text, clocks[i].line));
		T_CHECK(clocks[i].id != 4 ||
			strstr(text, "\n# reference time: 2026-11-22 05:51:40.964688 = "
				     "1795326700.964688 (TOD) = 1022.656787164 (monotonic_raw)\n"));
		free(text);
	}
	return TEST_OK;
}

static int test_header_branches(void)
{
	struct builder_event event = plain_event();
	char *text;

	event.attr.branch_sample_type = 1 << 0 | 1 << 3 | 1 << 14 | 1 << 16 | 1 << 17 | 1 << 19;
	T_RUN(header_text(&event, 1, &text));
	T_CHECK(strstr(text, ", branch_sample_type = USER|ANY|NO_FLAGS|TYPE_SAVE|HW_INDEX|COUNTERS"
			     "\n"));
	free(text);
	return TEST_OK;
}

/* ---- AUX area data ---- */

static void add_aux(struct builder *b, uint64_t size)
{
	builder__auxtrace(b, size);
	builder__zeros(b, size);
}

static void add_aux_info(struct builder *b, uint32_t kind)
{
	builder__begin(b, DEFER_RECORD_AUXTRACE_INFO, 0);
	builder__u32(b, kind);
	builder__zeros(b, 12);
	builder__end(b);
}

/* All verbs say @want, or if it is NULL nothing of the kind, and none of them fails. */
static int check_aux(const struct builder *b, const char *want)
{
	for (enum trial_verb verb = 0; verb < TRIAL_NR_VERBS; verb++) {
		struct trial_run run;

		trial_run__init_builder(&run, verb, b);
		T_EQ(run.status, 0);
		if (want)
			T_CHECK(strstr(verb == TRIAL_AUDIT ? run.out : run.err, want));
		else
			T_CHECK(!strstr(run.err, "AUX area"));
		trial_run__exit(&run);
	}
	return TEST_OK;
}

/* With samples beside it, and where it is all there is. */
static int test_aux(void)
{
	static const char *const kinds[] = {"unknown type", "Intel PT",	  "Intel BTS",
					    "CoreSight",    "Arm SPE",	  "s390 CPU-MSF",
					    "HiSilicon",    "PowerVM VPA"};
	const struct builder_event event = plain_event();

	for (uint32_t kind = 0; kind < sizeof(kinds) / sizeof(*kinds); kind++) {
		struct builder b;

		builder__init(&b, kind & 1);
		builder__begin_file(&b, &event, 1);
		if (kind)
			add_aux_info(&b, kind);
		add_aux(&b, 4096);
		if (kind & 2)
			add_samples(&b, &event.attr);
		add_aux(&b, 8192);
		builder__end_file(&b);
		T_RUN(check_aux(&b, kinds[kind]));
		T_RUN(check_aux(&b, "12288"));
		builder__exit(&b);
	}
	return TEST_OK;
}

/* perf record --aux-sample: in the samples. */
static int test_aux_samples(void)
{
	struct builder_event event = plain_event();
	struct defer_sample sample = {.misc = DEFER_MISC_USER, .pid = 5, .tid = 5, .time = 1000};
	struct builder b;

	event.attr.sample_type |= DEFER_SAMPLE_AUX;
	sample.aux = (struct defer_blob){(const uint8_t *)"abcdefghijklmnop", 16};
	builder__init(&b, false);
	builder__begin_file(&b, &event, 1);
	builder__sample(&b, &event.attr, &sample);
	builder__sample(&b, &event.attr, &sample);
	builder__end_file(&b);
	T_RUN(check_aux(&b, "32"));
	T_RUN(check_aux(&b, "unknown type"));
	builder__exit(&b);
	return TEST_OK;
}

static int test_no_aux(void)
{
	const struct builder_event event = plain_event();
	struct builder b;

	builder__init(&b, false);
	builder__begin_file(&b, &event, 1);
	add_aux_info(&b, 1);
	add_samples(&b, &event.attr);
	builder__end_file(&b);
	T_RUN(check_aux(&b, NULL));
	builder__exit(&b);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"the mark at the end of a pipe's features", test_end_mark},
	{"that mark is no feature", test_end_mark_is_none},
	{"a list of threads whose size wrapped", test_wrapped_thread_map},
	{"tracing data inside their record, and behind it", test_tracing_data},
	{"formats that are a record of a file", test_formats_in_file},
	{"MMAP2 without prot and flags", test_old_mmap2},
	{"the period of an event whose samples have none", test_period},
	{"clocks in the header", test_header_clock},
	{"branch types in the header", test_header_branches},
	{"AUX area data that are stepped over", test_aux},
	{"AUX area data in samples", test_aux_samples},
	{"no AUX area data", test_no_aux},
	{0},
};

const struct test_suite suite__foreign = {"foreign", "Files of other recorders", cases};
