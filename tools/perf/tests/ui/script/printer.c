// SPDX-License-Identifier: GPL-2.0-only
/* The text of script, by different numbers of workers. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/kmodel-trace.h"
#include "util/session/order.h"
#include "tests/recorded.h"
#include "tests/tests.h"
#include "tests/trace.h"
#include "tests/trial.h"
#include "ui/script/printer.h"
#include "util/base/array.h"
#include "util/dso/symbol.h"
#include "util/session/order-slices.h"

/* One trace, ready to be printed. */
struct printed {
	struct session *session;
	struct resolve *resolve;
	struct script_samples samples;
	struct script_events events;
	struct script_fields fields;
	struct text text;
	char *bytes;
	size_t size;
};

static int see(void *ctx, unsigned int worker, const struct stitched *sample,
	       struct defer_error *err)
{
	return script_samples__add(ctx, worker, sample, err);
}

static int read_trace(struct printed *p, const char *path, unsigned int nr_workers,
		      struct defer_error *err)
{
	const struct session_opts opts = {.path = path, .nr_workers = nr_workers};
	int ret = session__open(&p->session, &opts, err);

	if (!ret)
		ret = session__gather(p->session, err);
	if (!ret)
		ret = script_samples__init(&p->samples, p->session, err);
	if (!ret)
		ret = session__walk(p->session, see, &p->samples, err);
	if (!ret)
		ret = script_samples__finish(&p->samples, err);
	if (!ret)
		ret = script_events__init(&p->events, p->session,
					  SHOW_TASK_EVENTS | SHOW_MMAP_EVENTS, err);
	return ret;
}

static int start_text(struct printed *p, const char *fields, const struct text_opts *opts,
		      struct defer_error *err)
{
	static const struct symbol_conf conf;
	const struct resolve_opts names = {.conf = &conf, .no_names = true, .nr_workers = 1};
	struct text_opts text = *opts;
	int ret = resolve__new(&p->resolve, p->session->machine, &names, err);

	script_fields__init(&p->fields);
	text.fields = &p->fields;
	if (!ret)
		ret = script_fields__parse(&p->fields, fields, err);
	if (!ret)
		ret = script_fields__start(&p->fields, p->session->evlist, err);
	if (!ret)
		ret = text__init(&p->text, p->session, p->resolve, &text, err);
	if (!ret)
		ret = text__want(&p->text, p->samples.fold, err);
	return ret ? ret : text__start(&p->text, p->session->nr_workers, err);
}

/* Prints to @fd. Returns what printer__run() does; *@error is that of the output. */
static int print_to(struct printed *p, int fd, int *error, struct defer_error *err)
{
	const struct printer_opts opts = {
		.text = &p->text, .samples = &p->samples, .events = &p->events};
	struct out out;
	int ret = out__init(&out, fd, err);

	if (!ret)
		ret = printer__run(&opts, &out, err);
	*error = out.error;
	out__exit(&out);
	return ret;
}

static int print(struct printed *p, struct defer_error *err)
{
	char name[] = "/tmp/perf-defer-printed-XXXXXX";
	int fd = mkstemp(name), error, ret;
	struct stat st;

	T_CHECK(fd >= 0);
	unlink(name);
	ret = print_to(p, fd, &error, err);
	if (ret || error)
		T_FAIL("%d %d %s", ret, error, err->text);
	T_EQ(fstat(fd, &st), 0);
	p->size = st.st_size;
	p->bytes = malloc(p->size + 1);
	T_CHECK(p->bytes && pread(fd, p->bytes, p->size, 0) == (ssize_t)p->size);
	close(fd);
	return TEST_OK;
}

static int printed__open(struct printed *p, const char *trace, unsigned int nr_workers,
			 const char *fields, const struct text_opts *opts)
{
	struct defer_error err = DEFER_ERROR_INIT;
	char path[4096];

	*p = (struct printed){0};
	snprintf(path, sizeof(path), "%s%s%s", *trace == '/' ? "" : getenv("PERF_DEFER_TEST_DATA"),
		 *trace == '/' ? "" : "/", trace);
	if (read_trace(p, path, nr_workers, &err) || start_text(p, fields, opts, &err))
		T_FAIL("%s: %s", path, err.text);
	return TEST_OK;
}

static void printed__close(struct printed *p)
{
	text__exit(&p->text);
	script_samples__exit(&p->samples);
	script_events__exit(&p->events);
	resolve__delete(p->resolve);
	session__close(p->session);
	free(p->bytes);
}

