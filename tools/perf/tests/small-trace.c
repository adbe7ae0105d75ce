// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <stdlib.h>

#include <perf/defer-event.h>

#include "tests/small-trace.h"
#include "tests/tests.h"
#include "tests/trace.h"

#define THREAD (TRACE_PID + 1)

static const char kallsyms[] = "ffffffff81000000 T _text\nffffffff81000000 T do_read\n"
			       "ffffffff81000020 T do_syscall_64\nffffffff81000100 T end\n";

static void add_comm(struct trace *trace, unsigned int i, int32_t tid, const char *name)
{
	struct defer_event comm = {
		.type = DEFER_RECORD_COMM,
		.id = trace__id(i),
		.comm = {.pid = TRACE_PID, .tid = tid, .name = (char *)name},
	};

	builder__event(&trace->b, &trace->events[1].attr, &comm);
}

static void add_kernel(struct trace *trace)
{
	struct defer_event mmap = {
		.type = DEFER_RECORD_MMAP,
		.misc = DEFER_MISC_KERNEL,
		.id = trace__id(0),
		.mmap = {.pid = -1,
			 .start = 0xffffffff81000000,
			 .len = 0x1000,
			 .pgoff = 0xffffffff81000000,
			 .filename = "[kernel.kallsyms]_text"},
	};

	builder__event(&trace->b, &trace->events[1].attr, &mmap);
}

static void add_lost(struct trace *trace, unsigned int i, int32_t cpu)
{
	struct defer_event lost = {
		.type = DEFER_RECORD_LOST, .id = trace__id(i), .lost = {TRACE_TRACKER_ID, 3}};

	lost.id.cpu = cpu;
	builder__event(&trace->b, &trace->events[1].attr, &lost);
}

/* Two threads, one of which gets a name later, on three CPUs; stacks that are known, lost and pending. */
static void build(struct trace *trace)
{
	trace__begin(trace, false, false);
	add_kernel(trace);
	trace__add_samples(trace, 0, 4);
	trace__sample(trace, 4, TRACE_PID, 1, TRACE_COOKIE(20));
	add_lost(trace, 5, 1);
	trace__sample(trace, 5, THREAD, 2, 0);
	add_comm(trace, 6, THREAD, "a \"named\" <one>");
	trace__sample(trace, 7, THREAD, 2, 0);
	trace__sample(trace, 7, THREAD, 2, TRACE_COOKIE(30));
	trace__deferred_of(trace, 8, THREAD, TRACE_COOKIE(30));
	trace__add_samples(trace, 9, 12);
	trace__sample(trace, 13, TRACE_PID, 0, TRACE_COOKIE(40));
	trace__end(trace);
}

int small_trace__write(const struct folder *folder)
{
	struct trace trace;

	build(&trace);
	T_CHECK(folder__write_bytes(folder, "perf.data", trace.b.data, trace.b.size));
	T_CHECK(folder__write(folder, "kallsyms", kallsyms));
	trace__exit(&trace);
	return TEST_OK;
}

int small_trace__run(const struct folder *folder, const char *command, struct said *said)
{
	char line[512];
	FILE *pipe;

	T_RUN(small_trace__write(folder));
	snprintf(line, sizeof(line), "cd %s && \"$PERF_DEFER\" %s 2>&1", folder->path, command);
	pipe = popen(line, "r");
	T_CHECK(pipe);
	said->size = fread(said->text, 1, sizeof(said->text) - 1, pipe);
	said->text[said->size] = '\0';
	if (pclose(pipe))
		T_FAIL("%s", said->text);
	return TEST_OK;
}
