// SPDX-License-Identifier: GPL-2.0-only
/* Parts of a new trace: made in any order, written in theirs. */
#include <sched.h>
#include <stdatomic.h>

#include "tests/tests.h"
#include "util/base/workers.h"
#include "util/inject/parts.h"

#define NR_WORKERS 4
#define NR_PARTS   2000

/* What was written, and what the workers share. */
struct written {
	struct parts parts;
	uint32_t nr;	    /* parts that were written */
	bool in_order;	    /* each had the next idx, and the bytes that were made for it */
	uint32_t bad;	    /* idx of the part that cannot be made or written */
	bool cannot_write;  /* @bad can be made */
	atomic_uint next;   /* idx of the next part to make */
	atomic_bool inside; /* a part is being written */
	atomic_bool twice;  /* two were written at once */
};

static int write_part(void *ctx, const struct part *part, struct defer_error *err)
{
	struct written *written = ctx;
	uint32_t stamp = 0;

	if (atomic_exchange(&written->inside, true))
		atomic_store(&written->twice, true);
	if (part->idx % 3 == 0)
		sched_yield();
	if (part->bytes.size == sizeof(stamp))
		memcpy(&stamp, part->bytes.data, sizeof(stamp));
	written->in_order &= part->idx == written->nr && stamp == part->idx + 1;
	atomic_store(&written->inside, false);
	if (written->cannot_write && part->idx == written->bad)
		return defer_error__set_at(err, DEFER_ERR_IO, 0, "the disk is full");
	written->nr++;
	return 0;
}

static int written__init(struct written *written, unsigned int nr_workers)
{
	struct defer_error err = DEFER_ERROR_INIT;

	*written = (struct written){.in_order = true, .bad = UINT32_MAX};
	T_EQ(parts__init(&written->parts, nr_workers, write_part, written, &err), 0);
	return TEST_OK;
}

static void make(struct part *part, uint32_t idx)
{
	part->idx = idx;
	byte_buf__clear(&part->bytes);
	byte_buf__u32(&part->bytes, idx + 1);
}

static int work(void *ctx, unsigned int worker, struct defer_error *err)
{
	struct written *written = ctx;
	struct part *part;
	uint32_t idx;
	int ret = 0;

	while (!ret && (part = parts__take(&written->parts))) {
		idx = atomic_fetch_add(&written->next, 1);
		if (idx >= NR_PARTS) {
			parts__give_back(&written->parts, part);
			break;
		}
		/* Let others pass, now and then. */
		for (unsigned int i = 0; i < (idx * 7 + worker) % 5; i++)
			sched_yield();
		if (idx == written->bad && !written->cannot_write) {
			parts__end_before(&written->parts, idx);
			return defer_error__set_at(err, DEFER_ERR_CORRUPT, idx, "cannot be made");
		}
		make(part, idx);
		ret = parts__put(&written->parts, part, err);
	}
	return ret;
}

static int test_order(void)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct written written;

	for (unsigned int nr = 1; nr <= NR_WORKERS; nr++) {
		T_RUN(written__init(&written, nr));
		T_EQ(workers__run(nr, work, &written, &err), 0);
		T_EQ(written.nr, NR_PARTS);
		T_CHECK(written.in_order && !written.twice);
		parts__exit(&written.parts);
	}
	return TEST_OK;
}

/* A worker that is too early leaves its part and goes on: one thread can be two workers. */
static int test_left(void)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct part *early, *late, *third;
	struct written written;

	T_RUN(written__init(&written, 2));
	late = parts__take(&written.parts);
	early = parts__take(&written.parts);
	T_CHECK(late && early && late != early);
	make(early, 1);
	T_EQ(parts__put(&written.parts, early, &err), 0);
	T_EQ(written.nr, 0);
	third = parts__take(&written.parts);
	T_CHECK(third && third != early && third != late);
	make(third, 2);
	T_EQ(parts__put(&written.parts, third, &err), 0);
	T_EQ(written.nr, 0);
	make(late, 0);
	T_EQ(parts__put(&written.parts, late, &err), 0);
	T_EQ(written.nr, 3);
	T_CHECK(written.in_order);
	parts__exit(&written.parts);
	return TEST_OK;
}

/* All before a part that cannot be made is written, and nothing after it. */
static int test_end_before(void)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct written written;

	T_RUN(written__init(&written, NR_WORKERS));
	written.bad = NR_PARTS / 2;
	T_EQ(workers__run(NR_WORKERS, work, &written, &err), DEFER_ERR_CORRUPT);
	T_EQ(written.nr, NR_PARTS / 2);
	T_CHECK(written.in_order && !parts__take(&written.parts));
	parts__exit(&written.parts);
	return TEST_OK;
}

static int test_cannot_write(void)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct written written;

	T_RUN(written__init(&written, NR_WORKERS));
	written.bad = NR_PARTS / 2;
	written.cannot_write = true;
	T_EQ(workers__run(NR_WORKERS, work, &written, &err), DEFER_ERR_IO);
	T_STREQ(err.text, "the disk is full");
	T_EQ(written.nr, NR_PARTS / 2);
	T_CHECK(written.in_order && !parts__take(&written.parts));
	parts__exit(&written.parts);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"many threads: each part is written once, in order", test_order},
	{"a part that is too early is written with the one before it", test_left},
	{"what comes before a part that cannot be made is written", test_end_before},
	{"nothing is written after a part that could not be written", test_cannot_write},
	{0},
};

const struct test_suite suite__parts = {"parts", "writes the parts of a new trace in order", cases};
