// SPDX-License-Identifier: LGPL-2.1-only OR BSD-2-Clause
#include <perf/defer.h>

/* FNV-1a over whole addresses. */
static uint32_t chain_sum(const struct defer_chain *chain)
{
	uint64_t sum = 0xcbf29ce484222325ULL;

	for (uint64_t i = 0; i < chain->nr; i++)
		sum = (sum ^ defer_chain__ip(chain, i)) * 0x100000001b3ULL;
	return (uint32_t)(sum ^ sum >> 32);
}

static int feed_deferred(struct defer_stitch *st, const struct defer_event *ev, uint64_t time,
			 uint64_t order)
{
	const struct defer_stitch_record rec = {
		.cookie = ev->deferred.cookie,
		.time = time,
		.ref = order,
		.pid = ev->id.pid,
		.tid = ev->id.tid,
		.cpu = ev->id.cpu,
		.nr = (uint32_t)ev->deferred.chain.nr,
		.sum = chain_sum(&ev->deferred.chain),
	};

	return defer_stitch__add_record(st, &rec);
}

int defer_feed__event(struct defer_stitch *st, const struct defer_event *ev, uint64_t order)
{
	struct defer_stitch_task task = {
		.time = ev->id.has_time ? ev->id.time : order,
		.order = order,
		.cpu = ev->id.cpu,
	};

	switch (ev->type) {
	case DEFER_RECORD_CALLCHAIN_DEFERRED:
		return feed_deferred(st, ev, task.time, order);
	case DEFER_RECORD_FORK:
	case DEFER_RECORD_EXIT:
		task.pid = ev->task.pid;
		task.tid = ev->task.tid;
		return ev->type == DEFER_RECORD_FORK ? defer_stitch__add_fork(st, &task)
						     : defer_stitch__add_exit(st, &task);
	case DEFER_RECORD_COMM:
		task.pid = ev->comm.pid;
		task.tid = ev->comm.tid;
		return ev->comm.exec ? defer_stitch__add_exec(st, &task) : 0;
	case DEFER_RECORD_LOST:
		return defer_stitch__add_loss(st, ev->id.cpu, 0, task.time, ev->lost.lost);
	}
	return 0;
}

void defer_feed__sample(const struct defer_stitch *st, const struct defer_sample *sample,
			uint64_t order, struct defer_verdict *verdict)
{
	const struct defer_stitch_sample key = {
		.cookie = defer_chain__cookie(&sample->chain),
		.time = sample->has_time ? sample->time : order,
		.order = order,
		.pid = sample->pid,
		.tid = sample->tid,
		.cpu = sample->cpu,
	};

	*verdict = (struct defer_verdict){.cls = defer_sample__own_class(sample)};
	if (verdict->cls == DEFER_NO_RECORD)
		defer_stitch__match(st, &key, verdict);
}
