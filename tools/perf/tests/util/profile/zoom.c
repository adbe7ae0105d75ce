// SPDX-License-Identifier: GPL-2.0-only
/* Zooms into real traces, against the plainest count of the same samples. */
#include <stdlib.h>

#include "tests/profiled.h"
#include "tests/recorded.h"
#include "tests/rng.h"
#include "tests/tests.h"
#include "util/dso/dso.h"
#include "util/fold/fold.h"
#include "util/header/env.h"
#include "util/profile/zoom.h"
#include "util/resolve/resolve.h"

struct zoomed {
	const char *long_name; /* what a zoom stands for that has the beginning of a name */
	char path[4096], kallsyms[4096], symfs[4096];
	struct profiled p; /* with a profile, so that all frames have names */
};

static const char *symbol_of(const struct frame *frame)
{
	return frame->sym ? frame->sym->name : "[unknown]";
}

static int open_trace(struct zoomed *z, struct defer_error *err)
{
	const struct pipeline_opts opts = {
		.session.path = z->path,
		.show.graph = GRAPH_CONF_DEFAULT,
		.interactive = true,
	};
	int ret = profiled__open(&z->p, &opts, true, err);

	return ret ? ret : profiled__make(&z->p, z->p.pipeline.fold, err);
}

/* TEST_SKIP without the traces. */
static int zoomed__init(struct zoomed *z, const char *trace)
{
	const char *data = getenv("PERF_DEFER_TEST_DATA");
	struct defer_error err = DEFER_ERROR_INIT;

	T_NEED_RECORDED();
	*z = (struct zoomed){0};
	snprintf(z->path, sizeof(z->path), "%s/%s", data, trace);
	snprintf(z->kallsyms, sizeof(z->kallsyms), "%s/kallsyms-boot1", data);
	snprintf(z->symfs, sizeof(z->symfs), "%s/symfs", data);
	z->p.conf = (struct symbol_conf){
		.kallsyms = z->kallsyms, .symfs = z->symfs, .buildid_dir = "/nonexistent"};
	if (open_trace(z, &err))
		T_FAIL("%s", err.text);
	return TEST_OK;
}

/* ---- the plain count ---- */

static bool frame_passes(const struct zoomed *z, const struct zoom *zoom, uint32_t maps_id,
			 uint64_t ip, bool kernel)
{
	int64_t id = resolve__want(z->p.resolve, maps_id, ip, kernel, NULL);
	const struct frame *frame = resolve__frame(z->p.resolve, id);

	const char *name = zoom->rest ? z->long_name : zoom->name;

	if (zoom->kind == ZOOM_DSO)
		return !strcmp(frame__dso_name(frame), name);
	for (uint32_t i = 0; i < frame->nr_inlines; i++) {
		if (!strcmp(frame->inlines[i].name, name))
			return true;
	}
	return frame->sym && !strcmp(frame->sym->name, name);
}

static bool half_passes(const struct zoomed *z, const struct zoom *zoom,
			const struct intern_entry *entry, uint32_t maps_id, bool kernel)
{
	struct half half = half__of(entry);

	for (uint32_t i = 0; i < half.nr; i++) {
		if (frame_passes(z, zoom, maps_id, half.ips[i], kernel))
			return true;
	}
	return false;
}

/* The machine of the traces has one socket. It could have had another for each CPU. */
#define NR_CPUS 2
static const int32_t sockets[NR_CPUS] = {3, 0};

static void give_sockets(struct zoomed *z, struct env_cpu *cpus)
{
	struct env_cpu_topology *topology = &z->p.pipeline.session->env->topology;

	for (int i = 0; i < NR_CPUS; i++)
		cpus[i] = (struct env_cpu){.core = i, .socket = sockets[i]};
	topology->cpus = cpus;
	topology->nr_cpus = NR_CPUS;
}

static bool delay_passes(const struct zoomed *z, const struct zoom *zoom,
			 const struct sample_ref *ref)
{
	const struct session *session = z->p.pipeline.session;
	struct defer_stitch_record record;
	uint64_t delay;

	if (ref->record == SAMPLE_NO_RECORD ||
	    !defer_stitch__record(session->stitch, ref->record, &record))
		return false;
	delay = record.time - ref->time;
	if ((int64_t)delay < 0)
		delay = 0;
	return delay >= zoom->start && delay <= zoom->end;
}

