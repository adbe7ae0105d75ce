// SPDX-License-Identifier: GPL-2.0-only
/* What the recorder writes, read back as a trace. */
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "tests/folder.h"
#include "tests/tests.h"
#include "tests/trace.h"
#include "util/env.h"
#include "util/record/output.h"
#include "util/session.h"
#include "util/source.h"

/* A known trace, and where it is written to. */
struct world {
	const struct folder *folder;
	struct trace trace;
	struct output_event events[2];
	struct output_opts opts;
	char path[PATH_MAX];
	struct output *output;
	struct defer_error err;
};

static const char *const argv_known[] = {"record", "-g", "--", "a program"};

static void world__init(struct world *world, const struct folder *folder, const char *name)
{
	static const char *const names[] = {"cpu-clock", "dummy:u"};

	memset(world, 0, sizeof(*world));
	world->folder = folder;
	snprintf(world->path, sizeof(world->path), "%s/%s", folder->path, name);
	trace__begin(&world->trace, false, false);
	for (int i = 0; i < 2; i++)
		world->events[i] = (struct output_event){
			.name = names[i],
			.attr = world->trace.events[i].attr,
			.ids = world->trace.events[i].ids,
			.nr_ids = world->trace.events[i].nr_ids,
			.leader = i,
			.nr_members = 1,
		};
	world->opts = (struct output_opts){
		.path = world->path,
		.version = "1.2.3",
		.argc = 4,
		.argv = (const char **)argv_known,
		.events = world->events,
		.nr_events = 2,
		.mmap_len = 1 << 19,
		.keep_old = true,
		.clockid = -1,
		.sysfs = "/sys",
		.procfs = "/proc",
	};
	defer_error__clear(&world->err);
}

static void world__exit(struct world *world)
{
	trace__exit(&world->trace);
}

/* The bytes of the trace's records from @from on, as a ring buffer that wraps inside a record. */
static int world__write(struct world *world, size_t from)
{
	const uint8_t *data = world->trace.b.data + from;
	size_t size = world->trace.b.size - from, half = size / 2 & ~7UL;

	return output__write(world->output, data, half, data + half, size - half, &world->err);
}

static int world__write_round(struct world *world)
{
	const struct {
		uint32_t type;
		uint16_t misc, size;
	} round = {DEFER_RECORD_FINISHED_ROUND, 0, sizeof(round)};

	return output__write_record(world->output, &round, sizeof(round), &world->err);
}

/* Writes samples from @from to @to as one round, with or without a flush. */
static int world__add(struct world *world, unsigned int from, unsigned int to)
{
	size_t start = from ? world->trace.b.size : world->trace.b.stream;

	trace__add_samples(&world->trace, from, to);
	T_EQ(world__write(world, start), 0);
	T_EQ(world__write_round(world), 0);
	return TEST_OK;
}

/* Opens, writes all in two rounds, finishes. */
static int world__record(struct world *world)
{
	T_EQ(output__open(&world->output, &world->opts, &world->err), 0);
	T_RUN(world__add(world, 0, TRACE_NR_SAMPLES / 2));
	T_EQ(output__flush(world->output, &world->err), 0);
	T_RUN(world__add(world, TRACE_NR_SAMPLES / 2, TRACE_NR_SAMPLES));
	output__see_time(world->output, 7000);
	output__see_time(world->output, 5000);
	output__see_time(world->output, 6000);
	T_EQ(output__finish(world->output, &world->err), 0);
	return TEST_OK;
}

static int open_session(struct session **session, const char *path)
{
	struct session_opts opts = {.path = path, .nr_workers = 1};
	struct defer_error err = DEFER_ERROR_INIT;

	if (session__open(session, &opts, &err) || session__gather(*session, &err))
		T_FAIL("%s: %s", path, err.text);
	return TEST_OK;
}

static int count_merged(void *ctx, unsigned int worker, const struct stitched *s,
			struct defer_error *err)
{
	uint64_t *counts = ctx;

	(void)worker;
	(void)err;
	counts[0]++;
	counts[1] += s->cls == DEFER_MERGED && s->user.nr == TRACE_NR_IPS;
	return 0;
}

/* @samples of the trace are in @path, each with its callchain, and nothing is wrong with it. */
static int check_samples(struct session *session, uint64_t samples, uint64_t damaged)
{
	struct defer_error err = DEFER_ERROR_INIT;
	uint64_t counts[2] = {0};

	T_EQ(session__walk(session, count_merged, counts, &err), 0);
	T_EQ(counts[0], samples);
	T_EQ(counts[1], samples);
	for (unsigned int i = 0; i < session->damage.nr_kept && !damaged; i++)
		fprintf(stderr, "%s\n", session->damage.kept[i].text);
	T_EQ(session->damage.nr, damaged);
	return TEST_OK;
}

static int check_file(const char *path, uint64_t samples)
{
	struct session *session;

	T_RUN(open_session(&session, path));
	T_RUN(check_samples(session, samples, 0));
	session__close(session);
	return TEST_OK;
}

