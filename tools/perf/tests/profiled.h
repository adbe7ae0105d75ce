/* SPDX-License-Identifier: GPL-2.0-only */
/* profiled: a trace that went through the stages of report, for tests of what comes after them. */
#ifndef PERF_DEFER_TESTS_PROFILED_H
#define PERF_DEFER_TESTS_PROFILED_H

#include "util/dso/symbol.h"
#include "util/pipeline.h"

/* Set @conf first; the rest is zero. */
struct profiled {
	struct symbol_conf conf;
	struct pipeline pipeline;
	struct resolve *resolve;
	struct profile *profile; /* NULL before profiled__make() */
};

/* Runs the stages of @pipeline, which was initialized, until samples are folded and in order. */
int profiled__fold(struct pipeline *pipeline, struct defer_error *err);

/*
 * Runs all stages before the profile. @opts->conf is set here. Without @names, frames have addresses
 * only.
 */
int profiled__open(struct profiled *p, const struct pipeline_opts *opts, bool names,
		   struct defer_error *err);

/* Makes the profile of @fold, which is that of the pipeline or a part of it. */
int profiled__make(struct profiled *p, const struct fold *fold, struct defer_error *err);

/* Frees everything, also after an error. */
void profiled__exit(struct profiled *p);

#endif /* PERF_DEFER_TESTS_PROFILED_H */
