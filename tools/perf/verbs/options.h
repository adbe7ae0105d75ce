/* SPDX-License-Identifier: GPL-2.0-only */
/* The command line of a verb: libsubcmd's options, and perf's options that the verb lacks. */
#ifndef PERF_DEFER_VERBS_OPTIONS_H
#define PERF_DEFER_VERBS_OPTIONS_H

#include <stdbool.h>

struct option;
struct sample_filter_opts;

/*
 * Calls libsubcmd's parse_options(), but prints an error without the usage, with the option that may
 * have been meant, and omits refused options from --list-opts. Ends the process as libsubcmd does: with 129 for an
 * invalid command line and -h, 130 for --list-opts.
 */
int verb__parse_options(int argc, const char **argv, const struct option *options,
			const char *const *usage, int flags);

/* Prints the error, and exits with status 129. */
void verb__usage_error(const char *const *usage, const struct option *options, const char *fmt, ...)
	__attribute__((noreturn, format(printf, 3, 4)));

/* The files that go on with the first one: record --switch-output cuts a recording into several. */
struct input_files {
	const char *const *sequels;
	unsigned int nr;
};

/* Takes the input and its sequels from all the words that are left. They live as long as @argv. */
void verb__take_inputs(const char **input, struct input_files *files, int argc, const char **argv);

/*
 * Takes the one remaining argument as the input. Ends the process if there are more, or if -i gave
 * one already.
 */
void verb__take_input(const char **input, int argc, const char **argv, const char *const *usage,
		      const struct option *options);

/*
 * Appends the options that select samples: --time, --cpu, --pid, --tid and --comms, whose help is
 * @comms_help. Returns the new end of the table. Adds at most FILTER_OPTIONS_MAX.
 */
#define FILTER_OPTIONS_MAX 5
struct option *filter_options__add(struct option *to, struct sample_filter_opts *filter,
				   const char *comms_help);

/*
 * Warns that no sample matches the options of @filter, and those for DSOs and symbols, which may be
 * NULL. Prints nothing and returns false if none was given.
 */
bool filter_options__warn(const char *path, const struct sample_filter_opts *filter,
			  const char *dsos, const char *symbols);

/*
 * Appends perf's options that `perf defer @verb` lacks, for verbs that perf has too. They are
 * hidden and refused with a reason. Returns the new end of the table. Adds at most
 * PERF_OPTIONS_MAX, and no OPT_END.
 */
#define PERF_OPTIONS_MAX 64
struct option *perf_options__add(struct option *to, const char *verb);

#endif /* PERF_DEFER_VERBS_OPTIONS_H */
