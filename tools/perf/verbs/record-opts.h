/* SPDX-License-Identifier: GPL-2.0-only */
/* The options of record, from the command line and perfconfig. */
#ifndef PERF_DEFER_VERBS_RECORD_OPTS_H
#define PERF_DEFER_VERBS_RECORD_OPTS_H

#include "util/plan/opts.h"

struct record_args {
	struct record_opts opts; /* does not include the events */
	struct event_arg *events;
	uint32_t nr_events;
	struct faults notes;	  /* differences from the request that are not errors */
	const char *why_in_place; /* option or setting that disables deferral, or NULL */
	const char **self_argv;
	bool dry_run;
	bool report; /* show the file afterwards */
};

/*
 * Reads perf's configuration and the command line. An invalid command line ends the process, as
 * usual with libsubcmd. Returns a negative code, with @err set, if values are invalid or contradict
 * each other. Keeps pointers into @argv.
 */
int record_args__init(struct record_args *args, int argc, const char **argv,
		      struct defer_error *err);
void record_args__exit(struct record_args *args);

#endif /* PERF_DEFER_VERBS_RECORD_OPTS_H */
