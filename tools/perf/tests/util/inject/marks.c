// SPDX-License-Identifier: GPL-2.0-only
/* marks: a missing user half gets a frame whose name any tool finds, at an address of its own. */
#include <dirent.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/folder.h"
#include "util/session/order.h"
#include "tests/rng.h"
#include "tests/tests.h"
#include "tests/trace.h"
#include "util/dso/dso.h"
#include "util/header/env.h"
#include "util/header/feature.h"
#include "util/inject/inject.h"
#include "util/inject/marks.h"
#include "util/session/session.h"

#define RANGE(i) (0x0f00000000000000ULL | (uint64_t)(i) << 48)
#define OTHER	 (TRACE_PID + 7) /* another process */

/* ---- frames of a trace ---- */

struct frame_names {
	struct symbol_conf conf;
	const struct machine *machine;
	char names[64][64];	/* of the outermost user frame of each sample; "": none */
	uint64_t outermost[64]; /* its address */
	uint32_t nr_user[64];
	size_t nr;
};

static int name_frame(void *ctx, unsigned int worker, const struct stitched *s,
		      struct defer_error *err)
{
	struct frame_names *names = ctx;
	const struct symbol *sym = NULL;
	const struct map *map;
	uint64_t ip;

	(void)worker;
	(void)err;
	if (names->nr == 64)
		return 0;
	names->nr_user[names->nr] = s->user.nr;
	if (s->user.nr) {
		ip = s->user.ips[s->user.nr - 1];
		names->outermost[names->nr] = ip;
		map = maps__find(machine__maps(names->machine, s->user_maps_id), ip);
		if (map && !strcmp(map->dso->long_name, MARKS_FILE) &&
		    !dso__load(map->dso, &names->conf, NULL))
			sym = dso__find(map->dso, map__dso_addr(map, ip));
		if (sym)
			snprintf(names->names[names->nr], 64, "%s", sym->name);
	}
	names->nr++;
	return 0;
}

struct files {
	char old[96], new[96], cache[96];
};

static void files__init(struct files *files, const struct folder *folder)
{
	snprintf(files->old, sizeof(files->old), "%s/old.data", folder->path);
	snprintf(files->new, sizeof(files->new), "%s/new.data", folder->path);
	snprintf(files->cache, sizeof(files->cache), "%s/cache", folder->path);
}

static int open_session(struct session **session, const char *path, struct defer_error *err)
{
	static struct symbol_conf conf;
	const struct session_opts opts = {.path = path, .nr_workers = 2, .symbols = &conf};
	int ret = session__open(session, &opts, err);

	return ret ? ret : session__gather(*session, err);
}

static int read_names(struct frame_names *names, const char *path, const char *cache,
		      bool want_entry)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct session *session = NULL;
	bool has_entry = false;

	*names = (struct frame_names){.conf = {.buildid_dir = cache}};
	if (open_session(&session, path, &err))
		T_FAIL("%s: %s", path, err.text);
	names->machine = session->machine;
	if (session__walk_ordered(session, name_frame, names, &err))
		T_FAIL("%s: %s", path, err.text);
	for (size_t i = 0; i < session->env->nr_build_ids; i++)
		has_entry |= !strcmp(session->env->build_ids[i].filename, MARKS_FILE) &&
			     !memcmp(session->env->build_ids[i].id, MARKS_FILE_ID, BUILD_ID_SIZE);
	T_EQ(has_entry, want_entry);
	T_EQ(session->damage.nr, 0);
	session__close(session);
	return TEST_OK;
}

static int inject(const struct files *files, const struct inject_opts *base,
		  struct inject_stats *stats, struct defer_error *err)
{
	struct inject_opts opts = *base;
	struct session *session = NULL;
	int ret = open_session(&session, files->old, err);

	opts.path = files->new;
	opts.marks_dir = opts.marks_dir ?: files->cache;
	if (!ret)
		ret = inject__run(session, &opts, stats, err);
	if (session)
		session__close(session);
	return ret;
}

/* ---- what is marked ---- */

/* Samples 3, 5 and 6 have no record; 5 and 6 are of two other processes, of which nothing else is known. */
static void build_gaps(struct trace *trace, bool big, bool pipe)
{
	trace__begin(trace, big, pipe);
	trace__add_samples(trace, 0, 3);
	trace__sample(trace, 3, TRACE_PID, 0, TRACE_COOKIE(3));
	trace__add_samples(trace, 4, 5);
	trace__sample_in(trace, 5, OTHER, OTHER, 0, TRACE_COOKIE(5));
	trace__sample_in(trace, 6, OTHER + 1, OTHER + 1, 0, TRACE_COOKIE(6));
	trace__add_samples(trace, 7, TRACE_NR_SAMPLES);
	trace__end(trace);
}

