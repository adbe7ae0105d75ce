/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * hist_group: the rows of the events of a group, side by side. Each number in a row of the first
 * event, the leader, stands before those of the other events in the same row.
 */
#ifndef PERF_DEFER_UTIL_PROFILE_HIST_GROUP_H
#define PERF_DEFER_UTIL_PROFILE_HIST_GROUP_H

#include "util/profile/hist.h"

#define HIST_NO_ENTRY UINT32_MAX

struct hist_member {
	const struct hist *hist;
	bool has_samples; /* the others have no numbers in rows, as in perf */
};

struct hist_group {
	struct hist_member *members; /* the leader first */
	uint32_t nr, nr_shown;
	uint32_t sort_idx; /* member that sorts first; 0: the leader */
	/* @nr for each entry of the leader: index of the row, or HIST_NO_ENTRY. */
	uint32_t *entries;
};

/*
 * Links the @nr @members, all of which have the columns of @leader, the first of them. Rows that the
 * leader lacks are added to it, without samples. The members must outlive the leader, and get no
 * more samples.
 */
int hist__link(struct hist *leader, const struct hist_member *members, uint32_t nr,
	       uint32_t sort_idx, struct defer_error *err);
void hist_group__delete(struct hist_group *group);

/* Returns the row of @member that is @entry of the leader, or one without samples. */
const struct hist_entry *hist_group__entry(const struct hist *leader,
					   const struct hist_entry *entry, uint32_t member);

/* Returns true if some member hit @entry. */
bool hist_group__is_hit(const struct hist *leader, const struct hist_entry *entry);

/*
 * Returns < 0 if @a comes before @b: by the member that sorts first and then, as in perf, the
 * others. @column is a number.
 */
int hist_group__compare(const struct column *column, const struct hist *leader,
			const struct hist_entry *a, const struct hist_entry *b);

#endif /* PERF_DEFER_UTIL_PROFILE_HIST_GROUP_H */
