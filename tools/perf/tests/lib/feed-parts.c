// SPDX-License-Identifier: GPL-2.0-only
/*
 * A stream in parts, each taken by a feed of its own, as workers take them: whichever takes which, every
 * sample gets the verdict that it gets from one feed. The traces are those of the model kernel, and
 * recorded and crafted ones.
 */
#include <fcntl.h>
#include <glob.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <perf/defer-cursor.h>
#include <perf/defer-event.h>
#include <perf/defer-evlist.h>
#include <perf/defer-feed.h>
#include <perf/defer-header.h>
#include <perf/defer-stitch.h>

#include "tests/kmodel-trace.h"
#include "tests/kmodel.h"
#include "tests/recorded.h"
#include "tests/tests.h"

#define SEEDS	  30
#define MAX_FEEDS 7

struct trace_bytes {
	uint8_t *data; /* records */
	size_t size;
	struct defer_header hdr;
	struct defer_evlist *evlist;
	size_t nr_records;
};

/* What became of one sample. */
struct outcome {
	enum defer_class cls;
	uint64_t ref; /* of its record; 0: none */
};

struct outcomes {
	struct outcome *of;
	size_t nr;
	struct defer_feed_stats stats;
};

static int64_t read_at(void *fd, void *buf, size_t size, uint64_t at, struct defer_error *err)
{
	(void)err;
	return pread(*(int *)fd, buf, size, (off_t)at);
}

static struct defer_cursor cursor_of(const struct trace_bytes *trace)
{
	struct defer_cursor cur;

	defer_cursor__init(&cur, trace->data, trace->size, trace->hdr.data.offset, trace->hdr.swap);
	return cur;
}

static int trace_bytes__init(struct trace_bytes *trace, int fd)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct defer_cursor cur;
	struct defer_record rec;
	struct stat st;

	*trace = (struct trace_bytes){.evlist = defer_evlist__new()};
	T_CHECK(trace->evlist && !fstat(fd, &st));
	T_EQ(defer_header__read(&trace->hdr, read_at, &fd, &err), 0);
	T_EQ(defer_header__read_attrs(&trace->hdr, read_at, &fd, trace->evlist, &err), 0);
	trace->size = trace->hdr.data.size ? trace->hdr.data.size
					   : (size_t)st.st_size - trace->hdr.data.offset;
	trace->data = malloc(trace->size);
	T_CHECK(trace->data);
	T_EQ(read_at(&fd, trace->data, trace->size, trace->hdr.data.offset, &err),
	     (int64_t)trace->size);
	cur = cursor_of(trace);
	while (defer_record__next(&rec, &cur, &err) > 0)
		trace->nr_records++;
	return TEST_OK;
}

static void trace_bytes__exit(struct trace_bytes *trace)
{
	defer_evlist__delete(trace->evlist);
	free(trace->data);
}

static int feed_record(struct defer_feed *feed, const struct trace_bytes *trace,
		       const struct defer_record *rec)
{
	const struct defer_evsel *evsel = defer_evlist__record_evsel(trace->evlist, rec, NULL);
	struct defer_error err = DEFER_ERROR_INIT;
	struct defer_event ev;
	uint64_t time;

	if (rec->type == DEFER_RECORD_FINISHED_ROUND)
		defer_feed__round(feed, rec->order);
	else if (rec->type == DEFER_RECORD_SAMPLE && evsel)
		return defer_feed__sample(feed, evsel, rec, &time);
	else if (rec->type < DEFER_RECORD_USER_START && rec->type != DEFER_RECORD_SAMPLE &&
		 defer_event__decode(&ev, rec, trace->evlist, &err) > 0)
		return defer_feed__event(feed, &ev, rec->order, NULL);
	return 0;
}

/* Gives the records to @nr feeds, in three times as many parts. @first takes the first part. */
static int feed_parts(const struct trace_bytes *trace, struct defer_feed **feeds, int nr, int first)
{
	const size_t each = trace->nr_records / (3 * nr) + 1;
	struct defer_error err = DEFER_ERROR_INIT;
	struct defer_cursor cur = cursor_of(trace);
	struct defer_record rec;

	for (size_t i = 0; defer_record__next(&rec, &cur, &err) > 0; i++) {
		struct defer_feed *feed = feeds[(i / each + first) % nr];

		rec.order = rec.offset;
		if (nr > 1 && i % each == 0)
			T_EQ(defer_feed__begin(feed, rec.order), 0);
		T_EQ(feed_record(feed, trace, &rec), 0);
	}
	return TEST_OK;
}

