// SPDX-License-Identifier: GPL-2.0-only
/* inject: rewrites a trace so that tools that do not know deferral see whole stacks. */
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <subcmd/parse-options.h>

#include "verbs/common.h"
#include "verbs/defer.h"
#include "verbs/options.h"
#include "verbs/symbol-options.h"
#include "ui/stdio/progress-line.h"
#include "util/base/array.h"
#include "util/dso/debug-file.h"
#include "util/inject/inject.h"
#include "util/plan/opts.h"
#include "util/source/source.h"

struct inject_verb {
	const char *input;
	struct inject_opts opts;
	bool force, quiet, marks;
	int verbose;
	struct session *session;
	struct progress_line progress;
	int signal_fd;
	int signal;	  /* signal that asked for an end; 0: none */
	bool reader_gone; /* the reader of the output */
	const struct verb_setup *setup;
	struct symbol_opts symbols;
	char cache[PATH_MAX]; /* the build-id cache, with --marks */
};

/* ---- an early end ---- */

static void take_signals(struct inject_verb *verb, sigset_t *old)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGHUP);
	sigprocmask(SIG_BLOCK, &set, old);
	verb->signal_fd = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
}

static bool is_asked_to_end(void *ctx)
{
	struct inject_verb *verb = ctx;
	struct signalfd_siginfo info;

	if (verb->signal_fd >= 0 && read(verb->signal_fd, &info, sizeof(info)) == sizeof(info))
		verb->signal = info.ssi_signo;
	return verb->signal;
}

/*
 * Restores the signals and dies of the one that asked for an end, which was delayed only to clean
 * up. Other threads block signals, so SIGPIPE is sent here if one of them found the reader gone.
 */
static void give_signals_back(struct inject_verb *verb, const sigset_t *old)
{
	if (verb->signal_fd >= 0)
		close(verb->signal_fd);
	if (verb->signal)
		raise(verb->signal);
	sigprocmask(SIG_SETMASK, old, NULL);
	if (verb->reader_gone)
		raise(SIGPIPE);
}

/* ---- what became of the stacks ---- */

static uint64_t nr_merged(const struct inject_stats *stats)
{
	return stats->classes[DEFER_MERGED] + stats->classes[DEFER_MERGED_BACK] - stats->too_large;
}

static void print_converted(const struct inject_stats *stats)
{
	const uint64_t *dumps = stats->dumps;

	fprintf(stderr,
		"perf-defer: %" PRIu64 " stack dumps became callchains, %" PRIu64
		" up to the outermost frame",
		inject_stats__dumps(stats), dumps[DEFER_UNWOUND]);
	for (int cls = 0; cls < DEFER_NR_CLASSES; cls++) {
		if (cls != DEFER_UNWOUND && dumps[cls])
			fprintf(stderr, ", %" PRIu64 " %s", dumps[cls], defer_class__name(cls));
	}
	fprintf(stderr, "\n");
	if (stats->cut)
		fprintf(stderr,
			"perf-defer: %" PRIu64
			" would pass 64 KiB, and lack their outermost frames "
			"(--extended keeps them)\n",
			stats->cut);
}

