// SPDX-License-Identifier: GPL-2.0-only
#include "tests/trace.h"

#include <string.h>

#include "util/header/feature.h"

#define PERIOD 1000000 /* ns */

/* Each CPU has a buffer of its own, which the id of its event names. */
static const uint64_t ids[TRACE_NR_IDS] = {TRACE_ID, TRACE_ID + 1, TRACE_ID + 2, TRACE_ID + 3};
static const uint64_t tracker_ids[TRACE_NR_IDS] = {TRACE_TRACKER_ID, TRACE_TRACKER_ID + 1,
						   TRACE_TRACKER_ID + 2, TRACE_TRACKER_ID + 3};

#define COMMON_FIELDS \
	(DEFER_SAMPLE_IDENTIFIER | DEFER_SAMPLE_TID | DEFER_SAMPLE_TIME | DEFER_SAMPLE_CPU)

static void set_events(struct trace *trace)
{
	trace->events[0] = (struct builder_event){
		.attr =
			{
				.type = DEFER_TYPE_SOFTWARE,
				.size = DEFER_ATTR_SIZE_VER9,
				.sample_period = PERIOD,
				.sample_type = COMMON_FIELDS | DEFER_SAMPLE_IP |
					       DEFER_SAMPLE_PERIOD | DEFER_SAMPLE_CALLCHAIN,
				.flags = DEFER_ATTR_SAMPLE_ID_ALL | DEFER_ATTR_DEFER_CALLCHAIN,
			},
		.ids = ids,
		.nr_ids = TRACE_NR_IDS,
	};
	trace->events[1] = (struct builder_event){
		.attr =
			{
				.type = DEFER_TYPE_SOFTWARE,
				.size = DEFER_ATTR_SIZE_VER9,
				.config = 9, /* dummy */
				.sample_type = COMMON_FIELDS,
				.flags = DEFER_ATTR_SAMPLE_ID_ALL | DEFER_ATTR_DEFER_OUTPUT |
					 DEFER_ATTR_MMAP | DEFER_ATTR_MMAP2 | DEFER_ATTR_COMM |
					 DEFER_ATTR_COMM_EXEC | DEFER_ATTR_TASK |
					 DEFER_ATTR_BUILD_ID,
			},
		.ids = tracker_ids,
		.nr_ids = TRACE_NR_IDS,
	};
}

static uint64_t time_of(unsigned int i)
{
	return (uint64_t)PERIOD * (i + 10);
}

/* CPU 0, and a counter that is odd. */
static uint64_t cookie_of(unsigned int i)
{
	return (uint64_t)(2 * i + 1) << 32 | 1;
}

struct defer_sample_id trace__id(unsigned int i)
{
	return (struct defer_sample_id){
		.pid = TRACE_PID,
		.tid = TRACE_PID,
		.time = time_of(i),
		.id = TRACE_TRACKER_ID,
	};
}

static void add_task(struct trace *trace)
{
	const struct defer_attr *attr = &trace->events[1].attr;
	struct defer_event fork = {.type = DEFER_RECORD_FORK, .id = trace__id(0)};
	struct defer_event comm = {.type = DEFER_RECORD_COMM, .id = trace__id(0)};
	struct defer_event mmap = {.type = DEFER_RECORD_MMAP2, .id = trace__id(0)};

	fork.id.time -= 3;
	fork.task.pid = fork.task.tid = TRACE_PID;
	fork.task.ppid = fork.task.ptid = 1;
	fork.task.time = fork.id.time;
	trace->fork = builder__event(&trace->b, attr, &fork);

	comm.id.time -= 2;
	comm.misc = DEFER_MISC_COMM_EXEC;
	comm.comm.pid = comm.comm.tid = TRACE_PID;
	comm.comm.name = "program";
	trace->comm = builder__event(&trace->b, attr, &comm);

	mmap.id.time -= 1;
	mmap.misc = DEFER_MISC_USER | DEFER_MISC_MMAP_BUILD_ID;
	mmap.mmap.pid = mmap.mmap.tid = TRACE_PID;
	mmap.mmap.start = 0x400000;
	mmap.mmap.len = 0x10000;
	mmap.mmap.build_id_size = DEFER_BUILD_ID_SIZE;
	memset(mmap.mmap.build_id, 0xab, DEFER_BUILD_ID_SIZE);
	mmap.mmap.filename = "/nowhere/bin/program";
	trace->mmap = builder__event(&trace->b, attr, &mmap);
}

