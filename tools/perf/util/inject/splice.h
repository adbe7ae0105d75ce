/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * splice: the record of a sample with both halves of its stack in its callchain.
 *
 * A deferred chain ends with PERF_CONTEXT_USER_DEFERRED and a cookie. In their place come
 * PERF_CONTEXT_USER and the user half, which is the deferred record's; or, of a sample that has no
 * record and was taken in user mode, the address that was hit. Nothing else of the record changes.
 */
#ifndef PERF_DEFER_UTIL_INJECT_SPLICE_H
#define PERF_DEFER_UTIL_INJECT_SPLICE_H

#include <stdbool.h>
#include <stdint.h>

#include "util/base/byte-buf.h"
#include "util/session/session.h"

/* Bytes of the record that splice__add() would write. */
uint64_t splice__size(const struct stitched *sample);

/* Can a record of @size bytes be written? In the plain form it is less than 64 KiB. */
bool splice__fits(uint64_t size, bool extended);

/* Appends the record, which fits, in the extended form only if it needs to be. */
void splice__add(struct byte_buf *bytes, const struct stitched *sample);

/*
 * Appends a MMAP2 record, at the time of @sample, for each map that its user half needs and that the
 * task had only when that was unwound: a library, say, which the very system call loaded. Readers
 * look up all of a chain in the maps of the sample's time. Returns how many addresses lie elsewhere
 * all the same, because another map is in the place at the sample's time.
 */
uint32_t splice__add_maps(struct byte_buf *bytes, const struct stitched *sample,
			  const struct machine *machine);

#endif /* PERF_DEFER_UTIL_INJECT_SPLICE_H */
