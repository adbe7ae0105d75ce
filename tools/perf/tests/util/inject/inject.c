// SPDX-License-Identifier: GPL-2.0-only
/*
 * inject: every sample of the new trace has the stack that the old one's had, and nothing else
 * changed.
 */
#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <perf/defer-evlist.h>

#include "tests/folder.h"
#include "util/session/order.h"
#include "tests/recorded.h"
#include "tests/rng.h"
#include "tests/tests.h"
#include "tests/trace.h"
#include "util/base/array.h"
#include "util/dso/dso.h"
#include "util/header/env.h"
#include "util/inject/inject.h"
#include "util/session/session.h"
#include "util/source/source.h"

/* ---- the stacks of a trace ---- */

struct stack_sum {
	uint64_t time, sum;
	uint32_t nr_kernel, nr_user;
	uint64_t nr_chain; /* entries of the sample's own chain */
	uint64_t cookie;
	enum defer_class cls;
	char dso[64]; /* of the outermost user address */
};

struct stacks {
	struct stack_sum *stacks;
	size_t nr, cap;
	const struct machine *machine;
	uint64_t flags;	    /* of all attrs together */
	uint32_t attr_size; /* the largest */
	uint64_t records;   /* deferred ones */
	uint64_t bad;	    /* the damage */
};

static void name_dso(struct stack_sum *sum, const struct machine *machine, const struct stitched *s)
{
	const struct map *map;

	if (!s->user.nr)
		return;
	map = maps__find(machine__maps(machine, s->user_maps_id), s->user.ips[s->user.nr - 1]);
	snprintf(sum->dso, sizeof(sum->dso), "%s", map ? map->dso->short_name : "-");
}

static int add_stack(void *ctx, unsigned int worker, const struct stitched *s,
		     struct defer_error *err)
{
	struct stacks *stacks = ctx;
	struct stack_sum *sum;

	(void)worker;
	(void)err;
	if (stacks->nr == stacks->cap) {
		stacks->cap = stacks->cap ? 2 * stacks->cap : 1024;
		stacks->stacks = realloc(stacks->stacks, stacks->cap * sizeof(*stacks->stacks));
		if (!stacks->stacks)
			abort();
	}
	sum = &stacks->stacks[stacks->nr++];
	*sum = (struct stack_sum){
		.time = s->time,
		.sum = s->sample->ip * 31 + s->sample->period,
		.nr_kernel = s->kernel.nr,
		.nr_user = s->user.nr,
		.nr_chain = s->sample->chain.nr,
		.cookie = s->cookie,
		.cls = s->cls,
	};
	for (uint32_t i = 0; i < s->kernel.nr; i++)
		sum->sum = sum->sum * 31 + s->kernel.ips[i];
	for (uint32_t i = 0; i < s->user.nr; i++)
		sum->sum = sum->sum * 37 + s->user.ips[i];
	name_dso(sum, stacks->machine, s);
	return 0;
}

static int open_session(struct session **session, const char *path, struct defer_error *err)
{
	const struct session_opts opts = {.path = path, .nr_workers = 2};
	int ret = session__open(session, &opts, err);

	return ret ? ret : session__gather(*session, err);
}

static int read_stacks(struct stacks *stacks, const char *path)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct session *session = NULL;

	*stacks = (struct stacks){0};
	if (open_session(&session, path, &err))
		T_FAIL("%s: %s", path, err.text);
	stacks->machine = session->machine;
	if (session__walk_ordered(session, add_stack, stacks, &err))
		T_FAIL("%s: %s", path, err.text);
	for (uint32_t i = 0; i < defer_evlist__nr(session->evlist); i++) {
		const struct defer_evsel *evsel = defer_evlist__evsel(session->evlist, i);

		stacks->flags |= evsel->attr.flags;
		if (evsel->attr.size > stacks->attr_size)
			stacks->attr_size = evsel->attr.size;
	}
	stacks->records = session->stats.types[DEFER_RECORD_CALLCHAIN_DEFERRED];
	stacks->bad = session->damage.nr;
	session__close(session);
	return TEST_OK;
}

