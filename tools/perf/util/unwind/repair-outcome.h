/* SPDX-License-Identifier: GPL-2.0-only */
/* repair_outcome: what became of a user stack that was recorded to be repaired. See repair.h. */
#ifndef PERF_DEFER_UTIL_UNWIND_REPAIR_OUTCOME_H
#define PERF_DEFER_UTIL_UNWIND_REPAIR_OUTCOME_H

#include <stdbool.h>
#include <stdint.h>

#include <perf/defer-class.h>

/* What became of a stack. From REPAIR_NO_REGS on, it was not touched: its frames are not proved. */
enum repair_outcome {
	REPAIR_NONE,	 /* it was not recorded to be repaired */
	REPAIR_PROVED,	 /* each frame of the record is the caller of the one before it */
	REPAIR_REPAIRED, /* callers came in, or what is no caller went out; no gap */
	REPAIR_PARTLY,	 /* the same, up to a gap */
	REPAIR_GAP,	 /* nothing came in before a gap */
	REPAIR_NO_REGS,	 /* the sample lacks ip, sp or bp, or those of a 64-bit task */
	REPAIR_MOVED,	 /* the record begins at another address than that of the sample */
	REPAIR_LATER,	 /* the record may be from some instructions after the sample */
	REPAIR_PRECISE,	 /* the sample's ip is from another instant than its registers */
	REPAIR_REPLACED, /* the sample is in exec, in a signal's delivery or return, or in a uprobe */
	REPAIR_ENTRY,	 /* the sample is where the kernel has yet to store the registers */
	REPAIR_NO_KERNEL, /* the last two cannot be told: no symbols or no callers in the kernel */
	REPAIR_CONTRADICTED, /* the record and the dump differ */
	REPAIR_NR,
};

/* Returns a name such as "leaf-unproved: moved", as `perf defer audit` shows it; never NULL. */
const char *repair_outcome__name(enum repair_outcome outcome);
/* Returns what it means, a short text. */
const char *repair_outcome__meaning(enum repair_outcome outcome);

static inline bool repair_outcome__is_changed(enum repair_outcome outcome)
{
	return outcome == REPAIR_REPAIRED || outcome == REPAIR_PARTLY;
}

static inline bool repair_outcome__has_gap(enum repair_outcome outcome)
{
	return outcome == REPAIR_PARTLY || outcome == REPAIR_GAP;
}

struct repair {
	enum repair_outcome outcome;
	/* why the walk ended; DEFER_UNWOUND: it reached the outermost frame. Not set if untouched */
	enum defer_class end;
	uint32_t gained;  /* frames that are not of the record */
	uint32_t dropped; /* addresses of the record that are not shown */
};

/* Returns true if there is another half than the record: other frames, or a gap. @repair may be NULL. */
static inline bool repair__is_made(const struct repair *repair)
{
	return repair && (repair_outcome__is_changed(repair->outcome) ||
			  repair_outcome__has_gap(repair->outcome));
}

#endif /* PERF_DEFER_UTIL_UNWIND_REPAIR_OUTCOME_H */
