// SPDX-License-Identifier: GPL-2.0-only
/* Output of the recorder, read back as a trace. */
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include <perf/defer-evlist.h>

#include "tests/child.h"
#include "tests/output-world.h"
#include "tests/tests.h"
#include "tests/trial.h"
#include "util/header/env.h"
#include "util/header/tracing-data.h"
#include "util/output/deflate.h"
#include "util/source/source.h"

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
	/* A container may have no sysfs. */
	T_EQ(env->nr_pmus > 0, !access("/sys/bus/event_source/devices", F_OK));
	return TEST_OK;
}

static int check_recording(const struct env *env, const struct defer_evlist *evlist)
{
	T_EQ(env->cmdline.nr, 5);
	for (int i = 0; i < 4; i++)
		T_STREQ(env->cmdline.strs[i + 1], output_world_argv[i]);
	T_EQ(defer_evlist__nr(evlist), 2);
	T_STREQ(defer_evlist__evsel(evlist, 0)->name, "cpu-clock");
	T_STREQ(defer_evlist__evsel(evlist, 1)->name, "dummy:u");
	T_EQ(defer_evlist__evsel(evlist, 1)->nr_ids, TRACE_NR_IDS);
	T_EQ(defer_evlist__find(evlist, TRACE_TRACKER_ID + 1)->idx, 1);
	return TEST_OK;
}

static int read_back(const struct folder *folder)
{
	struct session *session;
	struct output_world world;

	output_world__init(&world, folder, "perf.data");
	T_RUN(output_world__record(&world));
	T_RUN(keep_file(world.path, "file.data"));
	T_RUN(open_session(&session, world.path));
	T_RUN(check_samples(session, TRACE_NR_SAMPLES));
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
	output_world__exit(&world);
	return TEST_OK;
}

static int test_read_back(void)
{
	return folder__run(read_back);
}

/* The file has its header and nothing else; then what was flushed, whenever we look. */
static int killed(const struct folder *folder)
{
	struct output_world world;

	output_world__init(&world, folder, "perf.data");
	T_EQ(output__open(&world.output, &world.opts, &world.err), 0);
	for (unsigned int i = 0; i < TRACE_NR_SAMPLES; i++) {
		T_RUN(output_world__add(&world, i, i + 1));
		if (i)
			T_RUN(check_file(world.path, i));
		T_EQ(output__flush(world.output, &world.err), 0);
		T_RUN(check_file(world.path, i + 1));
	}
	T_RUN(keep_file(world.path, "killed.data"));
	output__abandon(world.output);
	T_RUN(check_file(world.path, TRACE_NR_SAMPLES));
	output_world__exit(&world);
	return TEST_OK;
}

static int test_killed(void)
{
	return folder__run(killed);
}

static int compressed(const struct folder *folder)
{
	struct session *session;
	struct output_world world;

	output_world__init(&world, folder, "perf.data");
	world.opts.compress_level = 1;
	T_RUN(output_world__record(&world));
	T_RUN(keep_file(world.path, "compressed.data"));
	T_RUN(open_session(&session, world.path));
	T_RUN(check_samples(session, TRACE_NR_SAMPLES));
	T_EQ(session->env->compressed.type, 1);
	T_EQ(session->env->compressed.level, 1);
	T_EQ(session->env->compressed.mmap_len, 1 << 19);
	T_CHECK(session->env->compressed.ratio > 1);
	session__close(session);
	output_world__exit(&world);
	return TEST_OK;
}

static int test_compressed(void)
{
	return folder__run(compressed);
}

/* The library takes most of its memory when it is used first. */
static int compress_without_memory(void)
{
	static const uint8_t data[4096];
	struct defer_error err = DEFER_ERROR_INIT;
	struct byte_buf bytes = {0};
	struct deflate *deflate;

	T_EQ(deflate__new(&deflate, 22, DEFER_RECORD_COMPRESSED2, &err), 0);
	T_EQ(setrlimit(RLIMIT_AS, &(struct rlimit){0}), 0);
	alarm(20);
	T_EQ(deflate__add(deflate, data, sizeof(data), &bytes, &err), DEFER_ERR_INVAL);
	T_CHECK(strstr(err.text, "cannot compress: "));
	return TEST_OK;
}

/* A sanitizer ends a process that lacks memory. */
static int test_compress_without_memory(void)
{
	return trial__is_sanitized() ? TEST_OK : child__run(compress_without_memory);
}