static bool is_merged(const struct stack_sum *sum)
{
	return sum->cls == DEFER_MERGED || sum->cls == DEFER_MERGED_BACK;
}

/* Each sample of @new is one of @old, at its place in time, with what that had of a stack. */
static int same_stacks(const struct stacks *old, const struct stacks *new)
{
	T_EQ(new->nr, old->nr);
	for (size_t i = 0; i < old->nr; i++) {
		const struct stack_sum *was = &old->stacks[i], *is = &new->stacks[i];

		T_EQ(is->time, was->time);
		T_EQ(is->nr_kernel, was->nr_kernel);
		T_EQ(is->nr_user, was->nr_user);
		T_CHECK(is->sum == was->sum);
		T_EQ(is->cookie, 0);
		if (is_merged(was))
			T_EQ(is->cls, was->nr_user ? DEFER_INLINE : DEFER_KERNEL);
		T_STREQ(is->dso, was->dso);
	}
	return TEST_OK;
}

/* ---- rewriting ---- */

static int inject_opts(const char *from, const struct inject_opts *opts, struct inject_stats *stats,
		       struct defer_error *err)
{
	struct session *session = NULL;
	int ret = open_session(&session, from, err);

	if (!ret)
		ret = inject__run(session, opts, stats, err);
	if (session)
		session__close(session);
	return ret;
}

static int inject_level(const char *from, const char *to, int level, struct inject_stats *stats)
{
	const struct inject_opts opts = {.path = to, .compress_level = level};
	struct defer_error err = DEFER_ERROR_INIT;

	if (inject_opts(from, &opts, stats, &err))
		T_FAIL("%s: %s", from, err.text);
	return TEST_OK;
}

static int inject(const char *from, const char *to, struct inject_stats *stats)
{
	return inject_level(from, to, 0, stats);
}

#define DEFERRED (DEFER_ATTR_DEFER_CALLCHAIN | DEFER_ATTR_DEFER_OUTPUT)

/* The header says how the records are compressed, and they are. */
static int check_level(const char *path, int level)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct session *session = NULL;

	T_EQ(open_session(&session, path, &err), 0);
	T_EQ(session->env->compressed.level, level);
	T_EQ(session->env->compressed.type, level > 0);
	T_EQ(session->env->compressed.mmap_len, level ? 65536 : 0);
	T_CHECK(!level || source__size(session->source) < session->stats.bytes);
	session__close(session);
	return TEST_OK;
}

static int check_merged_at(const char *from, const char *to, int level)
{
	struct stacks old, new;
	struct inject_stats stats;

	T_RUN(inject_level(from, to, level, &stats));
	T_RUN(check_level(to, level));
	T_RUN(read_stacks(&old, from));
	T_RUN(read_stacks(&new, to));
	T_RUN(same_stacks(&old, &new));
	T_EQ(new.flags, old.flags & ~DEFERRED);
	T_EQ(new.attr_size, 128);
	T_EQ(new.records, 0);
	T_EQ(new.bad, 0);
	T_EQ(stats.samples, old.nr);
	T_EQ(stats.records, old.records);
	T_EQ(stats.kept, 0);
	free(old.stacks);
	free(new.stacks);
	return TEST_OK;
}

static int check_merged(const char *from, const char *to)
{
	T_RUN(check_merged_at(from, to, 5));
	return check_merged_at(from, to, 0);
}

static int write_trace(const struct folder *folder, const struct builder *b, char *path, char *to)
{
	snprintf(path, 96, "%s/old.data", folder->path);
	snprintf(to, 96, "%s/new.data", folder->path);
	builder__write(b, path);
	return TEST_OK;
}

static int check_forms(const struct folder *folder)
{
	char path[96], to[96];
	struct trace trace;

	for (int big = 0; big < 2; big++) {
		for (int form = 0; form < 3; form++) {
			if (form == 2)
				trace__build_compressed(&trace, big);
			else
				trace__build(&trace, big, form);
			T_RUN(write_trace(folder, &trace.b, path, to));
			trace__exit(&trace);
			if (check_merged(path, to))
				T_FAIL("big %d, form %d", big, form);
		}
	}
	return TEST_OK;
}

