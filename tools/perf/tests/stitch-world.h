/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * world: a small stitcher for tests. Things at equal times are ordered as they are added. The
 * process is 100. Aborts if out of memory.
 */
#ifndef PERF_DEFER_TESTS_STITCH_WORLD_H
#define PERF_DEFER_TESTS_STITCH_WORLD_H

#include <perf/defer-stitch.h>

#include "tests/tests.h"

/* A time after which a cookie may be reused. */
#define FAR (DEFER_T_WRAP + 1)

struct world {
	struct defer_stitch *st;
	struct defer_signs *signs; /* set by seal() */
	uint64_t order;
	int cpu; /* CPU of the next things added */
};

enum world_kind {
	WORLD_TIMED,
	WORLD_NO_TIME,
	WORLD_NO_OUTPUT
};

void world__init(struct world *w, enum world_kind kind);
void world__exit(struct world *w);

void world__record(struct world *w, int tid, uint64_t cookie, uint64_t time);
void world__fork(struct world *w, int tid, uint64_t time);
void world__exec(struct world *w, uint64_t time);
void world__task_exit(struct world *w, int tid, uint64_t time);
void world__loss(struct world *w, uint64_t begin, uint64_t end);
void world__seal(struct world *w);

/* Adds a sample in user mode; call after seal(). */
void world__user(struct world *w, int tid, uint64_t cookie, uint64_t time);

/* Adds a sample in the kernel without a record; call after seal(). */
void world__unmatched(struct world *w, int tid, uint64_t cookie, uint64_t time);

struct defer_stitch_sample world__sample(const struct world *w, int tid, uint64_t cookie,
					 uint64_t time);
struct defer_verdict world__match(const struct world *w, int tid, uint64_t cookie, uint64_t time);
/* Returns the class after match() and settling. */
enum defer_class world__class(const struct world *w, int tid, uint64_t cookie, uint64_t time);

#define T_CLASS(w, tid, cookie, time, want) \
	T_STREQ(defer_class__name(world__class(w, tid, cookie, time)), defer_class__name(want))

#endif /* PERF_DEFER_TESTS_STITCH_WORLD_H */
