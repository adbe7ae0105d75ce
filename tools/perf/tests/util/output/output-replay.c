// SPDX-License-Identifier: GPL-2.0-only
/* Real recordings, written once more by the recorder's output: nothing may be lost or changed. */
#include <stdlib.h>
#include <unistd.h>

#include <perf/defer-evlist.h>

#include "tests/output-world.h"
#include "tests/recorded.h"
#include "tests/tests.h"
#include "util/source/source.h"

/* The events of @session, as an output takes them. */
static int copy_events(const struct session *session, struct output_event *events, uint32_t max,
		       uint32_t *nr)
{
	*nr = defer_evlist__nr(session->evlist);
	T_CHECK(*nr <= max);
	for (uint32_t i = 0; i < *nr; i++) {
		const struct defer_evsel *evsel = defer_evlist__evsel(session->evlist, i);

		events[i] = (struct output_event){
			.name = evsel->name,
			.attr = evsel->attr,
			.ids = evsel->ids,
			.nr_ids = evsel->nr_ids,
			.leader = i,
			.nr_members = 1,
		};
	}
	return TEST_OK;
}

/* All records of @source go to @output; a new file or chunk begins a round. */
static int copy_records(struct source *source, struct output *output)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct chunk chunk;
	int ret;

	chunk__init(&chunk);
	source__rewind(source);
	while ((ret = source__next(source, &chunk, &err)) > 0) {
		size_t half = chunk.size / 2 & ~7UL;

		T_EQ(output__write(output, chunk.data, half, chunk.data + half, chunk.size - half,
				   &err),
		     0);
		T_EQ(output__flush(output, &err), 0);
	}
	T_EQ(ret, 0);
	chunk__exit(&chunk);
	return TEST_OK;
}

static int compare(const struct session *was, const struct session *is, bool compressed)
{
	for (int type = 0; type < 128; type++) {
		/* The place of a table of features. */
		if (compressed && type == DEFER_RECORD_HEADER_EVENT_TYPE)
			continue;
		if (was->stats.types[type] != is->stats.types[type])
			T_FAIL("%d: %" PRIu64 ", not %" PRIu64, type, is->stats.types[type],
			       was->stats.types[type]);
	}
	T_EQ(is->stats.first_time, was->stats.first_time);
	T_EQ(is->stats.last_time, was->stats.last_time);
	T_EQ(is->damage.nr, 0);
	return TEST_OK;
}

static int replay(const struct folder *folder, const char *name, int level)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct output_event events[16];
	struct session *was, *is;
	struct output_opts opts = {
		.events = events,
		.mmap_len = 4 << 20,
		.compress_level = level,
		.clockid = -1,
		.sysfs = "/sys",
		.procfs = "/proc",
	};
	char from[PATH_MAX], to[PATH_MAX];
	struct output *output;

	snprintf(from, sizeof(from), "%s/%s", getenv("PERF_DEFER_TEST_DATA"), name);
	snprintf(to, sizeof(to), "%s/%d-%s", folder->path, level, name);
	T_RUN(open_session(&was, from));
	T_RUN(copy_events(was, events, 16, &opts.nr_events));
	opts.path = to;
	T_EQ(output__open(&output, &opts, &err), 0);
	T_RUN(copy_records(was->source, output));
	T_EQ(output__finish(output, &err), 0);
	T_RUN(open_session(&is, to));
	T_RUN(compare(was, is, level));
	session__close(was);
	session__close(is);
	return keep_file(to, strrchr(to, '/') + 1);
}

static int replay_all(const struct folder *folder)
{
	if (!getenv("PERF_DEFER_TEST_DATA"))
		T_FAIL("PERF_DEFER_TEST_DATA is not set");
	T_RUN(replay(folder, "forky-systemwide.data", 0));
	T_RUN(replay(folder, "forky-systemwide.data", 1));
	T_RUN(replay(folder, "cxx.data", 0));
	return replay(folder, "cxx.data", 19);
}

static int test_replay(void)
{
	T_NEED_RECORDED();
	return folder__run(replay_all);
}

static const struct test_case cases[] = {
	{"real recordings come out as they went in", test_replay},
	{0},
};

const struct test_suite suite__output_replay = {"output-replay", "recordings written once more",
						cases};
