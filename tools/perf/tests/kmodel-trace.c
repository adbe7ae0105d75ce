// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>

#include "tests/kmodel-trace.h"
#include "tests/trace.h"
#include "tests/trial.h"

static struct defer_sample_id id_of(const struct kmodel_event *event)
{
	return (struct defer_sample_id){
		.pid = event->pid,
		.tid = event->tid,
		.time = KMODEL_BOOT + event->time,
		.cpu = event->cpu,
		.id = TRACE_TRACKER_ID + event->cpu,
	};
}

static void write_sample(struct trace *trace, const struct kmodel_event *event)
{
	const uint64_t ips[] = {DEFER_CONTEXT_KERNEL, 0xffffffff81000010,
				DEFER_CONTEXT_USER_DEFERRED, event->cookie};
	uint64_t first = event->user_mode ? 2 : 0;
	struct defer_sample sample = {
		.misc = event->user_mode ? DEFER_MISC_USER : DEFER_MISC_KERNEL,
		.id = TRACE_ID + event->cpu,
		.ip = event->user_mode ? 0x400100 : ips[1],
		.pid = event->pid,
		.tid = event->tid,
		.time = KMODEL_BOOT + event->time,
		.cpu = event->cpu,
		.period = 1,
		.chain = {.ips = (const uint8_t *)&ips[first], .nr = 4 - first},
	};

	if (!event->cookie)
		sample.chain.nr -= 2;
	builder__sample(&trace->b, &trace->events[0].attr, &sample);
}

static void write_record(struct trace *trace, const struct kmodel_event *event)
{
	uint64_t ips[8] = {0x400000 + event->stack};
	struct defer_event ev = {
		.type = DEFER_RECORD_CALLCHAIN_DEFERRED,
		.misc = DEFER_MISC_USER,
		.id = id_of(event),
		.deferred = {event->cookie, {.ips = (const uint8_t *)ips, .nr = event->nr}},
	};

	for (uint64_t i = 1; i < event->nr; i++)
		ips[i] = 0x400000 + i;
	builder__event(&trace->b, &trace->events[1].attr, &ev);
}

static void write_lost(struct trace *trace, const struct kmodel_event *event)
{
	struct defer_event ev = {
		.type = DEFER_RECORD_LOST,
		.id = id_of(event),
		.lost = {.id = TRACE_TRACKER_ID + event->cpu, .lost = event->nr},
	};

	ev.id.pid = ev.id.tid = 0;
	builder__event(&trace->b, &trace->events[1].attr, &ev);
}

static void write_task(struct trace *trace, const struct kmodel_event *event)
{
	struct defer_event ev = {.type = DEFER_RECORD_EXIT, .id = id_of(event)};

	switch (event->type) {
	case KMODEL_FORK:
		ev.type = DEFER_RECORD_FORK;
		break;
	case KMODEL_EXEC:
		ev.type = DEFER_RECORD_COMM;
		ev.misc = DEFER_MISC_COMM_EXEC;
		ev.comm.pid = event->pid;
		ev.comm.tid = event->tid;
		ev.comm.name = "program";
		break;
	case KMODEL_VDSO:
		ev.type = DEFER_RECORD_MMAP2;
		ev.misc = DEFER_MISC_USER;
		ev.mmap.pid = event->pid;
		ev.mmap.tid = event->tid;
		ev.mmap.start = 0x7000000;
		ev.mmap.len = 0x1000;
		ev.mmap.prot = 5;
		ev.mmap.filename = "[vdso]";
		break;
	case KMODEL_EXIT:
	case KMODEL_SAMPLE:
	case KMODEL_RECORD:
	case KMODEL_LOST:
	default:
		break;
	}
	if (ev.type == DEFER_RECORD_FORK || ev.type == DEFER_RECORD_EXIT) {
		ev.task.pid = event->pid;
		ev.task.tid = event->tid;
		ev.task.ppid = ev.task.ptid = 1;
		ev.task.time = KMODEL_BOOT + event->time;
	}
	builder__event(&trace->b, &trace->events[1].attr, &ev);
}

static void write_events(struct trace *trace, const struct kmodel *model)
{
	trace__begin(trace, false, false);
	for (size_t i = 0; i < model->nr_events; i++) {
		const struct kmodel_event *event = &model->events[i];

		if (event->type == KMODEL_SAMPLE)
			write_sample(trace, event);
		else if (event->type == KMODEL_RECORD)
			write_record(trace, event);
		else if (event->type == KMODEL_LOST)
			write_lost(trace, event);
		else
			write_task(trace, event);
	}
	trace__end(trace);
}

int kmodel__write(const struct kmodel *model, char path[KMODEL_PATH_SIZE])
{
	struct trace trace;
	int fd;

	write_events(&trace, model);
	fd = trial__memfd(&trace.b);
	snprintf(path, KMODEL_PATH_SIZE, "/proc/self/fd/%d", fd);
	trace__exit(&trace);
	return fd;
}