static bool passes(const struct zoomed *z, const struct zoom *zoom, const struct sample_ref *ref)
{
	const struct stack *stack = fold__stack(z->p.pipeline.fold, ref->stack);
	bool user = stack->cpumode == DEFER_MISC_USER;

	switch (zoom->kind) {
	case ZOOM_THREAD:
		return stack->tid == (int32_t)zoom->start &&
		       stack->pid == (int32_t)(zoom->start >> 32);
	case ZOOM_TID:
		return stack->tid == (int32_t)zoom->start;
	case ZOOM_COMM:
		return stack->comm_id == zoom->start;
	case ZOOM_CPU:
		return ref->cpu >= 0 && ref->cpu == (int32_t)zoom->start;
	case ZOOM_SOCKET:
		return ref->cpu >= 0 && ref->cpu < NR_CPUS &&
		       sockets[ref->cpu] == (int32_t)zoom->start;
	case ZOOM_CLASS:
		return stack->cls == zoom->start;
	case ZOOM_DELAY:
		return delay_passes(z, zoom, ref);
	case ZOOM_TIME:
		return ref->time >= zoom->start && ref->time <= zoom->end;
	case ZOOM_DSO:
	case ZOOM_SYMBOL:
	case ZOOM_ROWS:
	case ZOOM_FOLD:
	default:
		return half_passes(z, zoom, stack->kernel, stack->kernel_maps_id, true) ||
		       half_passes(z, zoom, stack->user, stack->user_maps_id, false) ||
		       frame_passes(z, zoom, user ? stack->user_maps_id : stack->kernel_maps_id,
				    stack->ip, !user);
	}
}

struct zoom_sums {
	uint64_t nr, period;
};

static struct zoom_sums count_plainly(const struct zoomed *z, const struct zooms *zooms)
{
	const struct samples *samples = &z->p.pipeline.samples;
	struct zoom_sums count = {0};

	for (size_t i = 0; i < samples__nr(samples); i++) {
		const struct sample_ref *ref = samples__at(samples, i);
		unsigned int j = 0;

		while (j < zooms->nr && passes(z, &zooms->zooms[j], ref) != zooms->zooms[j].all_but)
			j++;
		if (j < zooms->nr)
			continue;
		count.nr++;
		count.period += ref->weights.period;
	}
	return count;
}

static struct zoom_sums count_fold(const struct fold *fold)
{
	struct zoom_sums count = {0};

	for (uint32_t i = 0; i < fold__nr(fold); i++) {
		count.nr += fold__stack(fold, i)->sums.nr;
		count.period += fold__stack(fold, i)->sums.period;
	}
	return count;
}

/* ---- any zooms ---- */

/* The name of a frame somewhere in the stack of @ref, or "". */
static void pick_name(const struct zoomed *z, const struct sample_ref *ref, uint64_t *seed,
		      struct zoom *zoom)
{
	const struct stack *stack = fold__stack(z->p.pipeline.fold, ref->stack);
	bool kernel = stack->kernel && (rng__coin(seed) || !stack->user);
	struct half half = half__of(kernel ? stack->kernel : stack->user);
	const struct frame *frame;
	int64_t id;

	if (!half.nr)
		return;
	id = resolve__want(z->p.resolve, kernel ? stack->kernel_maps_id : stack->user_maps_id,
			   half.ips[rng__below(seed, half.nr)], kernel, NULL);
	frame = resolve__frame(z->p.resolve, id);
	if (zoom->kind == ZOOM_DSO)
		zoom__set_name(zoom, frame__dso_name(frame));
	else if (strlen(symbol_of(frame)) < ZOOM_NAME_LEN)
		zoom__set_name(zoom, symbol_of(frame));
}

/* Taken from a random sample, so that it often leaves something; of a function or file if @frames. */
static struct zoom random_zoom(const struct zoomed *z, bool frames, uint64_t *seed)
{
	const struct samples *samples = &z->p.pipeline.samples;
	const struct sample_ref *ref = samples__at(samples, rng__below(seed, samples__nr(samples)));
	const struct stack *stack = fold__stack(z->p.pipeline.fold, ref->stack);
	const uint64_t values[ZOOM_ROWS] = {
		[ZOOM_THREAD] = zoom_thread(stack->pid, stack->tid),
		[ZOOM_TID] = (uint32_t)stack->tid,
		[ZOOM_COMM] = stack->comm_id,
		[ZOOM_CPU] = ref->cpu,
		[ZOOM_SOCKET] = sockets[rng__below(seed, NR_CPUS)],
		[ZOOM_CLASS] = stack->cls,
		[ZOOM_TIME] = ref->time,
		[ZOOM_DELAY] = rng__below(seed, 200000),
	};
	struct zoom zoom = {
		.kind = rng__below(seed, ZOOM_ROWS),
		.all_but = rng__coin(seed),
	};