static int print_trace(struct printed *p, const char *trace, unsigned int nr_workers,
		       const char *fields, const struct text_opts *opts)
{
	struct defer_error err = DEFER_ERROR_INIT;

	T_RUN(printed__open(p, trace, nr_workers, fields, opts));
	return print(p, &err);
}

static int no_data(void)
{
	T_NEED_RECORDED();
	return TEST_OK;
}

static int same_text(const char *trace, const char *fields, const struct text_opts *opts)
{
	struct printed one, many;

	T_RUN(print_trace(&one, trace, 1, fields, opts));
	T_CHECK(one.size > 1000);
	for (unsigned int nr = 2; nr <= 7; nr += 5) {
		T_RUN(print_trace(&many, trace, nr, fields, opts));
		if (many.size != one.size || memcmp(many.bytes, one.bytes, one.size))
			T_FAIL("%s: %u workers print something else than one", trace, nr);
		printed__close(&many);
	}
	printed__close(&one);
	return TEST_OK;
}

/* burn2 has many slices, the second one samples with several counters. */
static int test_workers(void)
{
	static const char *const traces[] = {"burn2.data", "group-read.data", "burn1.pipe",
					     "burn2-compressed.data", "forky-systemwide.data"};
	const struct text_opts all = {0}, cut = {.max_stack = 5, .say_cut = true};

	T_RUN(no_data());
	for (size_t i = 0; i < ARRAY_SIZE(traces); i++)
		T_RUN(same_text(traces[i], "+class,+cookie,+delay", &all));
	return same_text("burn2.data", "+period", &cut);
}

/* Differences of times are those to the sample before, in whichever slice it is. */
static int test_differences(void)
{
	const struct text_opts delta = {.deltatime = true, .hide_chains = true};
	const struct text_opts relative = {.reltime = true, .hide_chains = true};

	T_RUN(no_data());
	T_RUN(same_text("burn2.data", "time,ip", &delta));
	return same_text("burn2.data", "time,ip", &relative);
}

/* ---- delays ---- */

#define SEEDS 20

/* How the delays of samples were compared. */
struct compared {
	uint64_t later, back, unknown;
};

/* A line of a sample with -F tid,class,cookie,delay,time --ns. */
struct told {
	int tid;
	uint64_t cookie, time;
	char cls[16], delay[32];
};

static bool told__parse(struct told *told, const char *line)
{
	unsigned long long cookie, sec, nsec;

	if (sscanf(line, "%d %15s %llx %31s %llu.%9llu:", &told->tid, told->cls, &cookie,
		   told->delay, &sec, &nsec) != 6)
		return false;
	told->cookie = cookie;
	told->time = sec * 1000000000 + nsec;
	return true;
}

/* Returns the record of @run; NULL: none was written. */
static const struct kmodel_event *record_of(const struct kmodel *model, uint32_t run)
{
	for (size_t i = 0; i < model->nr_events; i++) {
		if (model->events[i].type == KMODEL_RECORD && model->events[i].run == run)
			return &model->events[i];
	}
	return NULL;
}

static const struct kmodel_event *sample_of(const struct kmodel *model, const struct told *told)
{
	for (size_t i = 0; i < model->nr_events; i++) {
		const struct kmodel_event *event = &model->events[i];

		if (event->type == KMODEL_SAMPLE && event->tid == told->tid &&
		    event->cookie == told->cookie && KMODEL_BOOT + event->time == told->time)
			return event;
	}
	return NULL;
}

/* Compares a line with the truth. Samples of an exec and doubtful ones have no stack of theirs. */
static int check_delay(const struct kmodel *model, const struct told *told, struct compared *nr)
{
	const struct kmodel_event *sample = sample_of(model, told), *record = NULL;
	bool is_refused = !strcmp(told->cls, "exec") || !strcmp(told->cls, "ambiguous");
	char want[32] = "-";

	T_CHECK(sample);
	if (sample->cookie && !is_refused)
		record = record_of(model, sample->run);
	if (record) {
		uint64_t ns = record->time > sample->time ? record->time - sample->time : 0;

		snprintf(want, sizeof(want), "%" PRIu64 ".%03" PRIu64, ns / 1000, ns % 1000);
		nr->later += ns > 0;
		nr->back += ns == 0;
	} else {
		nr->unknown++;
	}
	T_STREQ(told->delay, want);
	return TEST_OK;
}

