/* SPDX-License-Identifier: LGPL-2.1-only OR BSD-2-Clause */
/*
 * streams: the times of the records that came through one buffer.
 *
 * The caller names a stream by a key. Within one part of the trace, records are seen in the order
 * in which they were written. Parts may be seen in any order, on any thread, and are joined by
 * their place once all were seen:
 *
 *      part at 0          part at 4096        part at 8192
 *      a b a a b          b b a               a a b
 *      └─┬─┘              └─┬─┘
 *        one span of a, one of b, for each part: first time, latest time
 */
#ifndef STREAMS_H
#define STREAMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The records of one stream in one part. */
struct stream_span {
	uint64_t key;
	uint64_t part;	      /* place where the part begins */
	uint64_t first, last; /* times of the first record and of the last one, ns */
	/* the latest time, ns; where streams are buffers, the last record's */
	uint64_t latest;
	int32_t cpu; /* CPU that wrote the first record */
	bool used;
};

struct streams {
	uint64_t seed;
	bool are_buffers; /* each stream has the records of one buffer only */
	uint64_t part;	  /* place of the part being read */
	/* hash table by key, at most half full: the spans of this part */
	struct stream_span *slots;
	size_t nr, mask;
	struct stream_span *last; /* the slot used last */

	struct stream_span *spans; /* spans of finished parts; when joined: sorted by (key, part) */
	size_t nr_spans, alloc_spans;
};

#define STREAM_UNSEEN UINT64_MAX

/*
 * Functions that return int return 0 or DEFER_ERR_NOMEM.
 *
 * A buffer's records are in the order in which they were written. So if @are_buffers, the last
 * record tells how far a stream has come, even if its clock stepped back.
 */
int streams__init(struct streams *streams, bool are_buffers);
void streams__exit(struct streams *streams);

/* Ends the current part and begins the one at @part. */
int streams__begin(struct streams *streams, uint64_t part);

/*
 * Notes a record of @time, not 0, in the stream @key on @cpu. Sets *@step to how many ns it is
 * earlier than the stream's previous record in this part, or 0 if it is not earlier.
 */
int streams__see(struct streams *streams, uint64_t key, int32_t cpu, uint64_t time, uint64_t *step);

/* Returns how far the stream @key has come in this part: a time, or STREAM_UNSEEN. */
uint64_t streams__latest(const struct streams *streams, uint64_t key);

/* Takes over all spans of @from and ends its current part. */
int streams__merge(struct streams *streams, struct streams *from);

/*
 * Ends the last part and sorts all spans. Afterwards the latest time of each span is how far its
 * stream has come by the end of its part.
 */
int streams__join(struct streams *streams);

/* Returns how far the stream @key has come before @part, after a join: a time, or STREAM_UNSEEN. */
uint64_t streams__latest_before(const struct streams *streams, uint64_t key, uint64_t part);

#endif /* STREAMS_H */
