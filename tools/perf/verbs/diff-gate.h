/* SPDX-License-Identifier: GPL-2.0-only */
/* diff_gate: the condition of diff --fail-if, by which a script or CI refuses a change. */
#ifndef PERF_DEFER_VERBS_DIFF_GATE_H
#define PERF_DEFER_VERBS_DIFF_GATE_H

#include <perf/defer-error.h>

#include "util/compare/comparison.h"

#define DIFF_GATE_FAILED  1 /* a row meets the condition */
#define DIFF_GATE_UNKNOWN 2 /* the runs are too few to tell */

/* All that is given must hold of one row. */
struct diff_gate {
	bool on;
	bool total;	      /* of the total, not of rows */
	const char *names[3]; /* by enum diff_gate_name; not terminated: see lens; NULL: any */
	size_t lens[3];
	double above, below; /* changes that meet it, as a part of what was before */
	double p, q;	     /* less than these; 2: any */
};

/*
 * Parses conditions with commas between them: symbol=NAME, dso=NAME, row=NAME, total, change>5%, change<-5%,
 * q<0.01, p<0.01. @text must outlive the gate.
 */
int diff_gate__parse(struct diff_gate *gate, const char *text, struct defer_error *err);

/* Returns true if the gate is on and has a limit of q. */
bool diff_gate__asks_q(const struct diff_gate *gate);

/*
 * Prints a line to stderr for the first row that meets the condition, and returns the exit status: 0 if there is none.
 */
int diff_gate__check(const struct diff_gate *gate, const struct comparison *comparison);

#endif /* PERF_DEFER_VERBS_DIFF_GATE_H */