static int test_forms(void)
{
	return folder__run(check_forms);
}

static int check_real(const struct folder *folder)
{
	static const char *const traces[] = {"burn2.data",   "cxx.data",   "forky-systemwide.data",
					     "overrun.data", "burn1.pipe", "burn2-compressed.data"};
	const char *dir = getenv("PERF_DEFER_TEST_DATA");
	char path[4096], to[96];

	T_CHECK(dir);
	snprintf(to, sizeof(to), "%s/new.data", folder->path);
	for (size_t i = 0; i < sizeof(traces) / sizeof(*traces); i++) {
		snprintf(path, sizeof(path), "%s/%s", dir, traces[i]);
		if (check_merged(path, to))
			T_FAIL("%s", traces[i]);
	}
	return TEST_OK;
}

static int test_real(void)
{
	T_NEED_RECORDED();
	return folder__run(check_real);
}

/* ---- samples without a record ---- */

/* Sample 3 has no record, and the record of sample 4 comes before it. */
static void build_gaps(struct trace *trace)
{
	trace__begin(trace, false, false);
	trace__add_samples(trace, 0, 3);
	trace__sample(trace, 3, TRACE_PID, 0, TRACE_COOKIE(3));
	trace__deferred(trace, 3, 0, TRACE_COOKIE(4));
	trace__sample(trace, 4, TRACE_PID, 0, TRACE_COOKIE(4));
	trace__deferred(trace, 5, 0, TRACE_COOKIE(6)); /* nobody's */
	trace__add_samples(trace, 7, TRACE_NR_SAMPLES);
	trace__end(trace);
}

static int check_gaps(const struct folder *folder)
{
	struct inject_opts opts = {.keep_cookies = true};
	struct defer_error err = DEFER_ERROR_INIT;
	struct inject_stats stats;
	char path[96], to[96];
	struct stacks stacks;
	struct trace trace;

	build_gaps(&trace);
	T_RUN(write_trace(folder, &trace.b, path, to));
	trace__exit(&trace);
	T_RUN(check_merged(path, to));

	opts.path = to;
	T_EQ(inject_opts(path, &opts, &stats, &err), 0);
	T_EQ(stats.classes[DEFER_MERGED_BACK], 1);
	T_EQ(stats.kept, 1);
	T_RUN(read_stacks(&stacks, to));
	T_EQ(stacks.flags & DEFERRED, DEFERRED);
	T_EQ(stacks.attr_size, DEFER_ATTR_SIZE_VER9);
	T_EQ(stacks.records, 1);
	for (size_t i = 0; i < stacks.nr; i++)
		T_EQ(stacks.stacks[i].cookie, i == 3 ? TRACE_COOKIE(3) : 0);
	T_EQ(stacks.stacks[3].cls, DEFER_LOST);
	free(stacks.stacks);
	return TEST_OK;
}

static int test_gaps(void)
{
	return folder__run(check_gaps);
}

/* Turns the record at @at into a sample in user mode, whose chain has only the cookie. */
static void make_user_sample(struct builder *b, size_t at)
{
	const size_t kernel_half = 2 * sizeof(uint64_t), nr_at = at + TRACE_SAMPLE_NR;

	memmove(b->data + nr_at + 8, b->data + nr_at + 8 + kernel_half,
		b->size - nr_at - 8 - kernel_half);
	b->size -= kernel_half;
	builder__poke_u64(b, nr_at, 2);
	builder__poke_u16(b, at + 4, DEFER_MISC_USER);
	builder__poke_u16(b, at + 6, b->size - at);
}

