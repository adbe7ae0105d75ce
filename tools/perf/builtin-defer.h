/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_BUILTIN_DEFER_H
#define PERF_BUILTIN_DEFER_H

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
int cmd_defer_audit(int argc, const char **argv);
int cmd_defer_check(int argc, const char **argv);
int cmd_defer_inject(int argc, const char **argv);
int cmd_defer_record(int argc, const char **argv);
int cmd_defer_report(int argc, const char **argv);
int cmd_defer_script(int argc, const char **argv);
int cmd_defer_test(int argc, const char **argv);

#endif /* PERF_BUILTIN_DEFER_H */