static int new_stitch(const struct trace_bytes *trace, int nr, int first, struct outcomes *out,
		      struct defer_stitch **st)
{
	struct defer_feed *feeds[MAX_FEEDS];

	for (int i = 0; i < nr; i++) {
		feeds[i] = defer_feed__new(trace->evlist);
		T_CHECK(feeds[i]);
	}
	T_RUN(feed_parts(trace, feeds, nr, first));
	/* Which one knows it does not matter. */
	if (!trace->hdr.data.size)
		defer_feed__set_unfinished(feeds[nr - 1]);
	for (int i = 1; i < nr; i++) {
		T_EQ(defer_feed__merge(feeds[0], feeds[i]), 0);
		defer_feed__delete(feeds[i]);
	}
	T_EQ(defer_feed__seal(feeds[0], st), 0);
	defer_feed__stats(feeds[0], &out->stats);
	defer_feed__delete(feeds[0]);
	return TEST_OK;
}

/* Classifies all samples, those of each part with signs of its own. */
static int classify(const struct trace_bytes *trace, const struct defer_stitch *st,
		    struct defer_signs **signs, int nr, struct outcomes *out, bool settle)
{
	const size_t each = trace->nr_records / nr + 1;
	struct defer_error err = DEFER_ERROR_INIT;
	struct defer_cursor cur = cursor_of(trace);
	struct defer_record rec;

	out->nr = 0;
	for (size_t i = 0; defer_record__next(&rec, &cur, &err) > 0; i++) {
		const struct defer_evsel *evsel =
			defer_evlist__record_evsel(trace->evlist, &rec, NULL);
		struct defer_stitch_sample key;
		struct defer_sample sample;
		struct defer_verdict verdict;

		if (rec.type != DEFER_RECORD_SAMPLE || !evsel ||
		    defer_sample__decode(&sample, &rec, &evsel->layout, &err))
			continue;
		T_EQ(defer_stitch__classify(st, &sample, rec.offset,
					    settle ? NULL : signs[i / each], &verdict),
		     0);
		key = defer_stitch__sample(st, &sample, rec.offset);
		if (settle && verdict.cls == DEFER_NO_RECORD)
			verdict.cls = defer_stitch__settle(st, signs[0], &key);
		out->of[out->nr++] =
			(struct outcome){verdict.cls, verdict.has_record ? verdict.record.ref : 0};
	}
	return TEST_OK;
}

static int outcomes__init(struct outcomes *out, const struct trace_bytes *trace, int nr, int first)
{
	struct defer_signs *signs[MAX_FEEDS];
	struct defer_stitch *st;

	*out = (struct outcomes){.of = calloc(trace->nr_records + 1, sizeof(*out->of))};
	T_CHECK(out->of);
	T_RUN(new_stitch(trace, nr, first, out, &st));
	for (int i = 0; i < nr; i++) {
		signs[i] = defer_signs__new(st);
		T_CHECK(signs[i]);
	}
	T_RUN(classify(trace, st, signs, nr, out, false));
	for (int i = 1; i < nr; i++) {
		T_EQ(defer_signs__merge(signs[0], signs[i]), 0);
		defer_signs__delete(signs[i]);
	}
	T_RUN(classify(trace, st, signs, nr, out, true));
	defer_signs__delete(signs[0]);
	defer_stitch__delete(st);
	return TEST_OK;
}