/* A record without addresses is taken as it is, like by all other readers of samples. */
static int check_empty_record(const struct folder *folder)
{
	struct defer_event ev = {
		.type = DEFER_RECORD_CALLCHAIN_DEFERRED,
		.misc = DEFER_MISC_USER,
		.id = trace__id(1),
		.deferred.cookie = TRACE_COOKIE(0),
	};
	struct inject_stats stats;
	char path[96], to[96];
	struct stacks stacks;
	struct trace trace;
	size_t at;

	trace__begin(&trace, false, false);
	at = trace.b.size;
	trace__sample(&trace, 0, TRACE_PID, 0, TRACE_COOKIE(0));
	make_user_sample(&trace.b, at);
	builder__event(&trace.b, &trace.events[1].attr, &ev);
	trace__add_samples(&trace, 2, 5);
	trace__end(&trace);
	T_RUN(write_trace(folder, &trace.b, path, to));
	trace__exit(&trace);
	T_RUN(read_stacks(&stacks, path));
	T_EQ(stacks.stacks[0].cls, DEFER_MERGED);
	T_EQ(stacks.stacks[0].nr_user, 0);
	free(stacks.stacks);
	T_RUN(inject(path, to, &stats));
	T_RUN(read_stacks(&stacks, to));
	T_EQ(stacks.stacks[0].nr_chain, 0);
	free(stacks.stacks);
	return TEST_OK;
}

static int test_empty_record(void)
{
	return folder__run(check_empty_record);
}

/* ---- records past 64 KiB ---- */

#define NR_LONG 8184 /* addresses: the record of this chain fits, the merged sample does not */

static void add_long(struct trace *trace, unsigned int i)
{
	static uint64_t ips[NR_LONG];
	struct defer_event ev = {
		.type = DEFER_RECORD_CALLCHAIN_DEFERRED,
		.misc = DEFER_MISC_USER,
		.id = trace__id(i),
	};

	for (size_t at = 0; at < NR_LONG; at++)
		ips[at] = 0x400000 + at;
	ev.deferred.cookie = TRACE_COOKIE(i);
	ev.deferred.chain = (struct defer_chain){.ips = (const uint8_t *)ips, .nr = NR_LONG};
	trace__sample(trace, i, TRACE_PID, 0, TRACE_COOKIE(i));
	ev.id.time += 10;
	builder__event(&trace->b, &trace->events[1].attr, &ev);
}

static int check_long(const struct folder *folder)
{
	struct inject_opts opts = {.extended = true};
	struct defer_error err = DEFER_ERROR_INIT;
	struct stacks old, new;
	struct inject_stats stats;
	char path[96], to[96];
	struct trace trace;

	trace__begin(&trace, false, false);
	add_long(&trace, 0);
	trace__add_samples(&trace, 1, TRACE_NR_SAMPLES);
	trace__end(&trace);
	T_RUN(write_trace(folder, &trace.b, path, to));
	trace__exit(&trace);

	/* In the plain form it stays as it was, and is stitched as it was. */
	T_RUN(inject(path, to, &stats));
	T_EQ(stats.too_large, 1);
	T_EQ(stats.kept, 1);
	T_RUN(read_stacks(&old, path));
	T_RUN(read_stacks(&new, to));
	T_EQ(old.nr, new.nr);
	for (size_t i = 0; i < new.nr; i++) {
		T_CHECK(new.stacks[i].sum == old.stacks[i].sum);
		T_EQ(new.stacks[i].cls, i ? DEFER_INLINE : DEFER_MERGED);
	}
	free(new.stacks);

	opts.path = to;
	T_EQ(inject_opts(path, &opts, &stats, &err), 0);
	T_EQ(stats.too_large, 0);
	T_RUN(read_stacks(&new, to));
	T_RUN(same_stacks(&old, &new));
	T_EQ(new.records, 0);
	T_EQ(new.stacks[0].nr_user, NR_LONG);
	free(old.stacks);
	free(new.stacks);
	return TEST_OK;
}

static int test_long(void)
{
	return folder__run(check_long);
}

/* ---- maps that came between a sample and its record ---- */

#define LIBRARY 0x7f0000000000ULL

static void add_library(struct trace *trace, unsigned int i, uint64_t start, const char *name)
{
	struct defer_event mmap = {.type = DEFER_RECORD_MMAP2, .id = trace__id(i)};

	mmap.id.time += 5;
	mmap.misc = DEFER_MISC_USER;
	mmap.mmap.pid = mmap.mmap.tid = TRACE_PID;
	mmap.mmap.start = start;
	mmap.mmap.len = 0x1000;
	mmap.mmap.prot = 5;
	mmap.mmap.filename = name;
	builder__event(&trace->b, &trace->events[1].attr, &mmap);
}

