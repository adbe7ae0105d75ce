// SPDX-License-Identifier: GPL-2.0-only
/* The state at each time. */
#include "tests/tests.h"
#include "util/base/timeline.h"

static int push(struct timelines *tls, int32_t key, uint64_t time, uint64_t order, uint32_t val)
{
	int64_t pos = timelines__findnew(tls, key);
	struct timeline_state state = {.time = time, .order = order, .key_pos = pos, .val = {val}};

	T_CHECK(pos >= 0);
	T_EQ(timelines__push(tls, &state), 0);
	return TEST_OK;
}

static int check_at(const struct timelines *tls, int32_t key, uint64_t time, uint64_t order,
		    uint32_t val)
{
	const struct timeline_state *state =
		timelines__at(tls, timelines__find(tls, key), time, order);

	T_CHECK(state);
	if (state->val[0] != val)
		T_FAIL("key %d at %" PRIu64 "/%" PRIu64 ": %u, not %u", key, time, order,
		       state->val[0], val);
	return TEST_OK;
}

static int test_at(void)
{
	struct timelines tls;

	timelines__init(&tls);
	T_EQ(timelines__seal(&tls), 0); /* nothing to lay out */
	T_RUN(push(&tls, 1, 10, 100, 1));
	T_RUN(push(&tls, 2, 10, 101, 21));
	T_RUN(push(&tls, 1, 20, 102, 2));
	T_RUN(push(&tls, 1, 20, 104, 3));
	T_RUN(push(&tls, -1, 25, 105, 31));
	T_RUN(push(&tls, 1, 30, 106, 4));
	T_CHECK(timelines__findnew(&tls, 3) >= 0);
	T_EQ(timelines__last(&tls, timelines__find(&tls, 1))->val[0], 4);
	T_EQ(timelines__last(&tls, timelines__find(&tls, 2))->val[0], 21);
	T_CHECK(!timelines__last(&tls, timelines__find(&tls, 3)));
	T_EQ(timelines__seal(&tls), 0);

	T_RUN(check_at(&tls, 1, 9, 0, 1)); /* before all: the first */
	T_RUN(check_at(&tls, 1, 10, 100, 1));
	T_RUN(check_at(&tls, 1, 19, 999, 1));
	T_RUN(check_at(&tls, 1, 20, 101, 1)); /* of one time, the order decides */
	T_RUN(check_at(&tls, 1, 20, 102, 2)); /* a state counts from its own place on */
	T_RUN(check_at(&tls, 1, 20, 103, 2));
	T_RUN(check_at(&tls, 1, 20, 104, 3));
	T_RUN(check_at(&tls, 1, 21, 0, 3));
	T_RUN(check_at(&tls, 1, UINT64_MAX, UINT64_MAX, 4));
	T_RUN(check_at(&tls, 2, 30, 0, 21));
	T_RUN(check_at(&tls, -1, 30, 0, 31));
	T_CHECK(!timelines__at(&tls, timelines__find(&tls, 3), 30, 0));
	T_EQ(timelines__find(&tls, 4), HASH_INDEX_NONE);
	timelines__exit(&tls);
	return TEST_OK;
}

static int test_many(void)
{
	struct timelines tls;

	timelines__init(&tls);
	for (uint32_t time = 1; time <= 20; time++)
		for (int32_t key = 0; key < 500; key++)
			T_RUN(push(&tls, key, time * 10, time, key * 100 + time));
	T_EQ(timelines__seal(&tls), 0);
	for (int32_t key = 0; key < 500; key++)
		for (uint32_t time = 1; time <= 20; time++)
			T_RUN(check_at(&tls, key, time * 10 + 5, 0, key * 100 + time));
	timelines__exit(&tls);
	return TEST_OK;
}

/* Asks at every moment, and checks that the answer is the same throughout its span. */
static int test_spans(void)
{
	const uint64_t times[] = {10, 20, 20, 30};
	struct timelines tls;
	uint32_t key;

	timelines__init(&tls);
	for (uint32_t i = 0; i < 4; i++)
		T_RUN(push(&tls, 1, times[i], 2 * i + 2, i));
	T_EQ(timelines__seal(&tls), 0);
	key = timelines__find(&tls, 1);
	for (uint64_t a = 0; a < 400; a++) {
		struct timeline_span span = TIMELINE_SPAN_ALL;
		const struct timeline_state *state =
			timelines__at_span(&tls, key, a / 10, a % 10, &span);
		bool begun =
			state->time < a / 10 || (state->time == a / 10 && state->order <= a % 10);

		T_CHECK(state == timelines__at(&tls, key, a / 10, a % 10));
		T_CHECK(timeline_span__has(&span, a / 10, a % 10));
		for (uint64_t b = 0; b < 400; b++) {
			const struct timeline_state *other =
				timelines__at(&tls, key, b / 10, b % 10);
			bool other_begun = other->time < b / 10 ||
					   (other->time == b / 10 && other->order <= b % 10);

			T_EQ(timeline_span__has(&span, b / 10, b % 10),
			     state == other && begun == other_begun);
		}
	}
	timelines__exit(&tls);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"the state at a time, and at a place in the file", test_at},
	{"many keys, each with states of its own", test_many},
	{"how long a state holds", test_spans},
	{0},
};

const struct test_suite suite__timeline = {"timeline", "States over time", cases};