	if (frames)
		zoom.kind = rng__coin(seed) ? ZOOM_DSO : ZOOM_SYMBOL;
	zoom.start = zoom.end = values[zoom.kind];
	if (zoom.kind == ZOOM_TIME)
		zoom.end += rng__below(seed, 2000000000);
	if (zoom.kind == ZOOM_DELAY)
		zoom.end += rng__below(seed, 2000000);
	if (zoom.kind == ZOOM_DSO || zoom.kind == ZOOM_SYMBOL)
		pick_name(z, ref, seed, &zoom);
	return zoom;
}

static int check_random(const char *trace, int rounds)
{
	struct env_cpu cpus[NR_CPUS];
	uint64_t seed = 11;
	struct zoomed z;

	T_RUN(zoomed__init(&z, trace));
	give_sockets(&z, cpus);
	for (int round = 0; round < rounds; round++) {
		unsigned int nr = rng__below(&seed, 4);
		struct zooms zooms = {.nr = 0};
		struct zoom_sums want, got;
		struct fold *part;

		for (unsigned int i = 0; i < nr; i++) {
			const struct zoom zoom = random_zoom(&z, round % 3 == 0, &seed);

			T_EQ(zooms__push(&zooms, &zoom, NULL), 0);
		}
		T_EQ(zooms__apply(&zooms, z.p.pipeline.fold, &z.p.pipeline.samples, z.p.resolve,
				  &part, NULL),
		     0);
		want = count_plainly(&z, &zooms);
		got = count_fold(part);
		T_EQ(got.nr, want.nr);
		T_EQ(got.period, want.period);
		for (uint32_t i = 0; i < fold__nr(part); i++)
			T_CHECK(fold__stack(part, i)->sums.nr);
		fold__delete(part);
	}
	profiled__exit(&z.p);
	return TEST_OK;
}

static int test_systemwide(void)
{
	return check_random("forky-systemwide.data", 200);
}

static int test_inlines(void)
{
	return check_random("cxx.data", 60);
}

/* Each sample is in one socket; without a topology in none. */
static int test_sockets(void)
{
	struct zooms zooms = {.nr = 1, .zooms[0].kind = ZOOM_SOCKET};
	struct env_cpu cpus[NR_CPUS];
	uint64_t sum = 0;
	struct fold *part;
	struct zoomed z;

	T_RUN(zoomed__init(&z, "forky-systemwide.data"));
	z.p.pipeline.session->env->topology.cpus = NULL;
	for (int i = 0; i < 2 * NR_CPUS; i++) {
		if (i == NR_CPUS) {
			T_EQ(sum, 0);
			give_sockets(&z, cpus);
		}
		zooms.zooms[0].start = zooms.zooms[0].end = sockets[i % NR_CPUS];
		T_EQ(zooms__apply(&zooms, z.p.pipeline.fold, &z.p.pipeline.samples, z.p.resolve,
				  &part, NULL),
		     0);
		T_EQ(i >= NR_CPUS, count_fold(part).nr > 0);
		sum += count_fold(part).nr;
		fold__delete(part);
	}
	T_EQ(sum, samples__nr(&z.p.pipeline.samples));
	profiled__exit(&z.p);
	return TEST_OK;
}

/* Names that are longer than what a zoom keeps of them, some of which begin alike. */
static int test_long_names(void)
{
	struct zooms zooms = {.nr = 1, .zooms[0].kind = ZOOM_SYMBOL};
	int nr_long = 0;
	struct zoomed z;

	T_RUN(zoomed__init(&z, "cxx.data"));
	for (uint32_t i = 0; i < resolve__nr(z.p.resolve) && nr_long < 10; i++) {
		struct fold *part;

		z.long_name = symbol_of(resolve__frame(z.p.resolve, i));
		if (strlen(z.long_name) < ZOOM_NAME_LEN)
			continue;
		nr_long++;
		zoom__set_name(&zooms.zooms[0], z.long_name);
		T_CHECK(zooms.zooms[0].rest);
		T_EQ(zooms__apply(&zooms, z.p.pipeline.fold, &z.p.pipeline.samples, z.p.resolve,
				  &part, NULL),
		     0);
		T_CHECK(count_fold(part).nr > 0);
		T_EQ(count_fold(part).nr, count_plainly(&z, &zooms).nr);
		fold__delete(part);
	}
	T_CHECK(nr_long > 1);
	profiled__exit(&z.p);
	return TEST_OK;
}

