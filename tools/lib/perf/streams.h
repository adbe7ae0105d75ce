/* SPDX-License-Identifier: LGPL-2.1-only OR BSD-2-Clause */
/*
 * streams: when the records came that went through one buffer.
 *
 * A stream is named by a key of the caller's. Within one part of the trace, records are seen in
 * the order in which they were written; parts may be seen in any order, on any thread, and are
 * joined by their place when all were seen:
 *
 *     part at 0          part at 4096        part at 8192
 *     a b a a b          b b a               a a b
 *     └─┬─┘              └─┬─┘
 *       one span of a, one of b, for each part: first time, latest time
 */
#ifndef STREAMS_H
#define STREAMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The records of one stream in one part. */
struct stream_span {
	uint64_t key;
	uint64_t part;	      /* the place where the part begins */
	uint64_t first, last; /* times of the first one and of the last one, ns */
	uint64_t latest;      /* the latest time, ns; where streams are buffers, the last one's */
	int32_t cpu;	      /* where the first one was written */
	bool used;
};

struct streams {
	uint64_t seed;
	bool are_buffers;	   /* no stream has records of two buffers */
	uint64_t part;		   /* the one that is being read */
	struct stream_span *slots; /* hash by key, at most half full: the spans of this part */
	size_t nr, mask;
	struct stream_span *last; /* the slot asked for last */

	struct stream_span *spans; /* of parts that are over; joined: in the order of (key, part) */
	size_t nr_spans, alloc_spans;
};

#define STREAM_UNSEEN UINT64_MAX

/*
 * Functions that return int: 0, or DEFER_ERR_NOMEM.
 *
 * A buffer's records stand in the order in which they were written. So where @are_buffers, what was
 * written last tells how far a stream has come, even if its clock stepped back.
 */
int streams__init(struct streams *streams, bool are_buffers);
void streams__exit(struct streams *streams);

/* The part that is being read ends; the next one begins at @part. */
int streams__begin(struct streams *streams, uint64_t part);

/*
 * A record of @time, not 0, came through the stream @key on @cpu. *@step is by how many ns that is
 * earlier than the time of the stream's record before it, in this part: 0 if it is not.
 */
int streams__see(struct streams *streams, uint64_t key, int32_t cpu, uint64_t time, uint64_t *step);

/* How far the stream @key has come in this part: a time, or STREAM_UNSEEN. */
uint64_t streams__latest(const struct streams *streams, uint64_t key);

/* Takes all spans of @from, whose part is over as well. */
int streams__merge(struct streams *streams, struct streams *from);

/*
 * Ends the last part and orders all spans. Afterwards each span's latest time is how far its stream
 * has come at the end of its part.
 */
int streams__join(struct streams *streams);

/* After join: how far the stream @key has come in parts before @part: a time, or STREAM_UNSEEN. */
uint64_t streams__latest_before(const struct streams *streams, uint64_t key, uint64_t part);

#endif /* STREAMS_H */
