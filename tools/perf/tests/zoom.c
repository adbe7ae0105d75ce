// SPDX-License-Identifier: GPL-2.0-only
/* Zooms into real traces, against the plainest count of the same samples. */
#include <stdlib.h>

#include "tests/recorded.h"
#include "tests/rng.h"
#include "tests/tests.h"
#include "util/dso/dso.h"
#include "util/fold/fold.h"
#include "util/header/env.h"
#include "util/pipeline.h"
#include "util/profile/zoom.h"
#include "util/resolve/resolve.h"

struct zoomed {
	const char *long_name; /* what a zoom stands for that has the beginning of a name */
	char path[4096], kallsyms[4096], symfs[4096];
	struct symbol_conf conf;
	struct pipeline pipeline;
	struct resolve *resolve;
	struct profile *profile; /* so that all frames have names */
};

static const char *symbol_of(const struct frame *frame)
{
	return frame->sym ? frame->sym->name : "[unknown]";
}

static int open_pipeline(struct zoomed *z, struct defer_error *err)
{
	const struct pipeline_opts opts = {
		.path = z->path,
		.graph = GRAPH_CONF_DEFAULT,
		.conf = &z->conf,
		.inlines = true,
		.interactive = true,
	};
	struct pipeline *pipeline = &z->pipeline;
	int ret = pipeline__init(pipeline, &opts, err);

	if (!ret)
		ret = pipeline__open(pipeline, err);
	if (!ret)
		ret = pipeline__gather(pipeline, err);
	if (!ret)
		ret = pipeline__fold(pipeline, err);
	if (!ret)
		ret = pipeline__order_samples(pipeline, err);
	if (!ret)
		ret = pipeline__resolve(pipeline, true, &z->resolve, err);
	if (!ret)
		ret = pipeline__profile(pipeline, pipeline->fold, z->resolve, &z->profile, err);
	return ret;
}

/* TEST_SKIP without the traces. */
static int zoomed__init(struct zoomed *z, const char *trace)
{
	const char *data = getenv("PERF_DEFER_TEST_DATA");
	struct defer_error err = DEFER_ERROR_INIT;

	T_NEED_RECORDED();
	*z = (struct zoomed){.resolve = NULL};
	snprintf(z->path, sizeof(z->path), "%s/%s", data, trace);
	snprintf(z->kallsyms, sizeof(z->kallsyms), "%s/kallsyms-boot1", data);
	snprintf(z->symfs, sizeof(z->symfs), "%s/symfs", data);
	z->conf = (struct symbol_conf){
		.kallsyms = z->kallsyms, .symfs = z->symfs, .buildid_dir = "/nonexistent"};
	if (open_pipeline(z, &err))
		T_FAIL("%s", err.text);
	return TEST_OK;
}

static void zoomed__exit(struct zoomed *z)
{
	profile__delete(z->profile);
	resolve__delete(z->resolve);
	pipeline__exit(&z->pipeline);
}

/* ---- the plain count ---- */

static bool frame_passes(const struct zoomed *z, const struct zoom *zoom, uint32_t maps_id,
			 uint64_t ip, bool kernel)
{
	int64_t id = resolve__want(z->resolve, maps_id, ip, kernel, NULL);
	const struct frame *frame = resolve__frame(z->resolve, id);

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
	struct env_cpu_topology *topology = &z->pipeline.session->env->topology;

	for (int i = 0; i < NR_CPUS; i++)
		cpus[i] = (struct env_cpu){.core = i, .socket = sockets[i]};
	topology->cpus = cpus;
	topology->nr_cpus = NR_CPUS;
}

static bool delay_passes(const struct zoomed *z, const struct zoom *zoom,
			 const struct sample_ref *ref)
{
	const struct session *session = z->pipeline.session;
	uint64_t delay;

	if (ref->record == SAMPLE_NO_RECORD)
		return false;
	delay = defer_stitch__record(session->stitch, ref->record)->time - ref->time;
	if ((int64_t)delay < 0)
		delay = 0;
	return delay >= zoom->start && delay <= zoom->end;
}

static bool passes(const struct zoomed *z, const struct zoom *zoom, const struct sample_ref *ref)
{
	const struct stack *stack = fold__stack(z->pipeline.fold, ref->stack);
	bool user = stack->cpumode == DEFER_MISC_USER;

	switch (zoom->kind) {
	case ZOOM_THREAD:
		return stack->tid == zoom->tid && stack->pid == zoom->pid;
	case ZOOM_COMM:
		return stack->comm_id == zoom->comm_id;
	case ZOOM_CPU:
		return ref->cpu == zoom->cpu;
	case ZOOM_SOCKET:
		return ref->cpu >= 0 && ref->cpu < NR_CPUS && sockets[ref->cpu] == zoom->socket;
	case ZOOM_CLASS:
		return stack->cls == zoom->cls;
	case ZOOM_DELAY:
		return delay_passes(z, zoom, ref);
	case ZOOM_TIME:
		return ref->time >= zoom->start && ref->time <= zoom->end;
	case ZOOM_DSO:
	case ZOOM_SYMBOL:
	case ZOOM_NR_KINDS:
	default:
		return half_passes(z, zoom, stack->kernel, stack->kernel_maps_id, true) ||
		       half_passes(z, zoom, stack->user, stack->user_maps_id, false) ||
		       frame_passes(z, zoom, user ? stack->user_maps_id : stack->kernel_maps_id,
				    stack->ip, !user);
	}
}

