/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * script_perf: runs scripts of `perf script` with perf's own interpreter on a trace with merged
 * stacks, as `perf defer inject | perf script -i - ...` does.
 */
#ifndef PERF_DEFER_VERBS_SCRIPT_PERF_H
#define PERF_DEFER_VERBS_SCRIPT_PERF_H

#include <stdbool.h>

#include <perf/defer-error.h>

struct option;

/* A parsed command line. Zeroed, it is that of no script. */
struct script_perf {
	const char *input;		/* the trace; NULL: no -i */
	const char *script;		/* file or name of -s, or NULL */
	const char *vmlinux, *kallsyms; /* of the recorded kernel, or NULL */
	const char *only_ours;		/* an option that perf script does not have, or NULL */
	bool force;
	bool is_wanted;	   /* an interpreter has to run */
	bool no_trace;	   /* perf does what was asked without a trace */
	bool needs_file;   /* perf cannot do what was asked with a stream */
	const char **args; /* arguments for perf, NULL-terminated */
	int nr_args;
	int input_arg; /* index in @args of the trace that perf reads */
};

/*
 * Parses the command line as perf script does: what follows a word that is no option, or "--", is
 * the script's. @options are ours, with those of perf that we lack. Sets @run->is_wanted if the
 * command line requires an interpreter. argv[0] is the verb's name. Ends the process for an invalid
 * command line. exit() must follow also on errors.
 */
int script_perf__parse(struct script_perf *run, int argc, const char **argv,
		       const struct option *options, const char *const *usage,
		       struct defer_error *err);
void script_perf__exit(struct script_perf *run);

/*
 * Runs `perf script` on the merged trace: on a stream, or a temporary file if it has to be one.
 * Returns perf's exit status as a shell would, or a negative code, with @err set, if perf has no
 * interpreter for the script or the trace cannot be read; *@path is the trace's name.
 */
int script_perf__run(struct script_perf *run, const char **path, struct defer_error *err);

#endif /* PERF_DEFER_VERBS_SCRIPT_PERF_H */
