/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_DEFER_VERBS_DEFER_H
#define PERF_DEFER_VERBS_DEFER_H

#include <stdbool.h>

/*
 * Exit status for an invalid command line, as in git, perf and libsubcmd. Status 1 is for valid
 * commands that failed.
 */
#define DEFER_EXIT_USAGE 129

/*
 * Runs one verb. argv[0] is the program's name, argv[1] the verb. Returns the exit status. It
 * follows perf's convention for builtins, so that it can become one.
 */
int cmd_defer(int argc, const char **argv);

/* The verbs. argv[0] is the verb's name; each returns the exit status. */
int cmd_defer_annotate(int argc, const char **argv);
int cmd_defer_audit(int argc, const char **argv);
int cmd_defer_bench(int argc, const char **argv);
int cmd_defer_check(int argc, const char **argv);
int cmd_defer_diff(int argc, const char **argv);
int cmd_defer_export(int argc, const char **argv);
int cmd_defer_inject(int argc, const char **argv);
int cmd_defer_record(int argc, const char **argv);
int cmd_defer_report(int argc, const char **argv);
int cmd_defer_script(int argc, const char **argv);
int cmd_defer_test(int argc, const char **argv);

struct stages;

/* Changes to a run of a verb, by `bench` and by verbs that share their work; zeroed: none. */
struct verb_setup {
	bool exports, annotates; /* report: the command line is that of export, or of annotate */
	unsigned int nr_workers; /* 0: as many as CPUs */
	struct stages *stages;	 /* takes the times of the stages; or NULL */
};

/* The verbs that `bench` measures, which are called so by their own functions above. */
int audit__main(int argc, const char **argv, const struct verb_setup *setup);
int inject__main(int argc, const char **argv, const struct verb_setup *setup);
int report__main(int argc, const char **argv, const struct verb_setup *setup);
int script__main(int argc, const char **argv, const struct verb_setup *setup);

#endif /* PERF_DEFER_VERBS_DEFER_H */