/* Whoever reads them must know that records are compressed, at whatever moment we are killed. */
static int compressed_killed(const struct folder *folder)
{
	struct session *session;
	struct output_world world;

	output_world__init(&world, folder, "perf.data");
	world.opts.compress_level = 3;
	T_EQ(output__open(&world.output, &world.opts, &world.err), 0);
	T_RUN(check_file(world.path, 0));
	for (unsigned int i = 0; i < TRACE_NR_SAMPLES; i++) {
		T_RUN(output_world__add(&world, i, i + 1));
		if (i)
			T_RUN(check_file(world.path, i));
		T_EQ(output__flush(world.output, &world.err), 0);
		T_RUN(open_session(&session, world.path));
		T_RUN(check_samples(session, i + 1));
		T_EQ(session->env->compressed.mmap_len, 1 << 19);
		T_CHECK(session->env->nr_cpus_avail > 0);
		session__close(session);
	}
	T_RUN(keep_file(world.path, "compressed-killed.data"));
	output__abandon(world.output);
	output_world__exit(&world);
	return TEST_OK;
}

static int test_compressed_killed(void)
{
	return folder__run(compressed_killed);
}

/* One sample of the tracepoint, whose fields are in RAW. */
static void add_tracepoint(struct output_world *world, unsigned int i)
{
	const int32_t raw[] = {312, 0, 4711, 0};
	struct defer_sample sample = {
		.misc = DEFER_MISC_KERNEL,
		.id = TRACE_ID,
		.ip = 0xffffffff81000010ULL,
		.pid = TRACE_PID,
		.tid = TRACE_PID,
		.time = 10000000 + i,
		.period = 1,
		.raw = {(const uint8_t *)raw, 12},
	};

	builder__sample(&world->trace.b, &world->events[0].attr, &sample);
}

static int check_tracing(const char *path, uint64_t samples, bool finished)
{
	struct session *session;
	struct defer_error err = DEFER_ERROR_INIT;
	struct tracing_data *td;

	T_RUN(open_session(&session, path));
	T_EQ(session->stats.types[DEFER_RECORD_SAMPLE], samples);
	T_EQ(session->damage.nr, 0);
	T_EQ(env__has(session->env, FEATURE_HOSTNAME), finished);
	T_EQ(tracing_data__new(&td, &session->env->tracing_data, source__pread, session->source,
			       &session->damage, &err),
	     0);
	T_CHECK(td);
	T_EQ(tracing_data__nr_events(td), 1);
	tracing_data__delete(td);
	T_EQ(session->damage.nr, 0);
	session__close(session);
	return TEST_OK;
}

static void output_world__set_tracepoint(struct output_world *world, const char *name,
					 const char *tracefs)
{
	struct defer_attr *attr = &world->events[0].attr;

	world->events[0].name = name;
	world->opts.tracefs = tracefs;
	attr->type = DEFER_TYPE_TRACEPOINT;
	attr->config = 312;
	attr->flags &= ~DEFER_ATTR_DEFER_CALLCHAIN;
	attr->sample_type &= ~DEFER_SAMPLE_CALLCHAIN;
	attr->sample_type |= DEFER_SAMPLE_RAW;
}

/* @name names the tracepoint, or is empty. */
static int record_tracepoint(const struct folder *folder, const char *name, bool finish)
{
	char tracefs[PATH_MAX];
	struct output_world world;
	unsigned int i;

	output_world__init(&world, folder, "perf.data");
	snprintf(tracefs, sizeof(tracefs), "%s/tracing", folder->path);
	output_world__set_tracepoint(&world, name, tracefs);
	T_EQ(output__open(&world.output, &world.opts, &world.err), 0);
	for (i = 0; i < 5; i++) {
		size_t from = i ? world.trace.b.size : world.trace.b.stream;

		add_tracepoint(&world, i);
		T_EQ(output_world__write(&world, from), 0);
		if (i)
			T_RUN(check_tracing(world.path, i, false));
		T_EQ(output__flush(world.output, &world.err), 0);
		T_EQ(output__flush(world.output, &world.err), 0);
		T_RUN(check_tracing(world.path, i + 1, false));
	}
	if (finish)
		T_EQ(output__finish(world.output, &world.err), 0);
	else
		output__abandon(world.output);
	T_RUN(check_tracing(world.path, 5, finish));
	T_RUN(keep_file(world.path, finish ? "tracepoint.data" : "tracepoint-killed.data"));
	output_world__exit(&world);
	return TEST_OK;
}

static int tracepoints(const struct folder *folder)
{
	T_CHECK(output_world__make_tracefs(folder));
	T_RUN(record_tracepoint(folder, "sched:sched_switch:u", true));
	return record_tracepoint(folder, "my name for it", false);
}

