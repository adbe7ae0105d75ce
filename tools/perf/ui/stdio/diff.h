/* SPDX-License-Identifier: GPL-2.0-only */
/* diff: a comparison of profiles as text. */
#ifndef PERF_DEFER_UI_STDIO_DIFF_H
#define PERF_DEFER_UI_STDIO_DIFF_H

#include <stdio.h>

#include "util/compare/comparison.h"

struct diff_print {
	const char *const *paths; /* by run */
	const char *between;	  /* columns, which are not padded then; NULL: blanks */
	bool no_head;		  /* rows alone */
	/* Only rows whose change is not chance, or that hold such ones: see comparison__is_found(). */
	bool significant;
	bool baseline_only; /* only rows that were there before */
	bool periods;	    /* show what was counted */
	bool formula;	    /* show what p is made of */
};

/* Returns true if the options ask for the row. Nodes of the tree of calls that are small and hold nothing are left out. */
bool comparison__shows(const struct comparison *comparison, const struct comparison_event *event,
		       const struct diff_print *print, uint32_t row);

/* Prints all events of a finished comparison. Names are printed by plain.h. */
int comparison__print(const struct comparison *comparison, const struct diff_print *print,
		      FILE *out, struct defer_error *err);

#endif /* PERF_DEFER_UI_STDIO_DIFF_H */