/* Different functions stay different, however long the common prefix of their names. */
static int test_alike(void)
{
	struct zoom a = {.kind = ZOOM_SYMBOL}, b = {.kind = ZOOM_SYMBOL};
	char name[4001];

	memset(name, 'x', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	zoom__set_name(&a, name);
	zoom__set_name(&b, name);
	T_EQ(strlen(a.name), ZOOM_NAME_LEN - 1);
	T_CHECK(zoom__equal(&a, &b));
	name[3999] = 'y';
	zoom__set_name(&b, name);
	T_STREQ(a.name, b.name);
	T_CHECK(!zoom__equal(&a, &b));
	name[ZOOM_NAME_LEN - 1] = '\0';
	zoom__set_name(&b, name);
	T_STREQ(a.name, b.name);
	T_CHECK(!zoom__equal(&a, &b));
	b = a;
	b.kind = ZOOM_DSO;
	T_CHECK(!zoom__equal(&a, &b));
	a = b = (struct zoom){.kind = ZOOM_SOCKET, .start = 1, .end = 1, .name = "1"};
	T_CHECK(zoom__equal(&a, &b));
	b.start = b.end = 0;
	T_CHECK(!zoom__equal(&a, &b));
	return TEST_OK;
}

/* ---- samples ---- */

/* By time; equal times by place in the stream. A record may give several samples. */
static bool is_before(const struct sample_ref *a, const struct sample_ref *b)
{
	return a->time == b->time ? a->order <= b->order : a->time < b->time;
}

static int test_sample_order(void)
{
	struct zoomed z;
	uint32_t equal = 0;

	T_RUN(zoomed__init(&z, "group-read.data"));
	for (size_t i = 1; i < samples__nr(&z.p.pipeline.samples); i++) {
		const struct sample_ref *ref = samples__at(&z.p.pipeline.samples, i);

		T_CHECK(is_before(ref - 1, ref));
		equal += ref[-1].time == ref->time;
	}
	T_EQ(equal, 472);
	profiled__exit(&z.p);
	return TEST_OK;
}

/* Every sample is there once, in order of time, with the stack that it was folded into. */
static int test_samples(void)
{
	const struct samples *samples;
	struct zoomed z;
	uint64_t *nr;

	T_RUN(zoomed__init(&z, "burn2.data"));
	samples = &z.p.pipeline.samples;
	T_EQ(samples__nr(samples), 78358);
	nr = calloc(fold__nr(z.p.pipeline.fold), sizeof(*nr));
	T_CHECK(nr);
	for (size_t i = 0; i < samples__nr(samples); i++) {
		const struct sample_ref *ref = samples__at(samples, i);

		T_CHECK(ref->stack < fold__nr(z.p.pipeline.fold));
		T_CHECK(!i || is_before(samples__at(samples, i - 1), ref));
		nr[ref->stack]++;
	}
	for (uint32_t i = 0; i < fold__nr(z.p.pipeline.fold); i++)
		T_EQ(nr[i], fold__stack(z.p.pipeline.fold, i)->sums.nr);
	free(nr);

	T_EQ(samples__from(samples, 0), 0);
	T_EQ(samples__from(samples, UINT64_MAX), 78358);
	for (size_t i = 1; i < samples__nr(samples); i += 991) {
		size_t at = samples__from(samples, samples__at(samples, i)->time);

		T_CHECK(at <= i);
		T_EQ(samples__at(samples, at)->time, samples__at(samples, i)->time);
		T_CHECK(!at || samples__at(samples, at - 1)->time < samples__at(samples, i)->time);
	}
	T_EQ(z.p.pipeline.session->stats.first_time, samples__at(samples, 0)->time);
	T_EQ(z.p.pipeline.session->stats.last_time, samples__at(samples, 78357)->time);
	profiled__exit(&z.p);
	return TEST_OK;
}

/* ---- the stack of choices ---- */

static int test_stack(void)
{
	const struct zoom thread = {.kind = ZOOM_THREAD, .start = 12, .end = 12, .name = "a(2)"};
	const struct zoom dso = {.kind = ZOOM_DSO, .name = "libc.so.6"};
	struct defer_error err = DEFER_ERROR_INIT;
	struct zooms zooms = {.nr = 0};
	char text[64];

	T_CHECK(!zooms__pop(&zooms));
	T_EQ(zooms__text(&zooms, text, sizeof(text)), 0);
	T_STREQ(text, "");
	T_EQ(zooms__push(&zooms, &thread, &err), 0);
	T_EQ(zooms__push(&zooms, &dso, &err), 0);
	T_EQ(zooms__text(&zooms, text, sizeof(text)), strlen("Thread: a(2), DSO: libc.so.6"));
	T_STREQ(text, "Thread: a(2), DSO: libc.so.6");
	/* A zoom that exists already moves to the top. */
	T_EQ(zooms__push(&zooms, &thread, &err), 0);
	T_EQ(zooms.nr, 2);
	T_EQ(zooms.zooms[1].kind, ZOOM_THREAD);
	T_CHECK(zooms__find(&zooms, ZOOM_DSO) == &zooms.zooms[0]);
	T_CHECK(!zooms__find(&zooms, ZOOM_TIME));
	/* Text that is cut is a string all the same. */
	T_EQ(zooms__text(&zooms, text, 6), strlen("Thread: a(2), DSO: libc.so.6"));
	T_STREQ(text, "DSO: ");
	T_EQ(zooms__short_text(&zooms, 28, text, sizeof(text)), 28);
	T_STREQ(text, "DSO: libc.so.6, Thread: a(2)");
	T_EQ(zooms__short_text(&zooms, 27, text, sizeof(text)), 27);
	T_STREQ(text, "DSO: libc.s.., Thread: a(2)");
	T_EQ(zooms__short_text(&zooms, 0, text, sizeof(text)), 27);
	for (int i = zooms.nr; i < ZOOM_MAX; i++) {
		const struct zoom cpu = {.kind = ZOOM_CPU, .start = i, .end = i};

		T_EQ(zooms__push(&zooms, &cpu, &err), 0);
	}
	T_EQ(zooms__push(&zooms, &(struct zoom){.kind = ZOOM_CPU, .start = 99, .end = 99}, &err),
	     DEFER_ERR_INVAL);
	T_CHECK(strstr(err.text, "no more than"));
	for (int i = 0; i < ZOOM_MAX; i++)
		T_CHECK(zooms__pop(&zooms));
	T_CHECK(!zooms__pop(&zooms));
	return TEST_OK;
}

static int check_word(const char *word, const char *text)
{
	struct zooms zooms = {.nr = 0};
	char buf[64];
	struct zoom zoom;

	T_EQ(zoom__parse(&zoom, word, true, NULL), 0);
	T_EQ(zooms__push(&zooms, &zoom, NULL), 0);
	zooms__text(&zooms, buf, sizeof(buf));
	T_STREQ(buf, text);
	return TEST_OK;
}

/* Returns whether the zoom of @word is written as @word again, and is that of @kind with @name. */
static int check_option(const char *word, enum zoom_kind kind, const char *name)
{
	struct zoom zoom, again;
	char text[320];

	T_EQ(zoom__parse(&zoom, word, false, NULL), 0);
	T_EQ(zoom.kind, kind);
	T_CHECK(!zoom.all_but);
	T_STREQ(zoom.name, name);
	T_CHECK(zoom__print_option(&zoom, text, sizeof(text)));
	T_STREQ(text, word);
	T_EQ(zoom__parse(&again, text, false, NULL), 0);
	T_CHECK(zoom__equal(&zoom, &again));
	return TEST_OK;
}

/* The words of --zoom, and those of Y. */
static int test_options(void)
{
	static const char *const wrong[] = {"cpu=",	    "cpu=x",	   "class=good",
					    "thread=1/",    "thread=1/2x", "thread=1/2147483648",
					    "time=10%/2",   "time=2,1",	   "time=",
					    "delay=1",	    "delay=1,",	   "delay=1,2x",
					    "rows with=ls", "socket=-1"};
	struct zoom zoom = {.kind = ZOOM_ROWS, .name = "x"};
	char text[64], word[64];

	T_RUN(check_option("thread=12", ZOOM_TID, "12"));
	T_RUN(check_option("thread=12/14:a (b)", ZOOM_THREAD, "a (b)(14)"));
	T_RUN(check_option("comm=a=b", ZOOM_COMM, "a=b"));
	T_RUN(check_option("cpu=3", ZOOM_CPU, "3"));
	T_RUN(check_option("socket=0", ZOOM_SOCKET, "0"));
	T_RUN(check_option("dso=libc.so.6", ZOOM_DSO, "libc.so.6"));
	T_RUN(check_option("symbol=f(int, char)", ZOOM_SYMBOL, "f(int, char)"));
	T_RUN(check_option("time=1.000000005,2.500000000", ZOOM_TIME, "1.000000 .. 2.500000"));
	T_RUN(check_option("time=1.000000005,2.500000000:10%/2", ZOOM_TIME, "10%/2"));
	T_RUN(check_option("delay=5,1000", ZOOM_DELAY, "5 ns .. 1.00 us"));
	snprintf(word, sizeof(word), "class=%s", defer_class__name(0));
	T_RUN(check_option(word, ZOOM_CLASS, defer_class__name(0)));
	for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++)
		T_EQ(zoom__parse(&zoom, wrong[i], false, NULL), DEFER_ERR_INVAL);
	zoom = (struct zoom){.kind = ZOOM_ROWS, .name = "x"};
	T_CHECK(!zoom__print_option(&zoom, text, sizeof(text)));
	zoom = (struct zoom){.kind = ZOOM_SYMBOL, .name = "cut", .rest = 1};
	T_CHECK(!zoom__print_option(&zoom, text, sizeof(text)));
	return TEST_OK;
}

