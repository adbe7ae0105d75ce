/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * script_perf: runs scripts of `perf script` with perf's own interpreter on a trace with merged
 * stacks, as `perf defer inject | perf script -i - ...` does.
 */
#ifndef PERF_BUILTIN_SCRIPT_PERF_H
#define PERF_BUILTIN_SCRIPT_PERF_H

#include <stdbool.h>

#include <perf/defer-error.h>

/* Returns true if the command line of `perf defer script` requires an interpreter. */
bool script_perf__is_wanted(int argc, const char **argv);

/*
 * Runs `perf script` on the merged stream. Passes all of @argv except the input to perf and the
 * script. argv[0] is the verb's name. Returns perf's exit status as a shell would, or a negative
 * code, with @err set, if perf has no interpreter for the script or the trace cannot be read;
 * *@path is the trace's name.
 */
int script_perf__run(int argc, const char **argv, const char **path, struct defer_error *err);

#endif /* PERF_BUILTIN_SCRIPT_PERF_H */
