// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "util/profile/hist-group.h"

void hist_group__delete(struct hist_group *group)
{
	if (!group)
		return;
	free(group->members);
	free(group->entries);
	free(group);
}

const struct hist_entry *hist_group__entry(const struct hist *leader,
					   const struct hist_entry *entry, uint32_t member)
{
	static const struct hist_entry none;
	const struct hist_group *group = leader->group;
	uint32_t id = group->entries[(entry - leader->entries) * group->nr + member];

	return id == HIST_NO_ENTRY ? &none : &group->members[member].hist->entries[id];
}

bool hist_group__is_hit(const struct hist *leader, const struct hist_entry *entry)
{
	uint32_t member = 0;

	while (member < leader->group->nr && !hist_group__entry(leader, entry, member)->self.nr)
		member++;
	return member < leader->group->nr;
}

static int compare_member(const struct column *column, const struct hist *leader,
			  const struct hist_entry *a, const struct hist_entry *b, uint32_t member)
{
	uint64_t va = column__value(column, hist_group__entry(leader, a, member));
	uint64_t vb = column__value(column, hist_group__entry(leader, b, member));

	return (va < vb) - (va > vb);
}

int hist_group__compare(const struct column *column, const struct hist *leader,
			const struct hist_entry *a, const struct hist_entry *b)
{
	const struct hist_group *group = leader->group;
	uint32_t first = group->sort_idx < group->nr ? group->sort_idx : 0;
	int cmp = compare_member(column, leader, a, b, first);

	if (first != group->sort_idx)
		return cmp; /* there is no such member */
	for (uint32_t i = 1; !cmp && i < group->nr; i++)
		cmp = compare_member(column, leader, a, b, i);
	return cmp;
}
