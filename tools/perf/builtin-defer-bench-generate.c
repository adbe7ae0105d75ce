// SPDX-License-Identifier: GPL-2.0-only
/* bench generate: writes a trace of any size that repeats another one. */
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include <subcmd/parse-options.h>

#include "builtin-common.h"
#include "builtin-defer-bench.h"
#include "builtin-defer.h"
#include "builtin-options.h"
#include "util/base/clock.h"
#include "util/generate/depth.h"
#include "util/generate/generate.h"
#include "util/generate/losing.h"
#include "util/generate/sleepers.h"
#include "util/plan/size.h"

struct generate_verb {
	const char *input, *size, *loss;
	struct generate_opts opts;
	bool force, quiet;
};

static int parse_amounts(struct generate_verb *verb, struct defer_error *err)
{
	struct generate_opts *opts = &verb->opts;
	char *end;
	int unit;

	if (verb->size) {
		unit = size__parse(verb->size, "--size", &opts->size, err);
		if (unit < 0)
			return unit;
		if (unit == SIZE_TIME || !opts->size)
			return defer_error__set(err, DEFER_ERR_INVAL, DEFER_NO_OFFSET,
						"--size takes bytes, such as 500M or 10G");
	}
	if (!verb->loss)
		return 0;
	opts->loss = strtod(verb->loss, &end);
	end += *end == '%';
	if (end == verb->loss || *end || !(opts->loss >= 0) || opts->loss > LOSING_MAX_PERCENT)
		return defer_error__set(err, DEFER_ERR_INVAL, DEFER_NO_OFFSET,
					"--loss takes a percentage from 0 to %d, not '%s'",
					LOSING_MAX_PERCENT, verb->loss);
	return 0;
}

static int check_limits(const struct generate_verb *verb, struct defer_error *err)
{
	const struct generate_opts *opts = &verb->opts;

	if (opts->size && opts->copies)
		return defer_error__set(err, DEFER_ERR_INVAL, DEFER_NO_OFFSET,
					"--size and --copies exclude each other");
	if (opts->sleepers > SLEEPERS_MAX || opts->depth > DEPTH_MAX ||
	    opts->events > GENERATE_MAX_EVENTS)
		return defer_error__set(err, DEFER_ERR_INVAL, DEFER_NO_OFFSET,
					"at most %d --sleepers, a --depth of %d and %d --events "
					"can be generated",
					SLEEPERS_MAX, DEPTH_MAX, GENERATE_MAX_EVENTS);
	return 0;
}

static void print_stats(const struct bench_opts *bench, const struct generate_stats *stats,
			uint64_t ns)
{
	const double seconds = (double)ns / NSEC_PER_SEC;

	if (bench->format == BENCH_FORMAT_SIMPLE) {
		fprintf(stderr, "%.3f\n", seconds);
		return;
	}
	fprintf(stderr,
		"[ perf defer bench: %" PRIu64 " copies, %" PRIu64 " records, %" PRIu64
		" samples, %" PRIu64 " lost, %.1f MB in %.3f s, %.0f MB/s ]\n",
		stats->copies, stats->records, stats->samples, stats->lost, stats->bytes / 1e6,
		seconds, stats->bytes / 1e6 / seconds);
}

static int generate(const struct bench_opts *bench, const struct generate_verb *verb)
{
	const struct session_opts sopts = {.path = verb->input, .owned_only = !verb->force};
	struct defer_error err = DEFER_ERROR_INIT;
	const uint64_t began = clock__now();
	struct session *session = NULL;
	struct generate_stats stats;
	int ret = session__open(&session, &sopts, &err), status = 0;

	if (!ret)
		ret = generate__run(session, &verb->opts, &stats, &err);
	if (session)
		status = verb__print_damage(verb->input, &session->damage);
	if (ret)
		status = verb__error(verb->input, &err);
	else if (!verb->quiet)
		print_stats(bench, &stats, clock__now() - began);
	session__close(session);
	return status;
}

int bench__generate(const struct bench_opts *bench, int argc, const char **argv)
{
	struct generate_verb verb = {.opts = {.seed = 1}};
	const struct option options[] = {
		OPT_STRING('i', "input", &verb.input, "file", "input file name"),
		OPT_STRING('o', "output", &verb.opts.path, "file", "output file name"),
		OPT_STRING(0, "size", &verb.size, "size",
			   "write whole copies until the output has this size: B K M G"),
		OPT_U64(0, "copies", &verb.opts.copies, "write this many copies (default: 1)"),
		OPT_UINTEGER(0, "sleepers", &verb.opts.sleepers,
			     "add this many threads, all of which wait in the kernel at once"),
		OPT_BOOLEAN(0, "names", &verb.opts.names, "give each sleeper a name of its own"),
		OPT_UINTEGER(0, "depth", &verb.opts.depth,
			     "give each user callchain this many frames"),
		OPT_STRING(0, "loss", &verb.loss, "percent",
			   "lose this share of samples and deferred records"),
		OPT_UINTEGER(0, "events", &verb.opts.events,
			     "replace each event by this many, and spread its samples over them"),
		OPT_U64(0, "seed", &verb.opts.seed, "choose other losses and events (default: 1)"),
		OPT_BOOLEAN(0, "new-tasks", &verb.opts.new_tasks,
			    "all tasks are others in each copy, not only those that begin in it"),
		OPT_BOOLEAN('f', "force", &verb.force, "don't complain, do it"),
		OPT_BOOLEAN('q', "quiet", &verb.quiet, "do not say what was written"),
		OPT_END(),
	};
	const char *const usage[] = {
		"perf defer bench generate -o <file> [<options>] [<file>]",
		NULL,
	};
	struct defer_error err = DEFER_ERROR_INIT;

	argc = verb__parse_options(argc, argv, options, usage, 0);
	verb__take_input(&verb.input, argc, argv, usage, options);
	if (!verb.opts.path)
		verb__usage_error(usage, options, "-o names the file to write");
	if (parse_amounts(&verb, &err) || check_limits(&verb, &err)) {
		verb__error(NULL, &err);
		return DEFER_EXIT_USAGE;
	}
	verb.input = verb__input(verb.input);
	return generate(bench, &verb);
}
