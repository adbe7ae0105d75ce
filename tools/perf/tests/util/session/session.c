// SPDX-License-Identifier: GPL-2.0-only
/* Real traces through both passes: classes, threads and order. */
#include <stdlib.h>
#include <unistd.h>

#include "util/session/order.h"
#include "tests/recorded.h"
#include "tests/tests.h"
#include "util/base/array.h"
#include "util/base/intern.h"
#include "util/fold/fold.h"
#include "util/session/session.h"

/* Results of an independent implementation of the stitching rule: tests/data/README.md. */
static const struct expected {
	const char *trace;
	uint64_t samples, merged, merged_back, inlined, kernel, exec, exited;
} expected[] = {
	{"burn2.data", 78358, 77841, 516, 0, 0, 1, 0},
	{"forky-systemwide.data", 2064, 1303, 14, 15, 623, 109, 0},
	{"cxx.data", 7797, 7789, 7, 0, 0, 0, 1},
};

struct counts {
	uint64_t samples, classes[DEFER_NR_CLASSES], stack_sum, last_time, last_order;
	bool disordered;
};

static int open_trace(struct session **session, const char *name, unsigned int nr_workers)
{
	const char *dir = getenv("PERF_DEFER_TEST_DATA");
	struct defer_error err = DEFER_ERROR_INIT;
	char path[4096];
	struct session_opts opts = {.path = path, .nr_workers = nr_workers};

	if (!dir)
		T_FAIL("PERF_DEFER_TEST_DATA is not set");
	snprintf(path, sizeof(path), "%s/%s", dir, name);
	if (session__open(session, &opts, &err) || session__gather(*session, &err))
		T_FAIL("%s: %s", name, err.text);
	return TEST_OK;
}

/* A sum that any order of the samples gives: of each one's class and addresses. */
static uint64_t stitched__sum(const struct stitched *s)
{
	uint64_t sum = s->time * 31 + s->cls;
	uint32_t i;

	for (i = 0; i < s->kernel.nr; i++)
		sum = sum * 31 + s->kernel.ips[i];
	for (i = 0; i < s->user.nr; i++)
		sum = sum * 37 + s->user.ips[i];
	return sum;
}

static int count(void *ctx, unsigned int worker, const struct stitched *s, struct defer_error *err)
{
	struct counts *counts = (struct counts *)ctx + worker;

	(void)err;
	counts->samples++;
	counts->classes[s->cls]++;
	counts->stack_sum += stitched__sum(s);
	if (s->time < counts->last_time ||
	    (s->time == counts->last_time && s->rec->order < counts->last_order))
		counts->disordered = true;
	counts->last_time = s->time;
	counts->last_order = s->rec->order;
	return 0;
}

static int count_trace(const char *name, unsigned int nr_workers, bool ordered,
		       struct counts *counts)
{
	struct counts *each = calloc(nr_workers, sizeof(*each));
	struct defer_error err = DEFER_ERROR_INIT;
	struct session *session;
	unsigned int i, cls;
	int ret;

	T_CHECK(each);
	T_RUN(open_trace(&session, name, nr_workers));
	if (ordered)
		ret = session__walk_ordered(session, count, each, &err);
	else
		ret = session__walk(session, count, each, &err);
	if (ret)
		T_FAIL("%s: %s", name, err.text);
	T_EQ(session->damage.nr, 0);
	memset(counts, 0, sizeof(*counts));
	for (i = 0; i < nr_workers; i++) {
		counts->samples += each[i].samples;
		counts->stack_sum += each[i].stack_sum;
		for (cls = 0; cls < DEFER_NR_CLASSES; cls++)
			counts->classes[cls] += each[i].classes[cls];
	}
	counts->disordered = each[0].disordered;
	T_EQ(counts->samples, session->stats.types[DEFER_RECORD_SAMPLE]);
	session__close(session);
	free(each);
	return TEST_OK;
}