static int check_delays(const struct kmodel *model, char *text, struct compared *nr)
{
	struct compared before = *nr;
	uint64_t samples = 0;
	char *save;

	for (char *line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
		struct told told;

		if (strstr(line, "PERF_RECORD_"))
			continue;
		if (!told__parse(&told, line))
			T_FAIL("another line: %s", line);
		T_RUN(check_delay(model, &told, nr));
	}
	for (size_t i = 0; i < model->nr_events; i++)
		samples += model->events[i].type == KMODEL_SAMPLE;
	T_EQ(nr->later + nr->back + nr->unknown,
	     before.later + before.back + before.unknown + samples);
	return TEST_OK;
}

static int check_model(uint64_t seed, struct compared *nr)
{
	const struct kmodel_opts opts = {.seed = seed, .nr_cpus = 1 + seed % 2, .nr_steps = 600};
	const struct text_opts text = {.nanoseconds = true};
	struct kmodel model;
	struct printed p;
	char path[KMODEL_PATH_SIZE];
	int fd;

	kmodel__init(&model, &opts);
	fd = kmodel__write(&model, path);
	T_RUN(print_trace(&p, path, 1 + seed % 3, "tid,class,cookie,delay,time", &text));
	p.bytes[p.size] = '\0';
	T_RUN(check_delays(&model, p.bytes, nr));
	printed__close(&p);
	close(fd);
	kmodel__exit(&model);
	return TEST_OK;
}

/* The delay of each sample is that of the model's own record. */
static int test_delays(void)
{
	struct compared nr = {0};

	for (uint64_t seed = 1; seed <= SEEDS; seed++) {
		if (check_model(seed, &nr) != TEST_OK)
			T_FAIL("seed %" PRIu64, seed);
	}
	T_CHECK(nr.later > 40 * SEEDS && nr.back > SEEDS && nr.unknown > SEEDS);
	return TEST_OK;
}

/* Without times there is no delay. */
static int test_no_times(void)
{
	const struct text_opts text = {0};
	struct trace trace;
	struct printed p;
	char path[32];
	int fd;

	trace__begin(&trace, false, false);
	builder__exit(&trace.b);
	builder__init(&trace.b, false);
	for (size_t i = 0; i < ARRAY_SIZE(trace.events); i++)
		trace.events[i].attr.sample_type &= ~DEFER_SAMPLE_TIME;
	builder__begin_file(&trace.b, trace.events, ARRAY_SIZE(trace.events));
	trace__sample(&trace, 0, TRACE_PID, 0, TRACE_COOKIE(0));
	trace__deferred(&trace, 1, 0, TRACE_COOKIE(0));
	trace__end(&trace);
	fd = trial__memfd(&trace.b);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	T_RUN(print_trace(&p, path, 1, "class,delay", &text));
	p.bytes[p.size] = '\0';
	T_STREQ(p.bytes, "      merged            - \n");
	printed__close(&p);
	close(fd);
	trace__exit(&trace);
	return TEST_OK;
}

/* ---- outputs that fail ---- */

static size_t count_events(const struct printed *p)
{
	size_t nr = 0;

	p->bytes[p->size] = '\0';
	for (const char *at = p->bytes; (at = strstr(at, "PERF_RECORD_")); at++)
		nr++;
	return nr;
}

/* Copies a trace to @to. */
static int copy_trace(const char *trace, const char *to)
{
	char command[8192];

	snprintf(command, sizeof(command), "cp \"%s/%s\" %s", getenv("PERF_DEFER_TEST_DATA"), trace,
		 to);
	return system(command);
}

/* If the file shrinks before it is printed, samples are missing, but no event. */
static int test_shrunk(void)
{
	const struct text_opts opts = {0};
	struct defer_error err = DEFER_ERROR_INIT;
	char path[] = "/tmp/perf-defer-shrunk-XXXXXX";
	struct printed p = {0};
	size_t nr, size;
	struct stat st;
	int fd;

	T_RUN(no_data());
	fd = mkstemp(path);
	T_CHECK(fd >= 0);
	T_EQ(copy_trace("forky-systemwide.data", path), 0);
	if (read_trace(&p, path, 3, &err) || start_text(&p, "+class", &opts, &err))
		T_FAIL("%s", err.text);
	T_RUN(print(&p, &err));
	nr = count_events(&p);
	size = p.size;
	T_CHECK(nr > 100);
	free(p.bytes);
	T_EQ(fstat(fd, &st), 0);
	T_EQ(ftruncate(fd, st.st_size / 2), 0);
	T_RUN(print(&p, &err));
	T_CHECK(p.size < size);
	T_EQ(count_events(&p), nr);
	printed__close(&p);
	close(fd);
	unlink(path);
	return TEST_OK;
}

