// SPDX-License-Identifier: GPL-2.0-only
/* Profiles for speedscope, of stacks that are written as text. */
#include <stdlib.h>

#include "tests/stacks.h"
#include "tests/tests.h"
#include "ui/export/speedscope.h"
#include "util/profile/profile.h"

static int check(struct stacks *stacks, const char *expected)
{
	struct profile_event event = {.hist = stacks->hist};
	size_t size;
	char *text;
	FILE *out = open_memstream(&text, &size);

	T_EQ(speedscope__write(&event, NULL, NULL, "a \"title\"", out, NULL), 0);
	fclose(out);
	T_STREQ(text, expected);
	free(text);
	stacks__exit(stacks);
	return TEST_OK;
}

/* Stacks name frames by their numbers. */
static int test_stacks(void)
{
	const struct stacks_opts opts = {.sort = "sym"};
	struct stacks stacks;

	T_EQ(stacks__init(&stacks, &opts), 0);
	T_EQ(stacks__add(&stacks, "prog", "main;k:sys", 2, 20), 0);
	T_EQ(stacks__add(&stacks, "prog", "!lost;k:sys", 1, 7), 0);
	return check(&stacks,
		     "{\"$schema\": \"https://www.speedscope.app/file-format-schema.json\","
		     "\"exporter\": \"perf defer\",\"name\": \"a \\\"title\\\"\","
		     "\"shared\": {\"frames\": [{\"name\": \"main\",\"file\": \"/usr/bin/prog\"},"
		     "{\"name\": \"sys\",\"file\": \"[kernel.kallsyms]\"},"
		     "{\"name\": \"[user stack lost]\"}]},\"profiles\": [{\"type\": \"sampled\","
		     "\"name\": \"all threads\",\"unit\": \"none\",\"startValue\": 0,"
		     "\"endValue\": 27,\"samples\": [[0,1],[2,1]],\"weights\": [20,7]}]}\n");
}

static const struct test_case cases[] = {
	{"stacks of all threads", test_stacks},
	{NULL, NULL},
};

const struct test_suite suite__speedscope = {"speedscope", "Profiles for speedscope", cases};
