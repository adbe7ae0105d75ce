/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * delay: the times of -D at which sampling starts and stops. Pure: the caller has the clock, and
 * enables and disables events.
 */
#ifndef PERF_DEFER_UTIL_RECORD_DELAY_H
#define PERF_DEFER_UTIL_RECORD_DELAY_H

#include "util/plan/opts.h"

enum delay_due {
	DELAY_NOTHING,
	DELAY_ENABLE,
	DELAY_DISABLE, /* until the next range */
	DELAY_END,     /* end of the last range, which ends the recording, as in perf */
};

struct delay {
	const struct record_opts *opts; /* borrowed from the caller */
	uint64_t start_ns;
	uint64_t at_ns; /* time of the next change; 0: none */
	uint32_t next;	/* index of that change: two for each range */
};

/* Starts the schedule: the times in @opts are relative to @now_ns. */
void delay__start(struct delay *delay, const struct record_opts *opts, uint64_t now_ns);
/*
 * Returns the change that is due at @now_ns, one for each call: several are due after a long pause
 * between calls.
 */
enum delay_due delay__due(struct delay *delay, uint64_t now_ns);

#endif /* PERF_DEFER_UTIL_RECORD_DELAY_H */
