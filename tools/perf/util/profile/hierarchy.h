/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * hierarchy: the rows of a hist below rows for each level of its keys, as perf's --hierarchy has them.
 *
 *   hist of comm,dso,symbol      hierarchy of three levels         level  end
 *   40 %  a  libc    read        70 %  a                           0      5
 *   30 %  a  kernel  copy          40 %  libc                      1      3
 *   30 %  b  kernel  copy            40 %  read                    2      3
 *                                  30 %  kernel                    1      5
 *                                    30 %  copy                    2      5
 *                                30 %  b                           0      8
 *                                  ...
 *
 * The rows of the last level are those of the hist. The others are sums of the rows that are below
 * them, including those that only the percent limit hides.
 */
#ifndef PERF_DEFER_UTIL_PROFILE_HIERARCHY_H
#define PERF_DEFER_UTIL_PROFILE_HIERARCHY_H

#include "util/profile/hist.h"
#include "util/profile/show-opts.h"

#define HIERARCHY_NO_ROW UINT32_MAX

struct hierarchy_row {
	uint32_t entry;	 /* index in the entries of the level's hist; of a rest: in rests */
	uint32_t parent; /* index of the row above it, or HIERARCHY_NO_ROW */
	uint32_t end;	 /* index after the last row below it */
	uint16_t level;
	bool is_rest; /* the rows in its place that the percent limit hides; it comes after the others */
};

/* A level above the last one. */
struct hierarchy_level {
	struct sort_order order;
	struct hist hist;     /* without stacks and call graphs */
	struct hist *members; /* of a group: those of its other events */
	uint32_t nr_members;
};

struct hierarchy {
	const struct hist *hist; /* of the last level */
	struct show_opts
		show; /* of the other levels: the rows that they sum up passed the filter */
	unsigned int nr_levels;
	struct column_list *keys;	/* by level: those that its rows show */
	struct hierarchy_level *levels; /* @nr_levels - 1 */
	struct hierarchy_row *rows;	/* each before those below it */
	size_t nr, cap;
	struct rest *rests;
	size_t nr_rests, cap_rests;
};

/*
 * Makes the hierarchy of a sorted @hist, which must outlive it and stay as it is. Sets *@hierarchy to
 * NULL if the order of @hist asks for none, or after an error.
 */
int hierarchy__new(struct hierarchy **hierarchy, const struct hist *hist, struct defer_error *err);
void hierarchy__delete(struct hierarchy *hierarchy);

/* Returns the hist that has the entries of @level. */
static inline const struct hist *hierarchy__hist(const struct hierarchy *hierarchy,
						 unsigned int level)
{
	return level + 1 < hierarchy->nr_levels ? &hierarchy->levels[level].hist : hierarchy->hist;
}

/* Returns the entry of @row, which is no rest. */
static inline const struct hist_entry *hierarchy__entry(const struct hierarchy *hierarchy,
							const struct hierarchy_row *row)
{
	return &hierarchy__hist(hierarchy, row->level)->entries[row->entry];
}

#endif /* PERF_DEFER_UTIL_PROFILE_HIERARCHY_H */
