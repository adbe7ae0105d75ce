/* SPDX-License-Identifier: GPL-2.0-only */
/* clock: measures durations and sets deadlines. */
#ifndef PERF_DEFER_UTIL_BASE_CLOCK_H
#define PERF_DEFER_UTIL_BASE_CLOCK_H

#include <stdint.h>
#include <time.h>

#define NSEC_PER_SEC  UINT64_C(1000000000)
#define NSEC_PER_MSEC UINT64_C(1000000)

/* Converts @time to ns. */
static inline uint64_t clock__ns(const struct timespec *time)
{
	return time->tv_sec * NSEC_PER_SEC + time->tv_nsec;
}

/* Returns the time of CLOCK_MONOTONIC, ns. */
static inline uint64_t clock__now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return clock__ns(&now);
}

/* Returns the time of CLOCK_MONOTONIC in @ms milliseconds. */
static inline struct timespec clock__after(unsigned int ms)
{
	uint64_t until = clock__now() + ms * NSEC_PER_MSEC;

	return (struct timespec){until / NSEC_PER_SEC, until % NSEC_PER_SEC};
}

#endif /* PERF_DEFER_UTIL_BASE_CLOCK_H */
