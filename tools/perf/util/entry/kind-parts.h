/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * kind_parts: the entries of one kind by call site, by state, and by the function before their longest gap.
 *
 * A gap is a time without a sample that is longer than two samples stand for. The function on top of the sample before
 * it is where the entry waited, if it did: the state tells that, as far as switches were recorded.
 */
#ifndef PERF_DEFER_UTIL_ENTRY_KIND_PARTS_H
#define PERF_DEFER_UTIL_ENTRY_KIND_PARTS_H

#include <stdint.h>

#include <perf/defer-error.h>

struct entry_kind;
struct entry_kinds;

enum part_by {
	PART_SITE,  /* the chain of user functions that made the call */
	PART_STATE, /* enum entry_state */
	PART_GAP,   /* func that came before a long time without a sample; PART_NO_GAP */
	PART_NR,
};

#define PART_NO_GAP UINT32_MAX

struct kind_part {
	enum part_by by;
	uint32_t id;   /* node of the chain tree, func, or state */
	uint32_t like; /* one of its entries, an index of the list */
	uint64_t nr;   /* entries */
	uint64_t ns;   /* the sum of their times, as far as these are known */
};

struct kind_parts {
	struct kind_part *parts; /* by part_by, then the greatest sum first */
	uint32_t nr;
};

/* Divides @kind; the list must have been made from samples. The caller exits it. */
int kind_parts__init(struct kind_parts *parts, const struct entry_kinds *kinds,
		     const struct entry_kind *kind, struct defer_error *err);
void kind_parts__exit(struct kind_parts *parts);

#endif /* PERF_DEFER_UTIL_ENTRY_KIND_PARTS_H */
