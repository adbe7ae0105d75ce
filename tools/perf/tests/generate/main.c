// SPDX-License-Identifier: GPL-2.0-only
/*
 * generate-trace -o OUTPUT [OPTION...] INPUT: writes a trace of any size that repeats another one, to measure
 * and to test with. Each copy comes later in time and has cookies of its own, so that samples and user stacks
 * belong together as they did. It is built for tests and is not installed.
 *
 *   --copies N       write so many copies (default: 1)
 *   --size SIZE      write whole copies until the output has this size, such as 500M or 10G
 *   --sleepers N     add a process of N threads, all of which wait in the kernel at once in each copy
 *   --names          give each sleeper a name of its own
 *   --depth N        give each user callchain N frames
 *   --loss PERCENT   lose this share of samples and deferred records, and tell so by LOST records
 *   --seed N         choose other losses (default: 1)
 *   --new-tasks      all tasks are others in each copy, not only those that begin in it
 *
 * The status is 129 if an option is wrong, 1 if the trace cannot be repeated or written.
 */
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/generate/depth.h"
#include "tests/generate/generate.h"
#include "tests/generate/losing.h"
#include "tests/generate/sleepers.h"
#include "util/plan/size.h"

#define EXIT_USAGE 129

enum {
	OPT_COPIES = 256,
	OPT_SIZE,
	OPT_SLEEPERS,
	OPT_NAMES,
	OPT_DEPTH,
	OPT_LOSS,
	OPT_SEED,
	OPT_NEW_TASKS,
};

static const struct option options[] = {
	{"copies", required_argument, NULL, OPT_COPIES},
	{"size", required_argument, NULL, OPT_SIZE},
	{"sleepers", required_argument, NULL, OPT_SLEEPERS},
	{"names", no_argument, NULL, OPT_NAMES},
	{"depth", required_argument, NULL, OPT_DEPTH},
	{"loss", required_argument, NULL, OPT_LOSS},
	{"seed", required_argument, NULL, OPT_SEED},
	{"new-tasks", no_argument, NULL, OPT_NEW_TASKS},
	{NULL, 0, NULL, 0},
};

static void die(const char *what, const char *value)
{
	fprintf(stderr, "generate-trace: %s%s\n", what, value);
	exit(EXIT_USAGE);
}

static uint64_t number(const char *arg, uint64_t max)
{
	char *end;
	uint64_t value = strtoull(arg, &end, 10);

	if (end == arg || *end || *arg == '-' || value > max)
		die("no such number can be used: ", arg);
	return value;
}

static uint64_t parse_size(const char *arg)
{
	struct defer_error err = DEFER_ERROR_INIT;
	uint64_t size = 0;
	int unit = size__parse(arg, "--size", &size, &err);

	if (unit < 0 || unit == SIZE_TIME || !size)
		die("--size takes bytes, such as 500M or 10G, not ", arg);
	return size;
}

static double parse_loss(const char *arg)
{
	char *end;
	double loss = strtod(arg, &end);

	if (end == arg || *end || !(loss >= 0) || loss > LOSING_MAX_PERCENT)
		die("--loss takes a percentage from 0 to 90, not ", arg);
	return loss;
}

static void set_option(struct generate_opts *opts, int option, const char *arg)
{
	switch (option) {
	case 'o':
		opts->path = arg;
		break;
	case OPT_COPIES:
		opts->copies = number(arg, UINT64_MAX);
		break;
	case OPT_SIZE:
		opts->size = parse_size(arg);
		break;
	case OPT_SLEEPERS:
		opts->sleepers = number(arg, SLEEPERS_MAX);
		break;
	case OPT_NAMES:
		opts->names = true;
		break;
	case OPT_DEPTH:
		opts->depth = number(arg, DEPTH_MAX);
		break;
	case OPT_LOSS:
		opts->loss = parse_loss(arg);
		break;
	case OPT_SEED:
		opts->seed = number(arg, UINT64_MAX);
		break;
	case OPT_NEW_TASKS:
		opts->new_tasks = true;
		break;
	default:
		exit(EXIT_USAGE); /* getopt_long() has said why */
	}
}

static int generate(const char *input, const struct generate_opts *opts)
{
	const struct session_opts sopts = {.path = input};
	struct defer_error err = DEFER_ERROR_INIT;
	struct session *session = NULL;
	struct generate_stats stats;
	int ret = session__open(&session, &sopts, &err);

	if (!ret)
		ret = generate__run(session, opts, &stats, &err);
	session__close(session);
	if (ret) {
		fprintf(stderr, "generate-trace: %s: %s\n", input, err.text);
		return 1;
	}
	fprintf(stderr,
		"%" PRIu64 " copies, %" PRIu64 " records, %" PRIu64 " samples, %" PRIu64
		" lost, %.1f MB\n",
		stats.copies, stats.records, stats.samples, stats.lost, stats.bytes / 1e6);
	return 0;
}

int main(int argc, char **argv)
{
	struct generate_opts opts = {.seed = 1};
	int option;

	while ((option = getopt_long(argc, argv, "o:", options, NULL)) != -1)
		set_option(&opts, option, optarg);
	if (!opts.path || optind + 1 != argc)
		die("usage: generate-trace -o OUTPUT [OPTION...] INPUT", "");
	if (opts.size && opts.copies)
		die("--size and --copies exclude each other", "");
	return generate(argv[optind], &opts);
}
