/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * parts: the parts of the new trace, which many threads make, and which are written in their order.
 *
 *   worker 0   make 0   write 0, 1          make 3   leave 3   make 4   ...
 *   worker 1   make 1   leave 1   make 2   write 2, 3                   ...
 *
 * Nobody waits for a turn: a part that is made too early is left to the worker that writes the one
 * before it. A worker waits only if all buffers are full. Each wait would cost the time that the
 * system takes to wake a thread, which is more than that of a part.
 */
#ifndef PERF_DEFER_UTIL_INJECT_PARTS_H
#define PERF_DEFER_UTIL_INJECT_PARTS_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include <perf/defer-header.h>

#include "util/base/byte-buf.h"

struct part {
	uint32_t idx;		   /* number of the part, from 0 */
	struct byte_buf bytes;	   /* new records */
	struct defer_section tail; /* the tail after it in the old file; size 0: none */
	struct part *next;	   /* in a list of struct parts */
};

/* Writes one part. Calls follow one another, in the order of the parts, on any worker's thread. */
typedef int (*part_write_fn)(void *ctx, const struct part *part, struct defer_error *err);

struct parts {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	unsigned int nr_waiting; /* threads that wait for @changed */
	part_write_fn write;
	void *ctx;
	struct part *all; /* array */
	unsigned int nr;
	struct part *idle; /* parts that no worker has */
	struct part *made; /* made and not written, by ascending idx */
	uint32_t next;	   /* idx of the part to be written next */
	bool failed;
};

/* For @nr_workers workers. */
int parts__init(struct parts *parts, unsigned int nr_workers, part_write_fn write, void *ctx,
		struct defer_error *err);
/* A zeroed @parts may be passed. */
void parts__exit(struct parts *parts);

/*
 * Returns a part to be made, whose contents are those of its last use; NULL if some part could not
 * be made or written. A worker takes it before it knows which one it will make: so that of the
 * lowest idx never waits for others.
 */
struct part *parts__take(struct parts *parts);

/* Hands in @part, which is made, and writes it and all that are made behind it, if it is their turn. */
int parts__put(struct parts *parts, struct part *part, struct defer_error *err);

/* Hands in @part, which will not be made since there is nothing more to make. */
void parts__give_back(struct parts *parts, struct part *part);

/* Ends the writing before the part @idx, which could not be made. All before it are written. */
void parts__end_before(struct parts *parts, uint32_t idx);

/* Ends the writing at once. */
void parts__end(struct parts *parts);

#endif /* PERF_DEFER_UTIL_INJECT_PARTS_H */