static int check_gaps_of(const struct files *files, int level)
{
	const struct inject_opts opts = {.compress_level = level};
	struct defer_error err = DEFER_ERROR_INIT;
	struct frame_names old, new;
	struct inject_stats stats;

	if (inject(files, &opts, &stats, &err))
		T_FAIL("%s", err.text);
	T_EQ(stats.marked, 3);
	T_RUN(read_names(&old, files->old, files->cache, false));
	T_RUN(read_names(&new, files->new, files->cache, true));
	T_EQ(new.nr, old.nr);
	for (size_t i = 0; i < new.nr; i++) {
		const bool marked = i == 3 || i == 5 || i == 6;

		T_EQ(new.nr_user[i], old.nr_user[i] + marked);
		T_STREQ(old.names[i], "");
		if (!marked)
			T_STREQ(new.names[i], "");
	}
	T_STREQ(new.names[3], "[user stack lost]");
	T_STREQ(new.names[5], "[user stack pending]");
	T_STREQ(new.names[6], "[user stack pending]");
	T_EQ(new.outermost[3], RANGE(0) + marks__offset(DEFER_LOST));
	return TEST_OK;
}

static int check_gaps(const struct folder *folder)
{
	struct files files;

	files__init(&files, folder);
	for (int i = 0; i < 8; i++) {
		struct trace trace;

		build_gaps(&trace, i & 1, i & 2);
		builder__write(&trace.b, files.old);
		trace__exit(&trace);
		if (check_gaps_of(&files, i / 4))
			T_FAIL("variant %d", i);
	}
	return TEST_OK;
}

static int test_gaps(void)
{
	return folder__run(check_gaps);
}

/* ---- callers that no repair has found ---- */

#define NR_REGS 3 /* bp, sp, ip */

/* The sample's registers and the record are of one moment, but its code is in no file. */
static void build_repaired(struct trace *trace)
{
	static const uint64_t regs[NR_REGS] = {0x7ffc0040, 0x7ffc0000, 0x400100}, words[2];
	static const uint64_t ips[] = {DEFER_CONTEXT_USER, 0x400100, 0x400200, 0x400300};
	struct builder_event event = {
		.attr = {.type = DEFER_TYPE_SOFTWARE,
			 .size = DEFER_ATTR_SIZE_VER9,
			 .sample_type = DEFER_SAMPLE_IP | DEFER_SAMPLE_TID | DEFER_SAMPLE_TIME |
					DEFER_SAMPLE_CALLCHAIN | DEFER_SAMPLE_REGS_USER |
					DEFER_SAMPLE_STACK_USER,
			 .sample_regs_user = 7 << 6,
			 .sample_stack_user = sizeof(words)},
	};
	const struct defer_sample sample = {
		.misc = DEFER_MISC_USER,
		.ip = ips[1],
		.pid = TRACE_PID,
		.tid = TRACE_PID,
		.time = 1000,
		.chain = {.ips = (const uint8_t *)ips, .nr = 4},
		.user_regs = {.abi = 2, .regs = {(const uint8_t *)regs, sizeof(regs)}},
		.user_stack = {{(const uint8_t *)words, sizeof(words)}, sizeof(words)},
	};

	builder__init(&trace->b, false);
	builder__begin_file(&trace->b, &event, 1);
	builder__feature_str(&trace->b, FEATURE_ARCH, "x86_64");
	builder__sample(&trace->b, &event.attr, &sample);
	builder__end_file(&trace->b);
}

/* The place of the gap is a frame, and nothing is behind it. */
static int check_repaired(const struct folder *folder)
{
	const struct inject_opts opts = {0};
	struct defer_error err = DEFER_ERROR_INIT;
	struct frame_names new;
	struct inject_stats stats;
	struct files files;
	struct trace trace;

	files__init(&files, folder);
	build_repaired(&trace);
	builder__write(&trace.b, files.old);
	builder__exit(&trace.b);
	if (inject(&files, &opts, &stats, &err))
		T_FAIL("%s", err.text);
	T_EQ(stats.marked, 1);
	T_RUN(read_names(&new, files.new, files.cache, true));
	T_EQ(new.nr, 1);
	T_EQ(new.nr_user[0], 2);
	T_STREQ(new.names[0], "[callers unknown]");
	return TEST_OK;
}

