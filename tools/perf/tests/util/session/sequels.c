// SPDX-License-Identifier: GPL-2.0-only
/* A recording in several files, as record --switch-output makes them, is read as one. */
#include <stdlib.h>
#include <unistd.h>

#include "tests/names-world.h"
#include "util/session/order.h"
#include "tests/tests.h"
#include "tests/trial.h"
#include "util/base/array.h"
#include "util/header/feature.h"
#include "util/machine/machine.h"
#include "util/session/sequels.h"
#include "util/session/session.h"
#include "util/source/source.h"

#define KERNEL_IP 0xffffffff81000100ULL
#define MAP	  0x100000ULL
#define MAX_FILES 3
#define MAX_SEEN  8

static const struct names_task waiting = {100, 100, 0}, changing = {200, 200, 1},
			       child = {300, 300, 1};

struct seen {
	uint64_t time;
	const char *cls, *comm;
	bool has_map; /* of the waiting task */
};

struct reading {
	struct names_world worlds[MAX_FILES];
	int nr;
	char paths[MAX_FILES][32];
	const char *sequels[MAX_FILES];
	int fds[MAX_FILES];
	struct session *session;
	struct seen seen[MAX_SEEN];
	int nr_seen;
	struct defer_error err;
};

static int see(void *ctx, unsigned int worker, const struct stitched *s, struct defer_error *err)
{
	struct reading *r = ctx;

	(void)worker;
	(void)err;
	T_CHECK(r->nr_seen < MAX_SEEN);
	r->seen[r->nr_seen++] = (struct seen){
		.time = s->time,
		.cls = defer_class__name(s->cls),
		.comm = machine__comm(r->session->machine, s->task.comm_id),
		.has_map = maps__find(machine__maps(r->session->machine, s->task.maps_id), MAP),
	};
	return 0;
}

static void sample(struct names_world *w, uint64_t time, struct names_task task, uint64_t cookie)
{
	const uint64_t chain[] = {DEFER_CONTEXT_KERNEL, KERNEL_IP};

	names_world__sample(w, time, task, DEFER_MISC_KERNEL, KERNEL_IP, chain, 2, cookie);
}

static void record(struct names_world *w, uint64_t time, struct names_task task, uint64_t cookie,
		   int nr)
{
	const uint64_t chain[] = {DEFER_CONTEXT_USER, 0x1000, 0x2000};

	names_world__deferred(w, time, task, cookie, chain, 1 + nr);
}

static int reading__init(struct reading *r, int nr)
{
	*r = (struct reading){.nr = nr, .err = DEFER_ERROR_INIT};
	for (int i = 0; i < nr; i++)
		T_RUN(names_world__init(&r->worlds[i], NULL));
	return TEST_OK;
}

/* Opens the files, and returns what session__open() does. */
static int reading__open(struct reading *r)
{
	struct session_opts opts = {.path = r->paths[0],
				    .sequels = r->sequels,
				    .nr_sequels = r->nr - 1,
				    .nr_workers = 2};

	for (int i = 0; i < r->nr; i++) {
		r->fds[i] = trial__memfd(&r->worlds[i].b);
		snprintf(r->paths[i], sizeof(r->paths[i]), "/proc/self/fd/%d", r->fds[i]);
		if (i)
			r->sequels[i - 1] = r->paths[i];
	}
	return session__open(&r->session, &opts, &r->err);
}

static int reading__read(struct reading *r)
{
	for (int i = 0; i < r->nr; i++)
		builder__end_file(&r->worlds[i].b);
	if (reading__open(r) || session__gather(r->session, &r->err) ||
	    session__walk_ordered(r->session, see, r, &r->err))
		T_FAIL("%s", r->err.text);
	return TEST_OK;
}

static void reading__exit(struct reading *r)
{
	session__close(r->session);
	for (int i = 0; i < r->nr; i++) {
		close(r->fds[i]);
		names_world__exit(&r->worlds[i]);
	}
}

#define T_SEEN(r, i, at, class, name)                    \
	do {                                             \
		T_EQ((r)->seen[i].time, (uint64_t)(at)); \
		T_STREQ((r)->seen[i].cls, class);        \
		T_STREQ((r)->seen[i].comm, name);        \
	} while (0)

/*
 * Tasks that wait in the kernel at the cut have their stacks in the next file. What that lists of its
 * beginning says nothing of the time before, and begins no lives.
 */
