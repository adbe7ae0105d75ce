/* SPDX-License-Identifier: GPL-2.0-only */
/* realtime: gives the recorder priority over the tasks that it records. */
#ifndef PERF_DEFER_UTIL_RECORD_REALTIME_H
#define PERF_DEFER_UTIL_RECORD_REALTIME_H

#include <perf/defer-error.h>

/*
 * Runs this process as SCHED_FIFO with @priority, 1 to 99, from now on. Children forked before are
 * not affected. Returns DEFER_ERR_INVAL for an invalid priority, DEFER_ERR_IO if it is not
 * permitted.
 */
int realtime__set(int priority, struct defer_error *err);

#endif /* PERF_DEFER_UTIL_RECORD_REALTIME_H */
