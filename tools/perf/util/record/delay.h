/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * delay: when samples are to be taken, by -D: from a moment on, or within ranges of time. Pure: the
 * caller has the clock, and does what is due.
 */
#ifndef PERF_DEFER_UTIL_RECORD_DELAY_H
#define PERF_DEFER_UTIL_RECORD_DELAY_H

#include "util/plan/opts.h"

enum delay_due {
	DELAY_NOTHING,
	DELAY_ENABLE,
	DELAY_DISABLE, /* until the next range */
	DELAY_END,     /* of the last range, and so of the recording, as in perf */
};

struct delay {
	const struct record_opts *opts; /* the caller's */
	uint64_t start_ns;
	uint64_t at_ns; /* the time of the next change; 0: there is none */
	uint32_t next;	/* index of that change: two for each range */
};

/* The times of @opts are counted from @now_ns. */
void delay__start(struct delay *delay, const struct record_opts *opts, uint64_t now_ns);
/* What is due at @now_ns, one change a call: several may be, where nobody asked for long. */
enum delay_due delay__due(struct delay *delay, uint64_t now_ns);

#endif /* PERF_DEFER_UTIL_RECORD_DELAY_H */
