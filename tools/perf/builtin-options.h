/* SPDX-License-Identifier: GPL-2.0-only */
/* The command line of a verb: libsubcmd's options, and perf's that a verb does not have. */
#ifndef PERF_BUILTIN_OPTIONS_H
#define PERF_BUILTIN_OPTIONS_H

struct option;
struct sample_filter_opts;

/*
 * parse_options() of libsubcmd, with what is wrong said after the usage, where it can be seen, and
 * without the options that are refused in what --list-opts prints. Ends the process as libsubcmd
 * does: 129 for what cannot be understood and for -h, 130 for --list-opts.
 */
int verb__parse_options(int argc, const char **argv, const struct option *options,
			const char *const *usage, int flags);

/* Prints the usage and then the reason, and ends the process with status 129. */
void verb__usage_error(const char *const *usage, const struct option *options, const char *fmt, ...)
	__attribute__((noreturn, format(printf, 3, 4)));

/*
 * Takes the one argument that may be left as the input, as people type it. Ends the process if
 * there are more, or if -i has named one.
 */
void verb__take_input(const char **input, int argc, const char **argv, const char *const *usage,
		      const struct option *options);

/*
 * Appends the options that choose samples: --time, --cpu, --pid, --tid and --comms, which has
 * @comms_help. Returns where the table goes on; at most FILTER_OPTIONS_MAX are added.
 */
#define FILTER_OPTIONS_MAX 5
struct option *filter_options__add(struct option *to, struct sample_filter_opts *filter,
				   const char *comms_help);

/*
 * Appends those of perf's options that `perf defer @verb` does not have, for the verbs that perf has:
 * hidden, and refused with the reason. Returns where the table goes on; at most PERF_OPTIONS_MAX are
 * added, and no OPT_END.
 */
#define PERF_OPTIONS_MAX 64
struct option *perf_options__add(struct option *to, const char *verb);

#endif /* PERF_BUILTIN_OPTIONS_H */
