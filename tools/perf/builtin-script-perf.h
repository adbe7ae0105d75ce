/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * script_perf: scripts of `perf script`, run by perf's own interpreter on a trace whose stacks are
 * merged: `perf defer inject | perf script -i - ...`.
 */
#ifndef PERF_BUILTIN_SCRIPT_PERF_H
#define PERF_BUILTIN_SCRIPT_PERF_H

#include <stdbool.h>

#include <perf/defer-error.h>

/* Does the command line of `perf defer script` ask for what only an interpreter does? */
bool script_perf__is_wanted(int argc, const char **argv);

/*
 * Runs `perf script` on the merged stream: all of @argv but the input goes to perf and the script. argv[0] is
 * the verb's name. Returns perf's exit status, as a shell would tell it; or negative, with @err set, if
 * perf has no interpreter for the script, or the trace, whose name is left in @path, cannot be read.
 */
int script_perf__run(int argc, const char **argv, const char **path, struct defer_error *err);

#endif /* PERF_BUILTIN_SCRIPT_PERF_H */
