// SPDX-License-Identifier: GPL-2.0-only
/* Tracepoint data that are written are read back the same, also if tracefs is incomplete. */
#include <stdlib.h>

#include <perf/defer-sample.h>

#include "tests/folder.h"
#include "tests/tests.h"
#include "util/header/tracing-data.h"
#include "util/output/feature-writer.h"

#define NR_EVENTS 7
#define EVENTS	  "tracing/events/"
#define X16	  "xxxxxxxxxxxxxxxx"
#define LONGEST	  X16 X16 X16 X16 X16 X16 X16 "xxxxxxxxxxxxxxx" /* 127 bytes */

static const struct output_event events[NR_EVENTS] = {
	{.name = "sched:sched_wakeup", .attr = {.type = DEFER_TYPE_TRACEPOINT, .config = 12}},
	/* with a name of the user's own, modifiers, and once more */
	{.name = "wakes", .attr = {.type = DEFER_TYPE_TRACEPOINT, .config = 12}},
	/* with one that looks like that of another tracepoint */
	{.name = "rcu:rcu_utilization", .attr = {.type = DEFER_TYPE_TRACEPOINT, .config = 14}},
	{.name = "rcu:rcu_utilization:k", .attr = {.type = DEFER_TYPE_TRACEPOINT, .config = 11}},
	{.name = "ftrace:function", .attr = {.type = DEFER_TYPE_TRACEPOINT, .config = 1}},
	/* the longest name, and one that is too long */
	{.name = "longest", .attr = {.type = DEFER_TYPE_TRACEPOINT, .config = 15}},
	{.name = "too long", .attr = {.type = DEFER_TYPE_TRACEPOINT, .config = 16}},
};

static bool write_event(const struct folder *folder, const char *name, int id, const char *fields,
			const char *print)
{
	char path[256], text[1024];
	bool ok;

	snprintf(path, sizeof(path), EVENTS "%s/enable", name);
	ok = folder__write(folder, path, "0\n");
	snprintf(path, sizeof(path), EVENTS "%s/id", name);
	snprintf(text, sizeof(text), "%d\n", id);
	ok = ok && folder__write(folder, path, text);
	snprintf(path, sizeof(path), EVENTS "%s/format", name);
	snprintf(text, sizeof(text),
		 "name: %s\nID: %d\nformat:\n"
		 "\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
		 "\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n%s\nprint fmt: %s\n",
		 strchr(name, '/') + 1, id, fields, print);
	return ok && folder__write(folder, path, text);
}

static bool make_tracefs(const struct folder *folder)
{
	return folder__write(folder, EVENTS "header_page",
			     "\tfield: local_t commit;\toffset:8;\tsize:8;\tsigned:1;\n") &&
	       folder__write(folder, EVENTS "header_event", "# compressed entry header\n") &&
	       folder__write(folder, EVENTS "enable", "0\n") &&
	       folder__write(folder, EVENTS "sched/enable", "0\n") &&
	       folder__write(folder, EVENTS "rcu/enable", "0\n") &&
	       write_event(folder, "sched/sched_wakeup", 12,
			   "\tfield:int pid;\toffset:8;\tsize:4;\tsigned:1;\n",
			   "\"pid=%d\", REC->pid") &&
	       write_event(folder, "sched/sched_switch", 13,
			   "\tfield:int pid;\toffset:8;\tsize:4;\tsigned:1;\n",
			   "\"unasked for\"") &&
	       write_event(folder, "sched/sched_waking", 14,
			   "\tfield:int pid;\toffset:8;\tsize:4;\tsigned:1;\n",
			   "\"waking %d\", REC->pid") &&
	       write_event(folder, "rcu/rcu_utilization", 11,
			   "\tfield:const char * s;\toffset:8;\tsize:8;\tsigned:0;\n",
			   "\"%s\", REC->s") &&
	       write_event(folder, "ftrace/function", 1,
			   "\tfield:unsigned long ip;\toffset:8;\tsize:8;\tsigned:0;\n",
			   "\"%lx\", REC->ip") &&
	       write_event(folder, "rcu/" LONGEST, 15, "", "\"longest\"") &&
	       write_event(folder, "rcu/" LONGEST "x", 16, "", "\"too long\"") &&
	       folder__write(folder, "tracing/printk_formats",
			     "0xffffffff82000000 : \"Start\"\n") &&
	       folder__write(folder, "tracing/saved_cmdlines", "42 sh\n");
}

/* ---- written, then read ---- */

struct blob {
	struct byte_buf bytes;
	struct damage damage;
	struct tracing_data *td;
};

static int64_t blob__pread(void *ctx, void *buf, size_t size, uint64_t offset,
			   struct defer_error *err)
{
	const struct byte_buf *bytes = ctx;

	(void)err;
	if (offset >= bytes->size)
		return 0;
	if (size > bytes->size - offset)
		size = bytes->size - offset;
	memcpy(buf, bytes->data + offset, size);
	return size;
}