static int test_tracepoints(void)
{
	return folder__run(tracepoints);
}

/* All that is in the pipe, as a file that can be read: the writer is done. */
static int save_pipe(int fd, const char *path)
{
	int out = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	char buf[4096];
	ssize_t got;

	T_CHECK(out >= 0);
	while ((got = read(fd, buf, sizeof(buf))) > 0)
		T_EQ(write(out, buf, got), got);
	T_EQ(got, 0);
	T_EQ(close(out), 0);
	return TEST_OK;
}

/* Writes to a FIFO that can hold all of it, and whose other end is open here. */
static int record_stream(struct output_world *world, const char *to)
{
	char fifo[64];
	int fds[2];

	T_EQ(pipe(fds), 0);
	T_CHECK(fcntl(fds[1], F_SETPIPE_SZ, 1 << 20) >= 1 << 20);
	snprintf(fifo, sizeof(fifo), "/proc/self/fd/%d", fds[1]);
	world->opts.path = fifo;
	T_RUN(output_world__record(world));
	T_EQ(close(fds[1]), 0);
	T_RUN(save_pipe(fds[0], to));
	T_EQ(close(fds[0]), 0);
	return TEST_OK;
}

static int stream(const struct folder *folder)
{
	struct output_world world;
	struct session *session;

	output_world__init(&world, folder, "stream");
	world.events[1].cpus = "0,2-3";
	T_RUN(record_stream(&world, world.path));
	T_RUN(keep_file(world.path, "stream.pipe"));
	T_RUN(open_session(&session, world.path));
	T_RUN(check_samples(session, TRACE_NR_SAMPLES));
	T_EQ(session->stats.types[DEFER_RECORD_FINISHED_ROUND], 2);
	T_EQ(session->stats.types[DEFER_RECORD_EVENT_UPDATE], 3);
	T_RUN(check_host(session->env));
	T_RUN(check_recording(session->env, session->evlist));
	session__close(session);
	output_world__exit(&world);
	return TEST_OK;
}

static int test_stream(void)
{
	return folder__run(stream);
}

static int compressed_stream(const struct folder *folder)
{
	struct output_world world;

	output_world__init(&world, folder, "stream");
	world.opts.compress_level = 1;
	T_RUN(record_stream(&world, world.path));
	T_RUN(keep_file(world.path, "compressed.pipe"));
	T_RUN(check_file(world.path, TRACE_NR_SAMPLES));
	output_world__exit(&world);
	return TEST_OK;
}

static int test_compressed_stream(void)
{
	return folder__run(compressed_stream);
}

static int tracepoint_stream(const struct folder *folder)
{
	struct output_world world;
	char tracefs[PATH_MAX];

	T_CHECK(output_world__make_tracefs(folder));
	output_world__init(&world, folder, "stream");
	snprintf(tracefs, sizeof(tracefs), "%s/tracing", folder->path);
	output_world__set_tracepoint(&world, "sched:sched_switch", tracefs);
	add_tracepoint(&world, 0);
	T_RUN(record_stream(&world, world.path));
	T_RUN(check_tracing(world.path, TRACE_NR_SAMPLES + 1, true));
	output_world__exit(&world);
	return TEST_OK;
}

static int test_tracepoint_stream(void)
{
	return folder__run(tracepoint_stream);
}

/* An event of many buffers has more ids than a HEADER_ATTR can hold: said, not wrapped. */
static int too_many_ids(const struct folder *folder)
{
	static const uint64_t ids[9000];
	struct output_world world;

	output_world__init(&world, folder, "perf.data");
	world.events[0].ids = ids;
	world.events[0].nr_ids = 9000;
	world.opts.path = "/dev/null";
	T_EQ(output__open(&world.output, &world.opts, &world.err), DEFER_ERR_INVAL);
	T_CHECK(strstr(world.err.text, "cpu-clock has 9000"));

	/* A file can. */
	defer_error__clear(&world.err);
	world.opts.path = world.path;
	T_RUN(output_world__record(&world));
	output_world__exit(&world);
	return TEST_OK;
}

static int test_too_many_ids(void)
{
	return folder__run(too_many_ids);
}

