/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * splice: writes a sample's record with both halves of its stack in its callchain.
 *
 * A deferred chain ends with PERF_CONTEXT_USER_DEFERRED and a cookie. They are replaced by
 * PERF_CONTEXT_USER and the user half of the deferred record. A sample without a record that was
 * taken in user mode gets its ip as the user half. Nothing else in the record changes.
 *
 *      before: kernel ips..., PERF_CONTEXT_USER_DEFERRED, cookie
 *      after:  kernel ips..., PERF_CONTEXT_USER, user ips...
 */
#ifndef PERF_DEFER_UTIL_INJECT_SPLICE_H
#define PERF_DEFER_UTIL_INJECT_SPLICE_H

#include <stdbool.h>
#include <stdint.h>

#include "util/base/byte-buf.h"
#include "util/session/session.h"

/*
 * Returns the size of the record that splice__add() would write, bytes. @mark: address of one more
 * frame, which stands for the missing rest of the user half; 0: none.
 */
uint64_t splice__size(const struct stitched *sample, uint64_t mark);

/*
 * Returns true if a record of @size bytes can be written. In the plain form it must be below 64
 * KiB.
 */
bool splice__fits(uint64_t size, bool extended);

/* Appends the record, which must fit. Uses the extended form only if necessary. */
void splice__add(struct byte_buf *bytes, const struct stitched *sample, uint64_t mark);

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