static int test_cut(void)
{
	struct names_world *first, *next;
	struct reading r;

	T_RUN(reading__init(&r, 2));
	first = &r.worlds[0];
	next = &r.worlds[1];
	names_world__comm(first, 0, waiting, "waiting", false);
	names_world__comm(first, 0, changing, "before", false);
	names_world__mmap(first, 0, waiting, DEFER_MISC_USER, MAP, 0x1000, "/bin/waiting");
	sample(first, 1000, waiting, 7);
	sample(first, 1100, changing, 0);
	names_world__fork(first, 1200, waiting, child);
	names_world__comm(first, 1250, child, "child", true);
	sample(first, 1300, child, 9);
	names_world__comm(first, 1500, changing, "after", true);
	sample(first, 1600, changing, 0);
	names_world__comm(next, 0, waiting, "waiting", false);
	names_world__comm(next, 0, changing, "after", false);
	names_world__fork(next, 0, waiting, child);
	names_world__comm(next, 0, child, "renamed", false);
	sample(next, 2000, child, 9);
	record(next, 3000, waiting, 7, 2);
	record(next, 3100, child, 9, 2);
	sample(next, 3200, changing, 0);
	T_RUN(reading__read(&r));
	T_EQ(r.nr_seen, 6);
	T_SEEN(&r, 0, 1000, "merged", "waiting");
	T_SEEN(&r, 1, 1100, "kernel", "before");
	T_SEEN(&r, 2, 1300, "merged", "child");
	T_SEEN(&r, 3, 1600, "kernel", "after");
	T_SEEN(&r, 4, 2000, "merged", "renamed");
	T_SEEN(&r, 5, 3200, "kernel", "after");
	T_CHECK(r.seen[0].has_map && !r.seen[2].has_map && !r.seen[4].has_map);
	T_CHECK(!source__is_directory(r.session->source));
	reading__exit(&r);
	return TEST_OK;
}

/* Between files far apart, another may be missing, and with it the exec whose first return the record is. */
static int check_gap(uint64_t apart, const char *want)
{
	struct reading r;

	T_RUN(reading__init(&r, 3));
	names_world__comm(&r.worlds[0], 0, waiting, "waiting", false);
	sample(&r.worlds[0], 1000, waiting, 7);
	/* There is nothing in the second file but its list. */
	names_world__comm(&r.worlds[1], 0, waiting, "waiting", false);
	names_world__comm(&r.worlds[2], 0, waiting, "waiting", false);
	sample(&r.worlds[2], 1000 + apart, changing, 0);
	record(&r.worlds[2], 1500 + apart, waiting, 7, 1);
	T_RUN(reading__read(&r));
	T_STREQ(r.seen[0].cls, want);
	reading__exit(&r);
	return TEST_OK;
}

static int test_gap(void)
{
	T_RUN(check_gap(1000000, "merged"));
	T_RUN(check_gap(1000000000, "ambiguous"));
	return TEST_OK;
}

/* Each file's samples are later than those before, at least one of them. */
static int check_times(uint64_t first, uint64_t second, uint64_t third, int misplaced)
{
	const uint64_t times[] = {first, second, third};
	struct reading r;

	T_RUN(reading__init(&r, 3));
	for (int i = 0; i < 3; i++) {
		if (times[i])
			sample(&r.worlds[i], times[i], changing, 0);
		if (times[i])
			sample(&r.worlds[i], times[i] + 100, changing, 0);
		builder__end_file(&r.worlds[i].b);
	}
	T_CHECK(!reading__open(&r));
	if (misplaced) {
		T_EQ(session__gather(r.session, &r.err), DEFER_ERR_INVAL);
		T_CHECK(strstr(r.err.text, r.paths[misplaced]) == r.err.text);
	} else {
		T_EQ(session__gather(r.session, &r.err), 0);
	}
	reading__exit(&r);
	return TEST_OK;
}

static int test_order(void)
{
	T_RUN(check_times(1000, 1050, 1090, 0));
	T_RUN(check_times(1000, 500, 2000, 1));
	T_RUN(check_times(1000, 1000, 2000, 1));
	T_RUN(check_times(1000, 2000, 1500, 2));
	T_RUN(check_times(1000, 0, 500, 2));
	T_RUN(check_times(0, 1000, 2000, 0));
	return TEST_OK;
}

/* Returns what the message must say when the second file is @b. */
static int check_refused(const struct builder *b, const char *want)
{
	struct reading r;

	T_RUN(reading__init(&r, 2));
	builder__end_file(&r.worlds[0].b);
	builder__exit(&r.worlds[1].b);
	r.worlds[1].b = *b;
	T_CHECK(reading__open(&r));
	T_CHECK(strstr(r.err.text, r.paths[1]));
	T_CHECK(strstr(r.err.text, want));
	reading__exit(&r);
	return TEST_OK;
}