static void add_in_library(struct trace *trace, unsigned int i, uint64_t ip)
{
	const uint64_t ips[] = {0x400100, ip};
	struct defer_event ev = {
		.type = DEFER_RECORD_CALLCHAIN_DEFERRED,
		.misc = DEFER_MISC_USER,
		.id = trace__id(i),
	};

	ev.id.time += 10;
	ev.deferred.cookie = TRACE_COOKIE(i);
	ev.deferred.chain = (struct defer_chain){.ips = (const uint8_t *)ips, .nr = 2};
	builder__event(&trace->b, &trace->events[1].attr, &ev);
}

static int check_maps(const struct folder *folder)
{
	struct inject_stats stats;
	char path[96], to[96];
	struct stacks new;
	struct trace trace;

	trace__begin(&trace, false, false);
	add_library(&trace, 0, LIBRARY + 0x1000, "/lib/behind.so");
	trace__sample(&trace, 1, TRACE_PID, 0, TRACE_COOKIE(1));
	add_library(&trace, 1, LIBRARY, "/lib/new.so");
	add_in_library(&trace, 1, LIBRARY + 8);
	trace__add_samples(&trace, 2, 5);
	trace__end(&trace);
	T_RUN(write_trace(folder, &trace.b, path, to));
	trace__exit(&trace);
	T_RUN(check_merged(path, to)); /* names too */
	T_RUN(inject(path, to, &stats));
	T_EQ(stats.maps_early, 1);
	T_EQ(stats.elsewhere, 0);

	/* If something else was mapped at the sample's time, no map is written early. */
	trace__begin(&trace, false, false);
	add_library(&trace, 0, LIBRARY, "/lib/old.so");
	trace__sample(&trace, 1, TRACE_PID, 0, TRACE_COOKIE(1));
	add_library(&trace, 1, LIBRARY, "/lib/new.so");
	add_in_library(&trace, 1, LIBRARY + 8);
	trace__end(&trace);
	T_RUN(write_trace(folder, &trace.b, path, to));
	trace__exit(&trace);
	T_RUN(inject(path, to, &stats));
	T_EQ(stats.maps_early, 0);
	T_EQ(stats.elsewhere, 1);
	T_RUN(read_stacks(&new, to));
	T_STREQ(new.stacks[0].dso, "old.so");
	free(new.stacks);
	return TEST_OK;
}

static int test_maps(void)
{
	return folder__run(check_maps);
}

/* ---- what stands around the records ---- */

static int check_features(const struct folder *folder)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct session *old = NULL, *new = NULL;
	const char *dir = getenv("PERF_DEFER_TEST_DATA");
	struct inject_stats stats;
	char path[4096], to[96];

	T_CHECK(dir);
	snprintf(path, sizeof(path), "%s/cxx.data", dir);
	snprintf(to, sizeof(to), "%s/new.data", folder->path);
	T_RUN(inject(path, to, &stats));
	T_EQ(open_session(&old, path, &err), 0);
	T_EQ(open_session(&new, to, &err), 0);
	T_EQ(memcmp(new->env->there, old->env->there, sizeof(old->env->there)), 0);
	T_STREQ(new->env->hostname, old->env->hostname);
	T_STREQ(new->env->cpuid, old->env->cpuid);
	T_EQ(new->env->nr_build_ids, old->env->nr_build_ids);
	for (size_t i = 0; i < old->env->nr_build_ids; i++)
		T_EQ(memcmp(new->env->build_ids[i].id, old->env->build_ids[i].id,
			    DEFER_BUILD_ID_SIZE),
		     0);
	T_EQ(new->env->nr_events, old->env->nr_events);
	for (uint32_t i = 0; i < old->env->nr_events; i++) {
		const struct env_event *was = &old->env->events[i], *is = &new->env->events[i];

		T_STREQ(is->name, was->name);
		T_EQ(is->nr_ids, was->nr_ids);
		T_EQ(is->attr.size, 128);
		T_EQ(is->attr.flags, was->attr.flags & ~DEFERRED);
		T_EQ(is->attr.sample_type, was->attr.sample_type);
	}
	session__close(old);
	session__close(new);
	return TEST_OK;
}

