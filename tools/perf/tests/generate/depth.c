// SPDX-License-Identifier: GPL-2.0-only
#include <perf/defer-evlist.h>
#include <perf/defer-sample.h>

#include "tests/generate/depth.h"

#define SIZE_AT	    6	  /* offset of perf_event_header.size, u16 */
#define MAX_SIZE    65528 /* bytes of a record */
#define CHAIN_ENTRY 8	  /* bytes */

/* Returns the frame of the new chain at @i: @from has @nr frames, and @nr_new are wanted. */
static uint64_t frame_at(const struct defer_chain *from, uint64_t first, uint64_t nr,
			 uint64_t nr_new, uint64_t i)
{
	const uint64_t more = nr_new > nr ? nr_new - nr : 0;

	if (!i || !more)
		return defer_chain__ip(from, first + i);
	if (i <= more)
		return defer_chain__ip(from, first + (nr > 2 ? 1 + (i - 1) % (nr - 2) : 0));
	return defer_chain__ip(from, first + i - more);
}

/*
 * Appends @rec, in which the frames from @first up to @end of @chain become @depth frames. The
 * number of the chain's entries precedes the chain.
 */
static int replace_frames(struct byte_buf *bytes, const struct defer_record *rec,
			  const struct defer_chain *chain, uint64_t first, uint64_t end,
			  uint32_t depth, struct defer_error *err)
{
	const size_t start = bytes->size, chain_at = chain->ips - rec->data;
	const size_t rest = chain_at + end * CHAIN_ENTRY;
	const uint64_t nr = end - first, nr_new = nr ? depth : 0;

	byte_buf__add(bytes, rec->data, chain_at - CHAIN_ENTRY);
	byte_buf__u64(bytes, chain->nr - nr + nr_new);
	byte_buf__add(bytes, chain->ips, first * CHAIN_ENTRY);
	for (uint64_t i = 0; i < nr_new; i++)
		byte_buf__u64(bytes, frame_at(chain, first, nr, nr_new, i));
	byte_buf__add(bytes, rec->data + rest, rec->size - rest);
	if (bytes->size - start > MAX_SIZE)
		return defer_error__set_at(err, DEFER_ERR_UNSUPPORTED, rec->offset,
					   "with %u user frames, a record would pass 64 KiB",
					   depth);
	if (!bytes->no_memory)
		byte_buf__poke_u16(bytes, start + SIZE_AT, bytes->size - start);
	return 0;
}

/* Finds the frames of the user part of a sample's chain. */
static void find_user(const struct defer_chain *chain, uint64_t *first, uint64_t *end)
{
	*first = 0;
	while (*first < chain->nr && defer_chain__ip(chain, *first) != DEFER_CONTEXT_USER)
		(*first)++;
	*first += *first < chain->nr;
	*end = *first;
	while (*end < chain->nr && defer_chain__ip(chain, *end) < DEFER_CONTEXT_MAX)
		(*end)++;
}

static int add_sample(struct byte_buf *bytes, const struct defer_record *rec,
		      const struct defer_evsel *evsel, uint32_t depth, struct defer_error *err)
{
	struct defer_sample sample;
	uint64_t first, end;
	int ret = defer_sample__decode(&sample, rec, &evsel->layout, err);

	if (ret)
		return ret;
	find_user(&sample.chain, &first, &end);
	if (first < end)
		return replace_frames(bytes, rec, &sample.chain, first, end, depth, err);
	byte_buf__add(bytes, rec->data, rec->size);
	return 0;
}

static int add_deferred(struct byte_buf *bytes, const struct defer_record *rec,
			const struct defer_evsel *evsel, uint32_t depth, struct defer_error *err)
{
	/* The record: header, cookie, number of entries, entries, sample_id. */
	const size_t at = DEFER_RECORD_HEADER_SIZE + 2 * CHAIN_ENTRY;
	struct defer_chain chain = {.ips = rec->data + at};
	uint64_t first = 0;

	if (rec->size < at + evsel->layout.id_all_size)
		return defer_error__set_at(err, DEFER_ERR_CORRUPT, rec->offset,
					   "a deferred record is too short");
	chain.nr = (rec->size - at - evsel->layout.id_all_size) / CHAIN_ENTRY;
	while (first < chain.nr && defer_chain__ip(&chain, first) >= DEFER_CONTEXT_MAX)
		first++;
	return replace_frames(bytes, rec, &chain, first, chain.nr, depth, err);
}

int depth__add(struct byte_buf *bytes, const struct defer_record *rec,
	       const struct defer_evsel *evsel, uint32_t depth, struct defer_error *err)
{
	return rec->type == DEFER_RECORD_SAMPLE ? add_sample(bytes, rec, evsel, depth, err)
						: add_deferred(bytes, rec, evsel, depth, err);
}