struct sums {
	uint64_t nr, period;
};

static struct sums count_plainly(const struct zoomed *z, const struct zooms *zooms)
{
	const struct samples *samples = &z->pipeline.samples;
	struct sums count = {0};

	for (size_t i = 0; i < samples__nr(samples); i++) {
		const struct sample_ref *ref = samples__at(samples, i);
		unsigned int j = 0;

		while (j < zooms->nr && passes(z, &zooms->zooms[j], ref))
			j++;
		if (j < zooms->nr)
			continue;
		count.nr++;
		count.period += ref->period;
	}
	return count;
}

static struct sums count_fold(const struct fold *fold)
{
	struct sums count = {0};

	for (uint32_t i = 0; i < fold__nr(fold); i++) {
		count.nr += fold__stack(fold, i)->nr;
		count.period += fold__stack(fold, i)->period;
	}
	return count;
}

/* ---- any zooms ---- */

/* The name of a frame somewhere in the stack of @ref, or "". */
static void pick_name(const struct zoomed *z, const struct sample_ref *ref, uint64_t *seed,
		      struct zoom *zoom)
{
	const struct stack *stack = fold__stack(z->pipeline.fold, ref->stack);
	bool kernel = stack->kernel && (rng__coin(seed) || !stack->user);
	struct half half = half__of(kernel ? stack->kernel : stack->user);
	const struct frame *frame;
	int64_t id;

	if (!half.nr)
		return;
	id = resolve__want(z->resolve, kernel ? stack->kernel_maps_id : stack->user_maps_id,
			   half.ips[rng__below(seed, half.nr)], kernel, NULL);
	frame = resolve__frame(z->resolve, id);
	if (zoom->kind == ZOOM_DSO)
		zoom__set_name(zoom, frame__dso_name(frame));
	else if (strlen(symbol_of(frame)) < ZOOM_NAME_LEN)
		zoom__set_name(zoom, symbol_of(frame));
}

/* Taken from a random sample, so that it often leaves something. */
static struct zoom random_zoom(const struct zoomed *z, uint64_t *seed)
{
	const struct samples *samples = &z->pipeline.samples;
	const struct sample_ref *ref = samples__at(samples, rng__below(seed, samples__nr(samples)));
	const struct stack *stack = fold__stack(z->pipeline.fold, ref->stack);
	struct zoom zoom = {
		.kind = rng__below(seed, ZOOM_NR_KINDS),
		.pid = stack->pid,
		.tid = stack->tid,
		.comm_id = stack->comm_id,
		.cpu = ref->cpu,
		.socket = sockets[rng__below(seed, NR_CPUS)],
		.cls = stack->cls,
		.start = ref->time,
		.end = ref->time + rng__below(seed, 2000000000),
	};

	if (zoom.kind == ZOOM_DELAY)
		zoom.start = rng__below(seed, 200000);
	if (zoom.kind == ZOOM_DELAY)
		zoom.end = zoom.start + rng__below(seed, 2000000);
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
		struct sums want, got;
		struct fold *part;

		for (unsigned int i = 0; i < nr; i++) {
			const struct zoom zoom = random_zoom(&z, &seed);

			T_EQ(zooms__push(&zooms, &zoom, NULL), 0);
		}
		T_EQ(zooms__apply(&zooms, z.pipeline.fold, &z.pipeline.samples, z.resolve, &part,
				  NULL),
		     0);
		want = count_plainly(&z, &zooms);
		got = count_fold(part);
		T_EQ(got.nr, want.nr);
		T_EQ(got.period, want.period);
		for (uint32_t i = 0; i < fold__nr(part); i++)
			T_CHECK(fold__stack(part, i)->nr);
		fold__delete(part);
	}
	zoomed__exit(&z);
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
	z.pipeline.session->env->topology.cpus = NULL;
	for (int i = 0; i < 2 * NR_CPUS; i++) {
		if (i == NR_CPUS) {
			T_EQ(sum, 0);
			give_sockets(&z, cpus);
		}
		zooms.zooms[0].socket = sockets[i % NR_CPUS];
		T_EQ(zooms__apply(&zooms, z.pipeline.fold, &z.pipeline.samples, z.resolve, &part,
				  NULL),
		     0);
		T_EQ(i >= NR_CPUS, count_fold(part).nr > 0);
		sum += count_fold(part).nr;
		fold__delete(part);
	}
	T_EQ(sum, samples__nr(&z.pipeline.samples));
	zoomed__exit(&z);
	return TEST_OK;
}