static int test_features(void)
{
	T_NEED_RECORDED();
	return folder__run(check_features);
}

/* ---- bytes between records ---- */

/* AUX area data, more than is copied at once, behind their record. */
static void add_aux(struct builder *b)
{
	static const uint8_t aux[(1 << 20) + 4096] = {0xff, 0xfe, [1 << 20] = 0xfd};

	builder__auxtrace(b, sizeof(aux));
	builder__bytes(b, aux, sizeof(aux));
}

/* Returns how often the bytes of @part are in the file @path. */
static int count_in_file(const char *path, const struct builder *part)
{
	static uint8_t bytes[4 << 20];
	FILE *file = fopen(path, "re");
	size_t left = file ? fread(bytes, 1, sizeof(bytes), file) : 0;
	const uint8_t *at = bytes, *next;
	int nr = 0;

	for (; (next = memmem(at, left, part->data, part->size)); at = next + 1, nr++)
		left -= next + 1 - at;
	if (file)
		fclose(file);
	return nr;
}

static int check_aux(const struct folder *folder)
{
	struct inject_stats stats;
	char path[96], to[96];

	for (int form = 0; form < 4; form++) {
		struct builder aux;
		struct trace trace;

		builder__init(&aux, form & 1);
		add_aux(&aux);
		trace__begin(&trace, form & 1, form & 2);
		trace__add_samples(&trace, 0, 5);
		add_aux(&trace.b);
		trace__add_samples(&trace, 5, TRACE_NR_SAMPLES);
		add_aux(&trace.b);
		trace__end(&trace);
		T_RUN(write_trace(folder, &trace.b, path, to));
		T_RUN(check_merged_at(path, to, 0));
		T_EQ(count_in_file(to, &aux), 2);
		T_RUN(inject_level(path, to, 1, &stats));
		T_EQ(count_in_file(to, &aux), 2);
		builder__exit(&aux);
		trace__exit(&trace);
	}
	return TEST_OK;
}

static int test_aux(void)
{
	return folder__run(check_aux);
}

/* ---- what must not happen ---- */

static int count_files(const char *path)
{
	struct dirent *entry;
	DIR *dir = opendir(path);
	int nr = 0;

	while (dir && (entry = readdir(dir)))
		nr += entry->d_name[0] != '.';
	if (dir)
		closedir(dir);
	return nr;
}

/* Ends at once, or takes the name @ctx of the output. */
static bool end_or_take(void *ctx)
{
	return !ctx || mkdir(ctx, 0700);
}

static int check_failures(const struct folder *folder)
{
	static const uint64_t ids[9000];
	struct inject_opts opts = {0};
	struct defer_error err = DEFER_ERROR_INIT;
	struct inject_stats stats;
	char path[96], to[96];
	struct stacks stacks;
	struct trace trace;

	trace__build(&trace, false, false);
	T_RUN(write_trace(folder, &trace.b, path, to));
	trace__exit(&trace);

	opts.path = path;
	T_EQ(inject_opts(path, &opts, &stats, &err), DEFER_ERR_INVAL);
	T_CHECK(strstr(err.text, "is the input"));
	T_RUN(read_stacks(&stacks, path)); /* it is still there */
	T_EQ(stacks.records, TRACE_NR_SAMPLES);
	free(stacks.stacks);

	defer_error__clear(&err);
	opts.path = "/dev/full";
	T_EQ(inject_opts(path, &opts, &stats, &err), DEFER_ERR_IO);

	trace__begin(&trace, false, false);
	trace.events[0].ids = ids;
	trace.events[0].nr_ids = ARRAY_SIZE(ids);
	builder__exit(&trace.b);
	builder__init(&trace.b, false);
	builder__begin_file(&trace.b, trace.events, 2);
	trace__end(&trace);
	T_RUN(write_trace(folder, &trace.b, path, to));
	trace__exit(&trace);
	defer_error__clear(&err);
	opts.path = "/dev/null";
	T_EQ(inject_opts(path, &opts, &stats, &err), DEFER_ERR_UNSUPPORTED);
	T_CHECK(strstr(err.text, "9000 ids, more than a stream can say"));

	defer_error__clear(&err);
	opts.path = to;
	opts.end.is_asked = end_or_take;
	T_EQ(inject_opts(path, &opts, &stats, &err), DEFER_ERR_IO);
	T_STREQ(err.text, "interrupted");
	opts.end.ctx = to;
	T_EQ(inject_opts(path, &opts, &stats, &err), DEFER_ERR_IO);
	T_CHECK(strstr(err.text, "Is a directory"));
	T_EQ(count_files(folder->path), 2); /* the trace, and what took the name */
	return TEST_OK;
}

