// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "tests/stitch-world.h"

static void must(int ok)
{
	if (!ok)
		abort();
}

void world__init(struct world *w, enum world_kind kind)
{
	struct defer_stitch_opts opts = {
		.no_time = kind == WORLD_NO_TIME,
		.no_output = kind == WORLD_NO_OUTPUT,
	};

	*w = (struct world){.st = defer_stitch__new(&opts)};
	must(!!w->st);
}

void world__exit(struct world *w)
{
	defer_signs__delete(w->signs);
	defer_stitch__delete(w->st);
}

void world__record(struct world *w, int tid, uint64_t cookie, uint64_t time)
{
	struct defer_stitch_record rec = {
		.cookie = cookie,
		.time = time,
		.ref = w->order++,
		.pid = 100,
		.tid = tid,
		.cpu = w->cpu,
		.nr = 3,
		.sum = 7,
	};

	must(!defer_stitch__add_record(w->st, &rec));
}

static struct defer_stitch_task world__task(struct world *w, int tid, uint64_t time)
{
	return (struct defer_stitch_task){
		.time = time,
		.order = w->order++,
		.pid = 100,
		.tid = tid,
		.cpu = w->cpu,
	};
}

void world__fork(struct world *w, int tid, uint64_t time)
{
	struct defer_stitch_task task = world__task(w, tid, time);

	must(!defer_stitch__add_fork(w->st, &task));
}

void world__exec(struct world *w, uint64_t time)
{
	struct defer_stitch_task task = world__task(w, 100, time);

	must(!defer_stitch__add_exec(w->st, &task));
}

void world__task_exit(struct world *w, int tid, uint64_t time)
{
	struct defer_stitch_task task = world__task(w, tid, time);

	must(!defer_stitch__add_exit(w->st, &task));
}

void world__loss(struct world *w, uint64_t begin, uint64_t end)
{
	must(!defer_stitch__add_loss(w->st, begin, end, 5));
}

void world__seal(struct world *w)
{
	must(!defer_stitch__seal(w->st));
	w->signs = defer_signs__new(w->st);
	must(!!w->signs);
}

struct defer_stitch_sample world__sample(const struct world *w, int tid, uint64_t cookie,
					 uint64_t time)
{
	return (struct defer_stitch_sample){
		.cookie = cookie,
		.time = time,
		.order = w->order,
		.pid = 100,
		.tid = tid,
		.cpu = w->cpu,
	};
}

void world__user(struct world *w, int tid, uint64_t cookie, uint64_t time)
{
	struct defer_stitch_sample sample = world__sample(w, tid, cookie, time);

	must(!defer_signs__note(w->signs, &sample));
}

void world__unmatched(struct world *w, int tid, uint64_t cookie, uint64_t time)
{
	must(world__match(w, tid, cookie, time).cls == DEFER_NO_RECORD);
	world__user(w, tid, cookie, time);
}

struct defer_verdict world__match(const struct world *w, int tid, uint64_t cookie, uint64_t time)
{
	struct defer_stitch_sample sample = world__sample(w, tid, cookie, time);
	struct defer_verdict verdict;

	defer_stitch__match(w->st, &sample, &verdict);
	return verdict;
}

enum defer_class world__class(const struct world *w, int tid, uint64_t cookie, uint64_t time)
{
	struct defer_stitch_sample sample = world__sample(w, tid, cookie, time);
	struct defer_verdict verdict = world__match(w, tid, cookie, time);

	if (verdict.cls == DEFER_NO_RECORD)
		return defer_stitch__settle(w->st, w->signs, &sample);
	return verdict.cls;
}
