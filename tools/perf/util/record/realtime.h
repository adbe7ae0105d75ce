/* SPDX-License-Identifier: GPL-2.0-only */
/* realtime: the recorder before all that it records, where both want a CPU. */
#ifndef PERF_DEFER_UTIL_RECORD_REALTIME_H
#define PERF_DEFER_UTIL_RECORD_REALTIME_H

#include <perf/defer.h>

/*
 * Runs this process from now on as SCHED_FIFO with @priority, 1 to 99; processes that it has forked
 * stay as they are. DEFER_ERR_INVAL for no such priority, DEFER_ERR_IO if it is not permitted.
 */
int realtime__set(int priority, struct defer_error *err);

#endif /* PERF_DEFER_UTIL_RECORD_REALTIME_H */
