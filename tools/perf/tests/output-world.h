/* SPDX-License-Identifier: GPL-2.0-only */
/* output_world: writes a known trace through the recorder's output, and reads it back. */
#ifndef PERF_DEFER_TESTS_OUTPUT_WORLD_H
#define PERF_DEFER_TESTS_OUTPUT_WORLD_H

#include <limits.h>

#include "tests/folder.h"
#include "tests/trace.h"
#include "util/output/output.h"
#include "util/session/session.h"

struct output_world {
	struct trace trace;
	struct output_event events[2];
	struct output_opts opts; /* may be changed before the output is opened */
	char path[PATH_MAX];
	struct output *output;
	struct defer_error err;
};

#define OUTPUT_WORLD_ARGC 4
extern const char *const output_world_argv[OUTPUT_WORLD_ARGC];

/* Makes the trace, to be written as @name in @folder. */
void output_world__init(struct output_world *world, const struct folder *folder, const char *name);
void output_world__exit(struct output_world *world);

/* Makes a tracefs with one tracepoint, sched:sched_switch, as @folder/tracing. */
bool output_world__make_tracefs(const struct folder *folder);

/* Writes the trace from offset @from on, as from a ring buffer that wraps inside a record. */
int output_world__write(struct output_world *world, size_t from);
int output_world__write_round(struct output_world *world);

/* These return enum test_result. */

/* Adds samples @from to @to - 1, and the end of a round. */
int output_world__add(struct output_world *world, unsigned int from, unsigned int to);
/* Makes a whole recording. */
int output_world__record(struct output_world *world);

int open_session(struct session **session, const char *path);
/* Checks that there are @samples, each with its callchain, and no damage. */
int check_samples(struct session *session, uint64_t samples);
int check_file(const char *path, uint64_t samples);

/* Leaves a copy for other readers in $PERF_DEFER_TEST_KEEP, if that is set. */
int keep_file(const char *path, const char *name);

#endif /* PERF_DEFER_TESTS_OUTPUT_WORLD_H */
