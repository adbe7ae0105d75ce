/* SPDX-License-Identifier: GPL-2.0-only */
/* hit_filter: the functions that -d and -S select, where a sample hit and as callers with rows. */
#ifndef PERF_DEFER_UTIL_PROFILE_HIT_FILTER_H
#define PERF_DEFER_UTIL_PROFILE_HIT_FILTER_H

#include "util/base/strlist.h"
#include "util/dso/dso.h"

struct hit_filter {
	struct strlist dsos, symbols;
};

/* Returns whether a function passes. @filter, @symbol and @dso may be NULL: all pass, unknown. */
static inline bool hit_filter__has(const struct hit_filter *filter, const char *symbol,
				   const struct dso *dso)
{
	if (!filter)
		return true;
	if (filter->symbols.given && (!symbol || !strlist__has(&filter->symbols, symbol)))
		return false;
	if (!filter->dsos.given)
		return true;
	return dso && (strlist__has(&filter->dsos, dso->short_name) ||
		       strlist__has(&filter->dsos, dso->long_name));
}

#endif /* PERF_DEFER_UTIL_PROFILE_HIT_FILTER_H */