static void print_stats(const struct inject_verb *verb, const struct inject_stats *stats)
{
	static const enum defer_class without[] = {
		DEFER_LOST,	 DEFER_PENDING,	     DEFER_EXITED,    DEFER_EXEC,
		DEFER_AMBIGUOUS, DEFER_NOT_RECORDED, DEFER_SIGRETURN,
	};

	fprintf(stderr, "[ perf defer inject: %" PRIu64 " samples, %" PRIu64 " user stacks merged",
		stats->samples, nr_merged(stats));
	for (size_t i = 0; i < sizeof(without) / sizeof(*without); i++) {
		if (stats->classes[without[i]])
			fprintf(stderr, ", %" PRIu64 " %s", stats->classes[without[i]],
				defer_class__name(without[i]));
	}
	fprintf(stderr, " ]\n");
	if (verb->opts.convert)
		print_converted(stats);
	if (stats->repaired)
		fprintf(stderr,
			"perf-defer: %" PRIu64
			" user stacks were repaired; registers and copies of stacks are left out\n",
			stats->repaired);
	if (verb->verbose)
		fprintf(stderr,
			"perf-defer: %" PRIu64 " deferred records, of which %" PRIu64 " stay\n",
			stats->records, stats->kept);
	if (stats->maps_early)
		fprintf(stderr,
			"perf-defer: %" PRIu64
			" samples have user addresses that were mapped only when they were "
			"unwound: the maps are told before these samples as well\n",
			stats->maps_early);
	if (stats->marked)
		fprintf(stderr,
			"perf-defer: %" PRIu64
			" samples have a frame that names what is missing: its names are in %s\n",
			stats->marked, verb->opts.marks_dir);
	if (stats->too_large)
		fprintf(stderr,
			"perf-defer: %" PRIu64 " samples would pass 64 KiB and stay unmerged, with "
			"%" PRIu64 " deferred records (--extended merges them)\n",
			stats->too_large, stats->kept);
	if (stats->elsewhere)
		fprintf(stderr,
			"perf-defer: %" PRIu64
			" samples have user addresses whose mapping had changed "
			"when they were unwound: other tools may name them wrongly\n",
			stats->elsewhere);
	if (verb->opts.keep_cookies && stats->kept)
		fprintf(stderr,
			"perf-defer: %" PRIu64 " deferred records that no sample has stay\n",
			stats->kept);
}

/* ---- one run ---- */

static int verb__read(struct inject_verb *verb, struct defer_error *err)
{
	const struct session_opts opts = {
		.path = verb->input,
		.owned_only = !verb->force,
		.progress = &verb->progress.progress,
		.bounded = true,
		.nr_workers = verb->setup->nr_workers,
		.stages = verb->setup->stages,
		.spills = true,
		.symbols = &verb->symbols.conf,
		.jitdumps = true,
	};
	int ret = session__open(&verb->session, &opts, err);

	if (ret)
		return ret;
	progress_line__phase(&verb->progress, "reading maps and deferred callchains",
			     source__size(verb->session->source));
	return session__gather(verb->session, err);
}

static int verb__write(struct inject_verb *verb, struct inject_stats *stats,
		       struct defer_error *err)
{
	sigset_t old;
	int ret;

	progress_line__phase(&verb->progress, "merging stacks",
			     source__size(verb->session->source));
	take_signals(verb, &old);
	ret = inject__run(verb->session, &verb->opts, stats, err);
	progress_line__stop(&verb->progress);
	give_signals_back(verb, &old);
	return ret;
}

static int verb__run(struct inject_verb *verb)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct inject_stats stats;
	int ret;

	if (!verb->quiet)
		progress_line__start(&verb->progress, stderr, PROGRESS_LINE_DELAY_MS, "opening");
	ret = verb__read(verb, &err);
	if (!ret)
		ret = verb__write(verb, &stats, &err);
	progress_line__stop(&verb->progress);
	if (ret)
		return verb__error(verb->input, &err);
	if (!verb->quiet)
		print_stats(verb, &stats);
	return verb__print_damage(verb->input, &verb->session->damage);
}

/* Finds the build-id cache, where readers look for the names of marks. */
static int verb__find_cache(struct inject_verb *verb, struct defer_error *err)
{
	symbol_conf__buildid_dir(&verb->symbols.conf, verb->cache, sizeof(verb->cache));
	if (!verb->cache[0] || !strcmp(verb->cache, "/dev/null"))
		return defer_error__set(err, DEFER_ERR_INVAL,
					"--marks needs the build-id cache, which buildid.dir or "
					"$PERF_BUILDID_DIR switches off");
	verb->opts.marks_dir = verb->cache;
	return 0;
}