static int test_failures(void)
{
	return folder__run(check_failures);
}

/*
 * Whatever came in: what comes out is sound, and has no stack that the old trace did not have. The
 * bits of @variant choose options.
 */
static int check_spoilt(const struct builder *b, const struct folder *folder, unsigned int variant)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct inject_opts opts = {
		.compress_level = variant & 1,
		.extended = variant & 2,
		.keep_cookies = variant & 4,
	};
	struct inject_stats stats;
	struct stacks old, new;
	char path[96], to[96];

	T_RUN(write_trace(folder, b, path, to));
	opts.path = to;
	unlink(to);
	if (inject_opts(path, &opts, &stats, &err)) {
		T_CHECK(access(to, F_OK) != 0);
		return TEST_OK;
	}
	T_RUN(read_stacks(&old, path));
	T_RUN(read_stacks(&new, to));
	T_EQ(new.nr, old.nr);
	for (size_t i = 0; i < new.nr; i++)
		T_CHECK(new.stacks[i].sum == old.stacks[i].sum);
	free(old.stacks);
	free(new.stacks);
	return TEST_OK;
}

static int check_prefixes(const struct folder *folder)
{
	for (int pipe = 0; pipe < 2; pipe++) {
		struct trace trace;

		trace__build(&trace, false, pipe);
		for (size_t size = trace.b.size; size > 0; size--) {
			trace.b.size = size;
			if (check_spoilt(&trace.b, folder, size))
				T_FAIL("pipe %d, the first %zu bytes", pipe, size);
		}
		trace__exit(&trace);
	}
	return TEST_OK;
}

static int test_prefixes(void)
{
	return folder__run(check_prefixes);
}

static int check_mutants(const struct folder *folder)
{
	const char *scale = getenv("HOSTILE_SCALE");
	const int nr = 320 * (scale ? atoi(scale) : 1);
	uint64_t rng = 11;

	for (int i = 0; i < nr; i++) {
		struct trace trace;

		trace__build(&trace, i & 1, i & 2);
		for (uint64_t left = 1 + rng__below(&rng, 4); left; left--)
			trace.b.data[rng__below(&rng, trace.b.size)] = rng__next(&rng);
		if (check_spoilt(&trace.b, folder, i / 4))
			T_FAIL("mutant %d", i);
		trace__exit(&trace);
	}
	return TEST_OK;
}

static int test_mutants(void)
{
	return folder__run(check_mutants);
}

static const struct test_case cases[] = {
	{"files, streams, compressed, both byte orders", test_forms},
	{"real traces", test_real},
	{"samples without a record, and records without a sample", test_gaps},
	{"a record without addresses", test_empty_record},
	{"records past 64 KiB", test_long},
	{"maps that came before the record", test_maps},
	{"features are carried over", test_features},
	{"AUX area data stay behind their record", test_aux},
	{"nothing half-written stays", test_failures},
	{"every part of a trace", test_prefixes},
	{"damaged traces", test_mutants},
	{0},
};

const struct test_suite suite__inject = {"inject", "merges the stacks within a trace", cases};
