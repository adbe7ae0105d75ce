// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <perf/defer-evlist.h>

#include "util/base/error.h"
#include "util/header/env.h"
#include "util/profile/event-group.h"
#include "util/profile/hist-group.h"

#define NO_NAME "{anon_group}" /* of a group to which the user gave none, in the header */

/* Returns whether the rows of all events have the same columns: fields of tracepoints may differ. */
static bool same_columns(const struct profile_event *events, uint32_t nr)
{
	uint32_t i = 1;

	while (i < nr && events[i].hist.conf.order == events->hist.conf.order)
		i++;
	return i >= nr;
}

/* Links @nr events from @leader on. */
static int link_events(struct profile_event *leader, uint32_t nr, uint32_t sort_idx,
		       struct defer_error *err)
{
	struct hist_member *members;
	int ret;

	if (nr < 2 || nr > EVENT_GROUP_MAX || !same_columns(leader, nr))
		return 0;
	members = calloc(nr, sizeof(*members));
	if (!members)
		return error__no_memory(err, "for rows of groups");
	for (uint32_t i = 0; i < nr; i++)
		members[i] = (struct hist_member){&leader[i].hist, leader[i].all.nr > 0};
	ret = hist__link(&leader->hist, members, nr, sort_idx, err);
	free(members);
	leader->nr_group = nr;
	for (uint32_t i = 1; i < nr; i++)
		leader[i].is_member = true;
	return ret;
}

/* Returns whether the group is one of events that the profile has, none of them in another one. */
static bool is_sound(const struct profile *profile, const struct env_group *group)
{
	uint32_t left = profile->nr_events;

	if (group->leader_idx >= left || group->nr_members > left - group->leader_idx)
		return false;
	for (uint32_t i = 0; i < group->nr_members; i++) {
		const struct profile_event *event = &profile->events[group->leader_idx + i];

		if (event->nr_group || event->is_member)
			return false;
	}
	return true;
}

int profile__link_groups(struct profile *profile, const struct env *env,
			 const struct event_group_opts *opts, struct defer_error *err)
{
	int ret = 0;

	if (!opts->on)
		return 0;
	if (!env->nr_groups)
		return opts->set && profile->nr_events
			       ? link_events(profile->events, profile->nr_events, opts->sort_idx,
					     err)
			       : 0;
	for (uint32_t i = 0; !ret && i < env->nr_groups; i++) {
		const struct env_group *group = &env->groups[i];

		if (!is_sound(profile, group))
			continue;
		ret = link_events(&profile->events[group->leader_idx], group->nr_members,
				  opts->sort_idx, err);
		profile->events[group->leader_idx].group_name =
			strcmp(group->name, NO_NAME) ? group->name : "anon group";
	}
	return ret;
}

struct profile_event profile_event__sum(const struct profile_event *event)
{
	struct profile_event sum = *event;

	for (uint32_t i = 1; i < event->nr_group; i++) {
		sample_sum__add(&sum.all, &event[i].all);
		sample_sum__add(&sum.shown, &event[i].shown);
		for (int cls = 0; cls < DEFER_NR_CLASSES; cls++)
			sum.classes[cls] += event[i].classes[cls];
		sum.gained += event[i].gained;
		sum.gaps += event[i].gaps;
	}
	return sum;
}

void profile_event__name(const struct profile_event *event, char *buf, size_t size)
{
	bool first = true;
	size_t len = 0;

	buf[0] = '\0';
	if (event->nr_group && event->group_name)
		len = snprintf(buf, size, "%s { ", event->group_name);
	for (uint32_t i = 0; (!i || i < event->nr_group) && len < size; i++) {
		if (event->nr_group && !event[i].all.nr)
			continue; /* it has no numbers in rows */
		len += snprintf(buf + len, size - len, "%s%s", first ? "" : ", ",
				event[i].evsel->name);
		first = false;
	}
	if (event->nr_group && event->group_name && len < size)
		snprintf(buf + len, size - len, " }");
}
