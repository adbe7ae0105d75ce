// SPDX-License-Identifier: GPL-2.0-only
/* The counts of each task from READ records, and their output. */
#include <stdlib.h>
#include <unistd.h>

#include <perf/defer-event.h>

#include "tests/builder.h"
#include "tests/tests.h"
#include "tests/trial.h"
#include "ui/stdio/task-counts.h"
#include "util/session/session.h"

#define TIMES  (DEFER_FORMAT_TOTAL_TIME_ENABLED | DEFER_FORMAT_TOTAL_TIME_RUNNING)
#define SINGLE (TIMES | DEFER_FORMAT_ID | DEFER_FORMAT_LOST)
#define GROUP  (SINGLE | DEFER_FORMAT_GROUP)

/* Two events with two ids each, as of two CPUs. */
static const uint64_t ids[] = {100, 101, 200, 201};

struct counted {
	struct builder b;
	struct builder_event events[2];
};

static void counted__begin(struct counted *counted, uint64_t read_format, bool big)
{
	const struct defer_attr attr = {
		.type = DEFER_TYPE_SOFTWARE,
		.size = DEFER_ATTR_SIZE_VER9,
		.sample_type = DEFER_SAMPLE_IDENTIFIER | DEFER_SAMPLE_IP | DEFER_SAMPLE_TID |
			       DEFER_SAMPLE_TIME,
		.read_format = read_format,
		.flags = DEFER_ATTR_SAMPLE_ID_ALL | DEFER_ATTR_INHERIT | DEFER_ATTR_INHERIT_STAT,
	};

	counted->events[0] = (struct builder_event){attr, &ids[0], 2};
	counted->events[1] = (struct builder_event){attr, &ids[2], 2};
	counted->events[1].attr.config = 2;
	builder__init(&counted->b, big);
	builder__begin_file(&counted->b, counted->events, 2);
}

static void counted__end_record(struct counted *counted, uint64_t id)
{
	const struct defer_sample_id sample_id = {.pid = 5, .tid = 6, .time = 7, .id = id};

	builder__sample_id(&counted->b, &counted->events[0].attr, &sample_id);
	builder__end(&counted->b);
}

/* As an event alone is read. */
static void add_read(struct counted *counted, int32_t pid, int32_t tid, uint64_t id, uint64_t value)
{
	struct builder *b = &counted->b;

	builder__begin(b, DEFER_RECORD_READ, 0);
	builder__u32(b, pid);
	builder__u32(b, tid);
	builder__u64(b, value);
	builder__u64(b, 1000); /* enabled */
	builder__u64(b, 900);  /* running */
	builder__u64(b, id);
	builder__u64(b, 0); /* lost */
	counted__end_record(counted, id);
}

/* As a group is read, for its member @id. */
static void add_group_read(struct counted *counted, int32_t tid, uint64_t id,
			   const uint64_t *values)
{
	struct builder *b = &counted->b;

	builder__begin(b, DEFER_RECORD_READ, 0);
	builder__u32(b, 5);
	builder__u32(b, tid);
	builder__u64(b, 2);
	builder__u64(b, 1000);
	builder__u64(b, 900);
	for (int i = 0; i < 2; i++) {
		builder__u64(b, values[i]);
		builder__u64(b, ids[2 * i]);
		builder__u64(b, 0);
	}
	counted__end_record(counted, id);
}

static int check_text(struct counted *counted, bool raw, const char *want)
{
	struct session_opts opts = {.nr_workers = 1};
	struct defer_error err = DEFER_ERROR_INIT;
	struct task_counts counts;
	struct session *session;
	char path[32], *text;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	int fd = trial__memfd(&counted->b);

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	opts.path = path;
	T_EQ(session__open(&session, &opts, &err), 0);
	T_EQ(session__gather(session, &err), 0);
	T_EQ(task_counts__init(&counts, session, &err), 0);
	task_counts__fprintf(&counts, raw, out);
	fclose(out);
	T_STREQ(text, want);
	free(text);
	task_counts__exit(&counts);
	session__close(session);
	close(fd);
	return TEST_OK;
}

static int check_sums(bool big)
{
	struct counted counted;

	counted__begin(&counted, SINGLE, big);
	add_read(&counted, 5, 77, 200, 3);
	add_read(&counted, 5, 6, 100, 1000000);
	add_read(&counted, 5, 6, 101, 234567);
	add_read(&counted, 5, 6, 201, 0);
	add_read(&counted, 12345, 6, 100, 8);
	builder__end_file(&counted.b);
	T_RUN(check_text(&counted, true,
			 "#   PID  TID         Name  Raw    Count\n"
			 "      5   77  page-faults    1        3\n"
			 "      5   77    cpu-clock    0        0\n"
			 "      5    6  page-faults    1        0\n"
			 "      5    6    cpu-clock    0  1234567\n"
			 "  12345    6  page-faults    1        0\n"
			 "  12345    6    cpu-clock    0        8\n"));
	T_RUN(check_text(&counted, false,
			 "#   PID  TID  page-faults  cpu-clock\n"
			 "      5   77            3          0\n"
			 "      5    6            0    1234567\n"
			 "  12345    6            0          8\n"));
	builder__exit(&counted.b);
	return TEST_OK;
}

static int test_sums(void)
{
	T_RUN(check_sums(false));
	return check_sums(true);
}

/* Each member's record reads all of them: only its own value is its own. */
static int test_group(void)
{
	const uint64_t values[] = {11, 22};
	struct counted counted;

	counted__begin(&counted, GROUP, false);
	add_group_read(&counted, 6, 100, values);
	add_group_read(&counted, 6, 200, values);
	builder__end_file(&counted.b);
	T_RUN(check_text(&counted, true,
			 "# PID  TID         Name  Raw  Count\n"
			 "    5    6    cpu-clock    0     11\n"
			 "    5    6  page-faults    1     22\n"));
	builder__exit(&counted.b);
	return TEST_OK;
}

static int test_none(void)
{
	struct counted counted;

	counted__begin(&counted, SINGLE, false);
	builder__end_file(&counted.b);
	T_RUN(check_text(&counted, false, "# PID  TID\n"));
	T_RUN(check_text(&counted, true, "# PID  TID  Name  Raw  Count\n"));
	builder__exit(&counted.b);
	return TEST_OK;
}

/* Records that end too early, claim members without end, or are of no event. */
static int test_lies(void)
{
	const uint64_t values[] = {11, 22};
	struct counted counted;
	size_t at;

	counted__begin(&counted, GROUP, false);
	at = counted.b.size;
	add_group_read(&counted, 6, 100, values);
	builder__poke_u64(&counted.b, at + 16, UINT64_MAX);
	builder__begin(&counted.b, DEFER_RECORD_READ, 0);
	builder__u64(&counted.b, 5);
	counted__end_record(&counted, 100);
	add_group_read(&counted, 7, 999, values);
	add_group_read(&counted, 8, 200, values);
	builder__end_file(&counted.b);
	T_RUN(check_text(&counted, true,
			 "# PID  TID         Name  Raw  Count\n"
			 "    5    6    cpu-clock    0     11\n"
			 "    5    6  page-faults    1      0\n"
			 "    5    8    cpu-clock    0      0\n"
			 "    5    8  page-faults    1     22\n"));
	builder__exit(&counted.b);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"sums over CPUs, in order of the file", test_sums},
	{"events of a group", test_group},
	{"a recording without", test_none},
	{"records that lie", test_lies},
	{0},
};

const struct test_suite suite__task_counts = {"task-counts", "What each task counted", cases};