static int check_parts(const struct trace_bytes *trace, const struct outcomes *whole, int nr,
		       int first)
{
	struct outcomes out;

	T_RUN(outcomes__init(&out, trace, nr, first));
	T_EQ(out.nr, whole->nr);
	for (size_t i = 0; i < out.nr; i++) {
		T_STREQ(defer_class__name(out.of[i].cls), defer_class__name(whole->of[i].cls));
		T_EQ(out.of[i].ref, whole->of[i].ref);
	}
	T_EQ(out.stats.clock_steps, whole->stats.clock_steps);
	T_EQ(out.stats.max_step, whole->stats.max_step);
	T_EQ(out.stats.step_cpu, whole->stats.step_cpu);
	T_EQ(out.stats.guest_records, whole->stats.guest_records);
	free(out.of);
	return TEST_OK;
}

static int check_trace(int fd, uint64_t classes[DEFER_NR_CLASSES])
{
	static const int nrs[] = {2, 3, 7};
	struct trace_bytes trace;
	struct outcomes whole;

	T_RUN(trace_bytes__init(&trace, fd));
	T_RUN(outcomes__init(&whole, &trace, 1, 0));
	for (size_t i = 0; i < whole.nr; i++)
		classes[whole.of[i].cls]++;
	for (size_t i = 0; i < sizeof(nrs) / sizeof(*nrs); i++)
		for (int first = 0; first < 2; first++)
			T_RUN(check_parts(&trace, &whole, nrs[i], first));
	free(whole.of);
	trace_bytes__exit(&trace);
	return TEST_OK;
}

static int test_model(void)
{
	static const struct kmodel_opts kinds[] = {
		{.nr_cpus = 4, .nr_steps = 400},
		{.nr_cpus = 4, .nr_steps = 400, .copies = true, .exit_silent = true},
		{.nr_cpus = 4, .nr_steps = 400, .skew = 1000, .buffer = 8, .side_buffer = true},
		{.nr_cpus = 2, .nr_steps = 400, .buffer = 6, .far = true, .wrap = KMODEL_WRAP_ANY},
		{.nr_cpus = 4, .nr_steps = 400, .step = 1000000},
		{.nr_cpus = 3, .nr_steps = 400, .step = 50000000, .buffer = 12},
	};
	uint64_t classes[DEFER_NR_CLASSES] = {0};

	for (uint64_t i = 0; i < SEEDS * sizeof(kinds) / sizeof(*kinds); i++) {
		struct kmodel_opts opts = kinds[i / SEEDS];
		char path[KMODEL_PATH_SIZE];
		struct kmodel model;
		int fd;

		opts.seed = i;
		kmodel__init(&model, &opts);
		fd = kmodel__write(&model, path);
		if (check_trace(fd, classes))
			T_FAIL("in the trace of seed %" PRIu64, i);
		close(fd);
		kmodel__exit(&model);
	}
	T_CHECK(classes[DEFER_MERGED] && classes[DEFER_MERGED_BACK] && classes[DEFER_EXEC] &&
		classes[DEFER_AMBIGUOUS] && classes[DEFER_PENDING] && classes[DEFER_LOST] &&
		classes[DEFER_EXITED]);
	return TEST_OK;
}

static int check_files(const char *pattern, uint64_t *nr)
{
	uint64_t classes[DEFER_NR_CLASSES] = {0};
	char path[PATH_MAX];
	glob_t found;

	snprintf(path, sizeof(path), "%s/%s", getenv("PERF_DEFER_TEST_DATA"), pattern);
	T_EQ(glob(path, 0, NULL, &found), 0);
	for (size_t i = 0; i < found.gl_pathc; i++, ++*nr) {
		int fd = open(found.gl_pathv[i], O_RDONLY);

		T_CHECK(fd >= 0);
		if (check_trace(fd, classes))
			T_FAIL("in %s", found.gl_pathv[i]);
		close(fd);
	}
	globfree(&found);
	return TEST_OK;
}

static int test_files(void)
{
	uint64_t nr = 0;

	T_NEED_RECORDED();
	T_RUN(check_files("trials/*.data", &nr));
	T_RUN(check_files("overrun.data", &nr));
	T_RUN(check_files("forky-systemwide.data", &nr));
	T_RUN(check_files("sched.data", &nr));
	T_CHECK(nr > 15);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"traces of the model kernel", test_model},
	{"recorded and crafted traces", test_files},
	{0},
};

const struct test_suite suite__feed_parts = {"feed-parts", "A stream in parts, by many feeds",
					     cases};
