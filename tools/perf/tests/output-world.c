// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <unistd.h>

#include "tests/output-world.h"
#include "tests/tests.h"

const char *const output_world_argv[OUTPUT_WORLD_ARGC] = {"record", "-g", "--", "a program"};

void output_world__init(struct output_world *world, const struct folder *folder, const char *name)
{
	static const char *const names[] = {"cpu-clock", "dummy:u"};

	memset(world, 0, sizeof(*world));
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
		.argv = (const char **)output_world_argv,
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

static const char switch_format[] =
	"name: sched_switch\nID: 312\nformat:\n"
	"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
	"\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n"
	"\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;\n"
	"\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n"
	"\tfield:int prev_pid;\toffset:8;\tsize:4;\tsigned:1;\n"
	"\nprint fmt: \"prev_pid=%d\", REC->prev_pid\n";

bool output_world__make_tracefs(const struct folder *folder)
{
	return folder__write(folder, "tracing/events/header_page",
			     "\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;\n"
			     "\tfield: local_t commit;\toffset:8;\tsize:8;\tsigned:1;\n"
			     "\tfield: int overwrite;\toffset:8;\tsize:1;\tsigned:1;\n"
			     "\tfield: char data;\toffset:16;\tsize:4080;\tsigned:1;\n") &&
	       folder__write(folder, "tracing/events/header_event",
			     "# compressed entry header\n") &&
	       folder__write(folder, "tracing/events/enable", "0\n") &&
	       folder__write(folder, "tracing/events/sched/enable", "0\n") &&
	       folder__write(folder, "tracing/events/sched/sched_switch/enable", "0\n") &&
	       folder__write(folder, "tracing/events/sched/sched_switch/id", "312\n") &&
	       folder__write(folder, "tracing/events/sched/sched_switch/format", switch_format) &&
	       folder__write(folder, "tracing/events/sched/sched_wakeup/id", "313\n") &&
	       folder__write(folder, "tracing/events/sched/sched_wakeup/format", "unasked for\n") &&
	       folder__write(folder, "tracing/printk_formats", "0xffffffff82000000 : \"rcu\"\n");
}

void output_world__exit(struct output_world *world)
{
	trace__exit(&world->trace);
}

/* The bytes of the trace's records from @from on, as a ring buffer that wraps inside a record. */
int output_world__write(struct output_world *world, size_t from)
{
	const uint8_t *data = world->trace.b.data + from;
	size_t size = world->trace.b.size - from, half = size / 2 & ~7UL;

	return output__write(world->output, data, half, data + half, size - half, &world->err);
}

int output_world__write_round(struct output_world *world)
{
	const struct {
		uint32_t type;
		uint16_t misc, size;
	} round = {DEFER_RECORD_FINISHED_ROUND, 0, sizeof(round)};

	return output__write_record(world->output, &round, sizeof(round), &world->err);
}

/* Writes samples from @from to @to as one round, with or without a flush. */
int output_world__add(struct output_world *world, unsigned int from, unsigned int to)
{
	size_t start = from ? world->trace.b.size : world->trace.b.stream;

	trace__add_samples(&world->trace, from, to);
	T_EQ(output_world__write(world, start), 0);
	T_EQ(output_world__write_round(world), 0);
	return TEST_OK;
}

/* Opens, writes all in two rounds, finishes. */
int output_world__record(struct output_world *world)
{
	T_EQ(output__open(&world->output, &world->opts, &world->err), 0);
	T_RUN(output_world__add(world, 0, TRACE_NR_SAMPLES / 2));
	T_EQ(output__flush(world->output, &world->err), 0);
	T_RUN(output_world__add(world, TRACE_NR_SAMPLES / 2, TRACE_NR_SAMPLES));
	output__see_time(world->output, 7000);
	output__see_time(world->output, 5000);
	output__see_time(world->output, 6000);
	T_EQ(output__finish(world->output, &world->err), 0);
	return TEST_OK;
}

int open_session(struct session **session, const char *path)
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
int check_samples(struct session *session, uint64_t samples)
{
	struct defer_error err = DEFER_ERROR_INIT;
	uint64_t counts[2] = {0};

	T_EQ(session__walk(session, count_merged, counts, &err), 0);
	T_EQ(counts[0], samples);
	T_EQ(counts[1], samples);
	for (unsigned int i = 0; i < session->damage.nr_kept; i++)
		fprintf(stderr, "%s\n", session->damage.kept[i].text);
	T_EQ(session->damage.nr, 0);
	return TEST_OK;
}

int check_file(const char *path, uint64_t samples)
{
	struct session *session;

	T_RUN(open_session(&session, path));
	T_RUN(check_samples(session, samples));
	session__close(session);
	return TEST_OK;
}

int keep_file(const char *path, const char *name)
{
	const char *dir = getenv("PERF_DEFER_TEST_KEEP");
	char to[PATH_MAX];

	if (!dir)
		return TEST_OK;
	snprintf(to, sizeof(to), "%s/%s", dir, name);
	T_EQ(link(path, to), 0);
	return TEST_OK;
}
