// SPDX-License-Identifier: GPL-2.0-only
/* The helpers that every stage uses: errors. */
#include <string.h>

#include "tests/tests.h"
#include "util/base/error.h"

static int test_no_memory(void)
{
	struct defer_error err = DEFER_ERROR_INIT;
	char name[1024];

	T_EQ(error__no_memory(&err, "for frame %d of %s", 3, "main"), DEFER_ERR_NOMEM);
	T_EQ(err.code, DEFER_ERR_NOMEM);
	T_EQ(err.offset, DEFER_NO_OFFSET);
	T_STREQ(err.text, "no memory for frame 3 of main");

	/* The first error stays, and nobody has to ask for one. */
	T_EQ(error__no_memory(&err, "to sort"), DEFER_ERR_NOMEM);
	T_STREQ(err.text, "no memory for frame 3 of main");
	T_EQ(error__no_memory(NULL, "to sort"), DEFER_ERR_NOMEM);

	memset(name, 'x', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	defer_error__clear(&err);
	T_EQ(error__no_memory(&err, "for %s", name), DEFER_ERR_NOMEM);
	T_EQ(strlen(err.text), sizeof(err.text) - 1);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"no memory is said in one way", test_no_memory},
	{NULL},
};

const struct test_suite suite__base = {"base", "the helpers that every stage uses", cases};
