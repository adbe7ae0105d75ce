/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * tail: what runs is listed at the end of a file, not at its beginning (--tail-synthesize).
 *
 * What is listed has time 0, so a reader takes it for true from the beginning on. Where the
 * file itself tells that it was not, it is left out: the name, parent and maps of a task that was
 * born meanwhile; the maps of a process that has begun another program; a map that came
 * meanwhile. A task that has got another name has none before that, but its number.
 */
#ifndef PERF_DEFER_UTIL_RECORD_TAIL_H
#define PERF_DEFER_UTIL_RECORD_TAIL_H

#include <perf/defer.h>

#include "util/base/byte-buf.h"
#include "util/synth/synth.h"

/* What a record told of: a task or process @what, and where. */
struct tail_key {
	uint64_t what; /* 0: an empty slot */
	uint64_t addr;
};

struct tail {
	struct tail_key *told; /* open addressing */
	uint64_t nr, cap, key;
	struct byte_buf listed; /* records of what runs */
	bool no_memory;
};

void tail__init(struct tail *tail);
void tail__exit(struct tail *tail);

/* A record that goes into the file. Without memory, list() fails. */
void tail__see(struct tail *tail, const struct defer_record *rec);

/* A synth_fn: keeps one record of what runs, with @ctx a tail. */
int tail__keep(void *ctx, const void *rec, size_t size, struct defer_error *err);

/*
 * Hands out what was kept, as opts->fn takes it, but for what the file tells better, and begins
 * anew for another file. To be called when all that was written meanwhile has been seen.
 */
int tail__list(struct tail *tail, const struct synth_opts *opts, struct defer_error *err);

#endif /* PERF_DEFER_UTIL_RECORD_TAIL_H */
