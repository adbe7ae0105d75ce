/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * half_walk: the frames of a half one by one, innermost first, with what the marks between them say.
 *
 *   half     a  HALF_EVIDENCE(CFI) b  HALF_GAP  HALF_EVIDENCE(UNPROVED) c
 *   frames   a: ip                 b: cfi       a gap                   c: record-unproved
 */
#ifndef PERF_DEFER_UTIL_MACHINE_HALF_WALK_H
#define PERF_DEFER_UTIL_MACHINE_HALF_WALK_H

#include "util/machine/callchain.h"
#include "util/machine/cpumode.h"

struct half_walk {
	struct half half;
	uint32_t own_maps_id; /* of addresses before any mark */
	uint32_t at;	      /* next entry of the half */
	uint32_t mark_maps_id, nr;
	uint8_t mark; /* enum evidence; EVIDENCE_NR: no mark told it */

	/* the frame that half_walk__next() found; a gap has address 0 in MAPS_GAP */
	uint64_t ip;
	uint32_t maps_id;
};

/* Prepares to walk over @half, whose own address space is @maps_id. */
static inline void half_walk__init(struct half_walk *walk, struct half half, uint32_t maps_id)
{
	*walk = (struct half_walk){
		.half = half,
		.own_maps_id = maps_id,
		.mark_maps_id = maps_id,
		.mark = EVIDENCE_NR,
	};
}

/* Advances to the next frame. Returns false after the last. */
static inline bool half_walk__next(struct half_walk *walk)
{
	while (walk->at < walk->half.nr) {
		const uint64_t ip = walk->half.ips[walk->at++];
		const bool is_gap = ip == HALF_GAP;

		if (half__is_mark(ip))
			walk->mark_maps_id = mark__maps(ip, walk->own_maps_id);
		if (half__is_evidence(ip))
			walk->mark = HALF_EVIDENCE(0) - ip;
		if (half__is_mark(ip) && !is_gap)
			continue;
		walk->nr++;
		walk->ip = is_gap ? 0 : ip;
		walk->maps_id = is_gap ? MAPS_GAP : walk->mark_maps_id;
		return true;
	}
	return false;
}

/*
 * Returns how the frame of a user half is known, in a stack of @cls. The address that the sample's
 * registers held is the first one. EVIDENCE_NR: it is a gap.
 */
static inline enum evidence half_walk__evidence(const struct half_walk *walk, enum defer_class cls)
{
	if (walk->maps_id == MAPS_GAP)
		return EVIDENCE_NR;
	if (walk->mark < EVIDENCE_NR)
		return walk->mark;
	return walk->nr == 1 ? EVIDENCE_IP : class__evidence(cls);
}

#endif /* PERF_DEFER_UTIL_MACHINE_HALF_WALK_H */