/* The words of --all-but. */
static int test_words(void)
{
	static const char *const wrong[] = {"",		 "x",	      "comm",
					    "comm=",	 "thread=",   "thread=-1",
					    "thread=1x", "thread= 1", "cpu=x"};
	struct zoom a, b;

	T_RUN(check_word("idle", "all samples without Thread: swapper(0)"));
	T_RUN(check_word("comm=a=b", "all samples without Comm: a=b"));
	T_RUN(check_word("thread=12", "all samples without Thread: 12"));
	T_RUN(check_word("dso=libc.so.6", "all samples without DSO: libc.so.6"));
	T_RUN(check_word("symbol=main", "all samples without Symbol: main"));
	for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++)
		T_EQ(zoom__parse(&a, wrong[i], true, NULL), DEFER_ERR_INVAL);
	/* Comms whose ids are not known yet are told apart by name. */
	T_EQ(zoom__parse(&a, "comm=x", true, NULL), 0);
	T_EQ(zoom__parse(&b, "comm=y", true, NULL), 0);
	T_CHECK(!zoom__equal(&a, &b) && zoom__equal(&a, &a));
	b = a;
	b.all_but = false;
	T_CHECK(!zoom__equal(&a, &b));
	return TEST_OK;
}

/* A filter of rows hides no sample, and goes alone; so does folding. */
static int test_rows(void)
{
	struct zoom thread = {.kind = ZOOM_THREAD, .start = 1, .end = 1},
		    rows = {.kind = ZOOM_ROWS};
	const struct zoom fold = zoom__fold();
	struct zooms zooms = {.nr = 0};

	zoom__set_name(&rows, "read");
	T_EQ(zooms__push(&zooms, &rows, NULL), 0);
	T_EQ(zooms__push(&zooms, &fold, NULL), 0);
	T_CHECK(!zooms__narrow(&zooms));
	T_EQ(zooms__push(&zooms, &thread, NULL), 0);
	T_CHECK(zooms__narrow(&zooms));
	zooms__drop_narrow(&zooms);
	T_EQ(zooms.nr, 2);
	T_STREQ(zooms__find(&zooms, ZOOM_ROWS)->name, "read");
	T_CHECK(zooms__drop(&zooms, ZOOM_FOLD));
	T_CHECK(!zooms__drop(&zooms, ZOOM_THREAD) && zooms__drop(&zooms, ZOOM_ROWS));
	T_EQ(zooms.nr, 0);
	thread.all_but = true;
	T_EQ(zooms__push(&zooms, &thread, NULL), 0);
	T_CHECK(!zooms__find(&zooms, ZOOM_THREAD));
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"words of --all-but", test_words},
	{"the words of --zoom", test_options},
	{"a filter of rows", test_rows},
	{"the stack of choices", test_stack},
	{"long names that begin alike", test_alike},
	{"zooms into functions with long names", test_long_names},
	{"any zooms into a whole system", test_systemwide},
	{"any zooms where functions are inlined", test_inlines},
	{"zooms into sockets", test_sockets},
	{"samples in order of time", test_samples},
	{"samples of equal times in order of the stream", test_sample_order},
	{0},
};

const struct test_suite suite__zoom = {"zoom", "Parts of a profile", cases};