/* A full disk ends the printing for all workers; text of the first slices is not lost. */
static int test_full(void)
{
	void (*handler)(int) = signal(SIGPIPE, SIG_IGN);
	const struct text_opts opts = {0};
	struct defer_error err = DEFER_ERROR_INIT;
	struct printed p;
	int fds[2], error;

	T_RUN(no_data());
	T_RUN(printed__open(&p, "burn2.data", 7, "+class", &opts));
	T_EQ(pipe2(fds, O_CLOEXEC), 0);
	close(fds[0]);
	T_EQ(print_to(&p, fds[1], &error, &err), DEFER_ERR_IO);
	T_EQ(error, EPIPE);
	close(fds[1]);
	signal(SIGPIPE, handler);

	fds[1] = open("/dev/full", O_WRONLY | O_CLOEXEC);
	T_CHECK(fds[1] >= 0);
	T_EQ(print_to(&p, fds[1], &error, &err), DEFER_ERR_IO);
	T_EQ(error, ENOSPC);
	close(fds[1]);
	printed__close(&p);
	return TEST_OK;
}

/* ---- slices ---- */

struct seen {
	uint64_t nr, sum;
};

static void add_up(struct seen *seen, const struct stitched *s)
{
	const uint64_t words[] = {s->time, s->rec->order, s->evsel->idx, s->sample->period,
				  s->cookie};

	seen->nr++;
	for (size_t i = 0; i < ARRAY_SIZE(words); i++)
		seen->sum = (seen->sum ^ words[i]) * 0x100000001b3ULL;
}

static int see_ordered(void *ctx, unsigned int worker, const struct stitched *sample,
		       struct defer_error *err)
{
	(void)worker;
	(void)err;
	add_up(ctx, sample);
	return 0;
}

static int take_all(struct order_slices *slices, struct session *session, struct seen *seen)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct order_slice slice;
	struct stitched *sample;
	uint32_t tag, idx = 0;
	int ret;

	order_slice__init(&slice, session);
	while ((ret = order_slices__take(slices, &slice, &err)) > 0) {
		T_EQ(slice.idx, idx++);
		while ((ret = order_slice__next(&slice, &sample, &tag, &err)) > 0)
			add_up(seen, sample);
		T_EQ(ret, 0);
	}
	T_EQ(ret, 0);
	order_slice__exit(&slice);
	return TEST_OK;
}

static int same_samples(struct printed *p, uint32_t limit)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct seen ordered = {0}, sliced = {0};
	struct order_slices *slices;

	T_EQ(session__walk_ordered(p->session, see_ordered, &ordered, &err), 0);
	T_EQ(order_slices__new(&slices, p->session, p->samples.lists, &err), 0);
	if (limit)
		order_slices__set_limit(slices, limit);
	T_RUN(take_all(slices, p->session, &sliced));
	order_slices__delete(slices);
	T_CHECK(ordered.nr > 100);
	T_EQ(sliced.nr, ordered.nr);
	T_CHECK(sliced.sum == ordered.sum);
	return TEST_OK;
}

/*
 * Slices of any size have the samples of a walk in order of time, all of them and nothing else.
 * Those of group-read come in threes.
 */
static int test_slices(void)
{
	static const char *const traces[] = {"burn2.data", "group-read.data", "overrun.data",
					     "burn2-compressed.data"};
	const struct text_opts opts = {0};

	T_RUN(no_data());
	for (size_t i = 0; i < ARRAY_SIZE(traces); i++) {
		struct printed p;

		T_RUN(printed__open(&p, traces[i], 3, "+class", &opts));
		T_RUN(same_samples(&p, 0));
		T_RUN(same_samples(&p, 1));
		T_RUN(same_samples(&p, 100));
		printed__close(&p);
	}
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"the text does not depend on the number of workers", test_workers},
	{"differences of times cross slices", test_differences},
	{"delays, against the truth of a model", test_delays},
	{"no delays without times", test_no_times},
	{"all events of a file that shrank", test_shrunk},
	{"an output that fails ends all workers", test_full},
	{"slices have all samples in order of time", test_slices},
	{0},
};

const struct test_suite suite__printer = {"printer", "The text of script, by many workers", cases};
