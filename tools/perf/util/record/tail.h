/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * tail: lists running tasks at the end of a file instead of its beginning (--tail-synthesize).
 *
 * Listed records have time 0, so readers apply them from the beginning on. Those that contradict
 * the file are left out:
 * - the name, parent and maps of a task that was started meanwhile;
 * - the maps of a process that called exec meanwhile;
 * - a map that was created meanwhile.
 * A task that was renamed meanwhile is listed with its number as its name.
 */
#ifndef PERF_DEFER_UTIL_RECORD_TAIL_H
#define PERF_DEFER_UTIL_RECORD_TAIL_H

#include "util/base/byte-buf.h"
#include "util/base/hash-index.h"
#include "util/synth/synth.h"

struct defer_record;

/* A fact in the file: the task or process and kind in @what, and an address. */
struct tail_key {
	uint64_t what, addr;
};

struct tail {
	struct tail_key *told; /* each once, in the order of the file */
	size_t nr, cap;
	struct hash_index index; /* of told */
	uint64_t key;		 /* of the hashes */
	struct byte_buf listed;	 /* records of running tasks */
	bool no_memory;
};

void tail__init(struct tail *tail);
void tail__exit(struct tail *tail);

/* Notes a record that goes into the file. Without memory, list() fails. */
void tail__see(struct tail *tail, const struct defer_record *rec);

/* Keeps one record of a running task. A synth_fn; @ctx is a struct tail. */
int tail__keep(void *ctx, const void *rec, size_t size, struct defer_error *err);

/*
 * Passes the kept records to opts->fn, except those that contradict the file, and resets @tail for
 * the next file. To be called after everything written meanwhile has been seen.
 */
int tail__list(struct tail *tail, const struct synth_opts *opts, struct defer_error *err);

#endif /* PERF_DEFER_UTIL_RECORD_TAIL_H */