/* Leaves a copy for other readers where a shell suite asks for it. */
static int keep(const struct world *world, const char *name)
{
	const char *dir = getenv("PERF_DEFER_TEST_KEEP");
	char to[PATH_MAX];

	if (!dir)
		return TEST_OK;
	snprintf(to, sizeof(to), "%s/%s", dir, name);
	T_EQ(link(world->path, to), 0);
	return TEST_OK;
}

static int check_host(const struct env *env)
{
	struct utsname uts;

	T_EQ(uname(&uts), 0);
	T_STREQ(env->hostname, uts.nodename);
	T_STREQ(env->os_release, uts.release);
	T_STREQ(env->arch, uts.machine);
	T_STREQ(env->version, "1.2.3");
	T_EQ(env->nr_cpus_online, sysconf(_SC_NPROCESSORS_ONLN));
	T_CHECK(env->total_mem > 1024);
	T_EQ(env->e_machine, sizeof(long) == 8 ? env->e_machine : 0);
	T_CHECK(env->nr_pmus > 0);
	return TEST_OK;
}

static int check_recording(const struct env *env, const struct defer_evlist *evlist)
{
	T_EQ(env->cmdline.nr, 5);
	for (int i = 0; i < 4; i++)
		T_STREQ(env->cmdline.strs[i + 1], argv_known[i]);
	T_EQ(defer_evlist__nr(evlist), 2);
	T_STREQ(defer_evlist__evsel(evlist, 0)->name, "cpu-clock");
	T_STREQ(defer_evlist__evsel(evlist, 1)->name, "dummy:u");
	T_EQ(defer_evlist__evsel(evlist, 1)->nr_ids, 2);
	T_EQ(defer_evlist__find(evlist, TRACE_TRACKER_ID + 1)->idx, 1);
	return TEST_OK;
}

static int read_back(const struct folder *folder)
{
	struct session *session;
	struct world world;

	world__init(&world, folder, "perf.data");
	T_RUN(world__record(&world));
	T_RUN(keep(&world, "file.data"));
	T_RUN(open_session(&session, world.path));
	T_RUN(check_samples(session, TRACE_NR_SAMPLES, 0));
	T_EQ(session->stats.types[DEFER_RECORD_FINISHED_ROUND], 2);
	T_RUN(check_host(session->env));
	T_RUN(check_recording(session->env, session->evlist));
	T_EQ(session->env->nr_events, 2);
	T_EQ(session->env->first_time, 5000);
	T_EQ(session->env->last_time, 7000);
	T_EQ(session->env->nr_build_ids, 1);
	T_STREQ(session->env->build_ids[0].filename, "/nowhere/bin/program");
	T_EQ(session->env->build_ids[0].id[19], 0xab);
	T_EQ(session->env->build_ids[0].misc, DEFER_MISC_USER);
	session__close(session);
	world__exit(&world);
	return TEST_OK;
}

static int test_read_back(void)
{
	return folder__run(read_back);
}

/* The file has its header and nothing else; then what was flushed, whenever we look. */
static int killed(const struct folder *folder)
{
	struct world world;

	world__init(&world, folder, "perf.data");
	T_EQ(output__open(&world.output, &world.opts, &world.err), 0);
	for (unsigned int i = 0; i < TRACE_NR_SAMPLES; i++) {
		T_RUN(world__add(&world, i, i + 1));
		if (i)
			T_RUN(check_file(world.path, i));
		T_EQ(output__flush(world.output, &world.err), 0);
		T_RUN(check_file(world.path, i + 1));
	}
	T_RUN(keep(&world, "killed.data"));
	output__abandon(world.output);
	T_RUN(check_file(world.path, TRACE_NR_SAMPLES));
	world__exit(&world);
	return TEST_OK;
}

static int test_killed(void)
{
	return folder__run(killed);
}

static int compressed(const struct folder *folder)
{
	struct session *session;
	struct world world;

	world__init(&world, folder, "perf.data");
	world.opts.compress_level = 1;
	T_RUN(world__record(&world));
	T_RUN(keep(&world, "compressed.data"));
	T_RUN(open_session(&session, world.path));
	T_RUN(check_samples(session, TRACE_NR_SAMPLES, 0));
	T_EQ(session->env->compressed.type, 1);
	T_EQ(session->env->compressed.level, 1);
	T_EQ(session->env->compressed.mmap_len, 1 << 19);
	T_CHECK(session->env->compressed.ratio > 1);
	session__close(session);
	world__exit(&world);
	return TEST_OK;
}

static int test_compressed(void)
{
	return folder__run(compressed);
}

static const struct test_case cases[] = {
	{"a file, records and features, is read back", test_read_back},
	{"a file that nobody finished has all that was flushed", test_killed},
	{"compressed records are read back", test_compressed},
	{0},
};

const struct test_suite suite__output = {"output", "files and streams that record writes", cases};