static void add_sample(struct trace *trace, unsigned int i)
{
	const uint64_t ips[] = {DEFER_CONTEXT_KERNEL, 0xffffffff81000010ULL, 0xffffffff81000020ULL,
				DEFER_CONTEXT_USER_DEFERRED, cookie_of(i)};
	struct defer_sample sample = {
		.misc = DEFER_MISC_KERNEL,
		.id = TRACE_ID,
		.ip = ips[1],
		.pid = TRACE_PID,
		.tid = TRACE_PID,
		.time = time_of(i),
		.period = PERIOD,
		.chain = {.ips = (const uint8_t *)ips, .nr = 5},
	};

	trace->samples[i] = builder__sample(&trace->b, &trace->events[0].attr, &sample);
}

static void add_deferred(struct trace *trace, unsigned int i)
{
	const uint64_t ips[TRACE_NR_IPS] = {0x400100, 0x400200, 0x400300 + i % 3};
	struct defer_event ev = {
		.type = DEFER_RECORD_CALLCHAIN_DEFERRED,
		.misc = DEFER_MISC_USER,
		.id = trace__id(i),
	};

	ev.id.time += PERIOD / 2;
	ev.deferred.cookie = cookie_of(i);
	ev.deferred.chain = (struct defer_chain){.ips = (const uint8_t *)ips, .nr = TRACE_NR_IPS};
	trace->deferred[i] = builder__event(&trace->b, &trace->events[1].attr, &ev);
}

void trace__begin(struct trace *trace, bool big, bool pipe)
{
	memset(trace, 0, sizeof(*trace));
	set_events(trace);
	builder__init(&trace->b, big);
	if (pipe)
		builder__begin_pipe(&trace->b, trace->events, 2);
	else
		builder__begin_file(&trace->b, trace->events, 2);
	add_task(trace);
}

void trace__add_samples(struct trace *trace, unsigned int from, unsigned int to)
{
	for (unsigned int i = from; i < to; i++) {
		add_sample(trace, i);
		add_deferred(trace, i);
	}
}

void trace__sample_in(struct trace *trace, unsigned int i, int32_t pid, int32_t tid, int32_t cpu,
		      uint64_t cookie)
{
	const uint64_t ips[] = {DEFER_CONTEXT_KERNEL, 0xffffffff81000010,
				DEFER_CONTEXT_USER_DEFERRED, cookie};
	struct defer_sample sample = {
		.id = TRACE_ID,
		.ip = ips[1],
		.pid = pid,
		.tid = tid,
		.time = trace__id(i).time,
		.cpu = cpu,
		.period = 1,
		.cpumode = DEFER_MISC_KERNEL,
		.misc = DEFER_MISC_KERNEL,
		.has_time = true,
		.has_chain = true,
		.chain = {.ips = (const uint8_t *)ips, .nr = cookie ? 4 : 2},
	};

	builder__sample(&trace->b, &trace->events[0].attr, &sample);
}

void trace__sample(struct trace *trace, unsigned int i, int32_t tid, int32_t cpu, uint64_t cookie)
{
	trace__sample_in(trace, i, TRACE_PID, tid, cpu, cookie);
}

static void add_return(struct trace *trace, struct defer_sample_id id, uint64_t cookie)
{
	const uint64_t ips[] = {0x401000};
	struct defer_event ev = {
		.type = DEFER_RECORD_CALLCHAIN_DEFERRED,
		.misc = DEFER_MISC_USER,
		.id = id,
		.deferred = {cookie, {.ips = (const uint8_t *)ips, .nr = 1}},
	};

	builder__event(&trace->b, &trace->events[1].attr, &ev);
}

void trace__deferred(struct trace *trace, unsigned int i, int32_t cpu, uint64_t cookie)
{
	struct defer_sample_id id = trace__id(i);

	id.cpu = cpu;
	add_return(trace, id, cookie);
}

void trace__deferred_of(struct trace *trace, unsigned int i, int32_t tid, uint64_t cookie)
{
	struct defer_sample_id id = trace__id(i);

	id.tid = tid;
	add_return(trace, id, cookie);
}

void trace__end(struct trace *trace)
{
	builder__begin(&trace->b, DEFER_RECORD_FINISHED_ROUND, 0);
	builder__end(&trace->b);
	builder__feature_str(&trace->b, FEATURE_HOSTNAME, "recorder");
	builder__feature_str(&trace->b, FEATURE_ARCH, "x86_64");
	builder__end_file(&trace->b);
}

void trace__build(struct trace *trace, bool big, bool pipe)
{
	trace__begin(trace, big, pipe);
	trace__add_samples(trace, 0, TRACE_NR_SAMPLES);
	trace__end(trace);
}

void trace__build_compressed(struct trace *trace, bool big)
{
	trace__begin(trace, big, false);
	trace__add_samples(trace, 0, TRACE_NR_SAMPLES);
	builder__compress(&trace->b, trace->b.stream, DEFER_RECORD_COMPRESSED2, 100);
	trace__end(trace);
}

void trace__exit(struct trace *trace)
{
	builder__exit(&trace->b);
}
