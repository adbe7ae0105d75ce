// SPDX-License-Identifier: GPL-2.0-only
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>

#include "tests/tests.h"
#include "util/base/workers.h"

struct shared {
	atomic_uint calls[64];
	atomic_uint sum;
	unsigned int fails_from; /* workers from this on fail, the last of them first */
	unsigned int nr;
	atomic_uint turn;
};

static int count__run(void *ctx, unsigned int worker, struct defer_error *err)
{
	struct shared *shared = ctx;

	(void)err;
	atomic_fetch_add(&shared->calls[worker], 1);
	for (int i = 0; i < 1000; i++)
		atomic_fetch_add(&shared->sum, 1);
	return 0;
}

static int test_each_once(void)
{
	for (unsigned int nr = 0; nr <= 64; nr = nr * 2 + 1) {
		struct defer_error err = DEFER_ERROR_INIT;
		struct shared shared = {0};

		T_EQ(workers__run(nr, count__run, &shared, &err), 0);
		T_EQ(err.code, 0);
		for (unsigned int i = 0; i < 64; i++)
			T_EQ(shared.calls[i], i < nr);
		T_EQ(shared.sum, nr * 1000);
	}
	return TEST_OK;
}

/* The workers that fail do so in turn, from the last to the first: no luck is needed. */
static int fail__run(void *ctx, unsigned int worker, struct defer_error *err)
{
	struct shared *shared = ctx;

	if (worker < shared->fails_from)
		return 0;
	while (atomic_load(&shared->turn) != shared->nr - 1 - worker)
		sched_yield();
	if (worker != shared->nr - 1) {
		/* The one before is through with its return only some time after its turn. */
		for (int i = 0; i < 100; i++)
			sched_yield();
	}
	atomic_fetch_add(&shared->turn, 1);
	return defer_error__set_at(err, DEFER_ERR_CORRUPT, 1000 + worker, "worker %u fails",
				   worker);
}

static int test_error(void)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct shared shared = {.fails_from = 3, .nr = 4};

	T_EQ(workers__run(4, fail__run, &shared, &err), DEFER_ERR_CORRUPT);
	T_EQ(err.code, DEFER_ERR_CORRUPT);
	T_EQ(err.offset, 1003);
	T_STREQ(err.text, "worker 3 fails");
	return TEST_OK;
}

/* One error of several is reported, whole. */
static int test_errors(void)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct shared shared = {.fails_from = 1, .nr = 4};
	char text[32];

	T_EQ(workers__run(4, fail__run, &shared, &err), DEFER_ERR_CORRUPT);
	T_CHECK(err.offset >= 1001 && err.offset <= 1003);
	snprintf(text, sizeof(text), "worker %d fails", (int)err.offset - 1000);
	T_STREQ(err.text, text);
	return TEST_OK;
}

static int bare__run(void *ctx, unsigned int worker, struct defer_error *err)
{
	(void)ctx;
	(void)err;
	return worker == 1 ? DEFER_ERR_NOMEM : 0;
}

static int test_bare_code(void)
{
	struct defer_error err = DEFER_ERROR_INIT;

	T_EQ(workers__run(2, bare__run, NULL, &err), DEFER_ERR_NOMEM);
	T_EQ(err.code, DEFER_ERR_NOMEM);
	T_STREQ(err.text, defer_error__name(DEFER_ERR_NOMEM));
	return TEST_OK;
}

static int signals__run(void *ctx, unsigned int worker, struct defer_error *err)
{
	sigset_t blocked;

	(void)ctx;
	(void)err;
	pthread_sigmask(SIG_SETMASK, NULL, &blocked);
	/* The caller's thread is worker 0. */
	return sigismember(&blocked, SIGINT) == (worker != 0) ? 0 : DEFER_ERR_INVAL;
}

static int test_signals(void)
{
	sigset_t blocked;

	T_EQ(workers__run(3, signals__run, NULL, NULL), 0);
	pthread_sigmask(SIG_SETMASK, NULL, &blocked);
	T_EQ(sigismember(&blocked, SIGINT), 0);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"each worker is called once", test_each_once},
	{"an error", test_error},
	{"several errors", test_errors},
	{"an error without words", test_bare_code},
	{"signals go to the caller", test_signals},
	{0},
};

const struct test_suite suite__workers = {"workers", "One function on several threads", cases};
