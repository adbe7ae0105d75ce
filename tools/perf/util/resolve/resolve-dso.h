/* SPDX-License-Identifier: GPL-2.0-only */
/* resolve_dso: the frames of one DSO that wait for names. Private to resolve. */
#ifndef PERF_DEFER_UTIL_RESOLVE_RESOLVE_DSO_H
#define PERF_DEFER_UTIL_RESOLVE_RESOLVE_DSO_H

#include "util/base/strpool.h"
#include "util/resolve/resolve.h"

struct kernel_syms;
struct inline_batch;

#define NO_FRAME UINT32_MAX

struct resolve_dso {
	struct dso *dso;
	uint32_t first; /* of the frames that wait, linked by resolve_run.next, or NO_FRAME */
	uint32_t nr;	/* of them */
	struct strpool strs;
	struct inline_batch *batches; /* what frames' inlines point into */
};

/* What the workers of one run share; they change only frames and DSOs that they took. */
struct resolve_run {
	const struct resolve_opts *opts;
	struct kernel_syms *ks;
	struct frame **blocks;
	uint32_t frames_per_block;
	const uint32_t *next;
};

void resolve_dso__init(struct resolve_dso *rdso, struct dso *dso);
void resolve_dso__exit(struct resolve_dso *rdso);

/* Names the frames that wait at any of the @nr @dsos, one thread at a DSO. None waits then. */
int resolve_run__all(const struct resolve_run *run, struct resolve_dso *dsos, uint32_t nr,
		     struct defer_error *err);

#endif /* PERF_DEFER_UTIL_RESOLVE_RESOLVE_DSO_H */
