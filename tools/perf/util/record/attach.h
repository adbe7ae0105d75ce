/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * attach: finds the tasks that started while others were being opened.
 *
 * A task started by an opened one inherits its events, and the tracking event writes its FORK. A
 * new task without a FORK is opened. It may still have inherited some events, if it was started
 * after these were opened and before the tracking event was enabled. So its own events are in doubt
 * until a task (itself, or one that it started) writes records of two events where it should have
 * one; then the event that was opened later is disabled.
 *
 *   opened   e1      e2      tracking enabled
 *   ---------+-------+-------+-----------------> time
 *                ^               ^
 *                no FORK: has    FORK: has inherited
 *                e1, opened      everything
 *                again
 */
#ifndef PERF_DEFER_UTIL_RECORD_ATTACH_H
#define PERF_DEFER_UTIL_RECORD_ATTACH_H

#include "util/plan/plan.h"
#include "util/record/rings.h"

struct attach {
	struct rings *rings;
	struct doubt *doubts; /* ascending by ID */
	size_t nr, cap;
	struct sighting *last; /* hash table by tid, event and CPU */
	uint32_t tracking;     /* index of the plan's tracking event */
};

/*
 * Lists the tasks of @plan's target again, until all are opened or known to have inherited. Enables
 * the tracking event, and adds the tasks that it opens to @plan's. The number of rounds is bounded:
 * without inheritance new tasks may come forever. A signal that ends the recording ends the search
 * too.
 */
int attach__newcomers(struct attach *attach, struct rings *rings, struct plan *plan,
		      const struct target *target, struct defer_error *err);
void attach__exit(struct attach *attach);

/* Returns whether an opened task may have some events twice. */
static inline bool attach__is_in_doubt(const struct attach *attach)
{
	return attach->nr;
}

/*
 * Checks a record of event @event with @id that task @tid wrote on @cpu. Cheap if no task is in
 * doubt.
 */
void attach__see(struct attach *attach, int32_t tid, uint32_t event, int32_t cpu, uint64_t id);

#endif /* PERF_DEFER_UTIL_RECORD_ATTACH_H */