/* Names that are longer than what a zoom keeps of them, some of which begin alike. */
static int test_long_names(void)
{
	struct zooms zooms = {.nr = 1, .zooms[0].kind = ZOOM_SYMBOL};
	int nr_long = 0;
	struct zoomed z;

	T_RUN(zoomed__init(&z, "cxx.data"));
	for (uint32_t i = 0; i < resolve__nr(z.resolve) && nr_long < 10; i++) {
		struct fold *part;

		z.long_name = symbol_of(resolve__frame(z.resolve, i));
		if (strlen(z.long_name) < ZOOM_NAME_LEN)
			continue;
		nr_long++;
		zoom__set_name(&zooms.zooms[0], z.long_name);
		T_CHECK(zooms.zooms[0].rest);
		T_EQ(zooms__apply(&zooms, z.pipeline.fold, &z.pipeline.samples, z.resolve, &part,
				  NULL),
		     0);
		T_CHECK(count_fold(part).nr > 0);
		T_EQ(count_fold(part).nr, count_plainly(&z, &zooms).nr);
		fold__delete(part);
	}
	T_CHECK(nr_long > 1);
	zoomed__exit(&z);
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
	a = b = (struct zoom){.kind = ZOOM_SOCKET, .socket = 1, .name = "1"};
	T_CHECK(zoom__equal(&a, &b));
	b.socket = 0;
	T_CHECK(!zoom__equal(&a, &b));
	return TEST_OK;
}

/* ---- samples ---- */

/* Every sample is there once, in order of time, with the stack that it was folded into. */
static int test_samples(void)
{
	const struct samples *samples;
	struct zoomed z;
	uint64_t *nr;

	T_RUN(zoomed__init(&z, "burn2.data"));
	samples = &z.pipeline.samples;
	T_EQ(samples__nr(samples), 78358);
	nr = calloc(fold__nr(z.pipeline.fold), sizeof(*nr));
	T_CHECK(nr);
	for (size_t i = 0; i < samples__nr(samples); i++) {
		const struct sample_ref *ref = samples__at(samples, i);

		T_CHECK(ref->stack < fold__nr(z.pipeline.fold));
		T_CHECK(!i || samples__at(samples, i - 1)->time <= ref->time);
		nr[ref->stack]++;
	}
	for (uint32_t i = 0; i < fold__nr(z.pipeline.fold); i++)
		T_EQ(nr[i], fold__stack(z.pipeline.fold, i)->nr);
	free(nr);

	T_EQ(samples__from(samples, 0), 0);
	T_EQ(samples__from(samples, UINT64_MAX), 78358);
	for (size_t i = 1; i < samples__nr(samples); i += 991) {
		size_t at = samples__from(samples, samples__at(samples, i)->time);

		T_CHECK(at <= i);
		T_EQ(samples__at(samples, at)->time, samples__at(samples, i)->time);
		T_CHECK(!at || samples__at(samples, at - 1)->time < samples__at(samples, i)->time);
	}
	T_EQ(z.pipeline.session->stats.first_time, samples__at(samples, 0)->time);
	T_EQ(z.pipeline.session->stats.last_time, samples__at(samples, 78357)->time);
	zoomed__exit(&z);
	return TEST_OK;
}

/* ---- the stack of choices ---- */

static int test_stack(void)
{
	const struct zoom thread = {.kind = ZOOM_THREAD, .pid = 1, .tid = 2, .name = "a(2)"};
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
		const struct zoom cpu = {.kind = ZOOM_CPU, .cpu = i};

		T_EQ(zooms__push(&zooms, &cpu, &err), 0);
	}
	T_EQ(zooms__push(&zooms, &(struct zoom){.kind = ZOOM_CPU, .cpu = 99}, &err),
	     DEFER_ERR_INVAL);
	T_CHECK(strstr(err.text, "no more than"));
	for (int i = 0; i < ZOOM_MAX; i++)
		T_CHECK(zooms__pop(&zooms));
	T_CHECK(!zooms__pop(&zooms));
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"the stack of choices", test_stack},
	{"long names that begin alike", test_alike},
	{"zooms into functions with long names", test_long_names},
	{"any zooms into a whole system", test_systemwide},
	{"any zooms where functions are inlined", test_inlines},
	{"zooms into sockets", test_sockets},
	{"samples in order of time", test_samples},
	{0},
};

const struct test_suite suite__zoom = {"zoom", "Parts of a profile", cases};
