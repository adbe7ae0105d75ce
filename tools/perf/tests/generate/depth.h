/* SPDX-License-Identifier: GPL-2.0-only */
/* depth: gives user callchains another number of frames. */
#ifndef PERF_DEFER_TESTS_GENERATE_DEPTH_H
#define PERF_DEFER_TESTS_GENERATE_DEPTH_H

#include "util/base/byte-buf.h"

struct defer_evsel;
struct defer_record;

/* The largest depth: the kernel's own limit is 127 unless an administrator raises it. */
#define DEPTH_MAX 4000

/*
 * Appends @rec, a sample or a deferred record of @evsel, with a user callchain of @depth frames. A
 * longer chain loses its outermost frames; in a shorter one, those between the innermost and the
 * outermost frame repeat, as in a recursion. A chain without frames stays empty. Returns 0, or
 * DEFER_ERR_UNSUPPORTED if the record would pass 64 KiB.
 */
int depth__add(struct byte_buf *bytes, const struct defer_record *rec,
	       const struct defer_evsel *evsel, uint32_t depth, struct defer_error *err);

#endif /* PERF_DEFER_TESTS_GENERATE_DEPTH_H */
