/* SPDX-License-Identifier: GPL-2.0-only */
/* end-signal: the signals with which users end a recording, while they are blocked. */
#ifndef PERF_DEFER_UTIL_HOST_END_SIGNAL_H
#define PERF_DEFER_UTIL_HOST_END_SIGNAL_H

#include <stdbool.h>

/*
 * Returns whether SIGINT, SIGTERM or SIGHUP is pending. It stays so: for steps that take long, before
 * the signal can be read.
 */
bool end_signal__is_pending(void);

#endif /* PERF_DEFER_UTIL_HOST_END_SIGNAL_H */