static int test_repaired(void)
{
	return folder__run(check_repaired);
}

/* Where nothing is missing, nothing is added. */
static int check_whole(const struct folder *folder)
{
	const struct inject_opts opts = {0};
	struct defer_error err = DEFER_ERROR_INIT;
	struct frame_names names;
	struct inject_stats stats;
	struct files files;
	struct trace trace;

	files__init(&files, folder);
	trace__build(&trace, false, false);
	builder__write(&trace.b, files.old);
	trace__exit(&trace);
	T_EQ(inject(&files, &opts, &stats, &err), 0);
	T_EQ(stats.marked, 0);
	T_RUN(read_names(&names, files.new, files.cache, false));
	T_CHECK(access(files.cache, F_OK) != 0);
	return TEST_OK;
}

static int test_whole(void)
{
	return folder__run(check_whole);
}

/* ---- addresses that the trace uses ---- */

static void add_chain(struct trace *trace, unsigned int i, uint64_t ip)
{
	const uint64_t ips[] = {0x400100, ip};
	struct defer_event ev = {
		.type = DEFER_RECORD_CALLCHAIN_DEFERRED,
		.misc = DEFER_MISC_USER,
		.id = trace__id(i),
	};

	trace__sample(trace, i, TRACE_PID, 0, TRACE_COOKIE(i));
	ev.id.time += 10;
	ev.deferred.cookie = TRACE_COOKIE(i);
	ev.deferred.chain = (struct defer_chain){.ips = (const uint8_t *)ips, .nr = 2};
	builder__event(&trace->b, &trace->events[1].attr, &ev);
}

static void add_map(struct trace *trace, uint64_t start)
{
	struct defer_event mmap = {.type = DEFER_RECORD_MMAP2, .id = trace__id(0)};

	mmap.misc = DEFER_MISC_USER;
	mmap.mmap.pid = mmap.mmap.tid = TRACE_PID;
	mmap.mmap.start = start;
	mmap.mmap.len = 0x2000;
	mmap.mmap.prot = 5;
	mmap.mmap.filename = "/lib/there.so";
	builder__event(&trace->b, &trace->events[1].attr, &mmap);
}

/* Uses the first @nr ranges: the first two by maps, the others by addresses in stacks. */
static int inject_taken(const struct files *files, unsigned int nr, struct defer_error *err)
{
	const struct inject_opts opts = {0};
	struct inject_stats stats;
	struct trace trace;

	trace__begin(&trace, false, false);
	for (unsigned int i = 0; i < nr && i < 2; i++)
		add_map(&trace, RANGE(i) - 0x1000);
	for (unsigned int i = 2; i < nr; i++)
		add_chain(&trace, i, RANGE(i) + 0xff8);
	trace__sample(&trace, 20, TRACE_PID, 0, TRACE_COOKIE(20));
	trace__end(&trace);
	builder__write(&trace.b, files->old);
	trace__exit(&trace);
	return inject(files, &opts, &stats, err);
}

static int check_taken(const struct folder *folder)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct frame_names names;
	struct files files;

	files__init(&files, folder);
	for (unsigned int nr = 0; nr < 16; nr++) {
		if (inject_taken(&files, nr, &err))
			T_FAIL("%s", err.text);
		T_RUN(read_names(&names, files.new, files.cache, true));
		T_CHECK(names.nr > 0);
		T_EQ(names.outermost[names.nr - 1], RANGE(nr) + marks__offset(DEFER_PENDING));
		T_STREQ(names.names[names.nr - 1], "[user stack pending]");
		for (size_t i = 0; i + 1 < names.nr; i++)
			T_STREQ(names.names[i], "");
	}
	unlink(files.new);
	T_EQ(inject_taken(&files, 16, &err), DEFER_ERR_UNSUPPORTED);
	T_CHECK(strstr(err.text, "all addresses"));
	T_CHECK(access(files.new, F_OK) != 0);
	return TEST_OK;
}

static int test_taken(void)
{
	return folder__run(check_taken);
}

/* ---- the cache ---- */