static int test_other_recordings(void)
{
	static const uint64_t other[] = {8};
	struct names_world w;
	struct builder b;

	T_RUN(names_world__init(&w, NULL));
	w.event.ids = other;
	builder__init(&b, false);
	builder__begin_file(&b, &w.event, 1);
	builder__end_file(&b);
	T_RUN(check_refused(&b, "has other events"));
	builder__init(&b, false);
	builder__begin_pipe(&b, &w.event, 1);
	T_RUN(check_refused(&b, "only files of one recording"));
	builder__init(&b, true);
	builder__begin_file(&b, &w.event, 1);
	builder__end_file(&b);
	T_RUN(check_refused(&b, "only files of one recording"));
	builder__init(&b, false);
	builder__u64(&b, 1);
	T_RUN(check_refused(&b, "perf"));
	names_world__exit(&w);
	return TEST_OK;
}

/* Adds the command line of a recorder with one option, and the host, as it writes them at its end. */
static void end_recording(struct builder *b, const char *option)
{
	const char *const args[] = {"perf", "record", option};
	struct builder cmdline;

	builder__init(&cmdline, false);
	builder__u32(&cmdline, ARRAY_SIZE(args));
	for (size_t i = 0; i < ARRAY_SIZE(args); i++) {
		builder__u32(&cmdline, 64);
		builder__str(&cmdline, args[i], 64);
	}
	builder__feature(b, FEATURE_CMDLINE, cmdline.data, cmdline.size);
	builder__exit(&cmdline);
	builder__feature_str(b, FEATURE_HOSTNAME, "recorder");
}

/* @option: of the recorder; NULL: it was killed. */
static int check_alone(const char *option, const char *want)
{
	struct reading r;

	T_RUN(reading__init(&r, 1));
	names_world__comm(&r.worlds[0], 0, waiting, "waiting", false);
	sample(&r.worlds[0], 1000, waiting, 7);
	record(&r.worlds[0], 2000, waiting, 7, 1);
	builder__begin(&r.worlds[0].b, DEFER_RECORD_FINISHED_ROUND, 0);
	builder__end(&r.worlds[0].b);
	if (option)
		end_recording(&r.worlds[0].b, option);
	T_RUN(reading__read(&r));
	T_STREQ(r.seen[0].cls, want);
	reading__exit(&r);
	return TEST_OK;
}

/*
 * The end of one file of several is not that of the recording: an exec before the record may be in the
 * next. perf takes the name of an option also if it is cut short, where no other begins so.
 */
static int test_alone(void)
{
	T_RUN(check_alone("-a", "merged"));
	T_RUN(check_alone("--switch-events", "merged"));
	T_RUN(check_alone("--switch-output", "ambiguous"));
	T_RUN(check_alone("--switch-output=1G", "ambiguous"));
	T_RUN(check_alone("--switch-output-event", "ambiguous"));
	T_RUN(check_alone("--switch-o=1G", "ambiguous"));
	T_RUN(check_alone(NULL, "ambiguous"));
	return TEST_OK;
}

/* Of the second file a worker has seen no sample; the third one's count all the same. */
static int test_spans(void)
{
	static const struct file_span seen[] = {{0, 10, 20}, {100, UINT64_MAX, 0}, {200, 50, 60}};
	struct file_span *spans = file_spans__new(ARRAY_SIZE(seen));

	T_CHECK(spans);
	file_spans__merge(spans, seen, ARRAY_SIZE(seen));
	T_EQ(spans[0].last, 20);
	T_EQ(spans[1].order, 100);
	T_EQ(spans[1].last, 0);
	T_EQ(spans[2].first, 50);
	T_EQ(spans[2].last, 60);
	file_spans__fill(spans, ARRAY_SIZE(seen));
	T_EQ(spans[1].first, 20);
	T_EQ(file_spans__misplaced(spans, ARRAY_SIZE(seen)), 0);
	free(spans);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"a cut between samples and stacks", test_cut},
	{"a file that may be missing", test_gap},
	{"files out of order, and one given twice", test_order},
	{"files of other recordings", test_other_recordings},
	{"one of several files alone", test_alone},
	{"what workers saw of each file", test_spans},
	{0},
};

const struct test_suite suite__sequels = {"sequels", "A recording in several files", cases};
