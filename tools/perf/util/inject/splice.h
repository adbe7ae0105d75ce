/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * splice: writes a sample's record with both halves of its stack in its callchain.
 *
 * A deferred chain ends with PERF_CONTEXT_USER_DEFERRED and a cookie. They are replaced by
 * PERF_CONTEXT_USER and the user half of the deferred record. A sample without a record that was
 * taken in user mode gets its ip as the user half.
 *
 *      before: kernel ips..., PERF_CONTEXT_USER_DEFERRED, cookie
 *      after:  kernel ips..., PERF_CONTEXT_USER, user ips...
 *
 * Stack dumps are converted if asked: the record loses them, and gets what was unwound from them.
 *
 *      before: kernel ips...,                                  REGS_USER, STACK_USER
 *      after:  kernel ips..., PERF_CONTEXT_USER, user ips...
 *
 * What a dump beside a callchain has repaired replaces the user half in the same way.
 *
 * Nothing else in the record changes.
 */
#ifndef PERF_DEFER_UTIL_INJECT_SPLICE_H
#define PERF_DEFER_UTIL_INJECT_SPLICE_H

#include <stdbool.h>
#include <stdint.h>

#include <perf/defer-sample.h>

#include "util/base/byte-buf.h"
#include "util/session/session.h"

/* Entries at the end of a deferred chain: the mark and the cookie. */
#define SPLICE_NR_DEFERRED 2

/* What becomes of the record of one sample. */
struct splice {
	const struct stitched *sample;
	uint64_t nr_kept; /* entries of its own chain that stay */
	uint32_t nr_user; /* addresses of its user half that follow them */
	uint64_t
		mark; /* address of one more frame, for the missing rest of the user half; 0: none */
	struct defer_blob dump; /* bytes that are left out; size 0: none */
};

/* Sets up what @sample's stack dump, if it has one, is replaced by. */
void splice__convert(struct splice *splice);

/* Sets up the splice of @sample, which outlives it. @convert: stack dumps are converted. No mark is set. */
static inline void splice__init(struct splice *splice, const struct stitched *sample, bool convert)
{
	*splice = (struct splice){.sample = sample, .nr_kept = sample->sample->chain.nr};
	if (sample->cookie) {
		splice->nr_kept -= SPLICE_NR_DEFERRED;
		splice->nr_user = sample->user.nr;
	}
	if (convert)
		splice__convert(splice);
}

/* Returns true if the user half is converted from a stack dump. */
bool splice__converts(const struct splice *splice);

/* Leaves the callchain as it is. */
void splice__keep_chain(struct splice *splice);

/* Returns true if the record changes. */
static inline bool splice__changes(const struct splice *splice)
{
	return splice->nr_kept != splice->sample->sample->chain.nr || splice->nr_user ||
	       splice->dump.size;
}

/* Returns the size of the record that splice__add() would write, bytes. */
uint64_t splice__size(const struct splice *splice);

/*
 * Returns true if a record of @size bytes can be written. In the plain form it must be below 64
 * KiB.
 */
bool splice__fits(uint64_t size, bool extended);

/*
 * Leaves out the outermost addresses of a user half that no record has room for, even though a dump
 * made room. Returns true if it did.
 */
bool splice__cut(struct splice *splice, bool extended);

/* Appends the record, which must fit. Uses the extended form only if necessary. */
void splice__add(struct byte_buf *bytes, const struct splice *splice);

struct synth_map;

/* Appends a MMAP2 record of @map with the time and the ids of @sample. */
void splice__add_map(struct byte_buf *bytes, const struct stitched *sample,
		     const struct synth_map *map);

/*
 * Appends a MMAP2 record, with the time of @sample, for each map that the user half needs and that
 * the task got only before the half was unwound: for example a library that the same system call
 * mapped. Readers resolve the whole chain by the maps at the sample's time. Returns the number of
 * addresses that still resolve wrongly, because another map is at that address at the sample's
 * time.
 */
uint32_t splice__add_maps(struct byte_buf *bytes, const struct stitched *sample,
			  const struct machine *machine);

#endif /* PERF_DEFER_UTIL_INJECT_SPLICE_H */
