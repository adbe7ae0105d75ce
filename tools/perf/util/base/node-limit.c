// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>

#include "util/base/error.h"
#include "util/base/node-limit.h"

/*
 * A node takes about 100 bytes with its place in an index, so a tree may take 100 MB and 25 times the trace.
 * A stack has 8 bytes for each of its frames in the trace, unless samples share a record: 4 leave room
 * for that, and for functions that the compiler inlined. Real traces take a hundredth of the limit.
 */
#define NODES_OF_ANY   (1ULL << 20)
#define BYTES_PER_NODE 4 /* of the trace */

uint64_t node_limit__of(uint64_t size)
{
	return NODES_OF_ANY + size / BYTES_PER_NODE;
}

int node_limit__say(uint64_t limit, size_t nr, const char *purpose, struct defer_error *err)
{
	if (!node_limit__is_reached(limit, nr))
		return error__no_memory(err, "%s", purpose);
	return defer_error__set(err, DEFER_ERR_NOMEM,
				"this trace has too many nodes %s: more than %" PRIu64
				", far more than its size justifies",
				purpose, limit);
}
