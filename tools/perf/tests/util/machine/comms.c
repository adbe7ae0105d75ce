// SPDX-License-Identifier: GPL-2.0-only
/* Names of tasks. */
#include <stdlib.h>

#include "tests/tests.h"
#include "util/base/workers.h"
#include "util/machine/comms.h"

static int test_names(void)
{
	struct comms *comms = comms__new();
	int64_t one, two;

	T_CHECK(comms);
	T_STREQ(comms__name(comms, 0), ":-1");
	one = comms__add(comms, "one");
	two = comms__add(comms, "two");
	T_CHECK(one > 0 && two > 0 && one != two);
	T_EQ(comms__add(comms, "one"), one);
	T_STREQ(comms__name(comms, one), "one");
	T_STREQ(comms__name(comms, two), "two");
	T_EQ(comms__nr(comms), 3);
	T_CHECK(!comms__name(comms, 3));
	comms__delete(comms);
	return TEST_OK;
}

/* Each thread without a name is called by its number, and asked for again it has the same one. */
static int test_tids(void)
{
	struct comms *comms = comms__new();
	uint32_t ids[3000];
	char name[16];

	T_CHECK(comms);
	T_EQ(comms__tid(comms, -1), 0);
	for (int32_t tid = 0; tid < 3000; tid++)
		ids[tid] = comms__tid(comms, tid);
	for (int32_t tid = 0; tid < 3000; tid++) {
		T_EQ(comms__tid(comms, tid), ids[tid]);
		snprintf(name, sizeof(name), ":%d", tid);
		T_STREQ(comms__name(comms, ids[tid]), name);
	}
	T_EQ(comms__nr(comms), 3001);
	comms__delete(comms);
	return TEST_OK;
}

#define RACE_TIDS 5000

struct race {
	struct comms *comms;
	uint32_t ids[4][RACE_TIDS];
};

static int ask_all(void *ctx, unsigned int worker, struct defer_error *err)
{
	struct race *race = ctx;

	(void)err;
	for (int32_t tid = 0; tid < RACE_TIDS; tid++)
		race->ids[worker][tid] = comms__tid(race->comms, tid);
	return 0;
}

static int test_race(void)
{
	struct race *race = calloc(1, sizeof(*race));

	T_CHECK(race);
	race->comms = comms__new();
	T_CHECK(race->comms);
	T_EQ(workers__run(4, ask_all, race, NULL), 0);
	for (int32_t tid = 0; tid < RACE_TIDS; tid++)
		for (int i = 1; i < 4; i++)
			T_EQ(race->ids[i][tid], race->ids[0][tid]);
	T_EQ(comms__nr(race->comms), RACE_TIDS + 1);
	comms__delete(race->comms);
	free(race);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"a name is there once", test_names},
	{"threads without one are called by their numbers", test_tids},
	{"and so whoever asks first", test_race},
	{0},
};

const struct test_suite suite__comms = {"comms", "Names of tasks", cases};
