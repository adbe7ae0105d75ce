// SPDX-License-Identifier: GPL-2.0-only
/* record: records samples with deferred user callchains into a file that any perf can read. */
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "verbs/common.h"
#include "verbs/record-opts.h"
#include "verbs/record.h"
#include "verbs/defer.h"
#include "ui/stdio/record-status.h"
#include "ui/stdio/control-answer.h"
#include "util/base/array.h"
#include "util/host/parent.h"

struct record {
	struct record_args args;
	struct caller caller;
	struct faults faults;
	struct plan plan;
	struct recorder *recorder;
	struct recorder_stats stats;
	struct record_status status;
	bool has_file; /* the recording has ended, and can be read */
};

/* Prints each step and its result with -v. */
static int record__step(const struct record *record, const char *what, int ret)
{
	if (record->args.opts.verbose)
		fprintf(stderr, "perf-defer: %s: %d (%s)\n", what, ret,
			ret < 0 ? defer_error__name(ret) : "ok");
	return ret;
}

/* ---- signals ---- */

/*
 * Blocks the signals that the recorder reads from a descriptor. SIGHUP stays ignored if nohup
 * ignored it; SIGINT does not, since shells start background jobs with it ignored.
 */
static void block_signals(void)
{
	struct sigaction hangup;
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGCHLD);
	sigaddset(&set, SIGUSR2);
	if (sigaction(SIGHUP, NULL, &hangup) || hangup.sa_handler != SIG_IGN)
		sigaddset(&set, SIGHUP);
	/* A process that ignores SIGCHLD cannot wait for its children. */
	signal(SIGCHLD, SIG_DFL);
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);
	sigprocmask(SIG_BLOCK, &set, NULL);
}

/*
 * Unblocks the signals, since the recording is complete: a signal now ends the process. Signals
 * received before were meant for the recording and are dropped.
 */
static void unblock_ends(void)
{
	const struct timespec now = {0};
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGHUP);
	while (sigtimedwait(&set, NULL, &now) > 0)
		;
	sigprocmask(SIG_UNBLOCK, &set, NULL);
}

/*
 * Dies as perf does, of the signal that ended the recording or the command. Under perf, exits with
 * a status.
 */
static int die_of(int signo, const sigset_t *before)
{
	const struct rlimit no_core = {0};
	sigset_t set = *before;

	fflush(NULL);
	if (parent__is_perf())
		return 128 + signo;
	setrlimit(RLIMIT_CORE, &no_core);
	signal(signo, SIG_DFL);
	raise(signo);
	sigdelset(&set, signo);
	sigprocmask(SIG_SETMASK, &set, NULL);
	/* The signal did not end the process. */
	return 128 + signo;
}

/* Returns perf's exit status: the command's own. Dies of the signal that ended it, or us. */
static int exit_status(const struct recorder_stats *stats, const sigset_t *before)
{
	if (stats->signal)
		return die_of(stats->signal, before);
	if (WIFSIGNALED(stats->command_status))
		return die_of(WTERMSIG(stats->command_status), before);
	return WEXITSTATUS(stats->command_status);
}

/* ---- before ---- */

/*
 * Finds everything that would make the recording fail, all at once. Returns 0 or the exit status.
 */
static int record__plan(struct record *record, struct defer_error *err)
{
	struct record_args *args = &record->args;
	struct record_opts *opts = &args->opts;
	int ret;

	ret = record_opts__add_events(opts, args->events, args->nr_events, &record->faults, err);
	if (record__step(record, "reading events", ret)) {
		verb__error(NULL, err);
		return ret == DEFER_ERR_INVAL ? DEFER_EXIT_USAGE : RECORD_EXIT_FAULTS;
	}
	ret = plan__make(&record->plan, opts, &record->faults, err);
	if (!record__step(record, "planning", ret))
		ret = record__step(record, "checking", record__check(opts, &record->faults, err));
	if (ret) {
		verb__error(NULL, err);
		return RECORD_EXIT_FAULTS;
	}
	if (!record->faults.nr)
		return 0;
	faults__fprintf(&record->faults, stderr);
	return RECORD_EXIT_FAULTS;
}

static void record__announce(const struct record *record)
{
	const struct record_args *args = &record->args;

	if (args->opts.quiet)
		return;
	notes__fprintf(&args->notes, stderr);
	notes__fprintf(&record->plan.notes, stderr);
	plan__print_defer(&record->plan, &args->opts, args->why_in_place, stderr);
}

/* ---- run ---- */

/* Listener of recorder__set_listener(). @ctx is the record. */
static void record__answer(void *ctx, const struct control_answer *answer)
{
	struct record *record = ctx;

	record_status__clear(&record->status);
	control_answer__fprintf(answer, &record->plan, record->args.opts.quiet, stderr);
	fflush(stderr);
}

/* Returns the file that was written last. */
static const char *record__file(const struct record *record)
{
	return record->stats.file ? record->stats.file : record->args.opts.output;
}

/* Shows the file, as report does when it is asked for nothing else. */
static int record__report(const struct record *record)
{
	const char *argv[] = {"report", "-i", record__file(record), NULL};

	caller__restore(&record->caller);
	return cmd_defer_report(ARRAY_SIZE(argv) - 1, argv);
}

static int record__run(struct record *record, struct defer_error *err)
{
	const struct record_opts *opts = &record->args.opts;
	struct record_status *status = &record->status;
	const sigset_t *before = &record->caller.mask;
	int ret;

	block_signals();
	ret = recorder__open(&record->recorder, opts, &record->plan, &record->caller, err);
	if (record__step(record, "opening", ret)) {
		verb__error(NULL, err);
		sigprocmask(SIG_SETMASK, before, NULL);
		return RECORD_EXIT_FAULTS;
	}
	if (!opts->quiet)
		record_status__init(status, stderr);
	recorder__set_listener(record->recorder, record__answer, record);
	ret = recorder__run(record->recorder, record_status__show, status, &record->stats, err);
	record_status__clear(status);
	record__step(record, "recording", ret);
	if (ret)
		verb__error(NULL, err);
	if (!opts->quiet)
		recorder_stats__fprintf(&record->stats, opts, &record->plan, stderr);
	if (!ret)
		unblock_ends();
	/* Closing many tracepoints takes the kernel seconds. */
	recorder__close(record->recorder);
	record->recorder = NULL;
	if (!ret) {
		record__cache_build_ids(opts, record__file(record));
		record->has_file = true;
		return record->args.report ? 0 : exit_status(&record->stats, before);
	}
	sigprocmask(SIG_SETMASK, before, NULL);
	return 1;
}

static int record__do(struct record *record, struct defer_error *err)
{
	int status = record__plan(record, err);

	if (status)
		return status;
	record__announce(record);
	if (!record->args.dry_run)
		return record__run(record, err);
	plan__print(&record->plan, stderr);
	return 0;
}

int cmd_defer_record(int argc, const char **argv)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct record record = {0};
	int status = DEFER_EXIT_USAGE;

	if (argc == 2 && !strcmp(argv[1], "--list-events")) {
		record__list_events();
		return 0;
	}
	caller__save(&record.caller);
	faults__init(&record.faults);
	if (record_args__init(&record.args, argc, argv, &err))
		verb__error(NULL, &err);
	else
		status = record__do(&record, &err);
	if (record.has_file && record.args.report)
		status = record__report(&record);
	recorder_stats__exit(&record.stats);
	plan__exit(&record.plan);
	faults__exit(&record.faults);
	record_args__exit(&record.args);
	return status;
}