static int blob__write(struct blob *blob, const struct folder *folder)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct defer_section section = {0};
	char tracefs[128];
	const struct output_opts opts = {
		.events = events,
		.nr_events = NR_EVENTS,
		.tracefs = tracefs,
	};
	const struct feature_facts facts = {.opts = &opts};

	memset(blob, 0, sizeof(*blob));
	damage__init(&blob->damage);
	snprintf(tracefs, sizeof(tracefs), "%s/tracing", folder->path);
	T_CHECK(write_tracing_data(&facts, &blob->bytes));
	section.size = blob->bytes.size;
	T_EQ(tracing_data__new(&blob->td, &section, blob__pread, &blob->bytes, &blob->damage, &err),
	     0);
	T_CHECK(blob->td);
	return TEST_OK;
}

static void blob__exit(struct blob *blob)
{
	tracing_data__delete(blob->td);
	damage__exit(&blob->damage);
	byte_buf__exit(&blob->bytes);
}

/* The text of a sample of tracepoint @id with this @value, or "" if it has none. */
static const char *text_of(const struct blob *blob, uint16_t id, uint64_t value)
{
	const struct {
		uint16_t type, flags;
		int32_t pid;
		uint64_t value;
	} raw = {id, 0, 7, value};
	const struct defer_blob data = {(const uint8_t *)&raw, sizeof(raw)};
	const char *text = tracing_data__text(blob->td, id, &data, 0);

	return text ? text : "";
}

static int whole(const struct folder *folder)
{
	struct blob blob;
	char name[64];

	T_CHECK(make_tracefs(folder));
	T_RUN(blob__write(&blob, folder));
	T_EQ(blob.damage.nr, 0);
	T_EQ(tracing_data__nr_events(blob.td), 5);
	T_STREQ(text_of(&blob, 12, 99), "pid=99");
	T_STREQ(text_of(&blob, 11, 0xffffffff82000000), "Start");
	T_STREQ(text_of(&blob, 1, 0xabcd), "abcd");
	T_STREQ(text_of(&blob, 13, 1), "");
	T_STREQ(text_of(&blob, 14, 5), "waking 5");
	T_STREQ(text_of(&blob, 15, 0), "longest");
	T_STREQ(text_of(&blob, 16, 0), "");
	T_CHECK(tracing_data__event_name(blob.td, 1, name, sizeof(name)));
	T_STREQ(name, "ftrace:function");
	/* at its end: the names of tasks, with their size before them */
	T_CHECK(blob.bytes.size > 14);
	T_EQ(memcmp(blob.bytes.data + blob.bytes.size - 14,
		    "\6\0\0\0\0\0\0\0"
		    "42 sh\n",
		    14),
	     0);
	blob__exit(&blob);
	return TEST_OK;
}

static int test_whole(void)
{
	return folder__run(whole);
}

/* All but what @path is about is there as before. */
static int check_without(const struct folder *folder, const char *path)
{
	bool format = strstr(path, "rcu_utilization"), strings = strstr(path, "printk");
	struct blob blob;

	T_RUN(blob__write(&blob, folder));
	T_EQ(blob.damage.nr, 0);
	T_EQ(tracing_data__nr_events(blob.td), format ? 4 : 5);
	T_STREQ(text_of(&blob, 12, 99), "pid=99");
	T_EQ(!strcmp(text_of(&blob, 11, 0xffffffff82000000), "Start"), !format && !strings);
	blob__exit(&blob);
	return TEST_OK;
}

/* Endless: longer than any of the kernel's. */
static bool write_large(const struct folder *folder, const char *path)
{
	size_t size = 9 << 20;
	char *bytes = malloc(size);
	bool ok;

	if (!bytes)
		return false;
	memset(bytes, '7', size);
	ok = folder__write_bytes(folder, path, bytes, size);
	free(bytes);
	return ok;
}

static int pieces(const struct folder *folder)
{
	static const char *const paths[] = {
		EVENTS "header_page",
		EVENTS "header_event",
		EVENTS "rcu/rcu_utilization/format",
		"tracing/printk_formats",
		"tracing/saved_cmdlines",
	};

	for (size_t i = 0; i < sizeof(paths) / sizeof(*paths); i++) {
		T_CHECK(make_tracefs(folder) && folder__remove(folder, paths[i]));
		T_RUN(check_without(folder, paths[i]));
		T_CHECK(folder__fifo(folder, paths[i]));
		T_RUN(check_without(folder, paths[i]));
		T_CHECK(folder__mkdir(folder, paths[i]));
		T_RUN(check_without(folder, paths[i]));
		T_CHECK(folder__remove(folder, paths[i]) && write_large(folder, paths[i]));
		T_RUN(check_without(folder, paths[i]));
	}
	return TEST_OK;
}

static int test_pieces(void)
{
	return folder__run(pieces);
}

static const struct test_case cases[] = {
	{"formats, strings and names of tasks", test_whole},
	{"what cannot be read costs only itself", test_pieces},
	{0},
};

const struct test_suite suite__tracing_writer = {"tracing-writer", "Formats of tracepoints", cases};