static int check_cache(const struct folder *folder)
{
	struct inject_opts opts = {0};
	struct defer_error err = DEFER_ERROR_INIT;
	struct inject_stats stats;
	struct files files;
	struct trace trace;

	files__init(&files, folder);
	build_gaps(&trace, false, false);
	builder__write(&trace.b, files.old);
	trace__exit(&trace);
	opts.marks_dir = files.old; /* a file */
	T_EQ(inject(&files, &opts, &stats, &err), DEFER_ERR_IO);
	T_CHECK(strstr(err.text, files.old));
	T_CHECK(access(files.new, F_OK) != 0);

	opts.marks_dir = files.cache;
	T_EQ(inject(&files, &opts, &stats, &err), 0);
	T_EQ(inject(&files, &opts, &stats, &err), 0); /* it is there */
	return TEST_OK;
}

static int test_cache(void)
{
	return folder__run(check_cache);
}

/* Whoever changes a name changes the build id with it: its end is FNV-1a of all of them. */
static int test_build_id(void)
{
	uint32_t hash = 2166136261;
	char want[BUILD_ID_SIZE + 1] = "perf-defer marks";

	for (unsigned int kind = 0; kind <= MARK_GAP; kind++) {
		const char *name = marks__name(kind);

		for (; name && *name; name++)
			hash = (hash ^ (unsigned char)*name) * 16777619;
		hash = (hash ^ kind) * 16777619;
	}
	for (int i = 0; i < 4; i++)
		want[16 + i] = hash >> 8 * i;
	T_EQ(memcmp(MARKS_FILE_ID, want, BUILD_ID_SIZE), 0);
	return TEST_OK;
}

/* ---- damaged traces ---- */

/*
 * Each user half of @new is the old one, or has one more frame, which is a mark. It has no name if
 * its process begins, by a damaged time, after its first sample.
 */
static int same_but_marks(const struct frame_names *old, const struct frame_names *new)
{
	T_EQ(new->nr, old->nr);
	for (size_t i = 0; i < new->nr; i++) {
		if (new->nr_user[i] == old->nr_user[i]) {
			T_EQ(new->outermost[i], old->outermost[i]);
			continue;
		}
		T_EQ(new->nr_user[i], old->nr_user[i] + 1);
		T_EQ(new->outermost[i] >> 56, RANGE(0) >> 56);
	}
	return TEST_OK;
}

static int read_spoilt(struct frame_names *names, const char *path, const char *cache)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct session *session = NULL;
	int ret = open_session(&session, path, &err);

	*names = (struct frame_names){.conf = {.buildid_dir = cache}};
	names->machine = session ? session->machine : NULL;
	if (!ret)
		ret = session__walk_ordered(session, name_frame, names, &err);
	if (session)
		session__close(session);
	return ret;
}

static int check_mutants(const struct folder *folder)
{
	const char *scale = getenv("HOSTILE_SCALE");
	const int nr = 300 * (scale ? atoi(scale) : 1);
	const struct inject_opts opts = {0};
	struct frame_names old, new;
	struct inject_stats stats;
	struct files files;
	uint64_t rng = 3;

	files__init(&files, folder);
	for (int i = 0; i < nr; i++) {
		struct defer_error err = DEFER_ERROR_INIT;
		struct trace trace;

		build_gaps(&trace, i & 1, i & 2);
		if (i % 8 == 7)
			trace.b.size -= rng__below(&rng, trace.b.size);
		for (uint64_t left = rng__below(&rng, 4); left; left--)
			trace.b.data[rng__below(&rng, trace.b.size)] = rng__next(&rng);
		builder__write(&trace.b, files.old);
		trace__exit(&trace);
		unlink(files.new);
		if (inject(&files, &opts, &stats, &err)) {
			T_CHECK(access(files.new, F_OK) != 0);
			continue;
		}
		T_EQ(read_spoilt(&old, files.old, files.cache), 0);
		T_EQ(read_spoilt(&new, files.new, files.cache), 0);
		if (same_but_marks(&old, &new))
			T_FAIL("mutant %d", i);
	}
	return TEST_OK;
}

static int test_mutants(void)
{
	return folder__run(check_mutants);
}

static const struct test_case cases[] = {
	{"a frame says what is missing", test_gaps},
	{"a frame says that callers are missing", test_repaired},
	{"nothing is missing", test_whole},
	{"addresses that the trace uses", test_taken},
	{"the build-id cache", test_cache},
	{"the build id", test_build_id},
	{"damaged traces", test_mutants},
	{0},
};

const struct test_suite suite__marks = {"marks", "names missing user stacks in a trace", cases};