static int verb__check_symbols(struct inject_verb *verb)
{
	struct defer_error err = DEFER_ERROR_INIT;
	int ret = symbol_opts__check(&verb->symbols, &err);

	if (!ret && verb->marks)
		ret = verb__find_cache(verb, &err);
	return ret ? verb__error(NULL, &err) : 0;
}

/* ---- options ---- */

/* -z without a number is the fastest level, as in perf record. */
static int parse_compression(const struct option *option, const char *arg, int unset)
{
	struct inject_opts *opts = option->value;
	struct defer_error err = DEFER_ERROR_INIT;
	struct record_opts level = {0};

	if (!unset && record_opts__set_compression(&level, arg ? arg : "1", &err))
		return verb__error(NULL, &err);
	opts->compress_level = level.compress_level;
	return 0;
}

int inject__main(int argc, const char **argv, const struct verb_setup *setup)
{
	struct inject_verb verb = {
		.opts = {.path = "-", .end = {.is_asked = is_asked_to_end}},
		.signal_fd = -1,
		.setup = setup,
	};
	const struct option options[] = {
		OPT_STRING('i', "input", &verb.input, "file", "input file name"),
		OPT_STRING('o', "output", &verb.opts.path, "file", "output file name"),
		OPT_CALLBACK_OPTARG('z', "compression-level", &verb.opts, NULL, "n",
				    "Compress records using specified level (default: 1 - fastest "
				    "compression, 22 - greatest compression)",
				    parse_compression),
		OPT_BOOLEAN(
			0, "convert-callchain", &verb.opts.convert,
			"replace stack dumps (--call-graph dwarf) by callchains that are unwound "
			"from them"),
		OPT_BOOLEAN(0, "keep-cookies", &verb.opts.keep_cookies,
			    "keep the cookies of samples without a user half, and the deferred "
			    "records that no sample has"),
		OPT_BOOLEAN(0, "marks", &verb.marks,
			    "give the missing half of a sample without a user half a named frame"),
		OPT_BOOLEAN(
			0, "extended", &verb.opts.extended,
			"write records past 64 KiB in the extended form, which other tools cannot "
			"read yet"),
		OPT_BOOLEAN('f', "force", &verb.force, "don't complain, do it"),
		OPT_INCR('v', "verbose", &verb.verbose, "say what was done to records as well"),
		OPT_BOOLEAN('q', "quiet", &verb.quiet, "do not say what was merged"),
	};
	struct option all[ARRAY_SIZE(options) + FILE_OPTIONS + PERF_OPTIONS_MAX + 1], *to = all;
	const char *const usage[] = {
		"perf defer inject [<options>] [<file>]",
		NULL,
	};
	struct defer_error err = DEFER_ERROR_INIT;
	int status;

	if (symbol_opts__init(&verb.symbols, &err))
		return verb__error(NULL, &err);
	to = mempcpy(to, options, sizeof(options));
	to = file_options__add(to, &verb.symbols.conf);
	to = perf_options__add(to, "inject");
	*to = (struct option)OPT_END();
	argc = verb__parse_options(argc, argv, all, usage, 0);
	verb__take_input(&verb.input, argc, argv, usage, all);
	if (verb.marks && verb.opts.keep_cookies)
		verb__usage_error(usage, all,
				  "--marks stand where --keep-cookies keeps the cookies");
	verb.input = verb__input(verb.input);
	verb.opts.end.ctx = &verb;
	verb.opts.end.reader_gone = &verb.reader_gone;
	status = verb__check_symbols(&verb);
	if (!status)
		status = verb__run(&verb);
	if (verb.session)
		session__close(verb.session);
	symbol_opts__exit(&verb.symbols);
	return status;
}

int cmd_defer_inject(int argc, const char **argv)
{
	return inject__main(argc, argv, &(struct verb_setup){0});
}
