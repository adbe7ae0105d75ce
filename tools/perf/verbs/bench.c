// SPDX-License-Identifier: GPL-2.0-only
/* bench: measures the stages of a verb. */
#include <stdio.h>
#include <string.h>

#include <subcmd/parse-options.h>

#include "verbs/common.h"
#include "verbs/bench.h"
#include "verbs/defer.h"
#include "verbs/options.h"
#include "util/base/array.h"

struct suite {
	const char *name, *help;
	int (*run)(int argc, const char **argv, const struct verb_setup *setup);
};

static const struct suite suites[] = {
	{"audit", "Stages of perf defer audit", audit__main},
	{"inject", "Stages of perf defer inject", inject__main},
	{"report", "Stages of perf defer report", report__main},
	{"script", "Stages of perf defer script", script__main},
};

static const struct suite *find_suite(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(suites); i++) {
		if (!strcmp(suites[i].name, name))
			return &suites[i];
	}
	return NULL;
}

/* perf bench lists its collections in this form. */
static void list_suites(void)
{
	printf("        # List of all available benchmark suites:\n\n");
	for (size_t i = 0; i < ARRAY_SIZE(suites); i++)
		printf("%14s: %s\n", suites[i].name, suites[i].help);
	printf("\n");
}

static int run_suite(const struct suite *suite, const struct bench_opts *opts, int argc,
		     const char **argv)
{
	const struct bench_verb verb = {suite->name, suite->run};

	/* A shell asks for the options of the command. */
	if (argc > 1 && !strcmp(argv[1], "--list-opts"))
		return suite->run(argc, argv, &(struct verb_setup){0});
	return bench__verb(opts, &verb, argc, argv);
}

/* Returns false if bench has no such format. */
static bool parse_format(const char *name, enum bench_format *format)
{
	static const char *const names[] = {"default", "simple", "json"};

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		if (!strcmp(names[i], name)) {
			*format = (enum bench_format)i;
			return true;
		}
	}
	return false;
}

/* Answers the completion of a shell that asks for the suites. */
static bool list_for_completion(int argc, const char **argv)
{
	if (argc != 2 || strcmp(argv[1], "--list-cmds") != 0)
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(suites); i++)
		printf("%s ", suites[i].name);
	putchar('\n');
	return true;
}

int cmd_defer_bench(int argc, const char **argv)
{
	const char *format = "default";
	struct bench_opts opts = {.repeat = 1};
	const struct option options[] = {
		OPT_STRING('f', "format", &format, "default|simple|json",
			   "Specify the output formatting style"),
		OPT_UINTEGER('r', "repeat", &opts.repeat,
			     "Specify number of times to repeat the run; medians are printed"),
		OPT_UINTEGER(0, "workers", &opts.nr_workers,
			     "number of threads that read (default: the number of CPUs)"),
		OPT_END(),
	};
	const char *const usage[] = {
		"perf defer bench [<common options>] <suite> [<options>]",
		NULL,
	};
	const struct suite *suite;

	if (list_for_completion(argc, argv))
		return 0;
	argc = verb__parse_options(argc, argv, options, usage, PARSE_OPT_STOP_AT_NON_OPTION);
	if (!parse_format(format, &opts.format))
		verb__usage_error(usage, options,
				  "unknown --format '%s': there are default, simple and json",
				  format);
	if (!opts.repeat || opts.repeat > 10000)
		verb__usage_error(usage, options, "--repeat takes a number from 1 to 10000");
	if (opts.nr_workers > 64)
		verb__usage_error(usage, options, "--workers takes a number up to 64");
	if (!argc) {
		printf("Usage: \n\t%s\n\n", usage[0]);
		list_suites();
		return 0;
	}
	suite = find_suite(argv[0]);
	if (!suite)
		verb__usage_error(usage, options,
				  "unknown suite '%s': there are audit, inject, report and script",
				  argv[0]);
	return run_suite(suite, &opts, argc, argv);
}
