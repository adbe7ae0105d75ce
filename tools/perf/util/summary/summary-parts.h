/* SPDX-License-Identifier: GPL-2.0-only */
/* summary_parts: the functions that make each part of a summary, for summary.c. */
#ifndef PERF_DEFER_UTIL_SUMMARY_SUMMARY_PARTS_H
#define PERF_DEFER_UTIL_SUMMARY_SUMMARY_PARTS_H

#include <stdio.h>

#include "util/base/span.h"
#include "util/profile/hist.h"
#include "util/summary/summary.h"

/* Returns the percentage of @period as rows of @hist show it. */
static inline double hist__percent(const struct hist *hist, uint64_t period)
{
	return hist->total.period ? 100.0 * period / hist->total.period : 0;
}

/* Returns the comm of a row; "" if rows have none. */
const char *hist_entry__comm(const struct hist *hist, const struct hist_entry *row);
/* Returns true if @row is of the idle task, as far as its comm tells. */
bool hist_entry__is_idle(const struct hist *hist, const struct hist_entry *row);

/* Writes a span of time as span__text() does, without blanks behind it. Returns @buf. */
const char *summary__span(uint64_t ns, char buf[SPAN_LEN]);

/* Each writes its text, SUMMARY_TEXT_LEN bytes at most. */
int summary__where(struct summary *summary, const struct summary_source *source, char *text,
		   struct defer_error *err);
int summary__funcs(struct summary *summary, const struct summary_source *source, char *text,
		   struct defer_error *err);
int summary__user_stacks(struct summary *summary, const struct summary_source *source, char *text,
			 struct defer_error *err);
int summary__seam(struct summary *summary, const struct summary_source *source, char *text,
		  struct defer_error *err);
int summary__entries(struct summary *summary, const struct summary_source *source, char *text,
		     struct defer_error *err);
int summary__time(struct summary *summary, const struct summary_source *source, char *text,
		  struct defer_error *err);

#endif /* PERF_DEFER_UTIL_SUMMARY_SUMMARY_PARTS_H */