/* Features that not every recording has. */
static int rare_features(const struct folder *folder)
{
	struct output_world world;
	struct session *session;
	const struct env *env;

	output_world__init(&world, folder, "perf.data");
	T_RUN(output_world__record(&world));
	T_RUN(open_session(&session, world.path));
	T_CHECK(!env__has(session->env, FEATURE_GROUP_DESC)); /* no event is in a group */
	session__close(session);
	output_world__exit(&world);

	output_world__init(&world, folder, "perf.data");
	world.opts.clockid = CLOCK_MONOTONIC;
	world.events[1].leader = 0;
	world.events[0].nr_members = world.events[1].nr_members = 2;
	world.events[1].attr.sample_type |= DEFER_SAMPLE_BRANCH_STACK;
	T_RUN(output_world__record(&world));
	T_RUN(open_session(&session, world.path));
	env = session->env;
	T_EQ(env->nr_groups, 1);
	T_STREQ(env->groups[0].name, "{anon_group}");
	T_EQ(env->groups[0].leader_idx, 0);
	T_EQ(env->groups[0].nr_members, 2);
	T_EQ(env->clock.clockid, CLOCK_MONOTONIC);
	T_CHECK(env->clock.tod_ns > 1600000000000000000ULL);
	T_CHECK(env->clock.clockid_ns > 0);
	T_EQ(env->clockid_res_ns, 1);
	T_CHECK(env__has(env, FEATURE_BRANCH_STACK));
	session__close(session);
	output_world__exit(&world);
	return TEST_OK;
}

static int test_rare_features(void)
{
	return folder__run(rare_features);
}

static uint64_t attr_entry_size(const char *path)
{
	uint64_t size = 0;
	int fd = open(path, O_RDONLY);

	if (pread(fd, &size, sizeof(size), 16) != sizeof(size))
		size = 0;
	close(fd);
	return size;
}

/* A sample whose user half is in it. */
static void add_in_place(struct output_world *world, unsigned int i)
{
	const uint64_t ips[] = {DEFER_CONTEXT_KERNEL, 0xffffffff81000010ULL, DEFER_CONTEXT_USER,
				0x400100, 0x400200};
	struct defer_sample sample = {
		.misc = DEFER_MISC_KERNEL,
		.id = TRACE_ID,
		.ip = ips[1],
		.pid = TRACE_PID,
		.tid = TRACE_PID,
		.time = 10000000 + i,
		.period = 1,
		.chain = {.ips = (const uint8_t *)ips, .nr = 5},
	};

	builder__sample(&world->trace.b, &world->events[0].attr, &sample);
}

static int record_in_place(const struct folder *folder, uint64_t config4, uint64_t entry_size)
{
	struct output_world world;

	output_world__init(&world, folder, "perf.data");
	world.events[0].attr.flags &= ~DEFER_ATTR_DEFER_CALLCHAIN;
	world.events[1].attr.flags &= ~DEFER_ATTR_DEFER_OUTPUT;
	world.events[1].attr.config4 = config4;
	for (unsigned int i = 0; i < 5; i++)
		add_in_place(&world, i);
	T_EQ(output__open(&world.output, &world.opts, &world.err), 0);
	T_EQ(output_world__write(&world, world.trace.b.stream), 0);
	T_EQ(output_world__write_round(&world), 0);
	T_EQ(output__finish(world.output, &world.err), 0);
	T_EQ(attr_entry_size(world.path), entry_size);
	if (!config4)
		T_RUN(keep_file(world.path, "in-place.data"));
	output_world__exit(&world);
	return TEST_OK;
}

/* A perf that does not know deferral refuses these files, and reads all others. */
static int attr_sizes(const struct folder *folder)
{
	struct output_world world;

	output_world__init(&world, folder, "perf.data");
	T_RUN(output_world__record(&world));
	T_EQ(attr_entry_size(world.path), DEFER_ATTR_SIZE_VER9 + 16);
	output_world__exit(&world);
	T_RUN(record_in_place(folder, 0, 128 + 16));
	return record_in_place(folder, 1, DEFER_ATTR_SIZE_VER9 + 16);
}

static int test_attr_sizes(void)
{
	return folder__run(attr_sizes);
}

static const struct test_case cases[] = {
	{"a file, records and features, is read back", test_read_back},
	{"a file that nobody finished has all that was flushed", test_killed},
	{"compressed records are read back", test_compressed},
	{"so are those of a file that nobody finished", test_compressed_killed},
	{"to compress without memory is an error", test_compress_without_memory},
	{"tracepoints have their formats at any moment", test_tracepoints},
	{"a stream, records and features, is read back", test_stream},
	{"so is a compressed one", test_compressed_stream},
	{"a stream has the formats of tracepoints", test_tracepoint_stream},
	{"more ids than a stream can say are refused", test_too_many_ids},
	{"groups, clocks and branches are told", test_rare_features},
	{"attrs are no larger than they need to be", test_attr_sizes},
	{0},
};

const struct test_suite suite__output = {"output", "files and streams that record writes", cases};
