// SPDX-License-Identifier: GPL-2.0-only
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "verbs/common.h"
#include "verbs/defer.h"
#include "verbs/help.h"
#include "version.h"
#include "util/base/array.h"
#include "util/events/event-nearest.h"

struct verb {
	const char *name;
	int (*run)(int argc, const char **argv);
	const char *help;
};

static const struct verb verbs[] = {
	{"annotate", cmd_defer_annotate,
	 "Show where in a function samples are, by line and instruction"},
	{"audit", cmd_defer_audit, "Show what became of every sample's user stack, and why"},
	{"bench", cmd_defer_bench, "Measure the stages of a command, and generate large traces"},
	{"check", cmd_defer_check, "Show what this kernel and this build can do"},
	{"diff", cmd_defer_diff, "Show what changed between recordings, beyond chance"},
	{"export", cmd_defer_export, "Write the merged stacks in formats of other programs"},
	{"inject", cmd_defer_inject, "Merge the stacks within a trace, for other tools"},
	{"record", cmd_defer_record, "Record a trace with deferred user callchains"},
	{"report", cmd_defer_report, "Read a trace and show its merged stacks as a profile"},
	{"script", cmd_defer_script, "Print every sample in order of time"},
	{"test", cmd_defer_test, "Check that this build does what it should"},
};

#define NR_VERBS ARRAY_SIZE(verbs)

static void print_usage(FILE *to)
{
	fprintf(to, "\n usage: perf defer [--version] [--help] COMMAND [ARGS]\n\n");
	fprintf(to, " The commands are:\n");
	for (size_t i = 0; i < NR_VERBS; i++)
		fprintf(to, "   %-9s %s\n", verbs[i].name, verbs[i].help);
	fprintf(to, "\n See 'perf defer COMMAND -h' for the options of one command, "
		    "'perf defer help COMMAND' for its manual.\n\n");
}

static const struct verb *find_verb(const char *name)
{
	for (size_t i = 0; i < NR_VERBS; i++) {
		if (!strcmp(verbs[i].name, name))
			return &verbs[i];
	}
	return NULL;
}

static const struct verb *nearest_verb(const char *name)
{
	const struct verb *best = NULL;
	unsigned int least = strlen(name) / 2 + 1;

	for (size_t i = 0; i < NR_VERBS; i++) {
		unsigned int distance = event_nearest__distance(verbs[i].name, name);

		if (!strncmp(verbs[i].name, name, strlen(name)))
			distance = 0;
		if (distance < least) {
			least = distance;
			best = &verbs[i];
		}
	}
	return best;
}

/* Returns what there is instead of a verb that perf has, or NULL. */
static const char *instead_of(const char *name)
{
	static const struct {
		const char *name, *instead;
	} others[] = {
		{"top", "perf defer record -a, then perf defer report"},
		{"stat", "use perf stat; perf defer record samples what it counts"},
		{"timechart", "perf defer report shows threads over time"},
		{"list", "use perf list; perf defer record takes the same events"},
	};
	/* Those read the same files, or do something else altogether. */
	static const char *const same[] = {
		"archive", "buildid-cache", "buildid-list", "c2c",   "daemon", "data",
		"evlist",  "ftrace",	    "iostat",	    "kmem",  "kvm",    "kwork",
		"lock",	   "mem",	    "probe",	    "sched", "trace",
	};

	for (size_t i = 0; i < ARRAY_SIZE(others); i++) {
		if (!strcmp(name, others[i].name))
			return others[i].instead;
	}
	for (size_t i = 0; i < ARRAY_SIZE(same); i++) {
		if (!strcmp(name, same[i]))
			return "use perf itself";
	}
	return NULL;
}

static int unknown_verb(const char *name)
{
	const struct verb *near = nearest_verb(name);
	const char *instead = instead_of(name);

	if (instead) {
		fprintf(stderr, "perf-defer: '%s' is a command of perf, not of perf defer: %s\n",
			name, instead);
		return DEFER_EXIT_USAGE;
	}

	fprintf(stderr, "perf-defer: '%s' is not a command. See 'perf defer --help'.\n", name);
	if (near)
		fprintf(stderr, "\nDid you mean this?\n\t%s\n", near->name);
	return DEFER_EXIT_USAGE;
}

static bool is_any(const char *arg, const char *a, const char *b, const char *c)
{
	return !strcmp(arg, a) || !strcmp(arg, b) || !strcmp(arg, c);
}

/* Answers the queries of shell completion as perf does. */
static bool list_for_completion(const char *arg)
{
	if (!strcmp(arg, "--list-opts")) {
		puts("--help --version");
		return true;
	}
	if (strcmp(arg, "--list-cmds") != 0)
		return false;
	for (size_t i = 0; i < NR_VERBS; i++)
		printf("%s ", verbs[i].name);
	puts("help ");
	return true;
}

/* Shows the manual page, or the options if it is missing. */
static int show_help(const char *name)
{
	const struct verb *verb = find_verb(name);
	const char *args[] = {name, "-h", NULL};

	if (!verb)
		return unknown_verb(name);
	help__show_manual(name);
	return verb->run(2, args);
}

static int run_verb(int argc, const char **argv)
{
	const struct verb *verb;

	if (argc < 2) {
		print_usage(stdout);
		fflush(stdout);
		fprintf(stderr, "perf-defer: help needs the name of a command\n");
		return 1;
	}
	if (is_any(argv[1], "--help", "-h", "help")) {
		if (argc > 2 && strcmp(argv[1], "-h") != 0)
			return show_help(argv[2]);
		print_usage(stdout);
		return 0;
	}
	if (is_any(argv[1], "--version", "-v", "version")) {
		printf("perf-defer version %s\n", PERF_DEFER_VERSION);
		return 0;
	}
	if (list_for_completion(argv[1]))
		return 0;

	verb = find_verb(argv[1]);
	if (verb && argc > 2 && !strcmp(argv[2], "--help"))
		return show_help(argv[1]);
	return verb ? verb->run(argc - 1, argv + 1) : unknown_verb(argv[1]);
}

int cmd_defer(int argc, const char **argv)
{
	int status, unwritten;

	/*
	 * Make a file beyond its size limit a write error, like a full disk. record does so itself,
	 * after it has noted what its command inherits.
	 */
	if (argc < 2 || strcmp(argv[1], "record") != 0)
		signal(SIGXFSZ, SIG_IGN);
	status = run_verb(argc, argv);
	unwritten = verb__finish_output(stdout);
	return status ? status : unwritten;
}
