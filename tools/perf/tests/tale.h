/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * tale: passes a trace to a feed record by record, and returns the classes of its samples. Aborts
 * if out of memory.
 */
#ifndef PERF_DEFER_TESTS_TALE_H
#define PERF_DEFER_TESTS_TALE_H

#include <perf/defer-event.h>
#include <perf/defer-stitch.h>

#include "tests/tests.h"

struct defer_evlist;
struct defer_feed;

/* The cookie of all its samples and deferred records. */
#define COOKIE 0x300000001ULL

#define TIMED	 (DEFER_SAMPLE_IP | DEFER_SAMPLE_TID | DEFER_SAMPLE_TIME | DEFER_SAMPLE_CALLCHAIN)
#define WITH_CPU (TIMED | DEFER_SAMPLE_CPU)
#define WITH_IDS (WITH_CPU | DEFER_SAMPLE_IDENTIFIER)

#define FLAGS                                                                              \
	(DEFER_ATTR_SAMPLE_ID_ALL | DEFER_ATTR_DEFER_CALLCHAIN | DEFER_ATTR_DEFER_OUTPUT | \
	 DEFER_ATTR_COMM)

/* Stacks of one address and of two. */
extern const uint64_t one_ip[1], user_ips[2];

/* A trace of one event; with ids, also of a second event that only takes samples. */
struct tale {
	struct defer_evlist *evlist;
	struct defer_feed *feed;
	struct defer_stitch *st; /* set by seal() */
	struct defer_signs *signs;
	uint64_t order;
	int32_t cpu, tid; /* CPU and task of the next records */
	uint64_t id;
};

void must(int ok);
void tale__init_flags(struct tale *t, uint64_t sample_type, uint64_t flags);
void tale__init(struct tale *t, uint64_t sample_type);
/* The same, but the first event cannot tell how much it lost. */
void tale__init_silent(struct tale *t, uint64_t sample_type);
void tale__exit(struct tale *t);
struct defer_event tale__event(const struct tale *t, uint32_t type, uint64_t time);
void tale__tell(struct tale *t, const struct defer_event *ev);
void tale__record(struct tale *t, uint64_t time, const uint64_t *ips, uint64_t nr);
void tale__comm(struct tale *t, uint64_t time, bool exec);
void tale__map(struct tale *t, uint64_t time, const char *name);
void tale__lost(struct tale *t, uint64_t time);
void tale__lost_samples(struct tale *t, uint64_t nr);
void tale__task_exit(struct tale *t, uint64_t time);
/* Adds an undecoded sample of another task than the tale's. */
void tale__sample(struct tale *t, uint64_t time);
void tale__seal(struct tale *t);
struct defer_sample tale__deferred(const struct tale *t, uint64_t time);
struct defer_verdict tale__match(const struct tale *t, uint64_t time, uint64_t order);
/* Returns the settled class of a sample at @time. */
enum defer_class tale__class(const struct tale *t, uint64_t time, uint64_t order);

#define T_TALE(t, time, want) \
	T_STREQ(defer_class__name(tale__class(t, time, (t)->order + 100)), defer_class__name(want))

#endif /* PERF_DEFER_TESTS_TALE_H */
