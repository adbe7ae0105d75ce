/* SPDX-License-Identifier: GPL-2.0-only */
/* The options of record, as they stand on its command line and in perfconfig. */
#ifndef PERF_BUILTIN_DEFER_RECORD_OPTS_H
#define PERF_BUILTIN_DEFER_RECORD_OPTS_H

#include "util/plan/opts.h"

struct record_args {
	struct record_opts opts; /* without the events */
	struct event_arg *events;
	uint32_t nr_events;
	struct faults notes;	  /* what is done other than asked: no faults */
	const char *why_in_place; /* who asked not to defer, or NULL */
	const char **self_argv;
	bool dry_run;
};

/*
 * Reads perf's configuration and the command line; a command line that cannot be understood
 * ends the process, as libsubcmd has it. Negative, with @err set, if values make no sense or
 * contradict each other. Strings of @argv are kept.
 */
int record_args__init(struct record_args *args, int argc, const char **argv,
		      struct defer_error *err);
void record_args__exit(struct record_args *args);

#endif /* PERF_BUILTIN_DEFER_RECORD_OPTS_H */
