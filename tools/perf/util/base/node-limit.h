/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * node_limit: limits the nodes of a tree that is made of call chains: a flame graph, an export, the call
 * graph of a row.
 *
 * A trace holds each address of a chain once, in 8 bytes, and a tree from the outermost frame inward has at
 * most one node for it. Other trees repeat frames. In one from the function that was hit to its callers,
 * or below the names of tasks, the frames of a deferred record are there again for each sample that shares
 * the record: 1,000 samples of one record of 64 KB take 138 KB of the file, and 8 million nodes. So a
 * trace of a few MB could take all memory: see decisions/0019.
 */
#ifndef PERF_DEFER_UTIL_BASE_NODE_LIMIT_H
#define PERF_DEFER_UTIL_BASE_NODE_LIMIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <perf/defer-error.h>

/* Returns the most nodes that a tree of a trace of @size bytes may have. */
uint64_t node_limit__of(uint64_t size);

/* Returns true if a tree of @nr nodes may have no more. A @limit of 0 is none. */
static inline bool node_limit__is_reached(uint64_t limit, size_t nr)
{
	return limit && nr >= limit;
}

/*
 * Reports that a tree of @nr nodes cannot grow: it has reached the @limit, or there is no memory. @purpose
 * begins with "for". Returns DEFER_ERR_NOMEM.
 */
int node_limit__say(uint64_t limit, size_t nr, const char *purpose, struct defer_error *err);

#endif /* PERF_DEFER_UTIL_BASE_NODE_LIMIT_H */
