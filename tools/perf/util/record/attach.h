/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * attach: finds the tasks that came while others were being opened.
 *
 * A task that an opened one starts inherits its events, and the tracking event tells of it by a
 * FORK. One of which no FORK tells is opened. It may have inherited some events all the same, if it
 * was started between the opening of these and the enabling of the tracking event. So its own are
 * in doubt, until a task (itself, or one that it started) writes by two events where it should
 * have one: then what was opened later is disabled.
 */
#ifndef PERF_DEFER_UTIL_RECORD_ATTACH_H
#define PERF_DEFER_UTIL_RECORD_ATTACH_H

#include "util/plan/plan.h"
#include "util/record/rings.h"

struct attach {
	struct rings *rings;
	struct doubt *doubts; /* ascending by id */
	size_t nr, cap;
	struct sighting *last; /* by a hash of who wrote it */
	uint32_t tracking;     /* the plan's */
};

/*
 * Lists the tasks of @plan's target anew, until all are opened or known to have inherited; the
 * tracking event is enabled. Those that are opened are added to @plan's. The bounds are some
 * rounds: without inheritance new tasks may come for ever.
 */
int attach__newcomers(struct attach *attach, struct rings *rings, struct plan *plan,
		      const struct target *target, struct defer_error *err);
void attach__exit(struct attach *attach);

/* May a task that was opened have some events twice? */
static inline bool attach__is_in_doubt(const struct attach *attach)
{
	return attach->nr;
}

/* A record of event @event with @id that task @tid wrote on @cpu. Cheap, if nobody is in doubt. */
void attach__see(struct attach *attach, int32_t tid, uint32_t event, int32_t cpu, uint64_t id);

#endif /* PERF_DEFER_UTIL_RECORD_ATTACH_H */