static int test_classes(void)
{
	struct counts counts;
	size_t i;

	T_NEED_RECORDED();
	for (i = 0; i < ARRAY_SIZE(expected); i++) {
		const struct expected *want = &expected[i];

		T_RUN(count_trace(want->trace, 2, false, &counts));
		T_EQ(counts.samples, want->samples);
		T_EQ(counts.classes[DEFER_MERGED], want->merged);
		T_EQ(counts.classes[DEFER_MERGED_BACK], want->merged_back);
		T_EQ(counts.classes[DEFER_INLINE], want->inlined);
		T_EQ(counts.classes[DEFER_KERNEL], want->kernel);
		T_EQ(counts.classes[DEFER_EXEC], want->exec);
		T_EQ(counts.classes[DEFER_EXITED], want->exited);
	}
	return TEST_OK;
}

/* The number of threads and their order change nothing. */
static int test_workers(void)
{
	static const char *const traces[] = {"forky-systemwide.data", "cxx.data", "burn1.pipe",
					     "burn2-compressed.data"};
	struct counts one, many;
	unsigned int nr;
	size_t i;

	T_NEED_RECORDED();
	for (i = 0; i < ARRAY_SIZE(traces); i++) {
		T_RUN(count_trace(traces[i], 1, false, &one));
		for (nr = 2; nr < 10; nr += 5) {
			T_RUN(count_trace(traces[i], nr, false, &many));
			T_EQ(many.samples, one.samples);
			T_EQ(many.stack_sum, one.stack_sum);
			T_EQ(memcmp(many.classes, one.classes, sizeof(one.classes)), 0);
		}
	}
	return TEST_OK;
}

static int test_ordered(void)
{
	static const char *const traces[] = {"burn2.data", "forky-systemwide.data", "burn1.pipe",
					     "burn2-compressed.data"};
	struct counts any, ordered;
	size_t i;

	T_NEED_RECORDED();
	for (i = 0; i < ARRAY_SIZE(traces); i++) {
		T_RUN(count_trace(traces[i], 2, false, &any));
		T_RUN(count_trace(traces[i], 2, true, &ordered));
		T_CHECK(!ordered.disordered);
		T_EQ(ordered.samples, any.samples);
		T_EQ(ordered.stack_sum, any.stack_sum);
		T_EQ(memcmp(ordered.classes, any.classes, sizeof(any.classes)), 0);
	}
	return TEST_OK;
}

static int fold_one(void *ctx, unsigned int worker, const struct stitched *sample,
		    struct defer_error *err)
{
	return fold__add(ctx, worker, sample, err);
}

static int fold_trace(const char *name, unsigned int by, uint64_t *samples, uint32_t *stacks,
		      uint64_t *period)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct session *session;
	struct fold *fold;
	uint32_t i;

	T_RUN(open_trace(&session, name, 3));
	T_EQ(fold__new(&fold, session, by, &err), 0);
	T_EQ(session__walk(session, fold_one, fold, &err), 0);
	T_EQ(fold__finish(fold, &err), 0);
	*samples = *period = 0;
	*stacks = fold__nr(fold);
	for (i = 0; i < *stacks; i++) {
		*samples += fold__stack(fold, i)->sums.nr;
		*period += fold__stack(fold, i)->sums.period;
	}
	fold__delete(fold);
	session__close(session);
	return TEST_OK;
}

/* Folding loses no sample, and makes far fewer stacks than there are samples. */
static int test_fold(void)
{
	uint64_t samples, period;
	uint32_t stacks, by_task;

	T_NEED_RECORDED();
	T_RUN(fold_trace("burn2.data", 0, &samples, &stacks, &period));
	T_EQ(samples, 78358);
	T_EQ(period, 78358ULL * 250000);
	T_CHECK(stacks < 78358 / 4);
	/* Its 300 children have the stacks of one another. */
	T_RUN(fold_trace("forky-systemwide.data", 0, &samples, &stacks, &period));
	T_RUN(fold_trace("forky-systemwide.data", FOLD_BY_TASK, &samples, &by_task, &period));
	T_EQ(samples, 2064);
	T_CHECK(by_task > stacks);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"classes of real traces", test_classes},
	{"any number of workers finds the same", test_workers},
	{"samples in order of time", test_ordered},
	{"equal stacks fold into one", test_fold},
	{0},
};

const struct test_suite suite__session = {"session", "Both passes over real traces", cases};
