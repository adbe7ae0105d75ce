// SPDX-License-Identifier: GPL-2.0-only
/* Links the rows of the events of a group. */
#include <stdlib.h>
#include <string.h>

#include "util/base/error.h"
#include "util/profile/hist-group.h"

/* Adds the rows that the leader lacks, so that its number of entries is known. */
static int add_rows(struct hist *leader, const struct hist *from)
{
	for (size_t i = 0; i < from->nr; i++) {
		if (hist__add_like(leader, &from->entries[i]) < 0)
			return DEFER_ERR_NOMEM;
	}
	return 0;
}

static int fill_entries(struct hist *leader, struct hist_group *group)
{
	size_t size = leader->nr * group->nr * sizeof(*group->entries);

	group->entries = malloc(size + 1);
	if (!group->entries)
		return DEFER_ERR_NOMEM;
	memset(group->entries, 0xff, size);
	for (uint32_t member = 0; member < group->nr; member++) {
		const struct hist *hist = group->members[member].hist;

		for (size_t i = 0; i < hist->nr; i++) {
			int64_t id = hist__add_like(leader, &hist->entries[i]);

			if (id < 0)
				return DEFER_ERR_NOMEM;
			group->entries[id * group->nr + member] = i;
		}
	}
	return 0;
}

static int group__fill(struct hist_group *group, struct hist *leader,
		       const struct hist_member *members)
{
	int ret = 0;

	group->members = calloc(group->nr, sizeof(*members));
	if (!group->members)
		return DEFER_ERR_NOMEM;
	memcpy(group->members, members, group->nr * sizeof(*members));
	for (uint32_t i = 0; !ret && i < group->nr; i++) {
		group->nr_shown += members[i].has_samples;
		if (i)
			ret = add_rows(leader, members[i].hist);
	}
	return ret ? ret : fill_entries(leader, group);
}

int hist__link(struct hist *leader, const struct hist_member *members, uint32_t nr,
	       uint32_t sort_idx, struct defer_error *err)
{
	struct hist_group *group = calloc(1, sizeof(*group));

	if (!group)
		return error__no_memory(err, "for rows of groups");
	group->nr = nr;
	group->sort_idx = sort_idx;
	if (group__fill(group, leader, members)) {
		hist_group__delete(group);
		return error__no_memory(err, "for rows of groups");
	}
	leader->group = group;
	return 0;
}
