// SPDX-License-Identifier: GPL-2.0-only
/*
 * The suites of perf defer, as subtests of perf test. `make graft` copies this file into a kernel tree;
 * DEFER_SUITE_SETUP is set if its suites have a function setup().
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/tests.h"

/* An older perf runs only those subtests of a suite whose own description has the word asked for. */
#ifdef DEFER_SUITE_SETUP
#define DEFER_PREFIX ""
#else
#define DEFER_PREFIX "Deferred: "
#endif

/* Prepares to run suites in several processes, before the first starts. Returns 0 or a negative errno. */
int defer_suites__prepare(void);
/* Returns the name or the description of suite @nr, from 0; NULL after the last. */
const char *defer_suite__name(int nr);
const char *defer_suite__desc(int nr);
/* Runs suite @nr in processes of its own. Returns 0, 1 if it failed, or 2 if it was skipped. */
int defer_suite__run(int nr);

static int run_defer_suite(struct test_suite *test __attribute__((unused)), int subtest)
{
	switch (defer_suite__run(subtest < 0 ? 0 : subtest)) {
	case 0:
		return TEST_OK;
	case 2:
		return TEST_SKIP;
	default:
		return TEST_FAIL;
	}
}

/* Makes a subtest of each suite. Returns 0 or a negative errno. */
static int list_defer_suites(struct test_suite *suite)
{
	struct test_case *cases;
	char *desc;
	int nr = 0, ret;

	if (suite->test_cases)
		return 0;
	ret = defer_suites__prepare();
	if (ret)
		return ret;
	while (defer_suite__name(nr))
		nr++;
	cases = calloc(nr + 1, sizeof(*cases));
	if (!cases)
		return -ENOMEM;
	for (int i = 0; i < nr; i++) {
		if (asprintf(&desc, DEFER_PREFIX "%s: %s", defer_suite__name(i),
			     defer_suite__desc(i)) < 0)
			return -ENOMEM;
		cases[i].name = defer_suite__name(i);
		cases[i].desc = desc;
		cases[i].run_case = run_defer_suite;
	}
	suite->test_cases = cases;
	return 0;
}

#ifdef DEFER_SUITE_SETUP
struct test_suite suite__defer = {
	.desc = "Deferred user callchains",
	.setup = list_defer_suites,
};
#else
struct test_suite suite__defer = {
	.desc = "Deferred user callchains",
};

/* An older perf calls no function of a suite before it lists it. */
static void __attribute__((constructor)) list_at_start(void)
{
	if (list_defer_suites(&suite__defer))
		abort();
}
#endif
