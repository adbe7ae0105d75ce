/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * resolve_dso: the frames of one DSO that wait for names. Private to resolve.
 *
 *   resolve_dso.first --> frame id --next[]--> frame id --next[]--> NO_FRAME
 */
#ifndef PERF_DEFER_UTIL_RESOLVE_RESOLVE_DSO_H
#define PERF_DEFER_UTIL_RESOLVE_RESOLVE_DSO_H

#include "util/base/strpool.h"
#include "util/resolve/resolve.h"

struct kernel_syms;
struct inline_batch;

#define NO_FRAME UINT32_MAX

struct resolve_dso {
	struct dso *dso;
	uint32_t first; /* head of the waiting frames, linked by resolve_run.next; or NO_FRAME */
	uint32_t nr;	/* number of waiting frames */
	struct strpool strs;
	struct inline_batch *batches; /* memory that frame.inlines points into */
};

/* Shared by the workers of one run. A worker changes only the DSOs it took, and their frames. */
struct resolve_run {
	const struct resolve_opts *opts;
	struct kernel_syms *ks;
	struct frame **blocks;
	uint32_t frames_per_block;
	const uint32_t *next;
};

void resolve_dso__init(struct resolve_dso *rdso, struct dso *dso);
void resolve_dso__exit(struct resolve_dso *rdso);

/*
 * Names all waiting frames of the @nr @dsos; one thread works on a DSO at a time. Afterwards no
 * frame waits.
 */
int resolve_run__all(const struct resolve_run *run, struct resolve_dso *dsos, uint32_t nr,
		     struct defer_error *err);

#endif /* PERF_DEFER_UTIL_RESOLVE_RESOLVE_DSO_H */
